import { newId, type PlatformTemplate } from '@sluice/contract'
import { isUniqueViolation, type Tx, type Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { MASK } from '../../../http/write-audit.ts'
import { checkTemplate, withoutSecrets } from './check-template.ts'
import type { Platform, platform } from './contract.ts'
import { describePlatform, findManifest, toTemplate, withOwnPlatforms } from './describe-platform.ts'
import { isMoved } from './is-moved.ts'
import {
  countOwn,
  countUses,
  deleteOwn,
  hasAdapter,
  insertOwn,
  listOwn,
  listRunningOn,
  lockOwn,
  type OwnPlatform,
  setStatus,
  updateOwn,
} from './store.ts'

export interface PlatformDeps {
  readonly engine: Engine
  readonly vault: Pick<Vault, 'seal'>
  readonly now: () => number
}

/** Platforms of one tenant. */
const QUOTA = 200

export function createPlatformRoutes(deps: PlatformDeps): Handlers<typeof platform> {
  const { engine } = deps
  const show = (id: string, ctx: RouteContext): Promise<Platform> => ctx.tenant(tx => readOne(engine, tx, id, ctx))
  return {
    async list({ query }, ctx) {
      const { all, own, uses } = await ctx.tenant(async tx => ({
        all: (await withOwnPlatforms(engine, tx)).connections.platforms(),
        own: await listOwn(tx),
        uses: await countUses(tx),
      }))
      const wanted = query.keyword?.trim().toLowerCase() ?? ''
      const groups: Record<string, Platform[]> = {}
      for (const manifest of all) {
        const row = own.find(each => each.id === manifest.id)
        const text = [row?.code ?? manifest.id, ...Object.values(manifest.name)].join(' ').toLowerCase()
        if (!text.includes(wanted) || (row?.status === 'stopped' && query.all === undefined)) continue
        const platform = describePlatform(manifest, ctx.language, {
          uses: uses.get(manifest.id),
          own: row,
          packs: engine.connections.packs(),
        })
        if (query.sign_in !== undefined && !platform.sign_ins.includes(query.sign_in)) continue
        groups[manifest.group] ??= []
        groups[manifest.group]?.push(platform)
      }
      return groups
    },
    get: ({ params }, ctx) => show(params.id, ctx),
    async template({ params }, ctx) {
      const own = await ctx.tenant(async tx => (await listOwn(tx)).find(row => row.id === params.id))
      if (own) return { template: own.template, version: own.version, is_own: true }
      const manifest = findManifest(engine, params.id)
      if (!manifest) throw refuse('notFound.platform')
      return { template: toTemplate(manifest, ctx.language), version: 0, is_own: false }
    },
    create: ({ body }, ctx) => create(deps, body, ctx),
    update: ({ params, body }, ctx) => update(deps, params.id, body, ctx),
    enable: ({ params }, ctx) => move(engine, params.id, 'enabled', ctx),
    stop: ({ params }, ctx) => move(engine, params.id, 'stopped', ctx),
    delete: ({ params }, ctx) => remove(params.id, ctx),
  }
}

async function readOne(engine: Engine, tx: Tx, id: string, { language }: RouteContext): Promise<Platform> {
  const manifest = findManifest(await withOwnPlatforms(engine, tx), id)
  if (!manifest) throw refuse('notFound.platform')
  const own = (await listOwn(tx)).find(row => row.id === id)
  return describePlatform(manifest, language, {
    uses: (await countUses(tx)).get(id),
    own,
    packs: engine.connections.packs(),
  })
}

async function create(deps: PlatformDeps, template: PlatformTemplate, ctx: RouteContext): Promise<Platform> {
  checkTemplate(deps.engine, template)
  const id = newId(deps.now())
  const app = await sealApp(deps, ctx, id, template, {})
  const shown = withoutSecrets(template)
  return unique(template, () =>
    ctx.tenant(async tx => {
      await requireAdapter(tx, id, template)
      if ((await countOwn(tx)) >= QUOTA) throw refuse('conflict.quota', { value: String(QUOTA) })
      await insertOwn(tx, { id, template: shown, app }, ctx.principal.userId)
      await ctx.audit(tx, { ...auditOf({ id, name: template.name }), after: { ...shown } })
      return readOne(deps.engine, tx, id, ctx)
    }),
  )
}

async function update(
  deps: PlatformDeps,
  id: string,
  { version, ...template }: PlatformTemplate & { readonly version: number },
  ctx: RouteContext,
): Promise<Platform> {
  checkTemplate(deps.engine, template)
  const stored = orRefuse((await ctx.tenant(listOwn)).find(row => row.id === id))
  const app = await sealApp(deps, ctx, id, template, stored.app)
  const shown = withoutSecrets(template)
  return unique(template, () =>
    ctx.tenant(async tx => {
      const before = orRefuse(await lockOwn(tx, id))
      if (before.version !== version) throw refuse('conflict.version')
      await requireAdapter(tx, id, template)
      // Parameters of its connectors were made for the base.
      if (before.template.base !== template.base && ((await countUses(tx)).get(id)?.connectors ?? 0) > 0)
        throw refuse('conflict.platformBase', { field: 'base' })
      if (isMoved(before.template, shown)) {
        if (((await countUses(tx)).get(id)?.connectors ?? 0) > 0)
          throw refuse('conflict.platformAddress', { field: 'settings' })
        requireAppSecretsAnew(template, ctx)
      }
      await updateOwn(tx, { id, template: shown, app })
      await ctx.audit(tx, { ...auditOf(before), before: { ...before.template }, after: { ...shown } })
      return readOne(deps.engine, tx, id, ctx)
    }),
  )
}

/** A mask stands for a secret only at the address it was entered for. */
function requireAppSecretsAnew({ app }: PlatformTemplate, { language }: RouteContext): void {
  const code = 'invalid.secretAnew'
  const content = app.flatMap(({ secret, value }, at) =>
    secret && value === MASK ? [{ field: `app.${at}.value`, message: writeMessage(code, language, {}, code) }] : [],
  )
  const first = content[0]
  if (first) throw refuse(code, { field: first.field, content })
}

async function requireAdapter(tx: Tx, id: string, { adapter }: PlatformTemplate): Promise<void> {
  if (adapter !== '' && !(await hasAdapter(tx, adapter, id)))
    throw refuse('notFound.adapter', { field: 'adapter', value: adapter })
}

/** Sealed texts of the app's secrets; a mask keeps what is stored. */
async function sealApp(
  { vault }: PlatformDeps,
  ctx: RouteContext,
  id: string,
  { app }: PlatformTemplate,
  stored: OwnPlatform['app'],
): Promise<Record<string, string>> {
  const sealed: Record<string, string> = {}
  for (const { name, value, secret } of app) {
    if (!secret || value === '') continue
    const kept = stored[name]
    if (value !== MASK) sealed[name] = await vault.seal(ctx.principal.tenantId, `platform/${id}/app/${name}`, value)
    else if (kept === undefined) throw refuse('invalid.appSecret', { field: 'app', value: name })
    else sealed[name] = kept
  }
  return sealed
}

async function unique<T>({ code, name }: PlatformTemplate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'platform_tenant_id_code_key'))
      throw refuse('conflict.code', { field: 'code', value: code })
    if (isUniqueViolation(error)) throw refuse('conflict.name', { field: 'name', value: name })
    throw error
  }
}

function move(engine: Engine, id: string, status: OwnPlatform['status'], ctx: RouteContext): Promise<Platform> {
  return ctx.tenant(async tx => {
    const row = orRefuse(await lockOwn(tx, id))
    if (status === 'stopped')
      await requireUnused(
        tx,
        () => listRunningOn(tx, id),
        running => refuse('conflict.platformRunning', { value: running.join(', ') }),
      )
    await setStatus(tx, id, status)
    await ctx.audit(tx, { ...auditOf(row), before: { status: row.status }, after: { status } })
    return readOne(engine, tx, id, ctx)
  })
}

function remove(id: string, ctx: RouteContext): Promise<null> {
  return ctx.tenant(async tx => {
    const row = orRefuse(await lockOwn(tx, id))
    const used = (await countUses(tx)).has(id)
    if (used) throw refuse('conflict.platformInUse')
    await deleteOwn(tx, id)
    await ctx.audit(tx, { ...auditOf(row), before: { ...row.template } })
    return null
  })
}

function orRefuse(row: OwnPlatform | undefined): OwnPlatform {
  if (!row) throw refuse('notFound.platform')
  return row
}

const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'platform',
  objectId: id,
  objectName: name,
})
