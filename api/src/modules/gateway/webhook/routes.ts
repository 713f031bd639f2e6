import { newId } from '@sluice/contract'
import type { Vault } from '@sluice/db'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import type { webhook } from './contract.ts'
import { makeWebhookSecret, placeOfWebhook } from './secret.ts'
import {
  deleteSubscription,
  findScope,
  findSubscription,
  hasApplication,
  insertSubscription,
  listDeliveries,
  listSubscriptions,
  lockSubscription,
  replayDeliveries,
  type SubscriptionRow,
  updateSubscription,
} from './store.ts'

export interface WebhookDeps {
  readonly vault: Vault
  readonly now: () => number
}

export const createWebhookRoutes = ({ vault, now }: WebhookDeps): Handlers<typeof webhook> => ({
  list: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      if (!(await hasApplication(tx, params.id))) throw refuse('notFound.gatewayApplication')
      return listSubscriptions(tx, params.id)
    }),
  async create({ params, body }, ctx) {
    const [id, secret] = [newId(now()), makeWebhookSecret()]
    // The vault opens a transaction of its own, so it comes before ours.
    const sealed = await vault.seal(ctx.principal.tenantId, placeOfWebhook(id), secret)
    return ctx.tenant(async tx => {
      if (!(await hasApplication(tx, params.id))) throw refuse('notFound.gatewayApplication')
      const scope = await findScope(tx, params.id, body.strategy_id)
      if (!scope) throw refuse('notFound.strategy')
      if (!scope.is_whole) throw refuse('conflict.webhookRows', { field: 'strategy_id' })
      const { strategy_id: strategyId, events, url } = body
      const { userId } = ctx.principal
      await insertSubscription(tx, { id, applicationId: params.id, strategyId, events, url, sealed, userId })
      const row = orRefuse(await findSubscription(tx, id))
      await ctx.audit(tx, { ...auditOf(row), after: row })
      return { ...row, secret }
    })
  },
  update: ({ params, body: { version, ...set } }, ctx) =>
    ctx.tenant(async tx => {
      const before = orRefuse(await lockSubscription(tx, params.id))
      if (before.version !== version) throw refuseStale()
      await updateSubscription(tx, before.id, set)
      const row = orRefuse(await findSubscription(tx, before.id))
      await ctx.audit(tx, { ...auditOf(row), before, after: row })
      return row
    }),
  delete: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const row = orRefuse(await lockSubscription(tx, params.id))
      await deleteSubscription(tx, row.id)
      await ctx.audit(tx, { ...auditOf(row), before: row })
      return null
    }),
  deliveries: ({ params, query: { state, record, page, pageSize } }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findSubscription(tx, params.id))
      const filter = { state: state ?? null, record: record ?? null }
      const rows = await listDeliveries(tx, params.id, filter, pageSize, (page - 1) * pageSize)
      return new Page(
        rows.map(({ total: _total, ...row }) => row),
        Number(rows[0]?.total ?? 0),
      )
    }),
  replay: ({ params, body }, ctx) =>
    ctx.tenant(async tx => {
      const row = orRefuse(await lockSubscription(tx, params.id))
      const count = await replayDeliveries(tx, row.id, body)
      await ctx.audit(tx, { ...auditOf(row), after: { ...body, count } })
      return { count }
    }),
})

function orRefuse(row: SubscriptionRow | undefined): SubscriptionRow {
  if (!row) throw refuse('notFound.gatewayWebhook')
  return row
}

const auditOf = (row: SubscriptionRow) => ({
  objectType: 'gatewayWebhook',
  objectId: row.id,
  objectName: row.strategy_name,
})
