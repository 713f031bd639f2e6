import { setTimeout as wait } from 'node:timers/promises'
import type { WriteOutcome } from '@sluice/connector-kit'
import { writePageResult } from '../sql/page-rows.ts'
import { countGone } from '../sql/process-rows.ts'
import { checkpoint } from '../sql/run-rows.ts'
import { judgeResult, type RecordResult } from '../stage/judge-result.ts'
import { packLines } from '../stage/page-codec.ts'
import { formatResultLine, type Loss, parseResultLine, type ResultDetail } from '../stage/page-result.ts'
import type { LandedPage, StagedRecord } from '../stage/staged-record.ts'
import { canaryOf } from './canary-watch.ts'
import { SimulatedCrash } from './fault-points.ts'
import type { ReopenedPage } from './recover-run.ts'
import type { Session } from './session.ts'
import { markPage, mergeLines } from './settle-page.ts'
import { mapRecords, writeRecords } from './write-records.ts'

// A page that was lost twice is gone through record by record.
const LOSSES_TOGETHER = 2
// A record that was alone in hand at the last of so many deaths is set aside.
const DEATHS_IN_ALL = 3
// The same when no process died but each stood still: the strategy would never go on.
const LOSSES_IN_ALL = 10
// Two beats and a half of a living process.
const SILENT_MS = 5000
const LOOK_MS = 250

const poison: WriteOutcome = {
  kind: 'failed',
  failure: {
    code: 'record.poison',
    message:
      'The process ended again and again while it worked on this record; it was set aside so that the others go on.',
    retry: 'never',
    advice: 'Look at the content of the record and mend it at the source, then reprocess it.',
  },
}

/**
 * Results for a page that may hold a record that ends the process. Who has lost the page, and which record was then
 * alone in hand, is made durable before each try: nothing is left to tell of it afterwards. A process that only lost
 * its lease and lives does not count as dead, however late it is heard again.
 */
export async function findPoison(
  session: Session,
  { page, results }: ReopenedPage,
): Promise<readonly (RecordResult | null)[]> {
  if (session.broken || !session.target || !results.includes(null)) return results
  const details = page.records.map(record => parseResultLine(page.lines[record.ordinal] ?? 'p').detail)
  const losses = await findLosses(session, details)
  const isAlone = (index: number): boolean => results[index] === null && details[index]?.alone === true
  const isDeadly = results.some((_, index) => isAlone(index)) && (await areDeaths(session, losses))
  const judged = results.map(
    (result, index): RecordResult | null =>
      isDeadly && isAlone(index) ? setAside(session, page.records[index]!) : result, // index of a record
  )
  if (losses.length < LOSSES_TOGETHER) {
    if (losses.length > 0) await noteLosses(session, page, judged, losses, null)
    return judged
  }
  for (let index = 0; index < judged.length; index += 1)
    if (judged[index] === null) judged[index] = await tryAlone(session, page, judged, index, losses)
  return judged
}

/** By the version that mapped it last: a canary answers for what its mapping does to a process. */
const setAside = ({ canary }: Session, record: StagedRecord): RecordResult => ({
  kind: 'sent',
  outcome: poison,
  tries: 1,
  data: null,
  version: canaryOf(canary, record)?.version,
})

/** Those that are known, and the one that brought the page here. */
async function findLosses({ claim, tenant }: Session, details: readonly ResultDetail[]): Promise<readonly Loss[]> {
  const known = details.reduce<readonly Loss[]>(
    (most, { losses = [] }) => (losses.length > most.length ? losses : most),
    [],
  )
  const { lostBy } = claim
  if (lostBy === null) return known
  const [clock] = await tenant(tx => tx.query<{ at: string }>('select clock_timestamp() as at'))
  return [...known, { by: lostBy, at: clock!.at }].slice(-LOSSES_IN_ALL) // a clock always answers
}

/**
 * Whether so many processes in a row are gone with it that it is what ends them. One that was heard just before it lost
 * it is given the time of two beats.
 */
export async function areDeaths(
  { control, tenant }: Pick<Session, 'control' | 'tenant'>,
  losses: readonly Loss[],
): Promise<boolean> {
  if (losses.length >= LOSSES_IN_ALL) return true
  const { signal } = control.read
  for (;;) {
    const { gone, open } = await tenant(tx => countGone(tx, losses, SILENT_MS))
    if (open === 0 || gone + open < DEATHS_IN_ALL || signal.aborted) return gone >= DEATHS_IN_ALL
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function tryAlone(
  session: Session,
  page: LandedPage,
  results: readonly (RecordResult | null)[],
  index: number,
  losses: readonly Loss[],
): Promise<RecordResult> {
  await noteLosses(session, page, results, losses, index)
  await session.fault('leftover.alone')
  try {
    const mapped = await mapRecords(session, [page.records[index]!]) // index of a record
    const [result] = await writeRecords(session, mapped, (_indexes, _results, versionOf) =>
      markPage(session, page)([index], results, () => versionOf(0)),
    )
    return result! // one record, one result
  } catch (error) {
    // This process lives: whatever broke off, the record did not end it.
    if (!(error instanceof SimulatedCrash))
      await noteLosses(session, page, results, losses, null).catch(() => undefined)
    throw error
  }
}

/** What is known of the page so far; of what is open, who has lost it, and which one is in hand. */
async function noteLosses(
  session: Session,
  page: LandedPage,
  results: readonly (RecordResult | null)[],
  losses: readonly Loss[],
  alone: number | null,
): Promise<void> {
  const rules = session.judgeRules()
  const lines = page.records.map((record, index) => {
    const result = results[index]
    if (result) return judgeResult(record, result, rules).line
    const change = record.change === undefined ? {} : { change: record.change }
    return formatResultLine('p', { losses, ...change, ...(index === alone ? { alone: true } : {}) })
  })
  const packed = await packLines(mergeLines(page, lines))
  await session.tenant(async tx => {
    await writePageResult(tx, session.claim.tenantId, page.ref, packed, false)
    await checkpoint(tx, session.claim, { delta: {} })
  })
}
