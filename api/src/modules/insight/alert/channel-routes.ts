import { newId, type Parsed } from '@sluice/contract'
import type { Tx, Vault } from '@sluice/db'
import { findInactive } from '@sluice/engine'
import { orNameTaken } from '../../../http/name-taken.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { MASK } from '../../../http/write-audit.ts'
import {
  type ChannelKind,
  type ChannelRow,
  type ChannelSecrets,
  type ChannelWrite,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  noteChannel,
  updateChannel,
} from './channel-store.ts'
import type { AlertChannel, alert } from './contract.ts'
import { type Delivery, insertDeliveries, recipientsOf, settleTest } from './delivery-store.ts'
import { planPlain } from './plan-deliveries.ts'
import { type AlertSenderDeps, placeOfSecret, sendAlert } from './send-alert.ts'

export interface ChannelDeps extends AlertSenderDeps {
  readonly vault: Vault
  readonly throttle: Throttle
}

type Routes = Handlers<typeof alert>
type Form = Parsed<(typeof alert)['createChannel']>['body']
type Names = 'channels' | 'createChannel' | 'updateChannel' | 'deleteChannel' | 'testChannel'

const MAX_CHANNELS = 50
/** A test is no way to fill somebody's group. */
const TESTS = { burst: 5, everyMs: 60_000 }

export function createChannelRoutes(deps: ChannelDeps): Pick<Routes, Names> {
  const { now } = deps
  return {
    channels: async (_input, ctx) => (await ctx.tenant(listChannels)).map(row => describe(row, ctx)),
    async createChannel({ body }, ctx) {
      const id = newId(now())
      const row = await toRow(deps, ctx, id, body, null)
      return orNameTaken(row.name, () =>
        ctx.tenant(async tx => {
          if ((await listChannels(tx)).length >= MAX_CHANNELS)
            throw refuse('conflict.quota', { value: String(MAX_CHANNELS) })
          await insertChannel(tx, row, body.kind, ctx.principal.userId)
          await ctx.audit(tx, { ...auditOf(row), after: row })
          return describe(await requireChannel(tx, id), ctx)
        }),
      )
    },
    async updateChannel({ params, body: { version, ...form } }, ctx) {
      const known = await ctx.tenant(tx => requireChannel(tx, params.id))
      const row = await toRow(deps, ctx, known.id, { ...form, kind: known.kind }, known)
      return orNameTaken(row.name, () =>
        ctx.tenant(async tx => {
          if ((await updateChannel(tx, row, version)) === 0) throw refuse('conflict.version')
          await ctx.audit(tx, { ...auditOf(row), before: known, after: row })
          return describe(await requireChannel(tx, row.id), ctx)
        }),
      )
    },
    async deleteChannel({ params }, ctx) {
      return ctx.tenant(async tx => {
        const before = await requireChannel(tx, params.id)
        if (before.rules > 0) throw refuse('conflict.alertChannel', { value: String(before.rules) })
        await deleteChannel(tx, before.id)
        await ctx.audit(tx, { ...auditOf(before), before })
        return null
      })
    },
    testChannel: ({ params }, ctx) => test(deps, params.id, ctx),
  }
}

/** At once, so that whoever sets a channel up sees what becomes of it; logged as every message is. */
async function test(deps: ChannelDeps, id: string, ctx: RouteContext): Promise<{ ok: boolean; message: string }> {
  const channel = await ctx.tenant(tx => requireChannel(tx, id))
  await deps.throttle.take(`test-alert/${ctx.principal.tenantId}`, TESTS)
  const plans = planPlain(channel, 'test', null, deps.now())
  let failure: string | null = null
  for (const [at, recipient] of recipientsOf(channel).entries()) {
    const plan = plans[at]! // one for each recipient
    const delivery: Delivery = {
      ...{ tenant_id: ctx.principal.tenantId, id: plan.id, channel_id: id, recipient, rule_id: null, rule_name: '' },
      ...{ kind: 'test', items: [], count: 0, is_held: false, tries: 1, doubts: 0 },
      created_at: new Date(deps.now()).toISOString(),
    }
    const outcome = await sendAlert(deps, ctx.principal.tenantId, channel, delivery)
    if (outcome.kind !== 'sent') failure ??= outcome.reason
    await ctx.tenant(async tx => {
      await insertDeliveries(tx, [plan])
      await settleTest(tx, plan.id, outcome.kind === 'sent' ? null : outcome.reason)
    })
  }
  await ctx.tenant(async tx => {
    await noteChannel(tx, id, failure)
    await ctx.audit(tx, { ...auditOf(channel), after: { ok: failure === null } })
  })
  return { ok: failure === null, message: failure === null ? '' : ctx.tell(failure) }
}

const auditOf = ({ id, name }: Pick<ChannelRow, 'id' | 'name'>) => ({
  objectType: 'alert-channel',
  objectId: id,
  objectName: name,
})

async function requireChannel(tx: Tx, id: string): Promise<ChannelRow> {
  const row = await findChannel(tx, id)
  if (!row) throw refuse('notFound.alertChannel')
  return row
}

async function toRow(
  deps: ChannelDeps,
  ctx: RouteContext,
  id: string,
  form: Form,
  known: ChannelRow | null,
): Promise<ChannelWrite> {
  requireQuiet(form)
  requireWay(deps, form, known)
  requireSecretAnew(form, known)
  const { name, kind, language, quiet, is_enabled, in_self_test } = form
  const given = { token: readToken(kind, form.token), secret: form.secret, url: form.url }
  const secrets: Record<string, string> = {}
  for (const field of fieldsOf[kind]) {
    const value = given[field]
    const kept = known?.secrets[field]
    if (value === MASK && kept !== undefined) secrets[field] = kept
    else if (value !== '' && value !== MASK)
      secrets[field] = await deps.vault.seal(ctx.principal.tenantId, placeOfSecret(id, field), value)
  }
  const isWebhook = kind === 'webhook'
  const host = isWebhook ? (form.url === MASK ? (known?.settings.host ?? '') : new URL(form.url).host) : ''
  const settings = {
    ...(kind === 'email' ? { addresses: [...new Set(form.addresses)] } : {}),
    ...(form.base_url === '' || !isRobot(kind) ? {} : { base_url: form.base_url }),
    ...(isWebhook ? { host } : {}),
  }
  return { id, name, settings, secrets, language, quiet, is_enabled, in_self_test }
}

/** What each kind keeps sealed. */
const fieldsOf = {
  notice: [],
  email: [],
  dingtalk: ['token', 'secret'],
  wecom: ['token'],
  feishu: ['token', 'secret'],
  webhook: ['url', 'secret'],
} as const satisfies Record<ChannelKind, readonly (keyof ChannelSecrets)[]>

const isRobot = (kind: ChannelKind): boolean => ['dingtalk', 'wecom', 'feishu'].includes(kind)

/** People copy the whole address of a robot's webhook; its token is what counts. */
function readToken(kind: ChannelKind, text: string): string {
  if (!isRobot(kind) || !URL.canParse(text) || !/^https?:/.test(text)) return text
  const { searchParams, pathname } = new URL(text)
  const token =
    kind === 'feishu' ? pathname.split('/').at(-1) : searchParams.get(kind === 'wecom' ? 'key' : 'access_token')
  if (!token) throw refuse('invalid.alertToken', { field: 'token' })
  return token
}

function requireWay({ mail }: ChannelDeps, { kind, addresses, token, url }: Form, known: ChannelRow | null): void {
  const has = (field: keyof ChannelSecrets, value: string): boolean =>
    value !== '' && (value !== MASK || known?.secrets[field] !== undefined)
  if (kind === 'email' && !mail) throw refuse('conflict.noMail')
  if (kind === 'email' && addresses.length === 0) throw refuse('invalid.alertAddress', { field: 'addresses' })
  if (isRobot(kind) && !has('token', token)) throw refuse('invalid.alertToken', { field: 'token' })
  if (kind === 'webhook' && (!has('url', url) || (url !== MASK && !isHttp(url))))
    throw refuse('invalid.alertUrl', { field: 'url' })
}

/** A secret goes to the address it was entered for: another one asks for it again. */
function requireSecretAnew({ kind, base_url, token, secret, url }: Form, known: ChannelRow | null): void {
  const isMoved = kind === 'webhook' ? url !== MASK : isRobot(kind) && base_url !== (known?.settings.base_url ?? '')
  if (!known || !isMoved) return
  for (const [field, value] of Object.entries({ token, secret }))
    if (value === MASK) throw refuse('invalid.secretAnew', { field })
}

/** An address of the web, without user and password: a webhook's secret is its key. */
export function isHttp(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function requireQuiet({ quiet }: Form): void {
  if (quiet === null) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: quiet.timeZone })
  } catch {
    throw refuse('invalid.timeZone', { field: 'quiet.timeZone', value: quiet.timeZone })
  }
  // Quiet for the whole week is switched off, and says so.
  if (findInactive(quiet.windows, quiet.timeZone, 0) === null) throw refuse('invalid.quiet', { field: 'quiet' })
}

const shown = (secret: string | undefined): string => (secret === undefined ? '' : MASK)

const describe = (row: ChannelRow, ctx: RouteContext): AlertChannel => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  language: row.language,
  addresses: [...(row.settings.addresses ?? [])],
  base_url: row.settings.base_url ?? '',
  token: shown(row.secrets.token),
  secret: shown(row.secrets.secret),
  url: shown(row.secrets.url),
  host: row.settings.host ?? '',
  quiet: row.quiet,
  is_enabled: row.is_enabled,
  in_self_test: row.in_self_test,
  sent_at: row.sent_at,
  failed_at: row.failed_at,
  failure: row.failure && ctx.tell(row.failure),
  rules: row.rules,
  version: row.version,
})
