import type { Tx } from '@sluice/db'
import type { JobRow, WorkKind } from '@sluice/work'
import type { ChannelKind, ChannelRow } from './channel-store.ts'
import type { AlertDelivery, deliveryKinds } from './contract.ts'

export type DeliveryKind = (typeof deliveryKinds)[number]

export interface DeliveryItem {
  readonly event_id: string
  readonly object_type: 'strategy' | 'connector' | 'process'
  readonly object_id: string
  readonly object_name: string
  /** English. */
  readonly text: string
  /** How long it took, of a recovery. */
  readonly minutes?: number
}

export interface NewDelivery {
  readonly id: string
  readonly channelId: string
  readonly recipient: string
  readonly ruleId: string | null
  readonly ruleName: string
  readonly kind: DeliveryKind
  readonly items: readonly DeliveryItem[]
  readonly count: number
  /** End of the channel's quiet hours; null: at once. */
  readonly heldUntil: string | null
  readonly selfTestId: string | null
}

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    `insert into alert_delivery (id, channel_id, recipient, rule_id, rule_name, kind, items, count, is_held, next_at, self_test_id)
     select d.id, d."channelId", d.recipient, d."ruleId", d."ruleName", d.kind, d.items, d.count, d."heldUntil" is not null,
            coalesce(d."heldUntil", now()), d."selfTestId"
       from jsonb_to_recordset($1::jsonb) as d(id uuid, "channelId" uuid, recipient text, "ruleId" uuid, "ruleName" text,
         kind text, items jsonb, count int, "heldUntil" timestamptz, "selfTestId" uuid)`,
    [JSON.stringify(rows)],
  )
}

/**
 * Messages of one channel go one after the other, in the order they were written, so that a recovery never overtakes its
 * alert; what quiet hours hold keeps nobody waiting, and neither does a test, nor does it wait: it asks how the channel is
 * now. A claim that was lost is one doubt more: its holder may have sent before it died.
 */
export const alertKind: WorkKind = {
  name: 'alert',
  table: 'alert_delivery',
  columns: [
    ...[
      'id',
      'channel_id',
      'recipient',
      'rule_id',
      'rule_name',
      'kind',
      'items',
      'count',
      'is_held',
      'tries',
      'doubts',
    ],
    'created_at',
  ],
  begins: ['waiting', 'sending'],
  order: 'next_at',
  // Longer than a message takes.
  leaseMs: 120_000,
  ready: `and w.next_at <= clock_timestamp() and not exists (
    select from alert_delivery e where e.tenant_id = w.tenant_id and e.channel_id = w.channel_id
       and e.state in ('waiting', 'sending') and e.id <> w.id
       and (e.holder is not null or not e.is_held and e.id < w.id and e.kind <> 'test' and w.kind <> 'test'))`,
  onClaim: 'tries = w.tries + 1',
  onResume: 'doubts = w.doubts + 1',
  startedAt: null,
  finishedAt: null,
  writeFailure: failure => failure.message,
}

export interface ClaimedDelivery extends JobRow, Delivery {}

/** A message on its way. */
export interface Delivery {
  readonly tenant_id: string
  readonly id: string
  readonly channel_id: string
  readonly recipient: string
  readonly rule_id: string | null
  readonly rule_name: string
  readonly kind: DeliveryKind
  readonly items: readonly DeliveryItem[]
  readonly count: number
  readonly is_held: boolean
  readonly tries: number
  readonly doubts: number
  readonly created_at: string
}

export interface DeliveryEnd {
  readonly state: AlertDelivery['state']
  readonly failure: string | null
  /** Until the next try, of one that waits. */
  readonly pauseMs: number
  /** This answer was lost too. */
  readonly isDoubt: boolean
}

/** When it was sent, or when it is tried again: by whoever has settled it in the same transaction. */
export const noteTime = (tx: Tx, id: string, { state, pauseMs }: DeliveryEnd): Promise<number> =>
  tx.execute(
    `update alert_delivery set sent_at = case when $2 = 'sent' then clock_timestamp() end,
            next_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
      where tenant_id = app_tenant() and id = $1`,
    [id, state, pauseMs],
  )

/** Whether the channel was told of one of these events, or may have been. */
export async function wasTold(tx: Tx, channelId: string, eventIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from alert_delivery d
      where d.tenant_id = app_tenant() and d.channel_id = $1 and d.kind in ('alert', 'repeat', 'escalation')
        and d.state in ('sent', 'unknown')
        and exists (select from jsonb_array_elements(d.items) i where (i ->> 'event_id')::uuid = any($2::uuid[])) limit 1`,
    [channelId, eventIds],
  )
  return rows.length > 0
}

/** Nobody reads names of strategies they may not see: deliveries about such are left out. */
export const searchDeliveries = (
  tx: Tx,
  filter: {
    readonly channelId: string | null
    readonly state: string | null
    readonly kind: string | null
    readonly id?: string
  },
  limit: number,
  offset: number,
) =>
  tx.query<AlertDelivery & { readonly channel_kind: ChannelKind; readonly total: string }>(
    `select d.id, d.channel_id, c.name as channel_name, c.kind as channel_kind, d.recipient, d.rule_name, d.kind, d.items, d.count,
            d.state, d.is_held, d.tries, d.next_at, d.failure, d.created_at, d.sent_at, count(*) over () as total
       from alert_delivery d join alert_channel c on c.tenant_id = d.tenant_id and c.id = d.channel_id
      where d.tenant_id = app_tenant() and ($1::uuid is null or d.channel_id = $1) and ($2::text is null or d.state = $2)
        and ($3::text is null or d.kind = $3) and ($6::uuid is null or d.id = $6)
        and (app_groups() is null or not exists (
          select from jsonb_array_elements(d.items) i where i ->> 'object_type' = 'strategy' and not exists (
            select from strategy s where s.tenant_id = app_tenant() and s.id = (i ->> 'object_id')::uuid)))
      order by d.id desc limit $4 offset $5`,
    [filter.channelId, filter.state, filter.kind, limit, offset, filter.id ?? null],
  )

/** A test that was sent at once. */
export const settleTest = (tx: Tx, id: string, failure: string | null): Promise<number> =>
  tx.execute(
    `update alert_delivery set state = case when $2::text is null then 'sent' else 'failed' end, failure = $2, tries = 1,
            sent_at = case when $2::text is null then clock_timestamp() end
      where tenant_id = app_tenant() and id = $1`,
    [id, failure],
  )

export const resendDelivery = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `update alert_delivery set state = 'waiting', tries = 0, doubts = 0, attempts = 0, is_held = false, next_at = now(), failure = null
      where tenant_id = app_tenant() and id = $1 and state in ('failed', 'unknown', 'dropped')`,
    [id],
  )

export async function readSelfTest(
  tx: Tx,
  id: string,
): Promise<{ total: number; sent: number; failed: number; waiting: number }> {
  const [row] = await tx.query<{ total: number; sent: number; failed: number; waiting: number }>(
    `select count(*)::int as total, (count(*) filter (where state = 'sent'))::int as sent,
            (count(*) filter (where state in ('failed', 'unknown', 'dropped')))::int as failed,
            (count(*) filter (where state in ('waiting', 'sending')))::int as waiting
       from alert_delivery where tenant_id = app_tenant() and self_test_id = $1`,
    [id],
  )
  return row! // an aggregate has its one row
}

/** Where one message is to go: an address of its own for each recipient of e-mail. */
export const recipientsOf = ({ kind, settings }: Pick<ChannelRow, 'kind' | 'settings'>): readonly string[] =>
  kind === 'email' ? (settings.addresses ?? []) : ['']

const KEEP_DAYS = 90

export const tidyDeliveries = (tx: Tx): Promise<number> =>
  tx.execute(
    `delete from alert_delivery where created_at < now() - interval '${KEEP_DAYS} days' and state not in ('waiting', 'sending')`,
  )

/** The zone of the tenant, in which messages to a channel write times. */
export async function readZone(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ time_zone: string }>('select time_zone from tenant where id = app_tenant()')
  return row?.time_zone
}
