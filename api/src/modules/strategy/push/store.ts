import type { Tx } from '@sluice/db'
import type { PushedRow } from './read-push.ts'

/** A strategy as a place to push to. */
export interface EndpointRow {
  readonly tenant_id: string
  readonly strategy_id: string
  readonly name: string
  readonly status: 'draft' | 'stopped' | 'running'
  readonly platform_id: string | null
  readonly resource: string | null
  readonly inbox: string
  readonly follows: boolean
  /** What comes before the key of its records. */
  readonly shape: unknown
  readonly token_hash: Buffer | null
  readonly token_set_at: string | null
  readonly settings: unknown
  readonly secret: string | null
  /** Other strategies that read the same inbox. */
  readonly shared_with: readonly string[]
}

const INBOX = `coalesce(nullif(v.config #>> '{source,options,inbox}', ''), 'default')`

const ENDPOINT = `
  select s.tenant_id, s.id as strategy_id, s.name, s.status, c.platform_id, v.config #>> '{source,resource}' as resource,
         ${INBOX} as inbox, coalesce((v.config #>> '{source,follow}')::boolean, false) as follows,
         jsonb_build_object('source', v.config -> 'source', 'mapping',
           jsonb_strip_nulls(jsonb_build_object('derived', v.config #> '{mapping,derived}'))) as shape,
         e.token_hash, e.token_set_at, coalesce(e.settings, '{}') as settings, e.secret,
         array(select o.name from strategy o
                 join strategy_version ov on ov.tenant_id = o.tenant_id and ov.strategy_id = o.id and ov.version = o.version
                 join connector oc on oc.tenant_id = o.tenant_id and oc.id = o.source_connector_id
                where o.tenant_id = s.tenant_id and o.id <> s.id and oc.platform_id = c.platform_id
                  and ov.config #>> '{source,resource}' = v.config #>> '{source,resource}'
                  and coalesce(nullif(ov.config #>> '{source,options,inbox}', ''), 'default') = ${INBOX}
                order by o.name limit 5) as shared_with
    from strategy s
    join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
    left join connector c on c.tenant_id = s.tenant_id and c.id = s.source_connector_id`

/** For a sender, who names no tenant: found by the endpoint, so a strategy without one is not found. In withSystem. */
export async function findEndpoint(tx: Tx, strategyId: string): Promise<EndpointRow | undefined> {
  const rows = await tx.query<EndpointRow>(
    `${ENDPOINT} join push_endpoint e on e.tenant_id = s.tenant_id and e.strategy_id = s.id where e.strategy_id = $1`,
    [strategyId],
  )
  return rows[0]
}

/** For the strategy's own people, with or without an endpoint. */
export async function findOwnEndpoint(tx: Tx, strategyId: string): Promise<EndpointRow | undefined> {
  const rows = await tx.query<EndpointRow>(
    `${ENDPOINT} left join push_endpoint e on e.tenant_id = s.tenant_id and e.strategy_id = s.id
      where s.tenant_id = app_tenant() and s.id = $1`,
    [strategyId],
  )
  return rows[0]
}

export interface InboxFigures {
  readonly waiting: number
  readonly last_push_at: string | null
}

export async function readInboxFigures(tx: Tx, inbox: string): Promise<InboxFigures> {
  const rows = await tx.query<InboxFigures>(
    `select (select count(*)::int from inbox where tenant_id = app_tenant() and inbox_id = $1 and taken_at is null) as waiting,
            (select max(created_at) from inbox where tenant_id = app_tenant() and inbox_id = $1) as last_push_at`,
    [inbox],
  )
  return rows[0] ?? { waiting: 0, last_push_at: null }
}

/** All rows in one statement, in their order; known delivery ids are left out. Whether each row was new. */
export async function insertPush(
  tx: Tx,
  inbox: string,
  rows: readonly PushedRow[],
  retainDays: number,
): Promise<boolean[]> {
  const made = await tx.query<{ delivery_id: string | null }>(
    `insert into inbox (inbox_id, delivery_id, body, retain_days)
     select $1, row.delivery_id, row.body, $4
       from unnest($2::text[], $3::text[]) with ordinality as row (delivery_id, body, at) order by row.at
     on conflict do nothing returning delivery_id`,
    [inbox, rows.map(row => row.deliveryId), rows.map(row => row.body), retainDays],
  )
  const fresh = new Set(made.map(row => row.delivery_id))
  // Of two rows with one id the first was stored.
  return rows.map(({ deliveryId }) => deliveryId === null || fresh.delete(deliveryId))
}

export interface HourTally {
  /** null: nothing was ever pushed. */
  readonly hour: string | null
  readonly pushes: string
  readonly rows: string
}

/** Counts into the hour; the tally as it was before. */
export async function tally(
  tx: Tx,
  strategyId: string,
  hour: string,
  pushes: number,
  rows: number,
): Promise<HourTally> {
  const [before] = await tx.query<HourTally>(
    `with old as (select * from push_endpoint where tenant_id = app_tenant() and strategy_id = $1 for update),
          saved as (update push_endpoint p
                       set tally_hour = $2,
                           tally_pushes = case when old.tally_hour = $2 then old.tally_pushes else 0 end + $3,
                           tally_rows = case when old.tally_hour = $2 then old.tally_rows else 0 end + $4
                      from old where p.tenant_id = old.tenant_id and p.strategy_id = old.strategy_id)
     select tally_hour as hour, tally_pushes as pushes, tally_rows as rows from old`,
    [strategyId, hour, pushes, rows],
  )
  return before ?? { hour: null, pushes: '0', rows: '0' }
}

export async function saveSettings(tx: Tx, strategyId: string, settings: object, secret: string | null): Promise<void> {
  await tx.execute(
    `insert into push_endpoint (strategy_id, settings, secret) values ($1, $2, $3)
     on conflict (tenant_id, strategy_id) do update set settings = excluded.settings, secret = excluded.secret, updated_at = now()`,
    [strategyId, JSON.stringify(settings), secret],
  )
}

export async function saveToken(tx: Tx, strategyId: string, tokenHash: Buffer): Promise<void> {
  await tx.execute(
    `insert into push_endpoint (strategy_id, token_hash, token_set_at) values ($1, $2, now())
     on conflict (tenant_id, strategy_id) do update set token_hash = excluded.token_hash, token_set_at = now(), updated_at = now()`,
    [strategyId, tokenHash],
  )
}
