import { createHash } from 'node:crypto'
import { type RunTrigger, Schedule } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { Loop } from '@sluice/work'
import { planSlots, type SlotPlan } from '../schedule/plan-slots.ts'
import { SCHEDULE_CHANNEL } from '../sql/channels.ts'
import { findUnfollowed } from '../sql/follow-rows.ts'
import { noticeStorageQuota, settleRecordQuotas } from '../sql/notice-rows.ts'
import { addRunLine, type RunLine } from '../sql/run-rows.ts'
import {
  claimDue,
  type DueStrategy,
  findDueRetries,
  findMet,
  freeHeld,
  insertRuns,
  insertWishes,
  measureStorage,
  moveSlots,
  type SlotColumn,
  takeWishes,
  type Wish,
} from '../sql/slot-rows.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import type { Runs } from './runs.ts'

const BATCH = 200
// One tenant with a storage quota is measured every ten minutes.
const MEASURE_MS = 60_000

/** Each schedule of a strategy: the column of its next slot, and the run that a slot asks for. */
const clocks: readonly { readonly column: SlotColumn; readonly trigger: RunTrigger }[] = [
  { column: 'next_run_at', trigger: 'schedule' },
  { column: 'remedy_at', trigger: 'remedy' },
]

/** Ends as a loop does; `start` also listens, so that a wish need not wait for the next turn. */
export interface Scheduler {
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Turns due slots, wishes and due retries into runs, and looks again at runs that were put aside. Slots, runs and next
 * slots move in one transaction under row locks, so each slot fires once however many schedulers there are.
 */
export function createScheduler(deps: EngineDeps, limits: EngineLimits, runs: Runs): Scheduler {
  const { database } = deps
  const nowText = (): string => new Date(deps.now()).toISOString()
  const loop = new Loop({
    everyMs: limits.pollMs,
    log: deps.log,
    name: 'scheduling',
    work: async () => {
      for (const clock of clocks) while ((await database.withSystem(tx => fireSlots(tx, deps, clock))) === BATCH);
      await deps.faultpoint?.('slots.fired')
      while ((await database.withSystem(tx => grantWishes(tx, deps))) === BATCH);
      await database.withSystem(tx => requestFollows(tx, limits, runs))
      await database.withSystem(tx => requestRetries(tx, deps))
      await deps.faultpoint?.('retries.asked')
      while ((await database.withSystem(tx => freeHeld(tx, nowText(), BATCH))) === BATCH);
    },
  })
  const measuring = new Loop({
    everyMs: MEASURE_MS,
    log: deps.log,
    name: 'measuring storage',
    work: async () => {
      while ((await database.withSystem(measureStorage)) > 0);
      await database.withSystem(noticeStorageQuota)
      await database.withSystem(settleRecordQuotas)
    },
  })
  let unlisten: (() => Promise<void>) | null = null
  return {
    async start() {
      loop.start()
      measuring.start()
      unlisten = await database.listen(SCHEDULE_CHANNEL, () => loop.wake()).catch(() => null)
    },
    async stop() {
      await unlisten?.()
      await Promise.all([loop.stop(), measuring.stop()])
    },
  }
}

interface Fired {
  readonly due: DueStrategy
  readonly plan: SlotPlan
}

async function fireSlots(tx: Tx, deps: EngineDeps, { column, trigger }: (typeof clocks)[number]): Promise<number> {
  const due = await claimDue(tx, column, new Date(deps.now()).toISOString(), BATCH)
  if (due.length === 0) return 0
  await deps.faultpoint?.('slot.claimed')
  const fired = due.map((strategy): Fired => ({ due: strategy, plan: planOf(strategy, trigger, deps.now()) }))
  await startFired(tx, deps, fired, trigger)
  await deps.faultpoint?.('slot.asked')
  await moveSlots(
    tx,
    column,
    fired.map(({ due: { tenant_id, id }, plan }) => ({ tenant_id, id, next: plan.next })),
  )
  for (const one of fired) for (const line of describePlan(one)) await addRunLine(tx, placeOf(one.due), line)
  await deps.faultpoint?.('slot.requested')
  return due.length
}

/** A strategy that follows has no slots of its own; its second look has. */
function planOf({ schedule, slot_at, follow }: DueStrategy, trigger: RunTrigger, nowMs: number): SlotPlan {
  const plan = planSlots(schedule, slot_at, nowMs)
  if (trigger === 'remedy') return { ...plan, overlap: 'queue' }
  return follow ? { ...plan, fire: [], next: null, missed: null } : plan
}

/** The first slot of each becomes a run at once; what cannot, waits as a wish or is left out, as the schedule says. */
async function startFired(tx: Tx, deps: EngineDeps, fired: readonly Fired[], trigger: RunTrigger): Promise<void> {
  const wishOf = ({ due: { tenant_id, id } }: Fired, slot_at: string): Wish => ({
    tenant_id,
    strategy_id: id,
    trigger,
    slot_at,
  })
  const firing = fired.filter(({ plan }) => plan.fire.length > 0)
  const wishes = firing.map(one => {
    const wish = wishOf(one, one.plan.fire[0]!) // one at least
    return { ...wish, start_at: spread(wish, one.plan.jitterMs) }
  })
  const made = new Set((await insertRuns(tx, wishes, deps.now())).map(run => run.strategy_id))
  const unmade = wishes.filter(wish => !made.has(wish.strategy_id))
  const met = unmade.length === 0 ? null : await findMet(tx, unmade)
  const waiting: Wish[] = []
  for (const one of firing) {
    const { due, plan } = one
    const isStuck = !made.has(due.id) && met?.fired.has(due.id) === false
    const isWished = met?.wished.has(due.id) === true
    // Every missed slot that wants its run gets it; of those that only came too early one waits.
    const mayWait = !isStuck || plan.missed?.policy === 'all' || (plan.overlap === 'queue' && !isWished)
    if (mayWait) waiting.push(...plan.fire.slice(isStuck ? 0 : 1).map(slot => wishOf(one, slot)))
    if (isStuck) await addRunLine(tx, placeOf(due), describeStuck(due, plan.fire[0]!, mayWait)) // as above
  }
  await insertWishes(tx, waiting)
}

/** The same strategy and slot always wait the same time, so that schedulers agree and a repeat changes nothing. */
function spread({ strategy_id, slot_at }: Wish, jitterMs: number): string | null {
  if (jitterMs === 0 || slot_at === null) return null
  const share = createHash('sha256').update(`${strategy_id} ${slot_at}`).digest().readUInt32BE(0) / 2 ** 32
  return new Date(Date.parse(slot_at) + Math.floor(share * jitterMs)).toISOString()
}

/** A moment as the strategy's own zone has it: `2026-01-15 09:00 (Asia/Shanghai)`. */
function sayThere(at: string, { schedule }: DueStrategy): string {
  const { timeZone } = Schedule.parse(schedule)
  return `${new Date(at).toLocaleString('sv-SE', { timeZone }).slice(0, 16)} (${timeZone})`
}

const placeOf = ({ tenant_id, id }: DueStrategy) => ({ tenantId: tenant_id, strategyId: id, runId: null })

function describeStuck(due: DueStrategy, slotAt: string, mayWait: boolean): RunLine {
  const slot = sayThere(slotAt, due)
  const text = mayWait
    ? `The slot ${slot} waits because the strategy is still running; one run follows.`
    : `The slot ${slot} was skipped because the strategy was still running.`
  return { level: 'notice', text, code: mayWait ? 'slot.waits' : 'slot.skipped', params: { slotAt } }
}

function describePlan({ due, plan: { missed, failure } }: Fired): RunLine[] {
  if (failure)
    return [
      {
        level: 'fatal',
        text: `The schedule has no next slot: ${failure.message}`,
        code: 'slot.none',
        params: { failure: failure.code },
      },
    ]
  if (!missed) return []
  const { count, first, policy } = missed
  return [
    {
      level: 'notice',
      text: `${count} slots were missed, the first at ${sayThere(first, due)}; ${missedWords[policy]}`,
      code: 'slot.missed',
      params: { count, first, policy },
    },
  ]
}

const missedWords = {
  skip: 'they were left out.',
  once: 'one run makes up for them.',
  all: 'each is run now.',
} as const

/** What was wished for while the strategy was live, oldest first, one at a time. */
async function grantWishes(tx: Tx, deps: EngineDeps): Promise<number> {
  const wishes = await takeWishes(tx, BATCH)
  const made = await insertRuns(tx, wishes, deps.now())
  if (made.length < wishes.length) {
    // A run came in between; a slot that has been fired before is not wished for again.
    const done = new Set(made.map(run => run.strategy_id))
    const left = wishes.filter(wish => !done.has(wish.strategy_id))
    const { fired } = await findMet(tx, left)
    await insertWishes(
      tx,
      left.filter(wish => !fired.has(wish.strategy_id)),
    )
  }
  return wishes.length
}

/** A strategy that follows always has one live run. */
async function requestFollows(tx: Tx, limits: EngineLimits, runs: Runs): Promise<void> {
  for (const { tenant_id, id } of await findUnfollowed(tx, limits.followPauseMs, BATCH))
    await runs.request(tx, { tenantId: tenant_id, strategyId: id, trigger: 'schedule' })
}

async function requestRetries(tx: Tx, deps: EngineDeps): Promise<void> {
  const due = await findDueRetries(tx, new Date(deps.now()).toISOString(), BATCH)
  await insertRuns(
    tx,
    due.map(({ tenant_id, id }) => ({ tenant_id, strategy_id: id, trigger: 'retry', slot_at: null })),
    deps.now(),
  )
  if (due.length > 0) await deps.faultpoint?.('retry.requested')
}
