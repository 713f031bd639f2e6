import {
  type AdapterInForce,
  type AdapterStore,
  type AssetStore,
  type Connector,
  type ConnectorContext,
  deriveConnector,
} from '@sluice/connector-kit'
import { type ApiAsset, Failure, pickAdapter } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import { createScripts } from '../script/create-scripts.ts'
import { findPublishedAdapter, listPublishedStatements } from '../sql/adapter-rows.ts'
import { findAssetVersion, findPlatformRow, listPublishedAssets, type PlatformRow } from '../sql/asset-rows.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Deps {
  readonly connectors: readonly Connector[]
  readonly database: Database
  readonly vault: Pick<Vault, 'open'>
}

/** A platform of the product, or one that the tenant describes. @throws Failure `platform.missing` */
export async function loadPlatform(deps: Deps, tenantId: string, platformId: string): Promise<Connector> {
  const builtIn = deps.connectors.find(candidate => candidate.manifest.id === platformId)
  if (builtIn) return builtIn
  const row = UUID.test(platformId)
    ? await deps.database.withTenant(tenantId, tx => findPlatformRow(tx, tenantId, platformId))
    : null
  const base = row && deps.connectors.find(candidate => candidate.manifest.id === row.template.base)
  if (!row || !base) throw missing(platformId)
  return deriveConnector(base, row, await openApp(deps, tenantId, row))
}

async function openApp({ vault }: Deps, tenantId: string, { id, app }: PlatformRow): Promise<Record<string, string>> {
  const entries = Object.entries(app).map(
    async ([name, sealed]) => [name, await vault.open(tenantId, `platform/${id}/app/${name}`, sealed)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

const missing = (platformId: string): Failure =>
  new Failure({
    code: 'platform.missing',
    message: `This installation has no connector for the platform ${platformId}.`,
    field: 'platform_id',
    value: platformId,
  })

/** What a tenant has written down for one platform, as its connectors are lent it. */
export const lendCatalogue = (
  deps: Pick<Deps, 'database'>,
  tenantId: string,
  platformId: string,
): Pick<ConnectorContext, 'assets' | 'adapters' | 'scripts'> => ({
  assets: createAssetStore(deps, tenantId, platformId),
  adapters: createAdapterStore(deps, tenantId, platformId),
  scripts: createScripts(deps, tenantId),
})

/** The tenant's API assets of one platform, read when they are asked for. A version is never changed, and read once. */
function createAssetStore({ database }: Pick<Deps, 'database'>, tenantId: string, platformId: string): AssetStore {
  const known = new Map<string, ApiAsset>()
  return {
    list: () => database.withTenant(tenantId, tx => listPublishedAssets(tx, tenantId, platformId)),
    async find(resource) {
      const found =
        known.get(resource) ??
        (await database.withTenant(tenantId, tx => findAssetVersion(tx, tenantId, platformId, resource)))
      if (found) known.set(resource, found)
      return found
    },
  }
}

/** The adapter that an API asset or its platform names, as it is published; null where there is none. */
export const findAdapterOf = (
  { database }: Pick<Deps, 'database'>,
  tenantId: string,
  platformId: string,
  api: string,
): Promise<AdapterInForce | null> =>
  database.withTenant(tenantId, async tx => {
    const row = UUID.test(platformId) ? await findPlatformRow(tx, tenantId, platformId) : null
    const picked = pickAdapter({ api, platform: row?.template.adapter ?? '' })
    const found = picked && (await findPublishedAdapter(tx, tenantId, platformId, picked.id))
    return found ? { ...picked, ...found } : null
  })

/** The tenant's adapters for one platform. Which one the platform itself names is put in by its template. */
const createAdapterStore = (
  { database }: Pick<Deps, 'database'>,
  tenantId: string,
  platformId: string,
): AdapterStore => ({
  platform: '',
  find: id => database.withTenant(tenantId, tx => findPublishedAdapter(tx, tenantId, platformId, id)),
  listStatements: () => database.withTenant(tenantId, tx => listPublishedStatements(tx, tenantId, platformId)),
})
