import { toFailure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { addRunLine } from '../sql/run-rows.ts'
import { claimDueStrategies, type DueStrategy, findDueRetries, readConfig } from '../sql/strategy-rows.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'
import { Loop } from './loop.ts'
import type { Runs } from './runs.ts'
import { nextSlots } from './slots.ts'

const BATCH = 50

/**
 * Turns due slots and due retries into runs. Slot, run and next slot move in one transaction under a row lock, so each
 * slot fires once however many schedulers there are. Slots missed while nothing ran fire once, together.
 */
export function createScheduler(deps: EngineDeps, limits: EngineLimits, runs: Runs): Loop {
  return new Loop({
    everyMs: limits.pollMs,
    log: deps.log,
    name: 'scheduling',
    work: async () => {
      while ((await deps.database.withSystem(tx => fireSlots(tx, deps, runs))) === BATCH);
      await deps.database.withSystem(tx => requestRetries(tx, deps, runs))
    },
  })
}

async function fireSlots(tx: Tx, deps: EngineDeps, runs: Runs): Promise<number> {
  const due = await claimDueStrategies(tx, new Date(deps.now()).toISOString(), BATCH)
  if (due.length > 0) await deps.faultpoint?.('slot.claimed')
  for (const strategy of due) await fireSlot(tx, deps, runs, strategy)
  if (due.length > 0) await deps.faultpoint?.('slot.requested')
  return due.length
}

async function fireSlot(tx: Tx, deps: EngineDeps, runs: Runs, strategy: DueStrategy): Promise<void> {
  const of = { tenantId: strategy.tenant_id, strategyId: strategy.id }
  const slotAt = strategy.next_run_at
  const { runId, alreadyRunning } = await runs.request(tx, { ...of, trigger: 'schedule', slotAt })
  if (alreadyRunning)
    await addRunLine(
      tx,
      { ...of, runId },
      {
        level: 'notice',
        text: `The slot ${slotAt} was skipped because the strategy was still running.`,
        code: 'slot.skipped',
        params: { slotAt },
      },
    )
  const next = await findNext(tx, deps, strategy)
  await tx.execute('update strategy set next_run_at = $3 where tenant_id = $1 and id = $2', [
    strategy.tenant_id,
    strategy.id,
    next,
  ])
}

/** null, and a line for people, when the schedule has become impossible: one bad strategy must not stop the others. */
async function findNext(tx: Tx, deps: EngineDeps, strategy: DueStrategy): Promise<string | null> {
  try {
    const { schedule } = await readConfig(tx, strategy.tenant_id, strategy.id, strategy.version)
    const [next] = nextSlots(schedule, deps.now(), 1)
    return next === undefined ? null : new Date(next).toISOString()
  } catch (error) {
    const failure = toFailure(error)
    await addRunLine(
      tx,
      { tenantId: strategy.tenant_id, strategyId: strategy.id, runId: null },
      {
        level: 'fatal',
        text: `The schedule has no next slot: ${failure.message}`,
        code: 'slot.none',
        params: { failure: failure.code },
      },
    )
    return null
  }
}

async function requestRetries(tx: Tx, deps: EngineDeps, runs: Runs): Promise<void> {
  for (const { tenant_id, id } of await findDueRetries(tx, new Date(deps.now()).toISOString(), BATCH))
    await runs.request(tx, { tenantId: tenant_id, strategyId: id, trigger: 'retry' })
}
