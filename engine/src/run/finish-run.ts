import {
  Counts,
  countExpected,
  countMissing,
  type Failure,
  type FailureDetail,
  findImbalance,
  judgeRun,
  type RunJudgement,
  type RunState,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { tellTrouble } from '../account/tell-trouble.ts'
import { toStretches } from '../source/rejected-windows.ts'
import { compareWatermarks, type RunWindow } from '../source/window.ts'
import { findTrouble } from '../sql/account-rows.ts'
import { keepFiles } from '../sql/known-files.ts'
import { listRejectedPlaces } from '../sql/page-rows.ts'
import { hasFirstTries } from '../sql/record-rows.ts'
import { addRunLine, endRun, FencedError, lockStrategyOf, type RunEnd, type RunLine } from '../sql/run-rows.ts'
import { countHeld } from '../sql/scan-rows.ts'
import { keepRejected, moveWatermark, readRejected, readWatermark, stopStrategy } from '../sql/strategy-rows.ts'
import { LEFT_OUT_CODES } from '../stage/read-row.ts'
import { untoldCodes } from '../target/write-batch.ts'
import { describe } from './read-run.ts'
import { takeBack } from './replace-run.ts'
import { endCanary } from './run-canary.ts'
import { HandedBackError, type Session } from './session.ts'

interface RunFacts {
  readonly state: RunState
  readonly counts: unknown
  readonly window: RunWindow | null
  readonly read_complete: boolean
}

/** The verdict on a run and, only when everything was read and settled, the watermark: one transaction. */
export async function finishRun(session: Session): Promise<void> {
  const { claim, control } = session
  await session.fault('run.read')
  await session.tenant(async tx => {
    await lockStrategyOf(tx, claim)
    const [facts] = await tx.query<RunFacts>(
      'select state, counts, "window", read_complete from run where tenant_id = $1 and id = $2 and fence = $3 for update',
      [claim.tenantId, claim.runId, claim.fence],
    )
    if (!facts) throw new FencedError()
    const isComplete = claim.trigger === 'retry' ? !control.read.signal.aborted : facts.read_complete
    if (!isComplete && control.reason === 'drain') throw new HandedBackError()
    const counts = Counts.parse(facts.counts)
    const imbalance = findImbalance(counts, facts.read_complete)
    const broken = session.broken && (await tellBroken(tx, session, session.broken))
    const held = session.config.source.group ? await countHeld(tx, claim) : 0
    const unhanded = counts.written > 0 && (await wasNotHandedOn(tx, session))
    const unseen = { hidden: await findHidden(tx, session, facts.window, counts), held, unhanded }
    const end = judge(session, broken, counts, imbalance, isComplete, unseen)
    await session.fault('run.judged')
    if (session.config.target.mode === 'replace' && !session.isReplaced) await takeBack(tx, session, counts)
    await endRun(tx, claim, end)
    if (end.failure !== null && untoldCodes.includes(end.failure.code)) await stopStrategy(tx, claim, end.failure)
    await session.fault('run.ended')
    await endCanary(tx, session, end.imbalance, counts)
    const isGood = end.state === 'succeeded' || end.state === 'partial'
    if (isGood && facts.read_complete && (await keepPlaces(tx, session, facts.window, counts))) {
      await advance(tx, session, goalOf(facts.window), facts.window?.full === true)
      if (session.config.source.increment) await keepFiles(tx, claim)
    }
    await session.fault('watermark.moved')
    await session.businessDate.note(tx, claim, session.deps.now(), true)
    await noteFailures(tx, session)
    await noteConflicts(tx, session)
    await addRunLine(tx, claim, lastLine(end, counts, !session.broken))
    await session.fault('run.finishing')
  })
}

/** What broke it off; of a far system that keeps failing also since when, and when it is tried again. */
async function tellBroken(tx: Tx, { claim, deps }: Session, broken: Failure): Promise<FailureDetail> {
  const detail = broken.toDetail()
  const known = await findTrouble(tx, claim, detail)
  if (!known) return detail
  const nowMs = deps.now()
  const nextMs = known.openMs === null ? null : nowMs + known.openMs
  // What was not sent for a reason failed for that reason: one notice tells of both.
  const reason = detail.code === 'account.open' ? known.trouble.reason : detail
  return { ...detail, code: reason.code, message: tellTrouble({ ...known.trouble, reason }, nextMs, nowMs) }
}

/** The rule says how the run ends; here stands what is told of it. */
function judge(
  session: Session,
  broken: FailureDetail | null,
  counts: Counts,
  uneven: string | null,
  isComplete: boolean,
  unseen: Unseen,
): RunEnd {
  const open = counts.pending === 0 ? null : `${counts.pending} records are still pending at the end of the run`
  const imbalance = session.imbalance ?? uneven ?? open
  const ending = imbalance !== null ? 'unbalanced' : session.broken ? 'broken' : isComplete ? 'read' : 'stopped'
  const judgement = judgeRun(counts, ending, session.config.target)
  const isSeen = unseen.hidden === null && !unseen.unhanded && unseen.held === 0 && session.readBack.changed === 0
  const { state, notice } = isSeen ? judgement : neverGreen(judgement)
  const failure =
    ending === 'unbalanced' ? unbalanced : (broken ?? (state === 'failed' ? nothingArrived(session, counts) : null))
  const end = { state, imbalance, failure: notice === null ? null : failure }
  return notice === 'run.partial' ? { ...end, partial: tellPartial(session, counts, unseen) } : end
}

/** What no figure of the run shows. */
interface Unseen {
  /** Why rows of the source may lie outside of what the run read. */
  readonly hidden: 'untimed' | 'cursor' | 'behind' | null
  /** Documents that were left as they are although their rows are gone. */
  readonly held: number
  /** Written records did not reach the strategy that they go on to. */
  readonly unhanded: boolean
}

/** A record in error that is tried again is read as a fresh one, and tells nothing of a source that was set back. */
async function findHidden(
  tx: Tx,
  { claim }: Session,
  window: RunWindow | null,
  { fresh }: Counts,
): Promise<Unseen['hidden']> {
  if (window?.untimed?.isRead === false) return 'untimed'
  if (window?.ahead?.cursor !== undefined) return 'cursor'
  return window?.behind && fresh > 0 && (await hasFirstTries(tx, claim)) ? 'behind' : null
}

/** What changes in records without a change time is missed, the target keeps other values, records were not handed on, or documents without rows were left as they are. */
const neverGreen = (judgement: RunJudgement): Pick<RunJudgement, 'state' | 'notice'> =>
  judgement.state === 'succeeded' ? { state: 'partial', notice: 'run.partial' } : judgement

/** The log knows it of all processes that had the run. */
async function wasNotHandedOn(tx: Tx, { claim, config }: Session): Promise<boolean> {
  if (!config.target.writeBack?.callback) return false
  const told = await tx.query(
    `select from run_log where tenant_id = $1 and run_id = $2 and detail ->> 'code' in ('callback.refused', 'callback.lost') limit 1`,
    [claim.tenantId, claim.runId],
  )
  return told.length > 0
}

const findWorst = ({ failures }: Session) => [...failures.values()].sort((a, b) => b.count - a.count)

function tellPartial(
  session: Session,
  counts: Counts,
  { hidden, held, unhanded }: Unseen,
): NonNullable<RunEnd['partial']> {
  if (held > 0 && countMissing(counts) === 0)
    return {
      code: 'groups.held',
      text: `${held} documents have no rows any more and were left as they are; the log of the run says why.`,
    }
  if (unhanded && countMissing(counts) === 0)
    return {
      code: 'callback.lost',
      text: 'Written records were not handed on to the next strategy; the log of the run says why.',
    }
  if (hidden !== null && countMissing(counts) === 0) return HIDDEN[hidden]
  const { changed, asked } = session.readBack
  if (changed > 0 && countMissing(counts) === 0)
    return {
      code: 'target.changed',
      text: `${changed} of the first ${asked} rows were not kept as they were written; the log of the run says which.`,
    }
  const [{ code, message } = { code: '', message: '' }] = findWorst(session)
  const text = `${countMissing(counts)} of ${countExpected(counts)} records did not arrive. ${message}`
  return { code, text: text.trimEnd() }
}

const HIDDEN: Readonly<Record<NonNullable<Unseen['hidden']>, NonNullable<RunEnd['partial']>>> = {
  untimed: {
    code: 'run.untimed',
    text: 'Rows without a value in the increment field are too many to be read in each run; what changes in them is missed.',
  },
  cursor: {
    code: 'run.cursorAhead',
    text: 'The cursor lies in the future, so rows with earlier times were not read. Set it back, or run the strategy in full.',
  },
  behind: {
    code: 'run.cursorBehind',
    text: 'The source was set back or filled anew: its newest rows lie before the cursor and were not known, and rows before them were not read. Run the strategy in full.',
  },
}

function nothingArrived(session: Session, counts: Counts): FailureDetail {
  const [worst] = findWorst(session)
  return {
    code: 'run.nothingArrived',
    message: `None of ${countMissing(counts)} records arrived. ${worst?.message ?? ''}`.trimEnd(),
    retry: 'never',
    advice: worst?.advice ?? 'Look at the rejected rows of the run and at the records in error.',
  }
}

const unbalanced = {
  code: 'run.imbalance',
  message: 'The books of this run do not balance, so its result cannot be trusted.',
  retry: 'never',
  advice: 'Compare source and target, then run the strategy in full.',
} as const

/** Runs with a plan of their own (a range, a remedy, a scan) leave the watermark where it is. */
const goalOf = (window: RunWindow | null): string | null =>
  window === null || window.kind !== undefined ? null : (window.next ?? window.to)

// A row that shares its key with another would come alone, and take the other's place at the target.
const NOT_READ_AGAIN = [...LEFT_OUT_CODES, 'record.keyConflict', 'record.repeated']

/**
 * A run reads the places of all rows refused before it again, so its own are all that there are now. false: nobody can say
 * where one of its refused rows lies, so neither the watermark moves nor is a place forgotten.
 */
async function keepPlaces(
  tx: Tx,
  { claim, config }: Session,
  window: RunWindow | null,
  counts: Counts,
): Promise<boolean> {
  const { increment } = config.source
  if (!increment || window === null || window.kind !== undefined) return true
  const { tenantId, strategyId } = claim
  const places = counts.rejected === 0 ? [] : await listRejectedPlaces(tx, claim, NOT_READ_AGAIN)
  const known = places.filter(place => place !== null)
  const windows = known.length === places.length ? toStretches(known) : null
  if (windows === null) return false
  if (windows.length > 0) await keepRejected(tx, tenantId, strategyId, { field: increment.field, windows })
  else if ((await readRejected(tx, tenantId, strategyId)) !== null) await keepRejected(tx, tenantId, strategyId, null)
  return true
}

/** Backwards only where all was read: a source that lost its newest records does not make us forget how far we were. */
async function advance(tx: Tx, { claim }: Session, to: string | null, isFull: boolean): Promise<void> {
  if (to === null) return
  const current = isFull ? null : await readWatermark(tx, claim.tenantId, claim.strategyId)
  const order = current === null ? 1 : compareWatermarks(to, current)
  if (order === null || order > 0) await moveWatermark(tx, claim.tenantId, claim.strategyId, to)
}

async function noteFailures(tx: Tx, session: Session): Promise<void> {
  for (const { code, count, message } of findWorst(session).slice(0, 10))
    await addRunLine(tx, session.claim, {
      level: 'error',
      text: `Records that failed: ${count}. ${message}`,
      code: 'record.failures',
      params: { failure: code, count, message },
    })
}

/** A wrong key is told by one of the rows that it costs. */
async function noteConflicts(tx: Tx, { claim, conflict, conflicts }: Session): Promise<void> {
  if (conflict === null) return
  await addRunLine(tx, claim, {
    level: 'error',
    text: `Rows missing because another row of the same read has their key: ${conflicts}. ${conflict.message} ${conflict.advice}`,
    code: 'record.keyConflicts',
    params: { count: conflicts, message: conflict.message },
  })
}

function lastLine(end: RunEnd, counts: Counts, isComplete: boolean): RunLine {
  const params = { ...counts, state: end.state }
  const books = describe(counts)
  if (end.imbalance !== null)
    return {
      level: 'fatal',
      text: `The books do not balance: ${end.imbalance}.`,
      code: 'run.imbalance',
      params: { ...params, imbalance: end.imbalance },
    }
  if (end.failure)
    return {
      level: 'error',
      text: `${isComplete ? 'Failed' : 'Broke off'}: ${end.failure.message} (${books})`,
      code: 'run.failed',
      params: { ...params, failure: end.failure.code, message: end.failure.message },
    }
  if (end.state === 'stopped') return { level: 'notice', text: `Stopped: ${books}.`, code: 'run.stopped', params }
  if (end.state === 'succeeded') return { level: 'success', text: `Finished: ${books}.`, code: 'run.finished', params }
  const missing = countMissing(counts)
  if (missing === 0 && end.partial)
    return {
      level: 'error',
      text: `Incomplete: ${end.partial.text} (${books})`,
      code: 'run.incomplete',
      params: { ...params, missing, message: end.partial.text },
    }
  const text = `Incomplete, ${missing} of ${countExpected(counts)} records did not arrive: ${books}.`
  return { level: 'error', text, code: 'run.incomplete', params: { ...params, missing } }
}
