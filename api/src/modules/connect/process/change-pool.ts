import type { Tx } from '@sluice/db'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { ProcessPool } from './contract.ts'
import { describePool } from './describe-pool.ts'
import { bindStrategy, findPool, listWorkers, lockStrategyPlace, wakeWorkers } from './store.ts'

interface Changed {
  readonly strategy_id: string
  readonly pool_id: string
  readonly pool_name: string
  readonly moved: number
  readonly warning: string | null
}

/** Binds a strategy to a pool. Runs that a process holds stay where they are; those that wait go along. */
export function changePool(strategyId: string, poolId: string, ctx: RouteContext): Promise<Changed> {
  return ctx.tenant(tx => changePoolIn(tx, strategyId, poolId, ctx))
}

/** The same as a part of a transaction. */
export async function changePoolIn(tx: Tx, strategyId: string, poolId: string, ctx: RouteContext): Promise<Changed> {
  const strategy = await lockStrategyPlace(tx, strategyId)
  if (!strategy) throw refuse('notFound.strategy')
  const row = await findPool(tx, poolId)
  if (!row) throw refuse('notFound.process')
  const moved = await bindStrategy(tx, strategyId, poolId)
  await wakeWorkers(tx)
  await ctx.audit(tx, {
    objectType: 'strategy',
    objectId: strategyId,
    objectName: strategy.name,
    before: { process_id: strategy.pool_id },
    after: { process_id: poolId },
  })
  const pool = describePool(row, await listWorkers(tx))
  return { strategy_id: strategyId, pool_id: poolId, pool_name: pool.name, moved, warning: warn(pool, ctx) }
}

function warn({ status, label }: ProcessPool, ctx: RouteContext): string | null {
  if (status === 'running') return null
  const code = status === 'offline' ? 'warning.poolOffline' : 'warning.poolClosed'
  return writeMessage(code, ctx.language, { value: label }, code)
}
