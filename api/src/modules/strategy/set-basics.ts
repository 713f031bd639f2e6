import type { Parsed } from '@sluice/contract'
import { refuse } from '../../platform/refuse.ts'
import type { RouteContext } from '../../platform/route-handler.ts'
import { changePoolIn } from '../process/index.ts'
import type { strategy } from './contract.ts'
import { orRefuse, type StrategyDeps, saveIn } from './service.ts'
import { findConfig, lockStrategy, setGroup, setOwner } from './store.ts'

/** What is left out stays as it is. */
export type Basics = Omit<Parsed<(typeof strategy)['batchBasic']>['body'], 'ids'>

/** All of it for one strategy, or nothing. */
export function setBasics(deps: StrategyDeps, id: string, basics: Basics, ctx: RouteContext): Promise<void> {
  const { group, process_id, cron, owner_id } = basics
  return ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    if (process_id !== undefined) await changePoolIn(tx, id, process_id, ctx)
    if (owner_id !== undefined) {
      if (!(await setOwner(tx, id, owner_id))) throw refuse('notFound.user', { field: 'owner_id' })
      const place = { objectType: 'strategy', objectId: id, objectName: head.name }
      await ctx.audit(tx, { ...place, after: { owner_id } })
    }
    if (cron !== undefined) {
      const { schedule } = await findConfig(tx, id, head.version)
      const config = { schedule: { ...schedule, cron } }
      await saveIn(deps, tx, id, { version: head.version, config, ...(group !== undefined && { group }) }, ctx)
      return
    }
    if (group === undefined || group === head.group_name) return
    await setGroup(tx, id, group)
    const place = { objectType: 'strategy', objectId: id, objectName: head.name }
    await ctx.audit(tx, { ...place, before: { group: head.group_name }, after: { group } })
  })
}
