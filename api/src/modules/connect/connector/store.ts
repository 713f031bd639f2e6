import type { ConnectorState, ParamValues, TestStep } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type GrantEnd, type Trouble, troubleOfAccount } from '@sluice/engine'

export interface ConnectorRow {
  readonly id: string
  readonly platform_id: string
  readonly name: string
  readonly env: 'production' | 'test' | 'development'
  /** Secrets sealed. */
  readonly params: ParamValues
  readonly remark: string
  readonly rate_per_second: number | null
  readonly concurrency: number | null
  readonly paused_until: string | null
  readonly open_until: string | null
  readonly failing: Trouble | null
  readonly restored_at: string | null
  /** Of the active environment; null: nobody has granted. */
  readonly grant: GrantEnd | null
  readonly status: ConnectorState
  readonly last_test_at: string | null
  readonly last_test: TestStep[] | null
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly strategy_count: number
  readonly running_strategy_count: number
  readonly total: string
}

/** What a test found is old news while its far system fails. */
const STATUS = `case when a.failing_since is not null then 'failed' else c.status end`

const SELECT = `
  select c.id, c.platform_id, c.name, c.env, c.params, c.remark, c.rate_per_second, c.concurrency,
         a.open_until, case when a.paused_until > clock_timestamp() then a.paused_until end as paused_until,
         ${troubleOfAccount} as failing,
         case when a.restored_at > clock_timestamp() - interval '1 day' then a.restored_at end as restored_at,
         case when g.connector_id is not null
           then jsonb_build_object('ends_at', g.ends_at, 'warn_at', g.warn_at, 'failure', g.failure) end as grant,
         ${STATUS} as status, c.last_test_at, c.last_test, c.version,
         c.created_at, c.updated_at, used.strategy_count, used.running_strategy_count, count(*) over () as total
    from connector c
    left join connector_account a on a.tenant_id = c.tenant_id and a.connector_id = c.id
    left join connector_grant g on g.tenant_id = c.tenant_id and g.connector_id = c.id and g.env = c.env
    cross join lateral (
      select count(*)::int as strategy_count,
             (count(*) filter (where s.status = 'running'))::int as running_strategy_count
        from strategy s
       where s.source_connector_id = c.id or s.target_connector_id = c.id) used`

export async function findConnector(tx: Tx, id: string): Promise<ConnectorRow | undefined> {
  return (await tx.query<ConnectorRow>(`${SELECT} where c.id = $1`, [id]))[0]
}

export interface ConnectorFilter {
  /** Platforms to choose from; null = all. */
  readonly platforms: readonly string[] | null
  readonly env: string | null
  readonly status: string | null
  readonly pattern: string | null
  readonly sort: string
  readonly limit: number
  readonly offset: number
}

const orders: Readonly<Record<string, string>> = {
  name: 'c.name, c.id',
  '-name': 'c.name desc, c.id',
  updated_at: 'c.updated_at, c.id',
  '-updated_at': 'c.updated_at desc, c.id',
  created_at: 'c.created_at, c.id',
  '-created_at': 'c.created_at desc, c.id',
}

export const searchConnectors = (tx: Tx, filter: ConnectorFilter): Promise<ConnectorRow[]> =>
  tx.query<ConnectorRow>(
    `${SELECT}
      where ($1::text[] is null or c.platform_id = any($1))
        and ($2::text is null or c.env = $2)
        and ($3::text is null or ${STATUS} = $3)
        and ($4::text is null or c.name ilike $4 or c.remark ilike $4)
      order by ${orders[filter.sort] ?? 'c.id'}
      limit $5 offset $6`,
    [filter.platforms, filter.env, filter.status, filter.pattern, filter.limit, filter.offset],
  )

export interface ConnectorWrite {
  readonly id: string
  readonly name: string
  readonly env: string
  readonly params: ParamValues
  readonly remark: string
  readonly rate_per_second: number | null
  readonly concurrency: number | null
}

/** How many connectors the tenant has, and how many it may have; null: any number. */
export async function readConnectorQuota(tx: Tx): Promise<{ readonly count: number; readonly quota: number | null }> {
  const [row] = await tx.query<{ count: number; quota: number | null }>(
    `select (select count(*)::int from connector where tenant_id = app_tenant()) as count, connectors as quota
       from tenant_quota where tenant_id = app_tenant()`,
  )
  return row ?? { count: 0, quota: null }
}

export async function insertConnector(
  tx: Tx,
  row: ConnectorWrite & { readonly platformId: string; readonly userId: string },
): Promise<void> {
  await tx.execute(
    `insert into connector (id, platform_id, name, env, params, remark, rate_per_second, concurrency, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.platformId,
      row.name,
      row.env,
      JSON.stringify(row.params),
      row.remark,
      row.rate_per_second,
      row.concurrency,
      row.userId,
    ],
  )
}

/** false: someone saved in the meantime. Changed parameters have not been tested. */
export async function updateConnector(tx: Tx, row: ConnectorWrite & { readonly version: number }): Promise<boolean> {
  const changed = await tx.execute(
    `update connector
        set name = $2, env = $3, params = $4::jsonb, remark = $5, rate_per_second = $7, concurrency = $8, version = version + 1, updated_at = now(),
            status = case when params = $4::jsonb then status else 'untested' end
      where id = $1 and version = $6`,
    [
      row.id,
      row.name,
      row.env,
      JSON.stringify(row.params),
      row.remark,
      row.version,
      row.rate_per_second,
      row.concurrency,
    ],
  )
  return changed === 1
}

/**
 * Before the active parameters change their environment: those they were stay with the environment they were of, and
 * what was kept for the new one gives way to what becomes active.
 */
export async function leaveEnv(tx: Tx, id: string, nextEnv: string): Promise<void> {
  await tx.execute(
    `insert into connector_env (connector_id, env, params, status, last_test_at, last_test)
     select id, env, params, status, last_test_at, last_test from connector where id = $1 and env <> $2
     on conflict (tenant_id, connector_id, env) do update set params = excluded.params, status = excluded.status,
       last_test_at = excluded.last_test_at, last_test = excluded.last_test, updated_at = now()`,
    [id, nextEnv],
  )
  await tx.execute('delete from connector_env where connector_id = $1 and env = $2', [id, nextEnv])
}

export async function saveTest(tx: Tx, id: string, steps: readonly TestStep[], state: ConnectorState): Promise<void> {
  await tx.execute('update connector set status = $2, last_test = $3, last_test_at = now() where id = $1', [
    id,
    state,
    JSON.stringify(steps),
  ])
}

export interface Use {
  readonly id: string
  readonly name: string
  readonly status: string
}

/** Strategies whose saved version names the connector. */
export const listUses = (tx: Tx, connectorId: string): Promise<Use[]> =>
  tx.query<Use>(
    `select id, name, status from strategy
      where source_connector_id = $1 or target_connector_id = $1 order by name limit 100`,
    [connectorId],
  )

export const deleteConnector = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from connector where id = $1', [id])

export async function isFile(tx: Tx, fileId: string): Promise<boolean> {
  return (await tx.query('select 1 from file where id::text = $1', [fileId])).length > 0
}

/** Keeps the connector as it is now, secrets sealed. */
export async function recordVersion(
  tx: Tx,
  id: string,
  kind: 'create' | 'update' | 'switch' | 'restore',
  username: string,
): Promise<void> {
  await tx.execute(
    `insert into connector_version (connector_id, version, kind, name, env, params, remark, rate_per_second, concurrency, username)
     select id, version, $2, name, env, params, remark, rate_per_second, concurrency, $3 from connector where id = $1
     on conflict do nothing`,
    [id, kind, username],
  )
}
