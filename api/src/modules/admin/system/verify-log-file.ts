import { checkLink, type Link, startOf } from './verify-chain.ts'

/** First line of an exported chain. */
interface LogFileHead {
  readonly format: 'sluice-operation-log/1'
  readonly tenant_id: string
}

/** Last line: without it, rows cut off at the end would not be missed. */
interface LogFileEnd {
  readonly end: { readonly seq: string; readonly hash: string }
}

export type LogFileVerdict =
  | { readonly ok: true; readonly rows: number; readonly deleted: number; readonly seq: string; readonly hash: string }
  | { readonly ok: false; readonly line: number; readonly seq: string | null; readonly problem: string }

export const FORMAT = 'sluice-operation-log/1'
/** Rows that stand for others: what was cleaned up, and what lost the name of a person. */
const TOMBSTONES: ReadonlySet<string> = new Set(['system.deleteLog', 'personData.erase'])
const LINK_KEYS = 'seq,log_id,entry_hash,hash,deleted_by,entry'

/**
 * Recomputes an exported operation log without the database: the first line that was changed, taken out, put in or
 * moved, or the head at the end when all are as they were written.
 */
export async function verifyLogFile(lines: AsyncIterable<string> | Iterable<string>): Promise<LogFileVerdict> {
  const state = new FileState()
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text === '' && state.isEnded) continue
    const problem = state.read(text)
    if (problem !== null) return { ok: false, line, seq: state.reading, problem }
  }
  const problem = state.finish()
  if (problem !== null) return { ok: false, line: line + 1, seq: null, problem }
  return {
    ok: true,
    rows: state.rows,
    deleted: state.deleted,
    seq: String(state.previous.seq),
    hash: state.previous.hash,
  }
}

class FileState {
  rows = 0
  deleted = 0
  /** The link that is being looked at. */
  reading: string | null = null
  previous = { seq: 0n, hash: '' }
  isEnded = false
  #isBegun = false
  /** Rows that each tombstone must account for. */
  readonly #owed = new Map<string, number>()

  read(text: string): string | null {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return 'the line is not JSON'
    }
    // One spelling only: what reads the same must be the same.
    if (JSON.stringify(value) !== text) return 'the line is not as it was written'
    if (this.isEnded) return 'there is more after the end'
    if (!this.#isBegun) return this.#begin(value as Partial<LogFileHead>)
    if (typeof value === 'object' && value !== null && Object.keys(value).join() === 'end')
      return this.#end(value as LogFileEnd)
    return this.#readLink(value as Link)
  }

  finish(): string | null {
    if (!this.#isBegun) return 'the file is empty'
    return this.isEnded ? null : 'the end is missing: rows were cut off'
  }

  #begin(head: Partial<LogFileHead>): string | null {
    if (head.format !== FORMAT || typeof head.tenant_id !== 'string' || Object.keys(head).join() !== 'format,tenant_id')
      return 'this is no operation log'
    this.#isBegun = true
    this.previous = { seq: 0n, hash: startOf(head.tenant_id) }
    return null
  }

  #readLink(link: Link): string | null {
    if (typeof link !== 'object' || link === null || Object.keys(link).join() !== LINK_KEYS) return 'this is no row'
    if (!/^\d{1,18}$/.test(link.seq)) return 'this is no row'
    this.reading = link.seq
    const problem = checkLink(link, this.previous)
    if (problem !== null) return explain[problem]
    const named = this.#readEntry(link)
    if (named !== null) return named
    this.previous = { seq: BigInt(link.seq), hash: link.hash }
    this.rows += 1
    return null
  }

  /** A deleted row waits for its tombstone, which comes later and says how many it took. */
  #readEntry(link: Link): string | null {
    if (link.entry === null) {
      this.deleted += 1
      this.#owed.set(link.deleted_by!, (this.#owed.get(link.deleted_by!) ?? 0) + 1) // checkLink: one of the two is there
      return null
    }
    const entry = JSON.parse(link.entry) as {
      id: string
      action: string
      result: string
      after: { deleted?: unknown } | null
    }
    if (entry.id !== link.log_id) return 'the row is another one'
    if (!TOMBSTONES.has(entry.action) || entry.result !== 'ok') return null
    const taken = this.#owed.get(entry.id) ?? 0
    this.#owed.delete(entry.id)
    return Number(entry.after?.deleted) === taken ? null : explain.tombstone
  }

  #end({ end }: LogFileEnd): string | null {
    this.reading = null
    const isHead = end !== null && typeof end === 'object' && Object.keys(end).join() === 'seq,hash'
    if (!isHead || end.seq !== String(this.previous.seq) || end.hash !== this.previous.hash) return explain.head
    if (this.#owed.size > 0) return 'rows were deleted without a tombstone'
    this.isEnded = true
    return null
  }
}

const explain = {
  changed: 'the row was changed',
  missing: 'the row was taken out without a tombstone',
  order: 'a row is missing, doubled or moved',
  link: 'the link to the row before is broken',
  unchained: 'the row was put in past the chain',
  head: 'the end does not fit the last row',
  tombstone: 'the tombstone does not account for the rows that were deleted',
} as const
