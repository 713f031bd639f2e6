import type { RecordResult } from '../stage/judge-result.ts'
import type { LandedPage } from '../stage/staged-record.ts'
import { freshenCanary } from './run-canary.ts'
import type { Session } from './session.ts'
import { markPage, settlePage } from './settle-page.ts'
import { type MappedRecords, mapRecords, writeRecords } from './write-records.ts'
import { type TextPage, toTextPage, writeText } from './write-text.ts'

// One page being settled, one written, one mapped or written beside it: the reader is at most two pages ahead of the write.
const PAGES_AT_ONCE = 3

/**
 * Landed pages on their way to the target. Each step takes pages in order; different steps overlap. Only text that shares no
 * key with the pages before it is written beside them: most of a write is spent waiting for the far server's disk.
 */
export class Lane {
  readonly #session: Session
  #mapped: Promise<unknown> = Promise.resolve()
  /** A page and all before it; the newest last. */
  #written: Promise<unknown>[] = []
  #settled: Promise<unknown> = Promise.resolve()
  #pending: Promise<void>[] = []

  constructor(session: Session) {
    this.#session = session
  }

  /** Resolves when there is room for the next page. Rejects with the first error of an earlier one. */
  async push(page: LandedPage, given: readonly (RecordResult | null)[] = []): Promise<void> {
    if (page.records.length === 0) return
    const session = this.#session
    const text = given.length === 0 ? toTextPage(session, page) : null
    const mapped = this.#mapped.then(async () => {
      await session.fault('page.mapping')
      await freshenCanary(session)
      return text ? null : mapRecords(session, page.records, given)
    })
    const written = this.#write(page, { text, mapped, given })
    const settled = Promise.all([written, this.#settled]).then(async ([results]) => {
      await settlePage(session, page, results)
      await session.fault('page.settled')
    })
    const allWritten = endOf([...this.#written.slice(-1), written])
    // A failed step fails all later pages in the same step; `push` and `drain` report it.
    for (const step of [mapped, written, allWritten, settled]) step.catch(() => undefined)
    this.#mapped = mapped
    // handled: as above
    this.#written = [...this.#written, allWritten].slice(-PAGES_AT_ONCE)
    this.#settled = settled
    this.#pending.push(settled)
    while (this.#pending.length >= PAGES_AT_ONCE) await this.#pending.shift()
  }

  async #write(page: LandedPage, { text, mapped, given }: Waiting): Promise<readonly RecordResult[]> {
    const session = this.#session
    // handled: each has got its handler in `push`
    const before = this.#written.at(-1)
    // handled: as above
    const withRoom = this.#written.at(-(text?.atOnce ?? 1))
    const records = await mapped
    await withRoom
    // What was refused may have lacked a row of the page beside it: from then on each waits for the one before.
    if (session.isTextRefused) await before
    await session.fault('page.mapped')
    if (records) {
      // One that was rolled back meanwhile has no say any more.
      const isStale = records.canary !== null && records.canary !== session.canary.live
      const mapped = isStale ? await mapRecords(session, page.records, given) : records
      return writeRecords(session, mapped, markPage(session, page))
    }
    const results = text ? await writeText(session, text) : given
    if (results.every(result => result !== null)) return results
    await before
    return writeRecords(session, await mapRecords(session, page.records, results), markPage(session, page))
  }

  /** Resolves when every page has settled. */
  async drain(): Promise<void> {
    const pending = this.#pending
    this.#pending = []
    // All of them, so that nothing is under way when the target is closed.
    await endOf([this.#mapped, ...this.#written, ...pending])
  }
}

interface Waiting {
  readonly text: TextPage | null
  readonly mapped: Promise<MappedRecords | null>
  readonly given: readonly (RecordResult | null)[]
}

/** When all have ended. @throws the error of the first that failed */
async function endOf(steps: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(steps)
  const failed = ends.find(end => end.status === 'rejected')
  if (failed) throw failed.reason
}
