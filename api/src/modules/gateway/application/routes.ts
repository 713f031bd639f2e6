import { createHash, randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { newId } from '@sluice/contract'
import type { Tx, Vault } from '@sluice/db'
import { findApplicationOf, listHeldAssets } from '@sluice/gateway'
import { requireRight } from '../../../http/call-route.ts'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { type ApiVersion, application } from './contract.ts'
import { exportApplications } from './export-applications.ts'
import { readCertificates } from './read-certificates.ts'
import { CALLS, READS } from './rights.ts'
import { changeDates, settleBreaks } from './settle-breaks.ts'
import {
  type ApplicationRow,
  type AssetInput,
  countMaps,
  deleteApplication,
  endSecrets,
  endTokens,
  findApplication,
  hasPlan,
  insertApplication,
  insertSecret,
  listApplications,
  lockApplication,
  replaceAssets,
  replaceScopes,
  type ScopeInput,
  setCertificates,
  setEnabled,
  tellChange,
  updateApplication,
} from './store.ts'
import { listVersions } from './version-store.ts'

export interface ApplicationDeps {
  readonly vault: Vault
  readonly now: () => number
  /** null: where the console is. */
  readonly gatewayOrigin: string | null
  readonly hearsCertificates: boolean
}

const KEY_LENGTH = 12
const SECRET_LENGTH = 20

export function createApplicationRoutes(deps: ApplicationDeps): Handlers<typeof application> {
  return {
    async list({ query }, ctx) {
      const filter = readFilter(query)
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => listApplications(tx, filter, limit, offset)),
      )
      return new Page(rows.map(describe), total)
    },
    async export({ query }, ctx) {
      const filter = readFilter(query)
      await ctx.tenant(async tx => {
        // What the store cannot compare is refused now: a file that has begun says nothing any more.
        await listApplications(tx, filter, 1, 0)
        await ctx.audit(tx, { objectType: 'gatewayApplication', after: { ...query } })
      })
      return exportApplications(filter, ctx)
    },
    get: async ({ params }, ctx) => describe(orRefuse(await ctx.tenant(tx => findApplication(tx, params.id)))),
    create: ({ body }, ctx) => create(deps, body, ctx),
    update: ({ params, body: { version, on_break: onBreak, ...given } }, ctx) =>
      change(ctx, params.id, async (tx, before) => {
        if (before.version !== version) throw refuseStale()
        const answered = await findApplicationOf(tx, before.id)
        const { scopes, assets, ...settings } = fillFrom(before, given)
        requireNetworks(settings.ip_allow)
        requireReading(scopes, before.scopes, ctx)
        requireCalling(assets, before.assets, ctx)
        await requireOwn(tx, settings)
        await orNameTaken(settings.name, () => updateApplication(tx, before.id, settings, ctx.principal.userId))
        await saveScopes(tx, before.id, scopes)
        await saveAssets(tx, before.id, assets)
        const answers = await findApplicationOf(tx, before.id)
        if (answered && answers)
          await settleBreaks(tx, { ...deps, userId: ctx.principal.userId }, { answered, answers, onBreak })
      }),
    versions: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        orRefuse(await findApplication(tx, params.id))
        return tellVersions(tx, params.id)
      }),
    setVersionDates: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await lockApplication(tx, params.id))
        await changeDates(tx, row.id, body, ctx)
        await tellChange(tx)
        await ctx.audit(tx, { ...auditOf(row), after: { ...body } })
        return tellVersions(tx, row.id)
      }),
    setEnabled: ({ params, body }, ctx) =>
      change(ctx, params.id, tx => setEnabled(tx, params.id, body.is_enabled, ctx.principal.userId)),
    rotateSecret: ({ params, body }, ctx) => rotate(deps, params.id, body.keep_hours, ctx),
    setCertificates: ({ params, body }, ctx) => saveCertificates(deps, params.id, body, ctx),
    gateway: async () => ({
      origin: deps.gatewayOrigin,
      hears_certificates: deps.hearsCertificates,
    }),
    endTokens: async ({ params }, ctx) => {
      await change(ctx, params.id, tx => endTokens(tx, params.id), { ended_tokens: true })
      return null
    },
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await lockApplication(tx, params.id))
        await deleteApplication(tx, row.id)
        await tellChange(tx)
        await ctx.audit(tx, { ...auditOf(row), before: describe(row) })
        return null
      }),
  }
}

type Changes = Omit<Parameters<Handlers<typeof application>['update']>[0]['body'], 'version' | 'on_break'>

/** What a change does not name is as it was before. */
const fillFrom = (before: ApplicationRow, { map_ids, scopes, assets, body_policy, body_days, ...given }: Changes) => ({
  ...given,
  map_ids: map_ids ?? before.maps.map(({ id }) => id),
  scopes: scopes.map(scope => {
    const old = before.scopes.find(each => each.strategy_id === scope.strategy_id)
    return {
      ...scope,
      masks: scope.masks ?? keepMasks(scope, old),
      row_filter: scope.row_filter ?? old?.row_filter ?? [],
      body_policy: scope.body_policy === undefined ? (old?.body_policy ?? null) : scope.body_policy,
    }
  }),
  body_policy: body_policy ?? before.body_policy,
  body_days: body_days ?? before.body_days,
  assets: (assets ?? before.assets).map(({ asset_id, connector_id, fields, masks, body_policy: kept }) => {
    const old = before.assets.find(each => each.asset_id === asset_id)
    const policy = kept === undefined ? (old?.body_policy ?? null) : kept
    return { asset_id, connector_id, fields, masks: masks ?? keepMasks({ fields }, old), body_policy: policy }
  }),
})

type Masks = ScopeInput['masks']

/** Those of fields that are still handed out. */
const keepMasks = (
  { fields }: { readonly fields: readonly string[] },
  old: { readonly masks: Masks } | undefined,
): Masks => Object.fromEntries(Object.entries(old?.masks ?? {}).filter(([field]) => fields.includes(field)))

/** Whether nothing is shown that a mask covered. */
const isCovered = (now: Pick<AssetInput, 'fields' | 'masks'>, before: Pick<AssetInput, 'masks'>): boolean =>
  Object.entries(before.masks).every(([field, rule]) => now.masks[field] === rule || !now.fields.includes(field))

type Settings = Parameters<Handlers<typeof application>['create']>[0]['body']

async function create(deps: ApplicationDeps, settings: Settings, ctx: RouteContext) {
  requireOffer(settings, ctx)
  const id = newId(deps.now())
  const secret = await makeSecret(deps, id, ctx)
  return ctx.tenant(async tx => {
    const { version, app_key } = await insertNew(tx, id, settings, ctx, () => insertSecret(tx, secret))
    return { id, version, app_key, app_secret: secret.text }
  })
}

/** Switched off, and nobody can call it before somebody makes a secret. @throws Failure */
export async function createWithoutSecret(
  { now }: Pick<ApplicationDeps, 'now'>,
  settings: Settings,
  ctx: RouteContext,
): Promise<void> {
  requireRight(ctx, application.create)
  requireOffer(settings, ctx)
  const id = newId(now())
  await ctx.tenant(tx => insertNew(tx, id, settings, ctx, () => setEnabled(tx, id, false, ctx.principal.userId)))
}

function requireOffer({ ip_allow, scopes, assets }: Settings, ctx: RouteContext): void {
  requireNetworks(ip_allow)
  requireReading(scopes, [], ctx)
  requireCalling(assets, [], ctx)
}

async function insertNew(
  tx: Tx,
  id: string,
  { scopes, assets, ...settings }: Settings,
  ctx: RouteContext,
  more: () => Promise<unknown>,
): Promise<ApplicationRow> {
  const { userId } = ctx.principal
  await requireOwn(tx, settings)
  await orNameTaken(settings.name, () => insertApplication(tx, { id, appKey: makeText(KEY_LENGTH), userId }, settings))
  await more()
  await saveScopes(tx, id, scopes)
  await saveAssets(tx, id, assets)
  await tellChange(tx)
  const row = orRefuse(await findApplication(tx, id))
  await ctx.audit(tx, { ...auditOf(row), after: describe(row) })
  return row
}

async function rotate(deps: ApplicationDeps, id: string, keepHours: number, ctx: RouteContext) {
  const secret = await makeSecret(deps, id, ctx)
  return ctx.tenant(async tx => {
    const row = orRefuse(await lockApplication(tx, id))
    await endSecrets(tx, id, keepHours)
    await insertSecret(tx, secret)
    await tellChange(tx)
    await ctx.audit(tx, { ...auditOf(row), after: { new_secret: true, keep_hours: keepHours } })
    return { app_key: row.app_key, app_secret: secret.text }
  })
}

type Certificates = Parameters<Handlers<typeof application>['setCertificates']>[0]['body']

const saveCertificates = (deps: ApplicationDeps, id: string, body: Certificates, ctx: RouteContext) =>
  change(ctx, id, async (tx, before) => {
    if (before.version !== body.version) throw refuseStale()
    const certificates = readCertificates(body.certificates, before.certificates, deps.now())
    // Without one the key alone would be no proof of anything.
    const certificate_use = certificates.length === 0 ? 'beside' : body.certificate_use
    await setCertificates(tx, id, { certificates, certificate_use }, ctx.principal.userId)
  })

/** The application as it is afterwards; its change is told to the gateways and kept in the operation log. */
async function change(
  ctx: RouteContext,
  id: string,
  work: (tx: Tx, before: ApplicationRow) => Promise<unknown>,
  after?: object,
) {
  return ctx.tenant(async tx => {
    const before = orRefuse(await lockApplication(tx, id))
    await work(tx, before)
    await tellChange(tx)
    const row = orRefuse(await findApplication(tx, id))
    await ctx.audit(tx, { ...auditOf(row), before: describe(before), after: after ?? describe(row) })
    return describe(row)
  })
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const makeText = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The vault opens a transaction of its own, so it comes before ours. */
async function makeSecret({ vault, now }: ApplicationDeps, applicationId: string, ctx: RouteContext) {
  const [id, text] = [newId(now()), makeText(SECRET_LENGTH)]
  const sealed = await vault.seal(ctx.principal.tenantId, `gateway/${applicationId}/secret/${id}`, text)
  return { id, applicationId, text, sealed, hash: createHash('sha256').update(text).digest() }
}

/** Nobody hands out what they may not read themselves; what was handed out before may stay. @throws Failure `permission.missing` */
function requireReading(scopes: readonly ScopeInput[], before: readonly ScopeInput[], ctx: RouteContext): void {
  const isOld = (scope: ScopeInput): boolean =>
    before.some(
      old =>
        old.strategy_id === scope.strategy_id &&
        scope.operations.every(operation => operation === 'store' || old.operations.includes(operation)) &&
        isCovered(scope, old) &&
        old.row_filter.every(rule => scope.row_filter.some(each => isDeepStrictEqual(each, rule))) &&
        scope.fields.every(field => old.fields.includes(field)),
    )
  const isReading = ({ operations }: ScopeInput): boolean => operations.some(operation => operation !== 'store')
  if (scopes.some(scope => isReading(scope) && !isOld(scope)) && !isAllowed(ctx.principal, READS))
    throw refuse('permission.missing', { value: READS })
}

/** @throws Failure `notFound.strategy` when one is not the tenant's */
async function saveScopes(tx: Tx, id: string, scopes: readonly ScopeInput[]): Promise<void> {
  const named = new Set(scopes.map(scope => scope.strategy_id))
  if (named.size < scopes.length) throw refuse('invalid.input', { field: 'scopes' })
  for (const { fields, masks } of scopes) {
    // A mask of nothing would let somebody believe that something is hidden.
    const idle = Object.keys(masks).find(field => !fields.includes(field))
    if (idle !== undefined) throw refuse('invalid.mask', { field: 'scopes', value: idle })
  }
  if ((await replaceScopes(tx, id, scopes)) < scopes.length) throw refuse('notFound.strategy')
}

/** Whoever lets others call an asset must be allowed to try one; what was published before may stay. @throws Failure `permission.missing` */
function requireCalling(assets: readonly AssetInput[], before: readonly AssetInput[], ctx: RouteContext): void {
  const isOld = (asset: AssetInput): boolean =>
    before.some(
      old =>
        old.asset_id === asset.asset_id &&
        old.connector_id === asset.connector_id &&
        isCovered(asset, old) &&
        asset.fields.every(field => old.fields.includes(field)),
    )
  if (!assets.every(isOld) && !isAllowed(ctx.principal, CALLS)) throw refuse('permission.missing', { value: CALLS })
}

/** @throws Failure `invalid.gatewayAsset` when one cannot be called by that connector */
async function saveAssets(tx: Tx, id: string, assets: readonly AssetInput[]): Promise<void> {
  if (new Set(assets.map(asset => asset.asset_id)).size < assets.length)
    throw refuse('invalid.input', { field: 'assets' })
  for (const { fields, masks } of assets) {
    const idle = Object.keys(masks).find(field => !fields.includes(field))
    if (idle !== undefined) throw refuse('invalid.mask', { field: 'assets', value: idle })
  }
  if ((await replaceAssets(tx, id, assets)) < assets.length) throw refuse('invalid.gatewayAsset', { field: 'assets' })
}

/** The pattern of the contract lets some through that are none. */
function requireNetworks(networks: readonly string[]): void {
  const wrong = networks.find(network => {
    const [address = '', bits = '0'] = network.split('/')
    const version = isIP(address)
    return version === 0 || Number(bits) > (version === 6 ? 128 : 32)
  })
  if (wrong !== undefined) throw refuse('invalid.network', { field: 'ip_allow', value: wrong })
}

/** A plan of the tenant, or limits of its own; value maps of the tenant. */
async function requireOwn(tx: Tx, set: Omit<Settings, 'scopes' | 'assets'>): Promise<void> {
  if (set.plan_id !== null && !(await hasPlan(tx, set.plan_id)))
    throw refuse('gatewayPlan.missing', { field: 'plan_id' })
  const missing = (['rate_per_minute', 'burst'] as const).find(field => set[field] === null)
  if ((await countMaps(tx, set.map_ids)) < new Set(set.map_ids).size) throw refuse('notFound.mapping')
  if (set.plan_id === null && missing !== undefined) throw refuse('invalid.limits', { field: missing })
}

const readFilter = ({
  keyword,
  state,
  plan_id,
  sort,
}: Parameters<Handlers<typeof application>['export']>[0]['query']) => ({
  pattern: keyword ? toPattern(keyword) : null,
  state: state ?? null,
  planId: plan_id ?? null,
  sort,
})

function orRefuse(row: ApplicationRow | undefined): ApplicationRow {
  if (!row) throw refuse('notFound.gatewayApplication')
  return row
}

const auditOf = (row: ApplicationRow) => ({
  objectType: 'gatewayApplication',
  objectId: row.id,
  objectName: row.name,
})

async function tellVersions(tx: Tx, id: string): Promise<ApiVersion[]> {
  const held = new Map((await listHeldAssets(tx, id)).map(({ asset_id, ...each }) => [asset_id, each]))
  return (await listVersions(tx, id)).map(({ has_ended: _ended, ...row }) => {
    const of = row.is_current ? held.get(row.object_id) : undefined
    return { ...row, held: of ? { ...of, breaks: [...of.breaks] } : null }
  })
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text))

const describe = ({ total: _total, ...row }: ApplicationRow) => ({
  ...row,
  quota_per_day: toNumber(row.quota_per_day),
  quota_per_month: toNumber(row.quota_per_month),
  calls_month: Number(row.calls_month),
  calls_today: Number(row.calls_today),
  refused_today: Number(row.refused_today),
})
