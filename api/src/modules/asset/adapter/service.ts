import { type Adapter, newId } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import type { Engine, Manifest } from '@sluice/engine'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { describeBadge, findManifest, withOwnPlatforms } from '../../connect/platform/index.ts'
import { mayPublish, withdrawWish } from '../approval/index.ts'
import type { AdapterDetail, AdapterRow } from './contract.ts'
import { requireHosts } from './require-hosts.ts'
import {
  deleteAdapter,
  findAdapter,
  findDoc,
  insertAdapter,
  listReferences,
  listVersions,
  lockAdapter,
  putToWork,
  type StoredAdapter,
  saveVersion,
  stopAdapter,
} from './store.ts'

export interface AdapterDeps {
  readonly engine: Engine
  readonly now: () => number
}

export function describeRow(known: Engine, row: StoredAdapter, { language }: RouteContext): AdapterRow {
  const { platform_name, platform_icon } = describeBadge(known, row.platform_id, language)
  return { ...row, platform_name, platform_icon }
}

export async function readAdapter(
  { engine }: AdapterDeps,
  tx: Tx,
  id: string,
  ctx: RouteContext,
): Promise<AdapterDetail> {
  const row = await requireAdapter(tx, id)
  const doc = await requireDoc(tx, id, row.version)
  return { ...describeRow(await withOwnPlatforms(engine, tx), row, ctx), doc }
}

export async function requireAdapter(tx: Tx, id: string): Promise<StoredAdapter> {
  const row = await findAdapter(tx, id)
  if (!row) throw refuse('notFound.adapter')
  return row
}

export async function requireDoc(tx: Tx, id: string, version: number): Promise<Adapter> {
  const doc = await findDoc(tx, id, version)
  if (!doc) throw refuse('notFound.adapterVersion')
  return doc
}

export async function createAdapter(
  { engine, now }: AdapterDeps,
  tx: Tx,
  { platform_id: platformId, doc }: { readonly platform_id: string; readonly doc: Adapter },
  ctx: RouteContext,
): Promise<string> {
  const manifest = findManifest(await withOwnPlatforms(engine, tx), platformId)
  if (!manifest) throw refuse('notFound.platform', { field: 'platform_id' })
  refuseKind(manifest, doc)
  await requireHosts(tx, platformId, doc, ctx)
  const id = newId(now())
  await insertAdapter(tx, { id, platformId, doc }, ctx.principal)
  await ctx.audit(tx, { ...auditOf({ id, name: doc.name }), after: { platform_id: platformId, ...doc } })
  return id
}

/** A statement wants a database, anything else a far system over HTTP. */
function refuseKind(manifest: Pick<Manifest, 'takesAssets' | 'takesStatements'>, { kind }: Adapter): void {
  if (kind === 'sql' && manifest.takesStatements !== true)
    throw refuse('invalid.noStatements', { field: 'platform_id' })
  if (kind !== 'sql' && manifest.takesAssets !== true) throw refuse('invalid.noAssets', { field: 'platform_id' })
}

/** A script that cannot be read is not stored. @throws Failure `script.source` at its line and column */
export async function checkScript(
  { engine }: AdapterDeps,
  { kind, script }: Adapter,
  ctx: RouteContext,
): Promise<void> {
  if (kind !== 'script') return
  const hooks = await engine.connections.checkScript(ctx.principal.tenantId, script.code)
  if (hooks.length === 0) throw refuse('invalid.noHook', { field: 'doc.script.code' })
}

interface Save {
  readonly doc: Adapter
  /** The version the change was made from. */
  readonly version: number
  readonly note: string
}

export async function saveAdapter(tx: Tx, id: string, { doc, version, note }: Save, ctx: RouteContext): Promise<void> {
  await lockAdapter(tx, id)
  const row = await requireAdapter(tx, id)
  if (row.version !== version) throw refuseStale((await listVersions(tx, id, 1, 0))[0])
  // Strategies name a statement as a resource, anything else as what their requests go through.
  if ((row.kind === 'sql') !== (doc.kind === 'sql')) throw refuse('invalid.adapterKind', { field: 'doc.kind' })
  await requireHosts(tx, row.platform_id, doc, ctx)
  const before = await requireDoc(tx, id, version)
  await saveVersion(tx, { id, version: version + 1, doc, note }, ctx.principal.username)
  await ctx.audit(tx, { ...auditOf(row), before: { ...before }, after: { ...doc } })
}

/** Puts the newest version to work, or asks somebody to allow that. */
export async function publishNewest({ now }: AdapterDeps, tx: Tx, id: string, ctx: RouteContext): Promise<void> {
  await lockAdapter(tx, id)
  const { name, version, status, published_version } = await requireAdapter(tx, id)
  const isFree = await mayPublish(tx, { kind: 'adapter', targetId: id, title: name, version, nowMs: now() }, ctx)
  if (isFree) await publishVersion(tx, id, version)
  const after = isFree ? { status: 'published', published_version: version } : { approval: 'asked', version }
  await ctx.audit(tx, { ...auditOf({ id, name }), before: { status, published_version }, after })
}

/** Puts a version to work; whoever decides that writes it down. */
export async function publishVersion(tx: Tx, id: string, version: number): Promise<void> {
  await lockAdapter(tx, id)
  await requireAdapter(tx, id)
  await requireDoc(tx, id, version)
  await putToWork(tx, id, version)
}

export async function stop(tx: Tx, id: string, ctx: RouteContext): Promise<void> {
  await lockAdapter(tx, id)
  const row = await requireAdapter(tx, id)
  const listRunning = async () =>
    (await listReferences(tx, id)).filter(use => use.status === 'running' && use.is_in_force)
  await requireUnused(tx, listRunning, uses => refuse('conflict.adapterRunning', { value: nameAll(uses) }))
  await stopAdapter(tx, id)
  await ctx.audit(tx, { ...auditOf(row), before: { status: row.status }, after: { status: 'stopped' } })
}

export async function remove(tx: Tx, id: string, ctx: RouteContext): Promise<void> {
  await lockAdapter(tx, id)
  const row = await requireAdapter(tx, id)
  const list = () => listReferences(tx, id)
  await requireUnused(tx, list, uses => refuse('conflict.adapterInUse', { value: nameAll(uses) }))
  await withdrawWish(tx, id, ctx)
  await deleteAdapter(tx, id)
  await ctx.audit(tx, { ...auditOf(row), before: { name: row.name, version: row.version } })
}

const nameAll = (uses: readonly { readonly name: string }[]): string =>
  [...new Set(uses.map(use => use.name))].slice(0, 10).join(', ')

export async function unique<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'adapter_tenant_id_platform_id_name_key'))
      throw refuse('conflict.name', { field: 'doc.name', value: name })
    throw error
  }
}

export const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'adapter',
  objectId: id,
  objectName: name,
})
