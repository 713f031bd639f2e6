import type { Parsed } from '@sluice/contract'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { changePoolIn } from '../../connect/process/index.ts'
import type { strategy } from './contract.ts'
import { orRefuse, renameIn, type StrategyDeps, saveIn } from './service.ts'
import { findConfig, lockStrategy, setOwner } from './store.ts'
import { changeTags } from './tags.ts'

/** What is left out stays as it is. */
export type Basics = Omit<Parsed<(typeof strategy)['batchBasic']>['body'], 'ids'>

/** All of it for one strategy, or nothing. */
export function setBasics(deps: StrategyDeps, id: string, basics: Basics, ctx: RouteContext): Promise<void> {
  const { group, process_id, cron, owner_id, add_tags: added = [], remove_tags: removed = [] } = basics
  return ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    if (process_id !== undefined) await changePoolIn(tx, id, process_id, ctx)
    if (owner_id !== undefined) {
      if (!(await setOwner(tx, id, owner_id))) throw refuse('notFound.user', { field: 'owner_id' })
      const place = { objectType: 'strategy', objectId: id, objectName: head.name }
      await ctx.audit(tx, { ...place, after: { owner_id } })
    }
    const tags = changeTags(head.tags, added, removed)
    if (cron === undefined) return renameIn(tx, head, { group, tags }, ctx)
    const { schedule } = await findConfig(tx, id, head.version)
    const config = { schedule: { ...schedule, cron } }
    await saveIn(deps, tx, id, { version: head.version, config, group, tags }, ctx)
  })
}
