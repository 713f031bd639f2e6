import { canaryTransitions } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type CanaryObstacle, type Engine, findCanaryObstacle } from '@sluice/engine'
import type { MessageCode } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { addVersion, findHead, listChanged, lockStrategy, orRefuse } from '../strategy/index.ts'
import { type CanaryRow, describeCanary, findCanary, listCanaries, listFailedIds } from './canary-store.ts'
import type { canaryRoutes } from './contract.ts'
import { checkDraft, lockPublishable, requireDraftCheck } from './require-publishable.ts'

const obstacles = {
  source: 'conflict.canarySource',
  target: 'conflict.canaryTarget',
  schedule: 'conflict.canarySchedule',
  key: 'conflict.canaryKey',
  same: 'conflict.canarySame',
} as const satisfies Record<CanaryObstacle, MessageCode>

export function createCanaryHandlers(engine: Engine): Handlers<typeof canaryRoutes> {
  return {
    checkDraft: async ({ params: { id } }, ctx) => (await checkDraft(engine, id, ctx)).lines,
    async startCanary({ params: { id }, body: { plan, ...wanted } }, ctx) {
      await requireDraftCheck(engine, id, wanted, ctx)
      return ctx.tenant(async tx => {
        const { head, live, draft, rehearsalId } = await lockPublishable(tx, id, wanted)
        const obstacle = findCanaryObstacle(live, draft, listChanged(live, draft))
        if (obstacle !== null) throw refuse(obstacles[obstacle])
        const { tenantId, userId } = ctx.principal
        const version = await addVersion(tx, { id, config: draft, userId })
        const { revision, version: baseVersion } = wanted
        const request = { tenantId, strategyId: id, rehearsalId, revision, baseVersion, version, plan, userId }
        const canaryId = await engine.canaries.start(tx, request)
        const after = { canary: canaryId, version, draft_revision: revision, rehearsal: rehearsalId, ...plan }
        await ctx.audit(tx, { objectType: 'strategy', objectId: id, objectName: head.name, after })
        return describeCanary(await requireCanary(tx, canaryId))
      })
    },
    listCanaries: ({ params: { id } }, ctx) =>
      ctx.tenant(async tx => {
        orRefuse(await findHead(tx, id))
        return (await listCanaries(tx, id)).map(describeCanary)
      }),
    promoteCanary: ({ params: { id } }, ctx) =>
      end(id, ctx, 'promote', (tx, order) => engine.canaries.promote(tx, order)),
    rollBackCanary: ({ params: { id } }, ctx) =>
      end(id, ctx, 'rollBack', (tx, order) => engine.canaries.rollBack(tx, order)),
    replayCanary: ({ params: { id } }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireCanary(tx, id)
        if (row.state !== 'rolledBack') throw refuse('conflict.state', { value: row.state })
        const ids = await listFailedIds(tx, id)
        if (ids.length === 0) throw refuse('conflict.nothingFailed')
        const { tenantId, userId } = ctx.principal
        const jobId = await engine.replays.request(tx, {
          tenantId,
          strategyId: row.strategy_id,
          groupId: null,
          kind: 'remap',
          changes: null,
          selection: { ids },
          userId,
        })
        await ctx.audit(tx, { ...placeOf(row), after: { canary: id, replay: jobId, records: ids.length } })
        return { job_id: jobId, records: ids.length }
      }),
  }
}

type Order = Parameters<Engine['canaries']['promote']>[1]

/** Strategy before canary, as all who lock both. */
const end = (
  id: string,
  ctx: RouteContext,
  event: 'promote' | 'rollBack',
  move: (tx: Tx, order: Order) => ReturnType<Engine['canaries']['promote']>,
) =>
  ctx.tenant(async tx => {
    const { strategy_id } = await requireCanary(tx, id)
    orRefuse(await lockStrategy(tx, strategy_id))
    const before = await requireCanary(tx, id)
    if (canaryTransitions[before.state][event] === null) throw refuse('conflict.state', { value: before.state })
    const { tenantId, userId } = ctx.principal
    if ((await move(tx, { tenantId, id, userId })) === null) throw refuse('conflict.version')
    const row = await requireCanary(tx, id)
    const { counts, state, version } = row
    await ctx.audit(tx, {
      ...placeOf(row),
      before: { canary: id, state: before.state },
      after: { canary: id, state, version, counts },
    })
    return describeCanary(row)
  })

const placeOf = (row: CanaryRow) => ({
  objectType: 'strategy',
  objectId: row.strategy_id,
  objectName: row.strategy_name,
})

async function requireCanary(tx: Tx, id: string): Promise<CanaryRow> {
  const row = await findCanary(tx, id)
  if (!row) throw refuse('notFound.canary')
  return row
}
