import { toCursor } from './search.ts'
import type { RecordCursor, RecordRow } from './store.ts'

/** Bits of one piece: ids of one strategy lie near each other. */
const PIECE = 4096
/** Each lasts as long as the one before took, so the third has next to nothing left. */
const MOST_ROUNDS = 10

/** Ids of records, a bit each. */
export class IdSet {
  readonly #pieces = new Map<bigint, Uint32Array>()

  /** false: it was in it. */
  add(id: string): boolean {
    const number = BigInt(id)
    const place = number / BigInt(PIECE)
    let piece = this.#pieces.get(place)
    if (!piece) {
      piece = new Uint32Array(PIECE / 32)
      this.#pieces.set(place, piece)
    }
    const at = Number(number % BigInt(PIECE))
    const bit = 1 << (at & 31)
    const word = piece[at >> 5]! // within the piece
    if (word & bit) return false
    piece[at >> 5] = word | bit
    return true
  }
}

interface MovedPlan<Found> {
  /** When the list was begun. */
  readonly since: string
  /** What of it was read. */
  readonly seen: IdSet
  readonly limit: number
  tellMoment(): Promise<string>
  /** A page of the same list, of what was changed since then. */
  read(since: string, after: RecordCursor | null): Promise<readonly Found[]>
}

/**
 * What a list by time was to give and did not: a record that is changed while the list is read goes to its front, behind
 * the reader's back. Pages of these alone, each record once, as it is by now.
 */
export async function* readMoved<Found extends { readonly row: Pick<RecordRow, 'id' | 'updated_at'> }>(
  plan: MovedPlan<Found>,
): AsyncGenerator<readonly Found[]> {
  let { since } = plan
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const began = await plan.tellMoment()
    let [pages, found] = [0, 0]
    for (let after: RecordCursor | null = null; ; ) {
      const rows: readonly Found[] = await plan.read(since, after)
      const fresh = rows.filter(({ row }) => plan.seen.add(row.id))
      pages += 1
      found += fresh.length
      if (fresh.length > 0) yield fresh
      const last = rows.at(-1)
      if (!last || rows.length < plan.limit) break
      after = toCursor(last.row, true)
    }
    // One page is one look: nothing moved within it.
    if (found === 0 && pages === 1) return
    since = began
  }
}
