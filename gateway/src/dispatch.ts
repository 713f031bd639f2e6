import type { Tx } from '@sluice/db'
import type { BusinessAnswer, BusinessCall, BusinessDeps } from './business.ts'
import { findStrategy } from './record-rows.ts'
import { Refusal } from './refusal.ts'

/** A run that reads the source and writes what it finds. */
export const dispatchSource = (deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> =>
  dispatch(deps, tx, call, 'push')

/** A run that writes what waits and reads nothing. */
export const dispatchTarget = (deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> =>
  dispatch(deps, tx, call, 'retry')

/** Repeats have one effect: at most one run of a strategy is live. */
async function dispatch(
  { runs }: BusinessDeps,
  tx: Tx,
  { application, scope }: BusinessCall,
  trigger: 'push' | 'retry',
): Promise<BusinessAnswer> {
  const strategy = await findStrategy(tx, scope.strategy_id)
  if (strategy?.status !== 'running') throw new Refusal('input', 'notRunning', { status: 409 })
  const place = { tenantId: application.tenant_id, strategyId: scope.strategy_id }
  const { runId, alreadyRunning } = await runs.request(tx, { ...place, trigger })
  return {
    content: JSON.stringify({ run_id: runId, already_running: alreadyRunning }),
    rows: 0,
    recordKeys: [],
  }
}
