import type { Tx } from '@sluice/db'

export interface CounterRow {
  readonly id: string
  readonly status: string
  readonly records: readonly { readonly status: number; readonly count: number }[]
  readonly run: {
    readonly id: string
    readonly version: number
    readonly state: string
    readonly counts: unknown
    readonly started_at: string | null
    readonly moved_at: string
    readonly elapsed_seconds: number | null
  } | null
  /** The failure of the newest run that was to read, where it broke off; records that did not arrive speak for themselves. */
  readonly broken: unknown
}

/** Live numbers of several strategies in one statement. */
export const readCounters = (tx: Tx, ids: readonly string[]): Promise<CounterRow[]> =>
  tx.query<CounterRow>(
    `select s.id, s.status,
            coalesce((select jsonb_agg(jsonb_build_object('status', c.status, 'count', c.count) order by c.status)
                        from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id), '[]') as records,
            (select jsonb_build_object('id', r.id, 'version', r.version, 'state', r.state, 'counts', r.counts,
                      'started_at', to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                      'moved_at', to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                      'elapsed_seconds', extract(epoch from coalesce(r.finished_at, now()) - r.started_at))
               from run r where r.tenant_id = s.tenant_id and r.strategy_id = s.id
              order by r.created_at desc limit 1) as run,
            (select case when r.state = 'failed' and r.failure->>'code' <> 'run.nothingArrived' then r.failure end
               from run r where r.tenant_id = s.tenant_id and r.strategy_id = s.id and r.trigger not in ('retry', 'callback')
              order by r.created_at desc limit 1) as broken
       from strategy s
      where s.tenant_id = app_tenant() and s.id = any($1::uuid[])`,
    [ids],
  )
