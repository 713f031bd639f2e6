import type { Job } from '@sluice/work'
import { refuse } from '../../../http/refuse.ts'
import { auditStep } from './audit-step.ts'
import { readPoints } from './check-list.ts'
import { readMonths } from './figures.ts'
import type { PeriodWork } from './job-store.ts'
import type { ContentRow } from './line-rows.ts'
import { findPlace } from './month-rows.ts'
import { ContentHash, readContent } from './read-content.ts'
import { keepCarried, keepSnapshot } from './store.ts'
import type { PeriodWorkerDeps } from './worker-deps.ts'

/** Takes the figures and the hash of a month that is locked already. */
export async function closeMonth({ now }: PeriodWorkerDeps, job: Job<PeriodWork>): Promise<void> {
  const { account_id: accountId, month, requested_by: userId } = job.row
  await job.note({ phase: 'reading' })
  const { points, openingMinor } = await job.inTenant(async tx => {
    const place = await findPlace(tx, accountId)
    const figures = place && (await readMonths(tx, accountId, place)).find(each => each.month === month)
    if (!place || figures?.row?.state !== 'closing') throw refuse('conflict.periodState', { value: month.slice(0, 7) })
    // Its own lock stands by now; the order was looked at before.
    const list = await readPoints(tx, accountId, { ...place, locked_before: month }, figures)
    return { points: list, openingMinor: figures.openingMinor }
  })
  const inTheWay = points.filter(({ level }) => level === 'block').length
  if (inTheWay > 0) throw refuse('conflict.periodPoints', { value: String(inTheWay) })
  const carried = await job.step(tx => keepCarried(tx, accountId, month))
  const read = await sumContent(job)
  const snapshot = { openingMinor, ...read, carried, points, userId }
  await job.finish({ phase: 'done', done: read.lines }, async tx => {
    if ((await keepSnapshot(tx, accountId, month, snapshot)) === 0)
      throw refuse('conflict.periodState', { value: month.slice(0, 7) })
    const { hash, inMinor, outMinor } = snapshot
    await auditStep(tx, job.row, now(), {
      ...{
        state: 'closed',
        hash: hash.toString('hex'),
        opening_minor: String(openingMinor),
        in_minor: String(inMinor),
      },
      ...{ out_minor: String(outMinor), closing_minor: String(openingMinor + inMinor + outMinor) },
    })
  })
}

async function sumContent(job: Job<PeriodWork>) {
  const hash = new ContentHash()
  let [inMinor, outMinor, documentsMinor] = [0n, 0n, 0n]
  let [aCount, bCount, late] = [0, 0, 0]
  for await (const { place, rows } of readContent<ContentRow>(job, false)) {
    hash.add(rows.map(({ content }) => content))
    for (const { amount_minor, status } of rows) {
      if (status === 'duplicate') continue
      const minor = BigInt(amount_minor)
      if (place.isLate) late += 1
      if (place.side === 'b') {
        documentsMinor += minor
        bCount += 1
        continue
      }
      aCount += 1
      if (minor > 0n) inMinor += minor
      else outMinor += minor
    }
  }
  return { hash: hash.digest(), lines: hash.count, inMinor, outMinor, documentsMinor, aCount, bCount, late }
}
