import { Failure, toFailure } from '@sluice/contract'
import { getSqlState } from '@sluice/db'
import { closeQuietly } from '../connection/open-connection.ts'
import { openTargetOf } from '../connection/open-sides.ts'
import { ReadFailedError } from '../source/read-pages.ts'
import { addRunLine, type ClaimedRun, endRun, FencedError, releaseRun } from '../sql/run-rows.ts'
import { carryRecords, recoverTaken } from './carry-records.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import { SimulatedCrash } from './fault-points.ts'
import { finishRun } from './finish-run.ts'
import { Lane } from './lane.ts'
import { openWithPatience, readRun } from './read-run.ts'
import { reopenPages } from './recover-run.ts'
import { createSession, HandedBackError, type RunControl, runIn, type Session } from './session.ts'

/**
 * One run from its claim to its end: pages and records of a dead holder first, then retries that are due, then the
 * source. Whatever stops it, every durable page has a verdict before the run has one. Never throws.
 */
export async function executeRun(
  deps: EngineDeps,
  limits: EngineLimits,
  claim: ClaimedRun,
  control: RunControl,
): Promise<void> {
  try {
    await deps.faultpoint?.('run.taken')
    const session = await createSession(deps, limits, claim, control)
    try {
      await work(session).catch((error: unknown) => giveUp(session, error))
      await finishRun(session)
      await deps.faultpoint?.('run.finished')
    } finally {
      session.mapper.close()
    }
  } catch (error) {
    await leave(deps, claim, error)
  }
}

async function work(session: Session): Promise<void> {
  const { claim, deps } = session
  await noteStart(session)
  const opened = await openWithPatience(session, () => openTargetOf(deps, claim.tenantId, session.config.target))
  session.target = opened.target
  try {
    await settleLeftovers(session)
    if (!session.broken) await carryRecords(session)
    const isRead = claim.readComplete || claim.trigger === 'retry'
    if (!isRead && !session.broken && !session.control.read.signal.aborted) await readRun(session)
  } catch (error) {
    await closeQuietly(opened)
    throw error
  }
  await opened.close()
}

/** What an earlier holder of this run had begun. */
async function settleLeftovers(session: Session): Promise<void> {
  for await (const { page, results } of reopenPages(session)) {
    const lane = new Lane(session)
    await lane.push(page, results)
    await lane.drain()
  }
  await recoverTaken(session)
}

/**
 * The run cannot go on, and says why. Its open pages are settled without being sent, so that their records wait for
 * the next run. Ends of the holder itself (fenced, handed back, database away) are passed on.
 */
async function giveUp(session: Session, error: unknown): Promise<void> {
  if (isEndOfHolder(error)) throw error
  const failure = error instanceof ReadFailedError ? error.failure : toFailure(error)
  if (!(error instanceof Failure || error instanceof ReadFailedError))
    session.deps.log.error({ err: error, runId: session.claim.runId }, 'run broke off')
  // A stop that cuts an opening short is a stop, not a failure.
  if (session.control.reason === null) session.broken ??= failure
  session.target = null
  session.flight.clear()
  await settleLeftovers(session)
}

const isEndOfHolder = (error: unknown): boolean =>
  error instanceof FencedError ||
  error instanceof HandedBackError ||
  error instanceof SimulatedCrash ||
  isDatabaseAway(error)

/** Our own database: the run stays as it is and is taken up when the database is back. */
function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Failure) return error.code.startsWith('database.')
  const state = getSqlState(error)
  if (state !== undefined) return /^(08|57P|53)/.test(state)
  return (
    error instanceof Error &&
    /Connection terminated|ECONNREFUSED|ECONNRESET|EPIPE|timeout exceeded when/.test(error.message)
  )
}

async function leave(deps: EngineDeps, claim: ClaimedRun, error: unknown): Promise<void> {
  if (error instanceof SimulatedCrash) return
  const { runId } = claim
  if (error instanceof FencedError) return deps.log.info({ runId }, 'run has another holder')
  if (error instanceof HandedBackError || isDatabaseAway(error)) {
    deps.log.warn({ runId, err: error }, 'run handed back')
    return deps.database.withSystem(tx => releaseRun(tx, claim)).catch(() => undefined)
  }
  deps.log.error({ runId, err: error }, 'run failed')
  const failure = toFailure(error).toDetail()
  const end = runIn(
    deps,
    claim,
  )(async tx => {
    await endRun(tx, claim, { state: 'failed', failure, imbalance: null })
    await addRunLine(tx, claim, {
      level: 'fatal',
      text: failure.message,
      code: 'run.failed',
      params: { failure: failure.code },
    })
  })
  // When even this fails the lease runs out and the run is taken over.
  await end.catch((err: unknown) => deps.log.error({ runId, err }, 'ending a run'))
}

async function noteStart(session: Session): Promise<void> {
  const { claim } = session
  const text = claim.isResumed
    ? 'Going on where an earlier process left off.'
    : `Started (${claim.trigger}), version ${claim.version}.`
  const code = claim.isResumed ? 'run.resumed' : 'run.started'
  const params = { trigger: claim.trigger, version: claim.version }
  await session.tenant(tx => addRunLine(tx, claim, { level: 'notice', text, code, params }))
}
