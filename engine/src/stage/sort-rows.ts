import { RecordState } from '@sluice/contract'
import type { KnownRecord } from '../sql/record-rows.ts'
import type { SourceRow } from './read-row.ts'

/** What is done with one row of a page. */
export type Sorted =
  | { readonly kind: 'rejected' | 'duplicate' }
  | { readonly kind: 'fresh'; readonly attempts: number; readonly isKnown: boolean; readonly held: RecordState | null }

export interface SortingRules {
  readonly known: ReadonlyMap<string, KnownRecord>
  /** Hash of records on pages that have landed and not settled. */
  readonly inFlight: ReadonlyMap<string, string>
  readonly idCheck: boolean
  readonly nowIso: string
}

const REJECTED = { kind: 'rejected' } as const
const DUPLICATE = { kind: 'duplicate' } as const
const NEW = { kind: 'fresh', attempts: 0, isKnown: false, held: null } as const

/** Of a key that comes twice in one page the later row wins, the earlier counts as duplicate. */
export function sortRows(rows: readonly SourceRow[], rules: SortingRules): Sorted[] {
  const last = new Map<string, number>()
  rows.forEach((row, index) => {
    if (row.failure === null) last.set(row.identity.key, index)
  })
  return rows.map((row, index) => {
    if (row.failure !== null) return REJECTED
    const { key, hash } = row.identity
    if (last.get(key) !== index) return DUPLICATE
    const flying = rules.inFlight.get(key)
    if (flying !== undefined)
      return rules.idCheck || flying === hash ? DUPLICATE : { kind: 'fresh', attempts: 0, isKnown: true, held: null }
    return sortKnown(rules.known.get(key), hash, rules)
  })
}

function sortKnown(known: KnownRecord | undefined, hash: string, rules: SortingRules): Sorted {
  if (!known) return NEW
  if (rules.idCheck) return DUPLICATE
  if (known.hash.toString('hex') === hash) {
    const isDue = known.status === RecordState.queued && known.retry_at !== null && known.retry_at <= rules.nowIso
    return isDue ? { kind: 'fresh', attempts: known.attempts, isKnown: true, held: null } : DUPLICATE
  }
  // changedAtSource is refused in these two states: the new content is kept, the decision is a person's.
  const isHeld = known.status === RecordState.ignored || known.status === RecordState.unknown
  return { kind: 'fresh', attempts: 0, isKnown: true, held: isHeld ? known.status : null }
}
