import { setTimeout as delay } from 'node:timers/promises'
import { Failure, toFailure } from '@sluice/contract'
import { findStoreTrouble, getSqlState } from '@sluice/db'
import { SET_ASIDE } from '@sluice/work'
import { closeQuietly } from '../connection/open-connection.ts'
import { openTargetOf } from '../connection/open-sides.ts'
import { ReadFailedError } from '../source/read-pages.ts'
import { addRunLine, type ClaimedRun, endRun, FencedError, releaseRun } from '../sql/run-rows.ts'
import { carryRecords, carryUnwritten, carryVanished, recoverTaken } from './carry-records.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import { SimulatedCrash } from './fault-points.ts'
import { areDeaths, findPoison } from './find-poison.ts'
import { finishRun } from './finish-run.ts'
import { followRun } from './follow-run.ts'
import { Lane } from './lane.ts'
import { openWithPatience } from './open-with-patience.ts'
import { readRun } from './read-run.ts'
import { reopenPages } from './recover-run.ts'
import { replaceAll } from './replace-run.ts'
import { takeCanary } from './run-canary.ts'
import { createSession, HandedBackError, type RunControl, runIn, type Session } from './session.ts'
import { wakeWaiting } from './wake-waiting.ts'

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
    // Before its first page there is no record to set aside; from then on `findPoison` looks for it.
    const { losses } = claim
    if (losses.length > 0 && (await areDeaths({ control, tenant: runIn(deps, claim) }, losses)))
      throw new Failure(SET_ASIDE)
    const session = await createSession(deps, limits, claim, control)
    try {
      await session.fault('session.opened')
      if (session.canary.atStart) await takeCanary(session, session.canary.atStart)
      await workUnbroken(session).catch((error: unknown) => giveUp(session, error))
      await session.notes.settle()
      await finishRun(session)
      await deps.faultpoint?.('run.finished')
      // The run has ended: whoever is not woken now waits for the slow cycle.
      await wakeWaiting(session).catch((err: unknown) => deps.log.warn({ err, runId: claim.runId }, 'waking who waits'))
    } finally {
      session.mapper.close()
      session.keyMapper?.close()
      for (const { mapper } of session.canary.opened.values()) mapper.close()
      session.rowsFilter?.close()
    }
  } catch (error) {
    await leave({ deps, limits, claim, control }, error)
  }
}

/** @throws also what broke the run off from outside of its own course */
async function workUnbroken(session: Session): Promise<void> {
  await work(session)
  if (session.control.failure) throw session.control.failure
}

async function work(session: Session): Promise<void> {
  const { claim, deps } = session
  await noteStart(session)
  if (session.config.target.mode === 'replace') return replaceAll(session)
  await session.fault('target.opening')
  const opened = await openWithPatience(session, 'target', () =>
    openTargetOf(deps, claim.tenantId, session.config.target, session.notes.of('target')),
  )
  session.target = opened.target
  try {
    await session.fault('target.opened')
    // A run that begins has none, and would look three times.
    if (claim.isResumed) await settleLeftovers(session)
    if (!session.broken) await carryRecords(session)
    const isRead = claim.readComplete || claim.trigger === 'retry'
    // Whoever follows has no end after which it could come.
    if (claim.follow && isOpen(session)) await carryUnwritten(session)
    if (!isRead && isOpen(session)) await (claim.follow ? followRun(session) : readRun(session))
    if (!claim.follow && isOpen(session)) await carryRest(session)
  } catch (error) {
    await closeQuietly(opened)
    throw error
  }
  await session.fault('target.closing')
  await opened.close()
  await session.fault('target.closed')
}

const isOpen = ({ broken, control }: Session): boolean => broken === null && !control.read.signal.aborted

/** What reading did not bring again, and what was put back meanwhile. */
async function carryRest(session: Session): Promise<void> {
  if (session.claim.trigger === 'retry') return
  await carryRecords(session)
  await carryVanished(session)
  await carryUnwritten(session)
}

/** What an earlier holder of this run had begun. */
async function settleLeftovers(session: Session): Promise<void> {
  for await (const reopened of reopenPages(session)) {
    await session.fault('leftover.found')
    const { page } = reopened
    const results = await findPoison(session, reopened)
    const lane = new Lane(session)
    await lane.push(page, results)
    await lane.drain()
    await session.fault('leftover.settled')
  }
  await recoverTaken(session)
}

/**
 * The run cannot go on, and says why. Its open pages are settled without being sent, so that their records wait for
 * the next run. Ends of the holder itself (fenced, handed back, database away) are passed on.
 */
async function giveUp(session: Session, error: unknown): Promise<void> {
  if (isEndOfHolder(error)) throw error
  // What comes up once the run was broken off is only how it ended.
  const failure = session.control.failure ?? (error instanceof ReadFailedError ? error.failure : toFailure(error))
  if (!(error instanceof Failure || error instanceof ReadFailedError))
    session.deps.log.error({ err: error, runId: session.claim.runId }, 'run broke off')
  // A stop that cuts an opening short is a stop, not a failure.
  if (session.control.failure !== null || session.control.reason === null) session.broken ??= failure
  await session.fault('run.givingUp')
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
  // 25P03: the server ended a transaction that stood still, as it does when this process was stopped for a while.
  if (state !== undefined) return /^(08|57P|53|25P03)/.test(state)
  return findStoreTrouble(error) === 'away'
}

interface Held {
  readonly deps: EngineDeps
  readonly limits: EngineLimits
  readonly claim: ClaimedRun
  readonly control: RunControl
}

async function leave(held: Held, error: unknown): Promise<void> {
  if (error instanceof SimulatedCrash) return
  const { deps, claim } = held
  const { runId } = claim
  if (error instanceof FencedError) return deps.log.info({ runId }, 'run has another holder')
  if (error instanceof HandedBackError || isDatabaseAway(error)) {
    deps.log.warn({ runId, err: error }, 'run handed back')
    await deps.faultpoint?.('run.releasing')
    await handBack(held)
    return deps.faultpoint?.('run.released')
  }
  deps.log.error({ runId, err: error }, 'run failed')
  const failure = toFailure(error).toDetail()
  const end = runIn(
    deps,
    claim,
  )(async tx => {
    await endRun(tx, claim, { state: 'failed', failure, imbalance: null })
    await deps.faultpoint?.('run.failing')
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

const HAND_BACK_EVERY_MS = 250

/**
 * A database that is away hears of it as soon as it is back: until then the run looks held, and whoever takes it waits for
 * the lease to run out. Past the lease nobody waits any more.
 */
async function handBack({ deps, limits, claim, control }: Held): Promise<void> {
  for (let leftMs = limits.leaseMs; ; leftMs -= HAND_BACK_EVERY_MS) {
    const isHeard = await deps.database
      .withSystem(tx => releaseRun(tx, claim))
      .then(
        () => true,
        () => false,
      )
    if (isHeard && leftMs < limits.leaseMs)
      deps.log.info(
        { runId: claim.runId, waitedMs: limits.leaseMs - leftMs },
        'the database answers again: the run that waited for it can be taken up',
      )
    if (isHeard || leftMs <= 0 || control.reason === 'drain' || control.reason === 'lost') return
    await delay(HAND_BACK_EVERY_MS)
  }
}

async function noteStart(session: Session): Promise<void> {
  const { claim } = session
  const text = claim.isResumed
    ? 'Going on where an earlier process left off.'
    : `Started (${claim.trigger}), version ${claim.version}.`
  const code = claim.isResumed ? 'run.resumed' : 'run.started'
  const params = { trigger: claim.trigger, version: claim.version }
  await session.tenant(async tx => {
    // A server that crashes may forget this line; the start does not wait for the disk.
    await tx.execute('set local synchronous_commit = off')
    await addRunLine(tx, claim, { level: 'notice', text, code, params })
    await session.fault('run.starting')
  })
  await session.fault('run.started')
}
