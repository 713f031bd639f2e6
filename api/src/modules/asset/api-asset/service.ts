import { type ApiAsset, checkAsset, newId, toAssetResource } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { describeBadge, findManifest, hasAdapter, withOwnPlatforms } from '../../connect/platform/index.ts'
import { isApprovalRequired, mayPublish, withdrawWish } from '../approval/index.ts'
import { requireParent } from '../collection/index.ts'
import type { Asset, AssetRow } from './contract.ts'
import {
  deleteAsset,
  findAsset,
  findDoc,
  insertAsset,
  listPlatformsOf,
  listReferences,
  listVersions,
  lockAsset,
  moveAssets,
  offerVersion,
  type StoredAsset,
  saveVersion,
  setStatus,
} from './store.ts'

export interface AssetDeps {
  readonly engine: Engine
  readonly now: () => number
}

export function describeRow(known: Engine, { sort: _, ...row }: StoredAsset, { language }: RouteContext): AssetRow {
  const { platform_name, platform_icon } = describeBadge(known, row.platform_id, language)
  return { ...row, platform_name, platform_icon }
}

export async function readAsset({ engine }: AssetDeps, tx: Tx, id: string, ctx: RouteContext): Promise<Asset> {
  const row = await requireAsset(tx, id)
  const doc = await requireDoc(tx, id, row.version)
  const known = await withOwnPlatforms(engine, tx)
  return { ...describeRow(known, row, ctx), doc, resource: toAssetResource(id, row.version) }
}

export async function requireAsset(tx: Tx, id: string): Promise<StoredAsset> {
  const row = await findAsset(tx, id)
  if (!row) throw refuse('notFound.asset')
  return row
}

export async function requireDoc(tx: Tx, id: string, version: number): Promise<ApiAsset> {
  const doc = await findDoc(tx, id, version)
  if (!doc) throw refuse('notFound.assetVersion')
  return doc
}

/** The platform is the tenant's or the product's, and interfaces can be added to it. */
export async function requirePlatform({ engine }: AssetDeps, tx: Tx, platformId: string): Promise<void> {
  const manifest = findManifest(await withOwnPlatforms(engine, tx), platformId)
  if (!manifest) throw refuse('notFound.platform', { field: 'platform_id' })
  if (manifest.takesAssets !== true) throw refuse('invalid.noAssets', { field: 'platform_id' })
}

/** A draft may lack what only its use needs: the fields that identify a record. */
function requireSound(doc: ApiAsset, status: AssetRow['status']): void {
  const problem = checkAsset(doc).find(each => status === 'published' || each.code !== 'id')
  if (problem)
    throw refuse('invalid.asset', { field: `doc.${problem.path}`, value: `${problem.path} (${problem.code})` })
}

export async function createAsset(
  deps: AssetDeps,
  tx: Tx,
  wanted: { readonly platform_id: string; readonly collection_id: string | null; readonly doc: ApiAsset },
  ctx: RouteContext,
): Promise<string> {
  const { platform_id: platformId, collection_id: collectionId, doc } = wanted
  await requirePlatform(deps, tx, platformId)
  if (collectionId !== null) await requireParent(tx, collectionId, platformId, 'collection_id')
  requireSound(doc, 'draft')
  await requireAdapterOf(tx, platformId, doc)
  const id = newId(deps.now())
  await insertAsset(tx, { id, platformId, collectionId, doc }, ctx.principal)
  await ctx.audit(tx, { ...auditOf({ id, name: doc.name }), after: { platform_id: platformId, ...doc } })
  return id
}

async function requireAdapterOf(tx: Tx, platformId: string, { adapter }: ApiAsset): Promise<void> {
  if (adapter !== '' && !(await hasAdapter(tx, adapter, platformId)))
    throw refuse('notFound.adapter', { field: 'doc.adapter', value: adapter })
}

interface Save {
  readonly doc: ApiAsset
  /** The version the change was made from. */
  readonly version: number
  readonly note: string
}

export async function saveAsset(tx: Tx, id: string, { doc, version, note }: Save, ctx: RouteContext): Promise<void> {
  await lockAsset(tx, id)
  const row = await requireAsset(tx, id)
  if (row.version !== version) throw refuseStale((await listVersions(tx, id, 1, 0))[0])
  requireSound(doc, row.status)
  await requireAdapterOf(tx, row.platform_id, doc)
  const before = await requireDoc(tx, id, version)
  await saveVersion(tx, { id, version: version + 1, doc, note }, ctx.principal.username)
  // What nobody has approved yet is not offered: the version before stays.
  if (row.status === 'published' && row.published_version === null && (await isApprovalRequired(tx)))
    await offerVersion(tx, id, version)
  await ctx.audit(tx, { ...auditOf(row), before: { ...before }, after: { ...doc } })
}

/** Offers the newest version, or asks somebody to allow that. */
export async function publishNewest({ now }: AssetDeps, tx: Tx, id: string, ctx: RouteContext): Promise<void> {
  await lockAsset(tx, id)
  const row = await requireAsset(tx, id)
  const { name, version, status, published_version } = row
  requireSound(await requireDoc(tx, id, version), 'published')
  const isFree = await mayPublish(tx, { kind: 'api', targetId: id, title: name, version, nowMs: now() }, ctx)
  if (isFree) await offerVersion(tx, id, null)
  const after = isFree ? { status: 'published', published_version: null } : { approval: 'asked', version }
  await ctx.audit(tx, { ...auditOf(row), before: { status, published_version }, after })
}

/** Offers the version that was approved; whoever decides that writes it down. */
export async function publishVersion(tx: Tx, id: string, version: number): Promise<void> {
  await lockAsset(tx, id)
  await requireAsset(tx, id)
  requireSound(await requireDoc(tx, id, version), 'published')
  await offerVersion(tx, id, version)
}

export async function stopAsset(tx: Tx, id: string, ctx: RouteContext): Promise<void> {
  await lockAsset(tx, id)
  const row = await requireAsset(tx, id)
  const listRunning = async () => (await listReferences(tx, id)).filter(use => use.status === 'running')
  await requireUnused(tx, listRunning, uses => refuse('conflict.assetRunning', { value: nameAll(uses) }))
  await setStatus(tx, id, 'stopped')
  await ctx.audit(tx, { ...auditOf(row), before: { status: row.status }, after: { status: 'stopped' } })
}

export async function removeAsset(tx: Tx, id: string, ctx: RouteContext): Promise<void> {
  await lockAsset(tx, id)
  const row = await requireAsset(tx, id)
  const list = () => listReferences(tx, id)
  await requireUnused(tx, list, uses => refuse('conflict.assetInUse', { value: nameAll(uses) }))
  await withdrawWish(tx, id, ctx)
  await deleteAsset(tx, id)
  await ctx.audit(tx, { ...auditOf(row), before: { name: row.name, api: row.api, version: row.version } })
}

const nameAll = (uses: readonly { readonly name: string }[]): string =>
  [...new Set(uses.map(use => use.name))].slice(0, 10).join(', ')

export async function moveToCollection(
  tx: Tx,
  { ids, collection_id }: { readonly ids: readonly string[]; readonly collection_id: string | null },
  ctx: RouteContext,
): Promise<number> {
  const platforms = await listPlatformsOf(tx, ids)
  if (collection_id !== null)
    for (const platformId of platforms) await requireParent(tx, collection_id, platformId, 'collection_id')
  const moved = await moveAssets(tx, ids, collection_id)
  if (moved === 0) throw refuse('notFound.asset')
  await ctx.audit(tx, {
    objectType: 'asset',
    objectId: collection_id ?? '',
    objectName: '',
    after: { moved, collection_id },
  })
  return moved
}

const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'asset',
  objectId: id,
  objectName: name,
})
