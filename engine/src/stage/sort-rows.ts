import { type FailureDetail, RecordState } from '@sluice/contract'
import type { KnownRecord } from '../sql/record-rows.ts'
import { type Identity, isLeftOut, type SourceRow } from './read-row.ts'
import type { StagedRecord } from './staged-record.ts'

/** What is done with one row of a page. */
export type Sorted =
  | { readonly kind: 'filtered' | 'duplicate' }
  /** `failure`: where the row itself has none. */
  | { readonly kind: 'rejected'; readonly failure?: FailureDetail }
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
  /** Set where each key comes once in a read: takes down those that come again. */
  readonly rivals?: RivalRules
}

export interface RivalRules {
  readonly runId: string
  /** Equal rows count too: the source gives none of its rows twice. */
  readonly equalToo: boolean
  readonly found: Rival[]
}

/** A row and another of its key. `next`: later in the page, and what that one says counts; else met before it in this run. */
export interface Rival {
  readonly ordinal: number
  readonly isEqual: boolean
  readonly next?: number
  readonly flying?: Flying
  /** Of this run, though perhaps only tried again by it. */
  readonly known?: KnownRecord
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
  const again = findAgain(rows)
  return rows.map((row, index) => {
    if (row.failure !== null) return isLeftOut(row.failure) ? LEFT_OUT : REJECTED
    // Its hash is asked for where it decides: a row of text makes it anew each time.
    const { identity } = row
    const { key } = identity
    const next = again?.get(index)
    if (next !== undefined) {
      noteNext(rows, index, next, rules.rivals)
      return DUPLICATE
    }
    const flying = rules.inFlight.get(key)
    const known = flying === undefined ? rules.known.get(key) : undefined
    if (row.change === 'delete') return sortDelete(known, flying, identity.hash, rules)
    if (rules.rivals && (flying ?? known) !== undefined) noteBefore(index, identity, { flying, known }, rules.rivals)
    if (flying !== undefined)
      return rules.idCheck || flying.hash === identity.hash ? DUPLICATE : { kind: 'fresh', ...changed(flying) }
    return sortKnown(known, identity, rules)
  })
}

/** A deletion that a later row takes back is no loss, nor is a row that a later one says is deleted. */
function noteNext(rows: readonly SourceRow[], ordinal: number, next: number, rules: RivalRules | undefined): void {
  const [row, other] = [rows[ordinal]!, rows[next]!] // both are places of rows
  if (!rules || row.failure !== null || other.failure !== null) return
  if (row.change === 'delete' || other.change === 'delete') return
  if (row.part !== other.part) return
  const isEqual = row.identity.hash === other.identity.hash
  if (!isEqual || rules.equalToo) rules.found.push({ ordinal, next, isEqual })
}

interface Before {
  readonly flying: Flying | undefined
  readonly known: KnownRecord | undefined
}

function noteBefore(ordinal: number, { hash }: Pick<Identity, 'hash'>, before: Before, rules: RivalRules): void {
  const { flying, known } = before
  if (known && (known.run_id !== rules.runId || known.status === RecordState.deleted)) return
  const isEqual = hash === (flying?.hash ?? known?.hash.toString('hex'))
  if (isEqual && !rules.equalToo) return
  rules.found.push({ ordinal, isEqual, ...(flying && { flying }), ...(known && { known }) })
}

/**
 * Of each row whose key comes again, the place where it does; null where each key comes once, which rising keys show
 * without remembering them.
 */
function findAgain(rows: readonly SourceRow[]): ReadonlyMap<number, number> | null {
  let before = ''
  const isRising = rows.every(row => {
    if (row.failure !== null) return true
    const { key } = row.identity
    if (key <= before) return false
    before = key
    return true
  })
  if (isRising) return null
  const nearest = new Map<string, number>()
  const again = new Map<number, number>()
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]! // index < rows.length
    if (row.failure !== null) continue
    const next = nearest.get(row.identity.key)
    if (next !== undefined) again.set(index, next)
    nearest.set(row.identity.key, index)
  }
  return again
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
