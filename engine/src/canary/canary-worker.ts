import type { Database } from '@sluice/db'
import { Loop } from '@sluice/work'
import type { EngineLog } from '../run/deps.ts'
import { lockStrategyOf } from '../sql/run-rows.ts'
import { listRunning, lockCanary } from './canary-rows.ts'
import { isMet } from './judge-canary.ts'
import { judgeByItself } from './move-canary.ts'

export interface CanaryDeps {
  readonly database: Database
  readonly log: EngineLog
  /** How often canaries are looked at. */
  readonly pollMs: number
}

/** Ends canaries whose limits are reached. Every process looks; the lock of the strategy lets one of them act. */
export const createCanaryWorker = ({ database, log, pollMs }: CanaryDeps): Loop =>
  new Loop({
    name: 'judging canaries',
    everyMs: pollMs,
    log,
    work: async () => {
      for (const { tenantId, id, strategyId, limits, counts, aliveMs } of await database.withSystem(listRunning))
        if (isMet(limits, counts, aliveMs))
          await database.withTenant(tenantId, async tx => {
            await lockStrategyOf(tx, { tenantId, strategyId })
            const row = await lockCanary(tx, tenantId, id)
            if (row) await judgeByItself(tx, row, 'all')
          })
    },
  })
