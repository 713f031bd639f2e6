import type { Tx } from '@sluice/db'

export interface QuotaRow {
  readonly weight: number
  readonly runs: number | null
  readonly running: number
  readonly strategies: number | null
  readonly strategy_count: number
  readonly connectors: number | null
  readonly connector_count: number
  readonly least_minutes: number | null
  readonly may_follow: boolean
  readonly may_script: boolean
  readonly records_per_month: string | null
  readonly records: string
  readonly resets_at: string
  readonly storage_bytes: string | null
  readonly stored_bytes: string
  readonly measured_at: string | null
}

export async function readQuota(tx: Tx): Promise<QuotaRow> {
  const [row] = await tx.query<QuotaRow>(
    `select q.weight, q.runs, q.strategies, q.records_per_month, q.storage_bytes, o.stored_bytes,
            q.connectors, q.least_minutes, q.may_follow, q.may_script,
            (select count(*)::int from connector c where c.tenant_id = app_tenant()) as connector_count,
            case when o.measured_at > 'epoch' then o.measured_at end as measured_at,
            (select count(*)::int from run r where r.tenant_id = app_tenant() and r.state in ('running', 'stopping')
                and not r.follow) as running,
            (select count(*)::int from strategy s where s.tenant_id = app_tenant()) as strategy_count,
            coalesce((select u.records from tenant_usage u where u.tenant_id = app_tenant()
                        and u.month = date_trunc('month', now() at time zone t.time_zone)::date), 0)
            + coalesce((select sum((r.counts ->> 'fresh')::bigint) from run r
                         where r.tenant_id = app_tenant() and r.state in ('running', 'stopping')), 0) as records,
            (date_trunc('month', now() at time zone t.time_zone) + interval '1 month') at time zone t.time_zone as resets_at
       from tenant_quota q
       join tenant t on t.id = q.tenant_id
       join tenant_load o on o.tenant_id = q.tenant_id
      where q.tenant_id = app_tenant()`,
  )
  return row! // made with the tenant
}
