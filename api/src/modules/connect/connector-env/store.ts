import type { ConnectorState, ParamValues, TestStep } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export type Env = 'production' | 'test' | 'development'

export interface EnvRow {
  readonly env: Env
  readonly params: ParamValues
  readonly status: ConnectorState
  readonly last_test_at: string | null
  readonly last_test: TestStep[] | null
  readonly updated_at: string
}

/** Environments besides the active one. */
export const listEnvs = (tx: Tx, connectorId: string): Promise<EnvRow[]> =>
  tx.query<EnvRow>(
    'select env, params, status, last_test_at, last_test, updated_at from connector_env where connector_id = $1',
    [connectorId],
  )

export async function saveEnv(
  tx: Tx,
  connectorId: string,
  env: Env,
  row: Omit<EnvRow, 'env' | 'updated_at'>,
): Promise<void> {
  await tx.execute(
    `insert into connector_env (connector_id, env, params, status, last_test_at, last_test)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, connector_id, env) do update set params = excluded.params, status = excluded.status,
       last_test_at = excluded.last_test_at, last_test = excluded.last_test, updated_at = now()`,
    [
      connectorId,
      env,
      JSON.stringify(row.params),
      row.status,
      row.last_test_at,
      row.last_test === null ? null : JSON.stringify(row.last_test),
    ],
  )
}

export const deleteEnv = (tx: Tx, connectorId: string, env: Env): Promise<number> =>
  tx.execute('delete from connector_env where connector_id = $1 and env = $2', [connectorId, env])

export const setEnvTest = (
  tx: Tx,
  connectorId: string,
  env: Env,
  steps: readonly TestStep[],
  state: ConnectorState,
): Promise<number> =>
  tx.execute(
    'update connector_env set status = $3, last_test = $4, last_test_at = now() where connector_id = $1 and env = $2',
    [connectorId, env, state, JSON.stringify(steps)],
  )

/** The active parameters become those of another environment. false: someone saved meanwhile. */
export async function activate(
  tx: Tx,
  connectorId: string,
  next: { readonly env: Env; readonly version: number } & Omit<EnvRow, 'env' | 'updated_at'>,
): Promise<boolean> {
  const changed = await tx.execute(
    `update connector set env = $2, params = $3, status = $4, last_test_at = $5, last_test = $6, version = version + 1,
       updated_at = now() where id = $1 and version = $7`,
    [
      connectorId,
      next.env,
      JSON.stringify(next.params),
      next.status,
      next.last_test_at,
      next.last_test === null ? null : JSON.stringify(next.last_test),
      next.version,
    ],
  )
  return changed === 1
}

export interface VersionRow {
  readonly version: number
  readonly kind: 'create' | 'update' | 'switch' | 'restore'
  readonly name: string
  readonly env: Env
  readonly params: ParamValues
  readonly remark: string
  readonly rate_per_second: number | null
  readonly concurrency: number | null
  readonly username: string
  readonly created_at: string
  readonly total: string
}

/** Newest first; one more than asked, to compare the last with. */
export const listVersions = (tx: Tx, connectorId: string, limit: number, offset: number): Promise<VersionRow[]> =>
  tx.query<VersionRow>(
    `select version, kind, name, env, params, remark, rate_per_second, concurrency, username, created_at,
            count(*) over () as total
       from connector_version where connector_id = $1 order by version desc limit $2 offset $3`,
    [connectorId, limit + 1, offset],
  )

export const findVersion = async (tx: Tx, connectorId: string, version: number): Promise<VersionRow | undefined> =>
  (
    await tx.query<VersionRow>(
      `select version, kind, name, env, params, remark, rate_per_second, concurrency, username, created_at, '0' as total
         from connector_version where connector_id = $1 and version = $2`,
      [connectorId, version],
    )
  )[0]

export interface HourRow {
  readonly hour: string
  readonly is_today: boolean
  readonly calls: number
  readonly failures: number
  readonly latency: number[]
}

/** Seven days by hour, buckets of latency added up. */
export const listHours = (tx: Tx, connectorId: string): Promise<HourRow[]> =>
  tx.query<HourRow>(
    `with minutes as (
       select date_trunc('hour', c.minute) as hour, c.calls, c.failures, c.latency,
              (c.minute at time zone t.time_zone)::date = (now() at time zone t.time_zone)::date as is_today
         from connector_call c join tenant t on t.id = c.tenant_id
        where c.connector_id = $1 and c.minute > now() - interval '7 days'),
     buckets as (
       select hour, n, sum(count)::int as count from minutes, unnest(latency) with ordinality as u(count, n) group by hour, n)
     select m.hour, bool_and(m.is_today) as is_today, sum(m.calls)::int as calls, sum(m.failures)::int as failures,
            (select array_agg(b.count order by b.n) from buckets b where b.hour = m.hour) as latency
       from minutes m group by m.hour order by m.hour`,
    [connectorId],
  )

/** Started strategies that read or write by a connector, 100 at most. */
export const listStarted = (tx: Tx, id: string): Promise<{ id: string; name: string; status: string }[]> =>
  tx.query<{ id: string; name: string; status: string }>(
    `select id, name, status from strategy
      where status = 'running' and (source_connector_id = $1 or target_connector_id = $1) order by name limit 100`,
    [id],
  )

interface Facts {
  readonly remark: string
  readonly rate_per_second: number | null
  readonly concurrency: number | null
}

/** What a version keeps beside the values of its environment. */
export async function restoreFacts(tx: Tx, id: string, { remark, rate_per_second, concurrency }: Facts): Promise<void> {
  await tx.execute('update connector set remark = $2, rate_per_second = $3, concurrency = $4 where id = $1', [
    id,
    remark,
    rate_per_second,
    concurrency,
  ])
}
