import { hasNewerMaps, retryMatched } from '../sql/value-map-rows.ts'
import { wakeHeld } from '../sql/wait-rows.ts'
import { requestRun } from './runs.ts'
import type { Session } from './session.ts'

/**
 * Records that wait for what this run brought are tried at once: those of strategies that look into this one, and its own
 * whose values got a line in a value map meanwhile. A process that ends before leaves them to the slow cycle.
 */
export async function wakeWaiting(session: Session): Promise<void> {
  const { claim, mapping, deps } = session
  const nowMs = deps.now()
  await session.tenant(async tx => {
    if (mapping.maps && (await hasNewerMaps(tx, claim))) await retryMatched(tx, claim)
    for (const strategyId of await wakeHeld(tx, claim, new Date(nowMs).toISOString()))
      await requestRun(tx, { tenantId: claim.tenantId, strategyId, trigger: 'retry', ifLive: 'wait' }, nowMs)
  })
}
