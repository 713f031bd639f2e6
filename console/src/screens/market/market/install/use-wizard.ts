import { useQueries } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useDraftState } from '../../../../lib/drafts.ts'
import type { Detail, Plan, Wish } from '../types.ts'

export const wizardSteps = ['connections', 'flows', 'params', 'preview'] as const

/** What is chosen; it outlives leaving for a new connector. */
export interface Choice {
  readonly connectors: Readonly<Record<string, string>>
  readonly flows: readonly string[]
  readonly prefix: string
  readonly group: string
  readonly params: Readonly<Record<string, string>>
}

const begin = ({ scope, parameters, installed }: Detail): Choice => ({
  ...{ connectors: {}, group: '' },
  flows: scope.map(({ strategy }) => strategy),
  // A second one needs names of its own.
  prefix: installed === 0 ? '' : `A${installed + 1}`,
  params: Object.fromEntries(
    parameters.map(({ name, default: value, type }) => [name, value ?? (type === 'boolean' ? 'false' : '')]),
  ),
})

export const aboutInstall = (ref: string): string => `install/${ref}`

/** The wizard's state, and what is asked of the server by it. */
export function useWizard(detail: Detail) {
  const kept = useDraftState<Choice>(aboutInstall(detail.ref), () => begin(detail))
  const only = useOnlyConnectors(detail)
  const choice = kept.value
  const connectors = { ...only, ...choice.connectors }
  const set = (patch: Partial<Choice>) => kept.set(before => ({ ...before, ...patch }))
  const wish: Wish = {
    ...{ ref: detail.ref, prefix: choice.prefix.trim(), group: choice.group.trim(), connectors },
    flows: [...choice.flows],
    // What is left empty has its default, or is missing.
    params: Object.fromEntries(Object.entries(choice.params).filter(([, value]) => value !== '')),
  }
  return { choice, connectors, set, wish, kept }
}

/** Where a platform has one connector, there is nothing to choose. */
function useOnlyConnectors({ connections }: Detail): Readonly<Record<string, string>> {
  const found = useQueries({
    queries: connections.map(({ platform_id }) =>
      api.connector.list.query({ query: { platform_id, page: 1, pageSize: 2 } }),
    ),
  })
  return Object.fromEntries(
    connections.flatMap(({ slot }, place) => {
      const [first, second] = found[place]?.data?.content ?? []
      return first && !second ? [[slot, first.id]] : []
    }),
  )
}

/** The step where a problem is mended; -1: nowhere here. */
export function stepOf(field: string): number {
  if (field.startsWith('connectors.')) return 0
  if (field === 'prefix' || field === 'group' || field === 'flows') return 1
  return field.startsWith('params.') ? 2 : -1
}

/** Problems of one kind by what comes after the point: `params.x`. */
export const problemsOf = (plan: Plan | undefined, kind: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (plan?.problems ?? []).flatMap(({ field, message }) =>
      field.startsWith(`${kind}.`) ? [[field.slice(kind.length + 1), message]] : [],
    ),
  )
