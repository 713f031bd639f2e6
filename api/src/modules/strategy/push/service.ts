import { randomBytes } from 'node:crypto'
import { type ContentIn, Mapping, type Parsed, SourceConfig, type Translate } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import { type Engine, findUnkeyed } from '@sluice/engine'
import { z } from 'zod'
import { hashToken } from '../../../http/create-sessions.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { MASK } from '../../../http/write-audit.ts'
import { type PushEndpoint, PushSettings, type push } from './contract.ts'
import { createPushWriter } from './push-writer.ts'
import { createRateLimit } from './rate-limit.ts'
import { type PushedRow, readPush } from './read-push.ts'
import { type EndpointRow, findEndpoint, findOwnEndpoint, readInboxFigures, saveSettings, saveToken } from './store.ts'
import { readDeliveryId, type Sender, verifySignature, verifyToken } from './verify-sender.ts'

export interface PushDeps {
  readonly database: Database
  readonly engine: Engine
  readonly vault: Vault
  readonly now: () => number
}

type Received = ContentIn<(typeof push)['receive']>
type SaveBody = Parsed<(typeof push)['save']>['body']

export interface PushService {
  receive(strategyId: string, sender: Sender, tell: Translate): Promise<Received>
  get(id: string, ctx: RouteContext): Promise<PushEndpoint>
  save(id: string, body: SaveBody, ctx: RouteContext): Promise<PushEndpoint>
  resetToken(id: string, ctx: RouteContext): Promise<{ token: string; path: string }>
}

/** The platform and resource whose strategies are pushed to. */
const PLATFORM = 'self'
const RESOURCE = 'passive.receive'

const isPassive = (row: EndpointRow): boolean => row.platform_id === PLATFORM && row.resource === RESOURCE
const pathOf = (id: string): string => `/api/open/operation/${id}`
const placeOf = (id: string): string => `push/${id}/secret`

export function createPushService(deps: PushDeps): PushService {
  const limit = createRateLimit(deps.now)
  const writer = createPushWriter(deps)
  return {
    async receive(strategyId, sender, tell) {
      const endpoint = await deps.database.withSystem(tx => findEndpoint(tx, strategyId))
      const settings = PushSettings.parse(endpoint?.settings ?? {})
      const ownName = await verify(deps, endpoint, settings, sender)
      if (!endpoint) throw refuse('auth.push')
      requireReady(endpoint)
      limit.take(strategyId, settings.rate_per_minute)
      if (sender.body.bytes.byteLength > settings.max_kilobytes * 1024)
        throw refuse('tooLarge.push', { value: String(settings.max_kilobytes) })
      const rows = await readPush(sender.body.bytes, readDeliveryId(sender.body, settings) ?? ownName)
      const accepted = await writer.write(endpoint, rows, settings.retain_days, sender.ip)
      const running = endpoint.status === 'running'
      return { accepted, duplicate: rows.length - accepted, running, ...judge(endpoint, rows, tell) }
    },
    get: (id, ctx) => show(id, ctx),
    save: (id, body, ctx) => save(deps, id, body, ctx),
    async resetToken(id, ctx) {
      const token = randomBytes(32).toString('base64url')
      await ctx.tenant(async tx => {
        const row = orRefuse(await findOwnEndpoint(tx, id))
        await saveToken(tx, id, hashToken(token))
        await ctx.audit(tx, { objectType: 'push', objectId: id, objectName: row.name, after: { reset: true } })
      })
      return { token, path: pathOf(id) }
    },
  }
}

/** Both proofs are asked for before anything is said about the strategy. @throws Failure `auth.*` */
async function verify(
  deps: PushDeps,
  endpoint: EndpointRow | undefined,
  settings: PushSettings,
  sender: Sender,
): Promise<string | null> {
  if (!endpoint || settings.auth !== 'signature') verifyToken(sender, endpoint?.token_hash ?? null)
  if (!endpoint || settings.auth === 'token') return null
  const { tenant_id, strategy_id, secret } = endpoint
  const opened = secret === null ? null : await deps.vault.open(tenant_id, placeOf(strategy_id), secret)
  return verifySignature(sender.body, settings, opened, deps.now())
}

function requireReady(endpoint: EndpointRow): void {
  if (!isPassive(endpoint)) throw refuse('conflict.notPassive')
  if (endpoint.status === 'draft') throw refuse('conflict.pushDraft')
  const [other] = endpoint.shared_with
  if (other !== undefined) throw refuse('conflict.inbox', { value: other })
}

/** Only what decides about keys: the rest of a configuration is not looked at with every push. */
const Shape = z.object({ source: SourceConfig, mapping: Mapping.pick({ derived: true }) })
const TOLD = 100

/** The sender learns at once what the run's log will say. */
function judge(endpoint: EndpointRow, rows: readonly PushedRow[], tell: Translate) {
  const { source, mapping } = Shape.parse(endpoint.shape)
  const unkeyed = findUnkeyed(
    source,
    mapping,
    rows.map(row => row.data),
  )
  const refusals = unkeyed.slice(0, TOLD).map(({ at, failure: { field = '', message, advice = '' } }) => ({
    at,
    field,
    message: tell(message),
    advice: tell(advice),
  }))
  return { rejected: unkeyed.length, refusals }
}

async function show(id: string, ctx: RouteContext): Promise<PushEndpoint> {
  return ctx.tenant(async tx => {
    const row = orRefuse(await findOwnEndpoint(tx, id))
    const figures = isPassive(row) ? await readInboxFigures(tx, row.inbox) : { waiting: 0, last_push_at: null }
    return {
      path: pathOf(id),
      is_passive: isPassive(row),
      token_set_at: row.token_set_at,
      secret: row.secret === null ? '' : MASK,
      settings: PushSettings.parse(row.settings),
      waiting: figures.waiting,
      last_push_at: figures.last_push_at,
      shared_with: isPassive(row) ? [...row.shared_with] : [],
    }
  })
}

async function save({ vault }: PushDeps, id: string, body: SaveBody, ctx: RouteContext): Promise<PushEndpoint> {
  const { settings, secret } = body
  // The vault opens transactions of its own, so it comes before ours.
  const sealed = secret === MASK || secret === '' ? null : await vault.seal(ctx.principal.tenantId, placeOf(id), secret)
  await ctx.tenant(async tx => {
    const row = orRefuse(await findOwnEndpoint(tx, id))
    const kept = secret === MASK ? row.secret : sealed
    if (settings.auth !== 'token' && kept === null) throw refuse('invalid.pushSecret', { field: 'secret' })
    await saveSettings(tx, id, settings, kept)
    await ctx.audit(tx, {
      objectType: 'push',
      objectId: id,
      objectName: row.name,
      before: row.settings,
      after: { ...settings, secret },
    })
  })
  return show(id, ctx)
}

function orRefuse(row: EndpointRow | undefined): EndpointRow {
  if (row === undefined) throw refuse('notFound.strategy')
  return row
}
