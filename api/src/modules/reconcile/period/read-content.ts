import { createHash } from 'node:crypto'
import type { Job } from '@sluice/work'
import type { PeriodWork } from './job-store.ts'
import { type ContentRow, type Place, places, readLines } from './line-rows.ts'

/** Lines of one statement, in a transaction of its own: the month is settled, so they fit each other. */
const TOGETHER = 5000

/** Every line of a month in the order of its hash. How far it is stands beside the job. */
export async function* readContent<Row extends ContentRow>(
  job: Job<PeriodWork>,
  isWhole: boolean,
): AsyncGenerator<{ readonly place: Place; readonly rows: readonly Row[] }, void, void> {
  const where = { accountId: job.row.account_id, month: job.row.month }
  let done = 0
  for (const place of places) {
    let last: Row | undefined
    for (;;) {
      const rows = await job.inTenant(tx => readLines<Row>(tx, where, place, last, { isWhole, limit: TOGETHER }))
      done += rows.length
      await job.note({ done })
      if (rows.length > 0) yield { place, rows }
      last = rows.at(-1)
      if (rows.length < TOGETHER) break
    }
  }
}

/** Of a month: SHA-256 over all its lines, each followed by a line break. */
export class ContentHash {
  readonly #hash = createHash('sha256')
  count = 0

  add(contents: readonly string[]): void {
    if (contents.length > 0) this.#hash.update(`${contents.join('\n')}\n`)
    this.count += contents.length
  }

  digest(): Buffer {
    return this.#hash.digest()
  }
}
