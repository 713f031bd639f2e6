import type { Tx } from '@sluice/db'

/** Calls of one application that were answered, alike in what they asked by. */
export interface UseRow {
  readonly application_id: string
  readonly operation: string
  /** Of the API. */
  readonly version: number
  readonly used_fields: readonly string[] | null
  readonly calls: number
  readonly last_called_at: string | null
  readonly last_call_id: string | null
}

interface Window {
  readonly strategyId: string
  readonly applicationIds: readonly string[]
  readonly days: number
}

/** Of each application, the newest are looked at. */
const MOST_CALLS = 20_000
const MOST_SENT = 200
/** Of one record; a larger one is left out. */
const MOST_BYTES = 256 * 1024

/** Calls of a strategy in the last days. */
export const listUse = (tx: Tx, { strategyId, applicationIds, days }: Window): Promise<UseRow[]> =>
  tx.query<UseRow>(
    `select a.id as application_id, c.operation, c.version, c.used_fields, count(*)::int as calls,
            max(c.created_at) as last_called_at, (array_agg(c.id order by c.created_at desc, c.id desc))[1] as last_call_id
       from unnest($2::uuid[]) a (id) cross join lateral (
         select g.id, g.operation, coalesce(g.api_version, 1) as version, g.used_fields, g.created_at from gateway_call g
          where g.tenant_id = app_tenant() and g.application_id = a.id and g.strategy_id = $1 and g.status = 200 and not g.is_dry_run
            and g.created_at > now() - make_interval(days => $3)
          order by g.created_at desc, g.id desc limit ${MOST_CALLS}) c
      group by a.id, c.operation, c.version, c.used_fields`,
    [strategyId, applicationIds, days],
  )

/** A record as an application sent it. */
export interface SentRow {
  readonly application_id: string
  readonly body: string
  readonly record_key: string | null
}

/** What was sent to a strategy in the last days, the newest of each application, as long as what came is kept. */
export const listSent = (tx: Tx, { strategyId, applicationIds, days }: Window): Promise<SentRow[]> =>
  tx.query<SentRow>(
    `select a.id as application_id, s.body, s.record_key
       from unnest($2::uuid[]) a (id) cross join lateral (
         select i.body, r.record_key from gateway_receipt r
           join inbox i on i.tenant_id = r.tenant_id and i.inbox_id = r.inbox_id and i.delivery_id = r.id::text
          where r.tenant_id = app_tenant() and r.application_id = a.id and r.strategy_id = $1 and length(i.body) <= ${MOST_BYTES}
            and r.created_at > now() - make_interval(days => $3)
          order by r.created_at desc limit ${MOST_SENT}) s`,
    [strategyId, applicationIds, days],
  )
