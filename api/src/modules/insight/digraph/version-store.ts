import type { Tx } from '@sluice/db'
import type { DashboardDesign } from './design-contract.ts'

/** Of each dashboard, the newest. */
export const MOST_VERSIONS = 50

export interface VersionHead {
  readonly version: number
  readonly name: string
  readonly refresh_seconds: number
  readonly component_count: number
  readonly note: string
  readonly restored_from: number | null
  readonly created_at: string
  readonly created_by: string | null
}

export interface VersionRow extends VersionHead {
  readonly design: DashboardDesign
}

const HEAD = `v.version, v.name, v.refresh_seconds, jsonb_array_length(v.design -> 'components') as component_count, v.note,
  v.restored_from, v.created_at, coalesce(nullif(u.nickname, ''), u.username) as created_by`
const FROM = `from dashboard_version v left join app_user u on u.tenant_id = app_tenant() and u.id = v.created_by
  where v.tenant_id = app_tenant() and v.dashboard_id = $1`

/** Keeps what stands now; the oldest goes where there are too many. */
export async function keepVersion(
  tx: Tx,
  id: string,
  userId: string,
  note: string,
  restoredFrom: number | null = null,
): Promise<void> {
  await tx.execute(
    `insert into dashboard_version (dashboard_id, version, name, refresh_seconds, design, note, restored_from, created_by)
     select id, version, name, refresh_seconds, design, $2, $3, $4 from dashboard where tenant_id = app_tenant() and id = $1`,
    [id, note, restoredFrom, userId],
  )
  await tx.execute(
    `delete from dashboard_version where tenant_id = app_tenant() and dashboard_id = $1 and version <= (
       select version from dashboard_version where tenant_id = app_tenant() and dashboard_id = $1
        order by version desc offset $2 limit 1)`,
    [id, MOST_VERSIONS],
  )
}

export const listVersions = (
  tx: Tx,
  id: string,
  limit: number,
  offset: number,
): Promise<(VersionHead & { readonly total: string })[]> =>
  tx.query<VersionHead & { readonly total: string }>(
    `select ${HEAD}, count(*) over () as total ${FROM} order by v.version desc limit $2 offset $3`,
    [id, limit, offset],
  )

export async function findVersion(tx: Tx, id: string, version: number): Promise<VersionRow | undefined> {
  const [row] = await tx.query<VersionRow>(`select ${HEAD}, v.design ${FROM} and v.version = $2`, [id, version])
  return row
}
