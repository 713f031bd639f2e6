import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useLifeText } from '../texts/use-life-text.ts'
import { useMergeText } from '../texts/use-merge-text.ts'
import type { Strategy } from '../types.ts'

/** At most this many are named one by one. */
const NAMED = 20

/** Who has saved since `base`, what and when, the newest first. */
export function useSavers(base: Strategy, newer: Strategy): string[] {
  const text = useMergeText()
  const { parts } = useLifeText().versions
  const format = useFormat()
  const { data } = useQuery({
    ...api.strategyVersion.list.query({ params: { id: base.id }, query: { page: 1, pageSize: NAMED } }),
    enabled: newer.version > base.version,
    staleTime: 0,
  })
  const { draft } = newer.gate
  const isOtherDraft = draft !== null && draft.revision !== base.gate.draft?.revision
  const tell = (what: string, who: string | null, at: string | null, changed: readonly (keyof typeof parts)[]) =>
    [what, who || text.somebody, format.time(at), format.list(changed.map(part => parts[part]))]
      .filter(word => word !== '')
      .join(' · ')
  return [
    ...(isOtherDraft ? [tell(text.draft(draft.revision), draft.username, draft.saved_at, draft.changed)] : []),
    ...(data?.content ?? [])
      .filter(({ version }) => version > base.version)
      .map(({ version, username, created_at, changed }) =>
        tell(text.version(version), username, created_at, changed ?? []),
      ),
  ]
}
