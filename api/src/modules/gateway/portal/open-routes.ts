import type { randomBytes } from 'node:crypto'
import { lineOf } from '@sluice/contract'
import type { Database, Tx, Vault } from '@sluice/db'
import { type ApplicationFacts, describeApplication } from '@sluice/gateway'
import { hashToken } from '../../../http/create-sessions.ts'
import { isFrom } from '../../../http/networks.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { countCalls, listCalls } from '../call-log/index.ts'
import {
  findSubscription,
  listDeliveries,
  listSubscriptions,
  lockSubscription,
  makeWebhookSecret,
  placeOfWebhook,
  replaceSecret,
} from '../webhook/index.ts'
import type { portal } from './contract.ts'
import { findOpen, noteOpened, type OpenedPortal } from './store.ts'

export interface PortalDeps {
  readonly database: Database
  readonly vault: Vault
  readonly throttle: Throttle
  readonly randomBytes: typeof randomBytes
  readonly now: () => number
  /** Where programs call; null: where the page is. */
  readonly gatewayOrigin: string | null
}

type OpenRoutes = Pick<
  Handlers<typeof portal>,
  'open' | 'samples' | 'postman' | 'calls' | 'deliveries' | 'rotateWebhook'
>

const PER_ADDRESS = { burst: 120, everyMs: 500 }
const PER_LINK = { burst: 200, everyMs: 200 }
const WRONG_PER_ADDRESS = { burst: 20, everyMs: 6000 }
const SECRETS_PER_LINK = { burst: 5, everyMs: 3_600_000 }
const STATEMENT_MS = 5000
/** Behind them nobody reads on; a filter brings the others. */
const MOST_CALLS = 10_000

/** For whoever holds a link. Every no sounds the same, so that nobody learns which links there are. */
export function createOpenRoutes(deps: PortalDeps): OpenRoutes {
  const enter = (id: string, token: string, ctx: RouteContext) => enterPortal(deps, id, token, ctx)
  const read = <T>(opened: OpenedPortal, work: (tx: Tx) => Promise<T>) =>
    deps.database.withTenant(opened.tenant_id, work, { statementTimeoutMs: STATEMENT_MS, readOnly: true })
  const describe = async (tx: Tx, opened: OpenedPortal, origin: string) =>
    orGone(await describeApplication(tx, opened.application_id, deps.gatewayOrigin ?? origin, deps.now()))
  return {
    async open({ params, body }, ctx) {
      const opened = await enter(params.id, body.token, ctx)
      const told = await read(opened, async tx => ({
        facts: await describe(tx, opened, body.origin),
        webhooks: await listSubscriptions(tx, opened.application_id),
      }))
      await deps.database.withTenant(opened.tenant_id, tx => noteOpened(tx, opened.id))
      return tellPortal(opened, told.facts, told.webhooks)
    },
    async samples({ params, body: { token, origin, method, path } }, ctx) {
      const opened = await enter(params.id, token, ctx)
      const { samples } = await read(opened, tx => describe(tx, opened, origin))
      const found = samples(method, path)
      if (found === null) throw refuse('notFound.portalOperation', { field: 'path', value: path })
      return found
    },
    async postman({ params, body }, ctx) {
      const opened = await enter(params.id, body.token, ctx)
      const { postman } = await read(opened, tx => describe(tx, opened, body.origin))
      return { ...postman() }
    },
    async calls({ params, body: { token, page, pageSize, ...asked } }, ctx) {
      const opened = await enter(params.id, token, ctx)
      return read(opened, tx => listOwnCalls(tx, opened.application_id, asked, (page - 1) * pageSize, pageSize))
    },
    async deliveries({ params, body: { token, webhook, state, page, pageSize } }, ctx) {
      const opened = await enter(params.id, token, ctx)
      return read(opened, async tx => {
        await requireOwn(tx, opened, webhook)
        const filter = { state: state ?? null, record: null }
        const rows = await listDeliveries(tx, webhook, filter, pageSize, (page - 1) * pageSize)
        return new Page(
          rows.map(({ total: _total, ...row }) => row),
          Number(rows[0]?.total ?? 0),
        )
      })
    },
    rotateWebhook: ({ params, body }, ctx) => rotate(deps, params.id, body, ctx),
  }
}

/** @throws Failure that is the same for a link that ended, one that never was, one that may not be opened from there, and an application that may not call */
async function enterPortal(deps: PortalDeps, id: string, token: string, ctx: RouteContext): Promise<OpenedPortal> {
  await deps.throttle.take(`gateway-portal/address/${lineOf(ctx.ip)}`, PER_ADDRESS)
  const now = new Date(deps.now())
  const found = await deps.database.withSystem(tx => findOpen(tx, id, hashToken(token), now))
  if (!found || !isFrom(ctx.ip, found.ip_allow)) {
    await deps.throttle.take(`gateway-portal/wrong/${lineOf(ctx.ip)}`, WRONG_PER_ADDRESS)
    throw refuse('notFound.gatewayPortal')
  }
  await deps.throttle.take(`gateway-portal/link/${id}`, PER_LINK)
  return found
}

/** It was deleted a moment ago. */
function orGone(facts: ApplicationFacts | undefined): ApplicationFacts {
  if (facts === undefined) throw refuse('notFound.gatewayPortal')
  return facts
}

type Webhooks = Awaited<ReturnType<typeof listSubscriptions>>

const tellPortal = (opened: OpenedPortal, { appKey, limits, openApi }: ApplicationFacts, webhooks: Webhooks) => ({
  ...{ title: opened.title, expires_at: opened.expires_at, may_rotate: opened.may_rotate },
  ...{ application_name: opened.application_name, app_key: appKey, limits, openapi: { ...openApi } },
  // What the tenant keeps beside them is no business of the receiver's.
  webhooks: webhooks.map(
    ({ application_id: _app, strategy_id: _strategy, version: _version, created_at: _at, ...each }) => each,
  ),
})

type CallQuery = Omit<Parameters<OpenRoutes['calls']>[0]['body'], 'token' | 'page' | 'pageSize'>

async function listOwnCalls(tx: Tx, applicationId: string, asked: CallQuery, offset: number, limit: number) {
  const filter = {
    ...{ applicationId, strategyId: null, assetId: null, operation: null, ip: null, slowerMs: null, trace: null },
    ...{ result: asked.result ?? null, status: asked.status ?? null, from: asked.from ?? null, to: asked.to ?? null },
  }
  const total = await countCalls(tx, filter, MOST_CALLS)
  const rows = offset >= MOST_CALLS ? [] : await listCalls(tx, filter, limit, offset)
  return new Page(
    rows.map(
      ({
        application_id: _id,
        application_name: _name,
        strategy_id: _strategy,
        asset_id: _asset,
        asset_name: _of,
        ...row
      }) => row,
    ),
    total,
  )
}

/** @throws Failure where the webhook is another application's */
async function requireOwn(tx: Tx, opened: OpenedPortal, webhook: string): Promise<void> {
  const found = await findSubscription(tx, webhook)
  if (found?.application_id !== opened.application_id) throw refuse('notFound.gatewayWebhook')
}

async function rotate(
  deps: PortalDeps,
  id: string,
  { token, webhook }: { readonly token: string; readonly webhook: string },
  ctx: RouteContext,
) {
  const opened = await enterPortal(deps, id, token, ctx)
  if (!opened.may_rotate) throw refuse('conflict.portalReadOnly')
  await deps.throttle.take(`gateway-portal/secret/${id}`, SECRETS_PER_LINK)
  const secret = makeWebhookSecret()
  // The vault opens a transaction of its own, so it comes before ours.
  const sealed = await deps.vault.seal(opened.tenant_id, placeOfWebhook(webhook), secret)
  await deps.database.withTenant(opened.tenant_id, async tx => {
    const row = await lockSubscription(tx, webhook)
    if (row?.application_id !== opened.application_id) throw refuse('notFound.gatewayWebhook')
    await replaceSecret(tx, webhook, sealed)
    await ctx.audit(tx, {
      ...{ objectType: 'gatewayWebhook', objectId: webhook, objectName: row.strategy_name },
      after: { new_secret: true, portal: opened.id, title: opened.title },
    })
  })
  return { secret }
}
