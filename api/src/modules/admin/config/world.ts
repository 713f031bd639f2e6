import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { ConfigKind } from './contract.ts'
import { listGateways } from './gateway-store.ts'
import { listBillProfiles, listReconFlows } from './recon-store.ts'
import {
  listAdapters,
  listAssets,
  listConnectors,
  listDashboards,
  listMaps,
  listPlatforms,
  listReports,
  listStrategies,
} from './store.ts'

/** What a reference may name. */
export type Named = Exclude<ConfigKind, 'state'>

interface Entry {
  readonly kind: Named
  readonly id: string
  readonly key: string
  readonly version: number
}

/** How objects of a tenant are named outside of it: keys say the same in every tenant, ids only in one. */
export interface World {
  /** undefined: there is none, or its key is not its own. */
  keyOf(kind: Named, id: string): string | undefined
  find(kind: Named, key: string): Entry | undefined
  /** Keys that several objects share: nobody can tell which one is meant. */
  readonly shared: readonly { readonly kind: Named; readonly key: string }[]
  /** `own:acme` for a platform of the tenant, else its id. */
  /** What was made meanwhile. */
  remember(entry: Entry): void
  writePlatform(id: string): string
  readPlatform(name: string): string | undefined
}

const OWN = 'own:'

export async function readWorld(tx: Tx, isBuiltIn: (platformId: string) => boolean): Promise<World> {
  const platforms = await listPlatforms(tx)
  const codes = new Map(platforms.map(({ id, code }) => [id, `${OWN}${code}`]))
  const writePlatform = (id: string): string => codes.get(id) ?? id
  const onPlatform = (row: { readonly platform_id: string; readonly name: string }) =>
    `${writePlatform(row.platform_id)}/${row.name}`
  const entries: Entry[] = [
    ...platforms.map(row => ({ ...row, kind: 'platform' as const, key: row.code })),
    ...(await listAdapters(tx)).map(row => ({ ...row, kind: 'adapter' as const, key: onPlatform(row) })),
    ...(await listAssets(tx)).map(row => ({ ...row, kind: 'api-asset' as const, key: onPlatform(row) })),
    ...(await listConnectors(tx)).map(row => ({ ...row, kind: 'connector' as const, key: onPlatform(row) })),
    ...(await listMaps(tx)).map(row => ({ ...row, kind: 'mapping' as const, key: row.name })),
    ...(await listStrategies(tx)).map(row => ({ ...row, kind: 'strategy' as const, key: row.code })),
    ...(await listReports(tx)).map(row => ({ ...row, kind: 'report' as const, key: keyOfReport(row) })),
    ...(await listDashboards(tx)).map(row => ({ ...row, kind: 'dashboard' as const, key: row.name })),
    ...(await listBillProfiles(tx)).map(row => ({ ...row, kind: 'bill-profile' as const, key: row.name })),
    ...(await listReconFlows(tx)).map(row => ({ ...row, kind: 'recon-flow' as const, key: row.name })),
    ...(await listGateways(tx)).map(row => ({ ...row, kind: 'gateway' as const, key: row.name })),
  ].map(({ kind, id, key, version }) => ({ kind, id, key, version }))
  const byKey = Map.groupBy(entries, entry => nameOf(entry.kind, entry.key))
  const byId = new Map(entries.map(entry => [nameOf(entry.kind, entry.id), entry.key]))
  const find = (kind: Named, key: string): Entry | undefined => {
    const found = byKey.get(nameOf(kind, key))
    return found?.length === 1 ? found[0] : undefined
  }
  return {
    keyOf(kind, id) {
      const key = byId.get(nameOf(kind, id))
      return key !== undefined && find(kind, key) ? key : undefined
    },
    find,
    shared: [...byKey.values()].flatMap(each => (each.length > 1 && each[0] ? [each[0]] : [])),
    remember(entry) {
      byKey.set(nameOf(entry.kind, entry.key), [entry])
      byId.set(nameOf(entry.kind, entry.id), entry.key)
    },
    writePlatform,
    readPlatform(name) {
      if (name.startsWith(OWN)) return platforms.find(each => each.code === name.slice(OWN.length))?.id
      return isBuiltIn(name) ? name : undefined
    },
  }
}

/** `SO/Orders by day`: no code of a strategy holds a stroke. */
export const keyOfReport = (row: { readonly code: string; readonly name: string }): string => `${row.code}/${row.name}`

/** Empty where the key names no strategy. */
export function splitReportKey(key: string): { readonly code: string; readonly name: string } {
  const at = key.indexOf('/')
  return { code: key.slice(0, Math.max(0, at)), name: key.slice(at + 1) }
}

export const nameOf = (kind: ConfigKind, key: string): string => `${kind} ${key}`

/** `mysql/ERP`: the name may hold strokes of its own, the platform does not. @throws Failure */
export function splitKey(world: World, key: string): { readonly platformId: string; readonly name: string } {
  const at = key.indexOf('/')
  const name = key.slice(at + 1)
  if (at < 1 || name.trim() !== name || name === '') throw refuse('invalid.configKey', { field: 'key', value: key })
  const platform = key.slice(0, at)
  const platformId = world.readPlatform(platform)
  if (platformId === undefined) throw refuse('invalid.configReference', { field: 'key', value: platform })
  return { platformId, name }
}
