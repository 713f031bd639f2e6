import type { ParamValues, TestStep } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface ConnectorRow {
  readonly id: string
  readonly platform_id: string
  readonly name: string
  readonly env: 'production' | 'test' | 'development'
  /** Secrets sealed. */
  readonly params: ParamValues
  readonly remark: string
  readonly status: 'untested' | 'ok' | 'failed'
  readonly last_test_at: string | null
  readonly last_test: TestStep[] | null
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly strategy_count: number
  readonly running_strategy_count: number
  readonly total: string
}

const SELECT = `
  select c.id, c.platform_id, c.name, c.env, c.params, c.remark, c.status, c.last_test_at, c.last_test, c.version,
         c.created_at, c.updated_at, used.strategy_count, used.running_strategy_count, count(*) over () as total
    from connector c
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
        and ($3::text is null or c.status = $3)
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
}

export async function insertConnector(
  tx: Tx,
  row: ConnectorWrite & { readonly platformId: string; readonly userId: string },
): Promise<void> {
  await tx.execute(
    `insert into connector (id, platform_id, name, env, params, remark, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.platformId, row.name, row.env, JSON.stringify(row.params), row.remark, row.userId],
  )
}

/** false: someone saved in the meantime. Changed parameters have not been tested. */
export async function updateConnector(tx: Tx, row: ConnectorWrite & { readonly version: number }): Promise<boolean> {
  const changed = await tx.execute(
    `update connector
        set name = $2, env = $3, params = $4::jsonb, remark = $5, version = version + 1, updated_at = now(),
            status = case when params = $4::jsonb then status else 'untested' end
      where id = $1 and version = $6`,
    [row.id, row.name, row.env, JSON.stringify(row.params), row.remark, row.version],
  )
  return changed === 1
}

export async function saveTest(tx: Tx, id: string, steps: readonly TestStep[], isOk: boolean): Promise<void> {
  await tx.execute('update connector set status = $2, last_test = $3, last_test_at = now() where id = $1', [
    id,
    isOk ? 'ok' : 'failed',
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
