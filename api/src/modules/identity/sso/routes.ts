import { Failure, lineOf, newId } from '@sluice/contract'
import { type Database, isUniqueViolation, type Vault } from '@sluice/db'
import { readFailure } from '../../../http/answer-failure.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { MASK } from '../../../http/write-audit.ts'
import type { sso } from './contract.ts'
import { placeOfSecret, type SsoService } from './service.ts'
import {
  deleteIdentity,
  deleteProvider,
  findProvider,
  insertProvider,
  listChoices,
  listIdentities,
  listProviders,
  type ProviderRow,
  type ProviderWrite,
  updateProvider,
} from './store.ts'

export interface SsoRouteDeps {
  readonly sso: SsoService
  readonly database: Database
  readonly vault: Vault
  readonly throttle: Throttle
  readonly now: () => number
}

const CHOICES_PER_ADDRESS = { burst: 30, everyMs: 2000 }

type SsoHandlers = Handlers<typeof sso>
type Public = 'choices' | 'begin' | 'complete'
type Own = 'identities' | 'linkable' | 'beginLink' | 'link' | 'unlink'

export const createSsoRoutes = (deps: SsoRouteDeps): SsoHandlers => ({
  ...createPublicRoutes(deps.sso, deps),
  ...createOwnRoutes(deps.sso),
  ...createProviderRoutes(deps.sso, deps),
})

const createPublicRoutes = (service: SsoService, { database, throttle }: SsoRouteDeps): Pick<SsoHandlers, Public> => ({
  async choices({ query }, ctx) {
    await throttle.take(`sso-choices/address/${lineOf(ctx.ip)}`, CHOICES_PER_ADDRESS)
    return listChoices(database, query.tenant)
  },
  begin: ({ body }, ctx) => service.begin(body.provider_id, { ip: ctx.ip, owner: null }),
  complete: ({ body }, ctx) => service.signIn(body, ctx),
})

const createOwnRoutes = (service: SsoService): Pick<SsoHandlers, Own> => ({
  identities: (_input, ctx) => ctx.tenant(tx => listIdentities(tx, ctx.principal.userId)),
  async linkable(_input, ctx) {
    const rows = await ctx.tenant(listProviders)
    return rows.filter(row => row.is_enabled).map(({ id, label }) => ({ id, label }))
  },
  beginLink: ({ body }, ctx) =>
    service.begin(body.provider_id, {
      ip: ctx.ip,
      owner: ctx.principal,
      note: tx => ctx.audit(tx, { objectType: 'identity', objectId: body.provider_id, after: { change: 'begun' } }),
    }),
  link: ({ body }, ctx) =>
    service.link(body, ctx.principal, async (tx, { id, name, provider_label }) => {
      await tellOwner(tx, ctx.principal, { kind: 'identity', change: 'linked', name: `${provider_label} ${name}` })
      await ctx.audit(tx, {
        objectType: 'identity',
        objectId: id,
        objectName: name,
        after: { provider: provider_label },
      })
    }),
  async unlink({ params }, ctx) {
    await ctx.tenant(async tx => {
      const name = await deleteIdentity(tx, ctx.principal.userId, params.id)
      if (name === null) throw refuse('notFound.identity')
      await tellOwner(tx, ctx.principal, { kind: 'identity', change: 'unlinked', name })
      await ctx.audit(tx, { objectType: 'identity', objectId: params.id, objectName: name })
    })
    return null
  },
})

function createProviderRoutes(service: SsoService, deps: SsoRouteDeps): Omit<SsoHandlers, Public | Own> {
  return {
    async list(_input, ctx) {
      const rows = await ctx.tenant(listProviders)
      return rows.map(row => ({ ...row, client_secret: row.client_secret === null ? '' : MASK }))
    },
    async create({ body }, ctx) {
      const id = newId(deps.now())
      const row = await toRow(deps, ctx, id, body, null)
      await storeNamed(row.label, () =>
        ctx.tenant(async tx => {
          await insertProvider(tx, row, new Date(deps.now()))
          await ctx.audit(tx, { objectType: 'sso-provider', objectId: id, objectName: row.label, after: row })
        }),
      )
      return { id }
    },
    async update({ params, body }, ctx) {
      const { version, ...wanted } = body
      const known = await ctx.tenant(tx => findProvider(tx, params.id))
      if (!known) throw refuse('notFound.provider')
      const row = await toRow(deps, ctx, params.id, wanted, known)
      await storeNamed(row.label, () =>
        ctx.tenant(async tx => {
          const before = await findProvider(tx, params.id)
          if (before?.version !== version) throw refuse('conflict.version')
          await updateProvider(tx, row, new Date(deps.now()))
          await ctx.audit(tx, {
            objectType: 'sso-provider',
            objectId: row.id,
            objectName: row.label,
            before,
            after: row,
          })
        }),
      )
      return null
    },
    async remove({ params }, ctx) {
      await ctx.tenant(async tx => {
        const before = await findProvider(tx, params.id)
        if (!before) throw refuse('notFound.provider')
        await deleteProvider(tx, params.id)
        await ctx.audit(tx, { objectType: 'sso-provider', objectId: before.id, objectName: before.label, before })
      })
      return null
    },
    async check({ params }, ctx) {
      const row = await ctx.tenant(tx => findProvider(tx, params.id))
      if (!row) throw refuse('notFound.provider')
      try {
        return { ok: true, message: '', authorization_endpoint: await service.check(row) }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { ok: false, message: describe(error, ctx), authorization_endpoint: null }
      }
    },
  }
}

/** The administrator who set it up may read what is wrong with it: our way out's sentence, or the library's. */
function describe(error: Failure, ctx: RouteContext): string {
  for (let cause: unknown = error.cause, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof Failure) return readFailure(cause, ctx).message
    if (!(cause.cause instanceof Error)) return cause.message.slice(0, 300)
  }
  return readFailure(error, ctx).message
}

type Wanted = Omit<ProviderWrite, 'id' | 'client_secret'> & { readonly client_secret?: string | undefined }

async function toRow(
  { vault }: SsoRouteDeps,
  ctx: RouteContext,
  id: string,
  wanted: Wanted,
  known: ProviderRow | null,
): Promise<ProviderWrite> {
  if (!isSafe(wanted.issuer)) throw refuse('invalid.issuer', { field: 'issuer' })
  if (!isSafe(wanted.redirect_uri) || new URL(wanted.redirect_uri).pathname !== '/user/sso')
    throw refuse('invalid.callback', { field: 'redirect_uri' })
  const { client_secret: secret, ...rest } = wanted
  const keeps = secret === undefined || secret === MASK
  if (keeps && known?.client_secret && known.issuer !== wanted.issuer)
    throw refuse('invalid.secretAnew', { field: 'client_secret' })
  const sealed = keeps
    ? (known?.client_secret ?? null)
    : secret === ''
      ? null
      : await vault.seal(ctx.principal.tenantId, placeOfSecret(id), secret)
  return { ...rest, id, client_secret: sealed }
}

/** https, but for this machine, where there is nobody in between; nothing that belongs to neither. */
function isSafe(address: string): boolean {
  const url = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return (
    (url.protocol === 'https:' || (url.protocol === 'http:' && isHere)) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  )
}

async function storeNamed(label: string, store: () => Promise<void>): Promise<void> {
  try {
    await store()
  } catch (error) {
    throw isUniqueViolation(error) ? refuse('conflict.name', { field: 'label', value: label }) : error
  }
}
