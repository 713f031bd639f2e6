import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { settleNotices } from '../sql/notice-rows.ts'
import { addRunLine } from '../sql/run-rows.ts'
import type { Canaries, CanaryOrder } from './canaries.ts'
import { insertCanary, lockCanary } from './canary-rows.ts'
import { type CanaryMove, moveCanary } from './move-canary.ts'

export function createCanaries({ now }: { now(): number }): Canaries {
  const move = async (tx: Tx, { tenantId, id, userId }: CanaryOrder, event: CanaryMove['event']) => {
    const row = await lockCanary(tx, tenantId, id)
    return row && moveCanary(tx, row, { event, reason: 'person', userId })
  }
  return {
    async start(tx, request) {
      const { tenantId, strategyId, version, plan } = request
      const id = newId(now())
      await insertCanary(tx, { ...request, id })
      await settleNotices(tx, tenantId, strategyId, ['canary.ready', 'canary.rolledBack'])
      await addRunLine(
        tx,
        { tenantId, strategyId, runId: null },
        {
          level: 'notice',
          text: `A canary begins: ${plan.share} % of the keys go by version ${version}.`,
          code: 'canary.started',
          params: { share: plan.share, version },
        },
      )
      return id
    },
    promote: (tx, order) => move(tx, order, 'promote'),
    rollBack: (tx, order) => move(tx, order, 'rollBack'),
  }
}
