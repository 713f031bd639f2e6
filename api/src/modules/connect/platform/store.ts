import { PlatformTemplate } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface OwnPlatform {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly template: PlatformTemplate
  /** Name -> sealed text. */
  readonly app: Readonly<Record<string, string>>
  readonly status: 'enabled' | 'stopped'
  readonly version: number
}

const SELECT = 'select id, code, name, template, app, status, version from platform where tenant_id = app_tenant()'

const parse = (row: OwnPlatform): OwnPlatform => ({ ...row, template: PlatformTemplate.parse(row.template) })

export const listOwn = async (tx: Tx): Promise<OwnPlatform[]> =>
  (await tx.query<OwnPlatform>(`${SELECT} order by name, id`)).map(parse)

export async function lockOwn(tx: Tx, id: string): Promise<OwnPlatform | undefined> {
  const [row] = await tx.query<OwnPlatform>(`${SELECT} and id = $1 for update`, [id])
  return row && parse(row)
}

/** One after the other within a tenant, so that two at once cannot pass the quota together. */
export async function countOwn(tx: Tx): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('platform/' || app_tenant(), 0))`)
  const rows = await tx.query<{ count: number }>(
    'select count(*)::int as count from platform where tenant_id = app_tenant()',
  )
  return rows[0]!.count // a count has its one row
}

export interface PlatformSave {
  readonly id: string
  readonly template: PlatformTemplate
  readonly app: Readonly<Record<string, string>>
}

export const insertOwn = (tx: Tx, { id, template, app }: PlatformSave, userId: string): Promise<number> =>
  tx.execute('insert into platform (id, code, name, template, app, created_by) values ($1, $2, $3, $4, $5, $6)', [
    id,
    template.code,
    template.name,
    JSON.stringify(template),
    JSON.stringify(app),
    userId,
  ])

export const updateOwn = (tx: Tx, { id, template, app }: PlatformSave): Promise<number> =>
  tx.execute(
    `update platform set code = $2, name = $3, template = $4, app = $5, version = version + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, template.code, template.name, JSON.stringify(template), JSON.stringify(app)],
  )

export const setStatus = (tx: Tx, id: string, status: OwnPlatform['status']): Promise<number> =>
  tx.execute('update platform set status = $2, updated_at = now() where tenant_id = app_tenant() and id = $1', [
    id,
    status,
  ])

export const deleteOwn = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from platform where tenant_id = app_tenant() and id = $1', [id])

export interface Uses {
  readonly connectors: number
  readonly assets: number
}

/** What the tenant has on each platform. */
export async function countUses(tx: Tx): Promise<ReadonlyMap<string, Uses>> {
  const rows = await tx.query<{ platform_id: string; connectors: number; assets: number }>(
    `select platform_id, count(*) filter (where kind = 'connector')::int as connectors,
            count(*) filter (where kind = 'asset')::int as assets
       from (select platform_id, 'connector' as kind from connector where tenant_id = app_tenant()
             union all select platform_id, 'asset' from api_asset where tenant_id = app_tenant()
             union all select platform_id, 'collection' from api_collection where tenant_id = app_tenant()) used
      group by platform_id`,
  )
  return new Map(rows.map(row => [row.platform_id, row]))
}

/** Names of running strategies whose source or target is on the platform. */
export async function listRunningOn(tx: Tx, platformId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select s.name from strategy s join strategy_version v
         on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where s.tenant_id = app_tenant() and s.status = 'running'
        and exists (select 1 from connector c where c.tenant_id = s.tenant_id and c.platform_id = $1
                     and c.id::text in (v.config #>> '{source,connector_id}', v.config #>> '{target,connector_id}'))
      order by s.name limit 20`,
    [platformId],
  )
  return rows.map(row => row.name)
}

/** What a platform says about new connectors; null limits: none. */
export async function readConnectorRules(
  tx: Tx,
  platformId: string,
): Promise<{
  readonly isStopped: boolean
  readonly limits: { readonly rate_per_second: number | null; readonly concurrency: number | null }
}> {
  const [row] = await tx.query<{ status: string; rate: number | null; concurrency: number | null }>(
    `select status, (template ->> 'rate_per_second')::float8 as rate, (template ->> 'concurrency')::int as concurrency
       from platform where tenant_id = app_tenant() and id::text = $1`,
    [platformId],
  )
  return {
    isStopped: row?.status === 'stopped',
    limits: { rate_per_second: row?.rate ?? null, concurrency: row?.concurrency ?? null },
  }
}

/** Whether there is such an adapter for the platform. */
export async function hasAdapter(tx: Tx, id: string, platformId: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from adapter where tenant_id = app_tenant() and id::text = $1 and platform_id = $2',
    [id, platformId],
  )
  return rows.length > 0
}
