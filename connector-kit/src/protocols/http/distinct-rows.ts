import { createHash } from 'node:crypto'
import { isData, rememberJson, type Value } from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import { inTurns } from '../../in-turns.ts'

/** More rows of one list are not told apart: the marks of these take 20 MB. */
const MOST = 200_000
/** The mark of a longer one would keep the thread. */
const LONGEST_CHARS = 64 * 1024

/**
 * How many rows of a list are different. Where its order is not stable, pages that are numbered show one row twice and
 * another one never, and their sum is the total nevertheless.
 */
export class DistinctRows {
  readonly #marks = new Set<string>()
  /** Refused rows have nothing by which they could be told apart, and long ones are believed to be different. */
  #others = 0
  #isKnown = false

  /** A list begins; one that goes on where another process had come to is not known from its beginning. */
  begin(): void {
    this.#marks.clear()
    this.#others = 0
    this.#isKnown = true
  }

  async add(records: readonly SourceRecord[]): Promise<void> {
    if (this.#marks.size + records.length > MOST) this.#isKnown = false
    if (!this.#isKnown) return this.#marks.clear()
    const add = ({ data }: SourceRecord): void => {
      if (data === null || roomAfter(data, LONGEST_CHARS) < 0) this.#others += 1
      else this.#marks.add(createHash('sha256').update(rememberJson(data)).digest('base64url').slice(0, 16))
    }
    await inTurns(records, add, undefined)
  }

  /** null: nobody knows. */
  get count(): number | null {
    return this.#isKnown ? this.#marks.size + this.#others : null
  }
}

/** What a value leaves of so many characters, as far as it is looked at; below zero it has more. */
function roomAfter(value: Value, room: number): number {
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room
  for (const part of Array.isArray(value) ? value : isData(value) ? Object.values(value) : []) {
    left = roomAfter(part, left - 1)
    if (left < 0) break
  }
  return left
}
