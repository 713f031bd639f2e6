import { RecordState } from '@sluice/contract'
import type { KnownRecord } from '../sql/record-rows.ts'
import { type Identity, isLeftOut, type SourceRow } from './read-row.ts'
import type { StagedRecord } from './staged-record.ts'

/** What is done with one row of a page. */
export type Sorted =
  | { readonly kind: 'rejected' | 'filtered' | 'duplicate' }
  | ({
      readonly kind: 'fresh'
      /** Number of a record that is read as it is stored, and was never written so. */
      readonly again?: string
    } & Pick<StagedRecord, 'attempts' | 'isKnown' | 'held' | 'generation'>)

export interface SortingRules {
  readonly known: ReadonlyMap<string, KnownRecord>
  /** Records on pages that have landed and not settled. */
  readonly inFlight: ReadonlyMap<string, Flying>
  readonly idCheck: boolean
  /** Told of records that it tried itself: each is tried once a run. null: a run that stays, and tries what comes again. */
  readonly runId: string | null
  /** Known records are written again although nothing changed. */
  readonly rewrite?: boolean
}

/** What is asked of a record in flight. */
export type Flying = Pick<StagedRecord, 'hash' | 'generation'>

const REJECTED = { kind: 'rejected' } as const
const LEFT_OUT = { kind: 'filtered' } as const
export const DUPLICATE = { kind: 'duplicate' } as const
const NEW = { kind: 'fresh', attempts: 0, isKnown: false, held: null, generation: 0 } as const

/** How a content stands that differs from that of the record before it. */
export const changed = ({ generation }: Pick<Flying, 'generation'>, held: RecordState | null = null) => ({
  attempts: 0,
  isKnown: true,
  held,
  generation: generation + 1,
})

/** changedAtSource is refused in these two states: the new content is kept, the decision is a person's. */
export const heldOf = ({ status }: KnownRecord): RecordState | null =>
  status === RecordState.ignored || status === RecordState.unknown ? status : null

/** Of a key that comes twice in one page the later row wins, the earlier counts as duplicate. */
export function sortRows(rows: readonly SourceRow[], rules: SortingRules): Sorted[] {
  const last = findLast(rows)
  return rows.map((row, index) => {
    if (row.failure !== null) return isLeftOut(row.failure) ? LEFT_OUT : REJECTED
    // Its hash is asked for where it decides: a row of text makes it anew each time.
    const { identity } = row
    const { key } = identity
    if (last !== null && last.get(key) !== index) return DUPLICATE
    const flying = rules.inFlight.get(key)
    if (row.change === 'delete') return sortDelete(rules.known.get(key), flying, identity.hash, rules)
    if (flying !== undefined)
      return rules.idCheck || flying.hash === identity.hash ? DUPLICATE : { kind: 'fresh', ...changed(flying) }
    return sortKnown(rules.known.get(key), identity, rules)
  })
}

/** Place of the last row of each key; null where each key comes once, which rising keys show without remembering them. */
function findLast(rows: readonly SourceRow[]): ReadonlyMap<string, number> | null {
  let before = ''
  const isRising = rows.every(row => {
    if (row.failure !== null) return true
    const { key } = row.identity
    if (key <= before) return false
    before = key
    return true
  })
  if (isRising) return null
  const last = new Map<string, number>()
  rows.forEach((row, index) => {
    if (row.failure === null) last.set(row.identity.key, index)
  })
  return last
}

function sortKnown(known: KnownRecord | undefined, identity: Pick<Identity, 'hash'>, rules: SortingRules): Sorted {
  if (!known) return NEW
  const { generation } = known
  const isSame = known.hash.toString('hex') === identity.hash
  const isUnwritten = known.tried_by !== null && known.tried_by !== rules.runId
  if (rules.idCheck && !rules.rewrite && !isUnwritten) return DUPLICATE
  if (isSame && !rules.rewrite) {
    // What was never written is no duplicate, whatever else is like it.
    if (!isUnwritten) return DUPLICATE
    return { kind: 'fresh', attempts: known.attempts, isKnown: true, held: null, generation, again: known.id }
  }
  const next = changed(known, heldOf(known))
  return { kind: 'fresh', ...next, generation: isSame ? generation : next.generation }
}

/** What we never stored we never wrote, so it is not ours to remove. */
function sortDelete(
  known: KnownRecord | undefined,
  flying: Flying | undefined,
  hash: string,
  rules: SortingRules,
): Sorted {
  if (flying !== undefined) return flying.hash === hash ? DUPLICATE : { kind: 'fresh', ...changed(flying) }
  return known ? sortKnown(known, { hash }, { ...rules, idCheck: false, rewrite: false }) : DUPLICATE
}
