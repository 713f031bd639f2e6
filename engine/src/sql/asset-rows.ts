import { ApiAsset, PlatformTemplate, parseAssetResource, toAssetResource } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface PlatformRow {
  readonly id: string
  readonly template: PlatformTemplate
  /** Name -> sealed text. */
  readonly app: Readonly<Record<string, string>>
}

/** A platform of the tenant; null where there is none or the id is none of theirs. */
export async function findPlatformRow(tx: Tx, tenantId: string, platformId: string): Promise<PlatformRow | null> {
  const [row] = await tx.query<PlatformRow>(
    'select id, template, app from platform where tenant_id = $1 and id::text = $2',
    [tenantId, platformId],
  )
  return row ? { ...row, template: PlatformTemplate.parse(row.template) } : null
}

/** A connector offers at most so many. */
const OFFERED = 5000

export async function listPublishedAssets(
  tx: Tx,
  tenantId: string,
  platformId: string,
): Promise<readonly { readonly resource: string; readonly asset: ApiAsset }[]> {
  const rows = await tx.query<{ id: string; version: number; doc: unknown }>(
    `select a.id, v.version, v.doc from api_asset a
       join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = a.id and v.version = coalesce(a.published_version, a.version)
      where a.tenant_id = $1 and a.platform_id = $2 and a.status = 'published' order by a.sort, a.name, a.id limit ${OFFERED}`,
    [tenantId, platformId],
  )
  return rows.map(row => ({ resource: toAssetResource(row.id, row.version), asset: ApiAsset.parse(row.doc) }))
}

/** The version a strategy named, whatever became of the asset since. */
export async function findAssetVersion(
  tx: Tx,
  tenantId: string,
  platformId: string,
  resource: string,
): Promise<ApiAsset | null> {
  const wanted = parseAssetResource(resource)
  if (!wanted) return null
  const [row] = await tx.query<{ doc: unknown }>(
    `select v.doc from api_asset a join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = a.id
      where a.tenant_id = $1 and a.platform_id = $2 and a.id = $3 and v.version = $4`,
    [tenantId, platformId, wanted.id, wanted.version],
  )
  return row ? ApiAsset.parse(row.doc) : null
}
