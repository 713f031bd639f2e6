import { strategyStates } from '@sluice/contract'
import type { strategyList } from '../pages.ts'

export type ListSearch = ReturnType<typeof strategyList.useSearch>[0]

export const noFilter = {
  keyword: undefined,
  status: undefined,
  group: undefined,
  connector: undefined,
  source: undefined,
  target: undefined,
  tags: [],
  errors: undefined,
  mine: undefined,
} satisfies Partial<ListSearch>

/** What the list is narrowed to, as it is kept under a name. */
export const toFilter = ({ keyword, status, group, connector, source, target, tags, errors, mine }: ListSearch) => ({
  ...(keyword !== undefined && { keyword }),
  ...(status !== undefined && { status }),
  ...(group !== undefined && { group }),
  ...(connector !== undefined && { connector }),
  ...(source !== undefined && { source }),
  ...(target !== undefined && { target }),
  ...(tags.length > 0 && { tags: [...tags] }),
  ...(errors && { errors: true }),
  ...(mine && { mine: true }),
})

/** A kept filter may be older than the list: what the list does not know is left out. */
export function readFilter(kept: Readonly<Record<string, unknown>>): Partial<ListSearch> {
  const text = (name: string): string | undefined => {
    const value = kept[name]
    return typeof value === 'string' ? value : undefined
  }
  const tags = kept['tags']
  return {
    keyword: text('keyword'),
    status: strategyStates.find(state => state === kept['status']),
    group: text('group'),
    connector: text('connector'),
    source: text('source'),
    target: text('target'),
    tags: Array.isArray(tags) ? tags.filter(tag => typeof tag === 'string') : [],
    errors: kept['errors'] === true ? true : undefined,
    mine: kept['mine'] === true ? true : undefined,
  }
}

/** The same as the server is asked for it, by the list and by its export. */
export function toBody(search: ListSearch) {
  const { connector, source, target, errors, ...rest } = toFilter(search)
  return {
    ...rest,
    ...(connector !== undefined && { connector_id: connector }),
    ...(source !== undefined && { source_platform: source }),
    ...(target !== undefined && { target_platform: target }),
    ...(errors && { hasErrors: true }),
  }
}
