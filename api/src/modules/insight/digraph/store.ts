import type { DashboardTemplate } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { DashboardDesign } from './design-contract.ts'

export interface DashboardHead {
  readonly id: string
  readonly name: string
  readonly template: DashboardTemplate
  readonly refresh_seconds: number
  readonly component_count: number
  readonly width: number
  readonly height: number
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly updated_by: string | null
}

export interface DashboardRow extends DashboardHead {
  readonly design: DashboardDesign
}

const HEAD = `d.id, d.name, d.template, d.refresh_seconds, jsonb_array_length(d.design -> 'components') as component_count,
  (d.design ->> 'width')::int as width, (d.design ->> 'height')::int as height, d.version, d.created_at, d.updated_at,
  coalesce(nullif(u.nickname, ''), u.username) as updated_by`
const FROM = 'from dashboard d left join app_user u on u.tenant_id = app_tenant() and u.id = d.updated_by'

export interface DashboardFilter {
  readonly pattern: string | null
  readonly template: string | null
  readonly sort: string
}

const orders: Readonly<Record<string, string>> = {
  name: 'lower(d.name)',
  '-name': 'lower(d.name) desc',
  created_at: 'd.created_at',
  '-created_at': 'd.created_at desc',
  updated_at: 'd.updated_at',
  '-updated_at': 'd.updated_at desc',
}

export const listDashboards = (
  tx: Tx,
  { pattern, template, sort }: DashboardFilter,
  limit: number | null,
  offset: number,
): Promise<(DashboardHead & { readonly total: string })[]> =>
  tx.query<DashboardHead & { readonly total: string }>(
    `select ${HEAD}, count(*) over () as total ${FROM}
      where d.tenant_id = app_tenant() and ($1::text is null or d.name ilike $1 escape '\\')
        and ($2::text is null or d.template = $2)
      order by ${orders[sort] ?? 'd.updated_at desc'}, d.id limit $3 offset $4`,
    [pattern, template, limit, offset],
  )

export async function findDashboard(tx: Tx, id: string): Promise<DashboardRow | undefined> {
  const [row] = await tx.query<DashboardRow>(
    `select ${HEAD}, d.design ${FROM} where d.tenant_id = app_tenant() and d.id = $1`,
    [id],
  )
  return row
}

/** Two that create at once wait for each other, so that neither passes the limit. */
export async function listNames(tx: Tx): Promise<ReadonlySet<string>> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('dashboard/' || app_tenant()::text, 0))`)
  const rows = await tx.query<{ name: string }>(
    'select lower(name) as name from dashboard where tenant_id = app_tenant()',
  )
  return new Set(rows.map(row => row.name))
}

export interface DashboardContent {
  readonly name: string
  readonly refresh_seconds: number
  readonly design: DashboardDesign
}

/** @throws unique violation where the tenant has one of this name */
export const insertDashboard = (
  tx: Tx,
  of: DashboardContent & { readonly id: string; readonly template: DashboardTemplate; readonly userId: string },
): Promise<number> =>
  tx.execute(
    `insert into dashboard (id, name, template, refresh_seconds, design, created_by, updated_by)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6)`,
    [of.id, of.name, of.template, of.refresh_seconds, JSON.stringify(of.design), of.userId],
  )

/** @returns 0: somebody saved since, or it is gone. @throws unique violation where the tenant has one of this name */
export const updateDashboard = (
  tx: Tx,
  id: string,
  version: number,
  userId: string,
  { name, refresh_seconds, design }: DashboardContent,
): Promise<number> =>
  tx.execute(
    `update dashboard set name = $3, refresh_seconds = $4, design = $5::jsonb, version = version + 1, updated_by = $6,
            updated_at = now()
      where tenant_id = app_tenant() and id = $1 and version = $2`,
    [id, version, name, refresh_seconds, JSON.stringify(design), userId],
  )

export const deleteDashboard = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from dashboard where tenant_id = app_tenant() and id = $1', [id])

/** What templates ask of a tenant before they show anything of it. */
export async function readHoldings(
  tx: Tx,
): Promise<{ readonly gateway: boolean; readonly bills: boolean; readonly alerts: boolean }> {
  const [row] = await tx.query<{ gateway: boolean; bills: boolean; alerts: boolean }>(
    `select exists (select from gateway_application where tenant_id = app_tenant()) as gateway,
            exists (select from recon_account where tenant_id = app_tenant()) as bills,
            exists (select from alert_rule where tenant_id = app_tenant()) as alerts`,
  )
  return row! // a select without from has one row
}
