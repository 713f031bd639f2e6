import { writePageResult } from '../sql/page-rows.ts'
import { type CheckpointState, checkpoint } from '../sql/run-rows.ts'
import { judgeResult, type RecordResult, type Verdict } from '../stage/judge-result.ts'
import { packLines } from '../stage/page-codec.ts'
import { formatResultLine } from '../stage/page-result.ts'
import { type PageFinish, type Settling, StaleKeysError, settleRecords } from '../stage/settle-records.ts'
import type { LandedPage } from '../stage/staged-record.ts'
import { deliver, makeDeliveries } from './call-back.ts'
import { readJudgeRules } from './judge-rules.ts'
import { noteCheckpoint } from './note-checkpoint.ts'
import { noteFailure } from './note-failure.ts'
import { countSides, noteSides } from './run-canary.ts'
import type { Session } from './session.ts'
import type { MarkBegun } from './write-records.ts'

/** One transaction: what became of the page, the records' states and tries, the counters, the books. */
export async function settlePage(session: Session, page: LandedPage, results: readonly RecordResult[]): Promise<void> {
  const rules = await readJudgeRules(session, results)
  const verdicts = page.records.map((record, index) => judgeResult(record, results[index]!, rules)) // one result each
  const packed = await packLines(
    mergeLines(
      page,
      verdicts.map(verdict => verdict.line),
    ),
  )
  await session.fault('page.judged')
  await settle(session, page.records, verdicts, {
    ref: page.ref,
    result: packed,
    smallestBlock: session.limits.smallestBlock,
  })
  session.flight.remove(page.ref)
}

/** Settles records, wherever they came from, and closes the checkpoint. */
export async function settle(
  session: Session,
  records: Settling['records'],
  verdicts: readonly Verdict[],
  page: PageFinish | null = null,
): Promise<void> {
  const version = session.claim.version
  const deliveries = await makeDeliveries(session, records, verdicts)
  const sides = countSides(session, verdicts)
  let hasShare = true
  const attempt = (trustNothing: boolean): Promise<CheckpointState> =>
    session.tenant(
      async tx => {
        const state = await settleRecords(tx, session.claim, { version, records, verdicts, trustNothing }, page)
        if (deliveries) await deliver(tx, session, deliveries)
        if (sides) hasShare = await noteSides(tx, session, sides, state.counts)
        await session.fault('records.settling')
        return state
      },
      // Should it be lost, the page is open and written once more, as if the process had died before: harmless where
      // the target undoes a repeat. Elsewhere a known answer would become an unknown one.
      { durable: session.target?.guarantee === 'none' },
    )
  const state = await attempt(false).catch((error: unknown) => {
    if (error instanceof StaleKeysError) return attempt(true)
    throw error
  })
  if (!hasShare && session.canary.live === sides?.canary) session.canary.live = null
  for (const { failure, counter } of verdicts)
    if (failure !== null && counter !== 'skipped') noteFailure(session, failure)
  noteCheckpoint(session, state)
}

/** Makes durable, before the bytes leave, which records of a page are about to be sent. */
export function markPage(session: Session, page: LandedPage): MarkBegun {
  return async (indexes, results, versionOf) => {
    const rules = await readJudgeRules(session, results)
    const begun = new Set(indexes)
    const lines = page.records.map((record, index) => {
      const result = results[index]
      if (result) return judgeResult(record, result, rules).line
      const version = begun.has(index) ? versionOf(index) : undefined
      return formatResultLine(begun.has(index) ? 'b' : 'p', version === undefined ? undefined : { version })
    })
    const packed = await packLines(mergeLines(page, lines))
    await session.tenant(async tx => {
      await writePageResult(tx, session.claim.tenantId, page.ref, packed, false)
      await checkpoint(tx, session.claim, { delta: {} })
      await session.fault('batch.marking')
    })
  }
}

export function mergeLines(page: LandedPage, fresh: readonly string[]): string[] {
  const lines = [...page.lines]
  page.records.forEach((record, index) => {
    lines[record.ordinal] = fresh[index]! // one line per record
  })
  return lines
}
