import type { Tx } from '@sluice/db'
import type { PublishedScope } from '@sluice/engine'
import type { JobRow, WorkKind } from '@sluice/work'

/**
 * Of one record and one subscription they go one after the other, as they were found; those of a paused subscription wait.
 */
export const webhookKind: WorkKind = {
  name: 'webhook',
  table: 'gateway_delivery',
  columns: ['id', 'subscription_id', 'event', 'record_id', 'body', 'tries', 'begun_at'],
  begins: ['waiting', 'sending'],
  order: 'next_at',
  // Longer than an exchange takes.
  leaseMs: 60_000,
  ready: `and w.next_at <= clock_timestamp()
    and not exists (select from gateway_subscription p where p.tenant_id = w.tenant_id and p.id = w.subscription_id
                       and (not p.is_enabled or p.stopped_by is not null))
    and not exists (select from gateway_delivery e where e.tenant_id = w.tenant_id and e.subscription_id = w.subscription_id
                       and e.record_id = w.record_id and e.nth < w.nth and e.state in ('waiting', 'sending'))`,
  onClaim: 'tries = w.tries + 1',
  startedAt: null,
  finishedAt: null,
  writeFailure: failure => failure.message,
}

export interface ClaimedEvent extends JobRow {
  readonly id: string
  readonly subscription_id: string
  readonly body: string
  readonly tries: number
  readonly begun_at: string
}

export interface Target {
  readonly url: string
  readonly sealed: string
}

export async function findTarget(tx: Tx, subscriptionId: string): Promise<Target | undefined> {
  const rows = await tx.query<Target>(
    'select url, sealed from gateway_subscription where tenant_id = app_tenant() and id = $1',
    [subscriptionId],
  )
  return rows[0]
}

/** When it was sent, or when it is tried again: by whoever has settled it in the same transaction. */
export const noteTry = (
  tx: Tx,
  id: string,
  how: { readonly isSent: boolean; readonly status: number | null; readonly pauseMs: number },
): Promise<number> =>
  tx.execute(
    `update gateway_delivery set sent_at = case when $2 then clock_timestamp() end, last_status = $3,
            next_at = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
      where tenant_id = app_tenant() and id = $1`,
    [id, how.isSent, how.status, how.pauseMs],
  )

export const stopSubscription = (tx: Tx, id: string, by: 'gone' | 'failing'): Promise<number> =>
  tx.execute(
    'update gateway_subscription set stopped_by = $2, updated_at = now() where tenant_id = app_tenant() and id = $1 and stopped_by is null',
    [id, by],
  )

export interface Watched extends PublishedScope {
  readonly tenant_id: string
  readonly id: string
  readonly application_id: string
  readonly strategy_id: string
  readonly events: readonly string[]
  readonly seen_at: string
}

/** Of all tenants. Nothing is looked for while it is switched off; afterwards it is, from where it was. */
export const listWatched = (tx: Tx): Promise<{ tenant_id: string; id: string }[]> =>
  tx.query('select tenant_id, id from gateway_subscription where is_enabled order by tenant_id, id')

/** undefined: another process looks, or the application may not see all of the strategy's records any more. */
export async function holdWatched(tx: Tx, id: string): Promise<Watched | undefined> {
  const rows = await tx.query<Watched>(
    `select w.tenant_id, w.id, w.application_id, w.strategy_id, w.events, w.seen_at, c.fields, c.masks,
            coalesce(v.config #> '{source,key}', '[]') as key_fields, v.config #>> '{source,number}' as number_field
       from gateway_subscription w
       join gateway_application a on a.tenant_id = w.tenant_id and a.id = w.application_id
       join gateway_scope c on c.tenant_id = w.tenant_id and c.application_id = w.application_id and c.strategy_id = w.strategy_id
       join strategy s on s.tenant_id = w.tenant_id and s.id = w.strategy_id
       left join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where w.tenant_id = app_tenant() and w.id = $1 and w.is_enabled and a.is_enabled and c.row_filter = '[]'::jsonb
        for update of w skip locked`,
    [id],
  )
  return rows[0]
}

export interface ChangedRecord {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: number
  readonly attempts: number
  readonly target_key: string | null
  readonly error_code: string | null
  readonly page_id: string
  readonly ordinal: number
  /** What it holds was read after it came first. */
  readonly is_changed: boolean
  readonly created_at: string
  readonly updated_at: string
}

const COLUMNS = `r.id, r.key, r.number, r.status, r.attempts, r.target_key, r.error_code, r.page_id, r.ordinal,
  r.page_at > r.created_at as is_changed, r.created_at, r.updated_at`

/** In the order of their change. `ordinal >= 0` holds for every row; it is what the index is built under. */
export const listChanged = (
  tx: Tx,
  strategyId: string,
  after: { readonly at: string; readonly id: string },
  limit: number,
): Promise<ChangedRecord[]> =>
  tx.query<ChangedRecord>(
    `select found.* from (
       (select ${COLUMNS} from record_state r
         where r.tenant_id = app_tenant() and r.strategy_id = $1 and r.ordinal >= 0 and r.updated_at >= $2
           and (r.updated_at, r.id) > ($2, $3::bigint)
         order by r.updated_at, r.id limit $4)
       union all
       (select ${COLUMNS} from record_block b cross join lateral open_block(b) r
         where b.tenant_id = app_tenant() and b.strategy_id = $1 and b.created_at >= $2 and (r.updated_at, r.id) > ($2, $3::bigint)
         order by b.created_at, r.id limit $4)) found
      order by found.updated_at, found.id limit $4`,
    [strategyId, after.at, after.id, limit],
  )

export interface AlertChange {
  readonly id: string
  readonly event: 'alert' | 'recovered'
  readonly at: string
  readonly rule: string
  readonly kind: string
  readonly first_at: string
}

// Less than what was sent is kept for: an alert that is older would be sent again.
const ALERT_LIFE = '20 days'

/** Alerts about the strategy that began, or were over, since then; in that order. */
export const listAlertChanges = (tx: Tx, strategyId: string, since: string): Promise<AlertChange[]> =>
  tx.query<AlertChange>(
    `select e.id, c.event, c.at, r.name as rule, r.kind, e.first_at
       from alert_event e
       join alert_rule r on r.tenant_id = e.tenant_id and r.id = e.rule_id
      cross join lateral (values ('alert', e.first_at), ('recovered', e.resolved_at)) c(event, at)
      where e.tenant_id = app_tenant() and e.object_type = 'strategy' and e.object_id = $1
        and c.at >= greatest($2::timestamptz, clock_timestamp() - interval '${ALERT_LIFE}')
      order by c.at, e.id`,
    [strategyId, since],
  )

export interface NewEvent {
  readonly id: string
  readonly event: string
  readonly recordId: string
  readonly mark: string
  readonly body: string
}

/** Those that are not there yet, in this order: several of one moment have no order by their ids. */
export const insertEvents = (tx: Tx, subscriptionId: string, rows: readonly NewEvent[]): Promise<number> =>
  tx.execute(
    `insert into gateway_delivery (id, subscription_id, event, record_id, mark, body)
     select e.id, $1, e.event, e."recordId", e.mark, e.body
       from jsonb_to_recordset($2::jsonb) e (at int, id uuid, event text, "recordId" bigint, mark text, body text)
      order by e.at
         on conflict (tenant_id, subscription_id, record_id, event, mark) do nothing`,
    [subscriptionId, JSON.stringify(rows.map((row, at) => ({ at, ...row })))],
  )

// Whoever writes records names the time of the beginning of its transaction, and commits later.
const LATE = '15 seconds'

/** The next look begins here: behind what was seen, and never so near to now that a late commit lies before it. */
export const noteSeen = (tx: Tx, id: string, at: string): Promise<number> =>
  tx.execute(
    `update gateway_subscription set seen_at = greatest(seen_at, least($2::timestamptz, clock_timestamp() - interval '${LATE}'))
      where tenant_id = app_tenant() and id = $1`,
    [id, at],
  )

const KEEP = '30 days'

export const tidyEvents = (tx: Tx): Promise<number> =>
  tx.execute(
    `delete from gateway_delivery where ctid = any (array(
       select ctid from gateway_delivery where created_at < now() - interval '${KEEP}' and state in ('sent', 'failed')
        limit 10000 for update skip locked))`,
  )
