import type { Tx } from '@sluice/db'
import type { Delivery, Subscription } from './contract.ts'

export interface SubscriptionRow extends Omit<Subscription, 'waiting' | 'sent' | 'failed'> {
  readonly waiting: number
  readonly sent: number
  readonly failed: number
}

const SELECT = `
  select w.id, w.application_id, w.strategy_id, s.name as strategy_name, w.events, w.url, w.is_enabled, w.stopped_by,
         n.waiting, n.sent, n.failed, w.version, w.created_at
    from gateway_subscription w
    join strategy s on s.tenant_id = w.tenant_id and s.id = w.strategy_id
    cross join lateral (
      select (count(*) filter (where d.state in ('waiting', 'sending')))::int as waiting,
             (count(*) filter (where d.state = 'sent'))::int as sent, (count(*) filter (where d.state = 'failed'))::int as failed
        from gateway_delivery d where d.tenant_id = w.tenant_id and d.subscription_id = w.id) n
   where w.tenant_id = app_tenant()`

export const listSubscriptions = (tx: Tx, applicationId: string): Promise<SubscriptionRow[]> =>
  tx.query<SubscriptionRow>(`${SELECT} and w.application_id = $1 order by w.created_at desc, w.id`, [applicationId])

export async function findSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  return (await tx.query<SubscriptionRow>(`${SELECT} and w.id = $1`, [id]))[0]
}

/** Nobody else changes it until the transaction ends. */
export async function lockSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  await tx.query('select 1 from gateway_subscription where tenant_id = app_tenant() and id = $1 for update', [id])
  return findSubscription(tx, id)
}

/** How a strategy is published to an application; undefined: it is not. */
export async function findScope(
  tx: Tx,
  applicationId: string,
  strategyId: string,
): Promise<{ readonly is_whole: boolean } | undefined> {
  const rows = await tx.query<{ is_whole: boolean }>(
    `select row_filter = '[]'::jsonb as is_whole from gateway_scope
      where tenant_id = app_tenant() and application_id = $1 and strategy_id = $2`,
    [applicationId, strategyId],
  )
  return rows[0]
}

export async function hasApplication(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.query('select 1 from gateway_application where tenant_id = app_tenant() and id = $1', [id])).length > 0
  )
}

export const insertSubscription = (
  tx: Tx,
  row: {
    readonly id: string
    readonly applicationId: string
    readonly strategyId: string
    readonly events: readonly string[]
    readonly url: string
    readonly sealed: string
    readonly userId: string
  },
): Promise<number> =>
  tx.execute(
    `insert into gateway_subscription (id, application_id, strategy_id, events, url, sealed, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.applicationId, row.strategyId, row.events, row.url, row.sealed, row.userId],
  )

/** What is set by hand ends a stop of its own; what waited is tried at once. */
export async function updateSubscription(
  tx: Tx,
  id: string,
  set: { readonly events: readonly string[]; readonly url: string; readonly is_enabled: boolean },
): Promise<void> {
  await tx.execute(
    `update gateway_subscription set events = $2, url = $3, is_enabled = $4, stopped_by = null, version = version + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, set.events, set.url, set.is_enabled],
  )
  await tx.execute(
    `update gateway_delivery set next_at = clock_timestamp(), begun_at = clock_timestamp(), tries = 0
      where tenant_id = app_tenant() and subscription_id = $1 and state = 'waiting'`,
    [id],
  )
}

/** The old one signs nothing any more. */
export const replaceSecret = (tx: Tx, id: string, sealed: string): Promise<number> =>
  tx.execute(
    'update gateway_subscription set sealed = $2, updated_at = now() where tenant_id = app_tenant() and id = $1',
    [id, sealed],
  )

export const deleteSubscription = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from gateway_subscription where tenant_id = app_tenant() and id = $1', [id])

export const listDeliveries = (
  tx: Tx,
  subscriptionId: string,
  filter: { readonly state: string | null; readonly record: string | null },
  limit: number,
  offset: number,
) =>
  tx.query<Delivery & { readonly total: string }>(
    `select d.id, d.event, d.record_id, d.state, d.tries, case when d.state = 'waiting' then d.next_at end as next_at, d.last_status,
            d.failure, d.created_at, d.sent_at, count(*) over () as total
       from gateway_delivery d
      where d.tenant_id = app_tenant() and d.subscription_id = $1 and ($2::text is null or d.state = $2)
        and ($3::bigint is null or d.record_id = $3)
      order by d.created_at desc, d.id desc limit $4 offset $5`,
    [subscriptionId, filter.state, filter.record, limit, offset],
  )

/** Those that came to an end, under their old ids. */
export const replayDeliveries = (
  tx: Tx,
  subscriptionId: string,
  what: {
    readonly from?: string
    readonly to?: string
    readonly record?: string
    readonly delivery?: string
  },
): Promise<number> =>
  tx.execute(
    `update gateway_delivery set state = 'waiting', tries = 0, attempts = 0, next_at = clock_timestamp(), begun_at = clock_timestamp(),
            failure = null, sent_at = null
      where tenant_id = app_tenant() and subscription_id = $1 and state in ('sent', 'failed')
        and ($2::timestamptz is null or created_at >= $2) and ($3::timestamptz is null or created_at < $3)
        and ($4::bigint is null or record_id = $4) and ($5::uuid is null or id = $5)`,
    [subscriptionId, what.from, what.to, what.record, what.delivery].map(value => value ?? null),
  )
