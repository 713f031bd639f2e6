import { newId } from '@sluice/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdmittedCall, Route, Told } from './admitted-call.ts'
import { answerAsset, answerBusiness, answerLookup, firstEdition, routes } from './answer-business.ts'
import { guardBodies } from './body-guard.ts'
import { createAssetCalls } from './call-asset.ts'
import { sweep } from './call-rows.ts'
import { ASSET_CALL } from './called-asset.ts'
import { createLimits, tellUsage, writeLimits } from './limits.ts'
import { createCallLog } from './log-calls.ts'
import { readLanguage } from './messages.ts'
import { writeOpenApi } from './open-api.ts'
import type { GatewayDeps, GatewayParts } from './parts.ts'
import { meetCaller, proveCaller, readQuery, requireOpen } from './prove-caller.ts'
import type { RawCall } from './raw-call.ts'
import { Refusal } from './refusal.ts'
import { servePages } from './serve-pages.ts'
import type { ApplicationRow } from './setting-rows.ts'
import { signIn } from './sign-in.ts'
import { openSnapshot } from './snapshot.ts'
import { BODY_BYTES, recognise, writeRefusal } from './tell-refusal.ts'
import { createTokens } from './token.ts'
import { pathOfVersion, readVersion, writeVersionHeaders } from './versions.ts'

/** What other programs call, under `/v2`. */
export interface Gateway {
  /** Before the server listens. */
  mount(app: FastifyInstance): void
  stop(): Promise<void>
}

const SWEEP_MS = 60_000
const SIGN_IN = '/v2/oauth'
/** Key and secret; anybody may send so much. */
const CREDENTIAL_BYTES = 4096
/** The form of every id. */
const STRATEGY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function createGateway(deps: GatewayDeps): Promise<Gateway> {
  const { database, log } = deps
  const report = (error: unknown) => log.warn({ err: error }, 'reading what applications may call')
  const snapshot = await openSnapshot({ database, report })
  const limits = createLimits({
    ...{ database, now: deps.now },
    report: error => log.warn({ err: error }, 'keeping refused calls'),
  })
  const parts = {
    ...deps,
    snapshot,
    limits,
    tokens: createTokens(deps.tokenKey),
    assetCalls: createAssetCalls(deps),
    logCall: createCallLog(database),
  }
  let sweeping: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = database.withSystem(sweep).catch(error => log.warn({ err: error }, 'deleting old calls'))
  }, SWEEP_MS).unref()
  return {
    mount(app) {
      void app.register(async scope => {
        readBytes(scope)
        scope.setErrorHandler((error, req, reply) => refuse(error, req, reply, deps.log))
        const isSignIn = (req: FastifyRequest): boolean => req.routeOptions.url === SIGN_IN
        if (deps.servesPages) servePages(scope)
        guardBodies(scope, { bodyMs: deps.bodyMs, meet: req => isSignIn(req) || meet(parts, req) })
        scope.post(SIGN_IN, { bodyLimit: CREDENTIAL_BYTES }, async (req, reply) =>
          send(reply, 200, await signIn(parts, toCall(parts, req))),
        )
        scope.get('/v2/limits', named('limits'), async (req, reply) => {
          const { application } = await proveCaller(parts, toCall(parts, req))
          return send(reply, 200, await limits.hold(() => tellUsage(database, application)))
        })
        scope.post('/api/open/operation/:strategyId/query', named(firstEdition.name), (req, reply) =>
          answer(parts, firstEdition, req, reply),
        )
        scope.post('/v2/open-api/map/:id/lookup', named('map-lookup'), (req, reply) =>
          admitThen(parts, { name: 'map-lookup' }, req, reply, admitted =>
            answerLookup(parts, admitted, STRATEGY.test(admitted.id) ? admitted.id : null),
          ),
        )
        for (const path of ['', '/:version'])
          scope.post(`/v2/open-api/asset/:id${path}/call`, named(ASSET_CALL), (req, reply) =>
            admitThen(parts, { name: ASSET_CALL }, req, reply, admitted =>
              answerAsset(parts, admitted, STRATEGY.test(admitted.id) ? admitted.id : null),
            ),
          )
        scope.get('/v2/openapi.json', named('openapi'), async (req, reply) => {
          const { application } = await proveCaller(parts, toCall(parts, req))
          return send(reply, 200, writeOpenApi(application, deps.now()))
        })
        for (const version of ['', '/:version'])
          for (const route of routes)
            scope.route({
              method: route.method,
              url: `/v2/open-api/business/:strategyId${version}/${route.path}`,
              ...named(route.name),
              handler: (req, reply) => answer(parts, route, req, reply),
            })
      })
    },
    async stop() {
      clearInterval(timer)
      await snapshot.stop()
      await sweeping
      await limits.stop()
    },
  }
}

/** Signatures are over bytes. */
function readBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_req, body, done) => done(null, body))
}

/** Each as often as it came: Node joins some and drops others. */
function readHeaders(raw: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = Object.create(null)
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    found[name] = [...(found[name] ?? []), raw[at + 1] ?? '']
  }
  return found
}

const toCall = ({ certificateHeader }: GatewayParts, req: FastifyRequest): RawCall => ({
  method: req.method,
  url: req.raw.url ?? '',
  scheme: req.protocol,
  authority: req.host,
  body: Buffer.isBuffer(req.body) ? req.body : new Uint8Array(),
  ip: req.ip,
  // As the server left it: node joins what came twice by a comma.
  certificate: (certificateHeader && (req.raw.headers[certificateHeader] as string | undefined)) || null, // only set-cookie is a list
  headers: readHeaders(req.raw.rawHeaders),
})

const answer = (parts: GatewayParts, route: Route, req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  admitThen(parts, route, req, reply, admitted => answerBusiness(parts, { ...admitted, route }))

/** Proven, let in, answered. */
async function admitThen(
  parts: GatewayParts,
  route: Pick<Route, 'name'>,
  req: FastifyRequest,
  reply: FastifyReply,
  work: (admitted: AdmittedCall<Pick<Route, 'name'>>) => Promise<Told>,
): Promise<FastifyReply> {
  const startedMs = performance.now()
  const call = toCall(parts, req)
  requireSingle(call)
  const caller = await proveCaller(parts, call)
  const { version: given } = req.params as Readonly<Record<string, string>> // the names in the route's path
  const version = readVersion(given)
  const callId = newId(parts.now())
  const asked = { ...readAsked(req), callId }
  const { strategyId, assetId: id } = asked
  // Whoever is refused now is told, too.
  reply.headers(
    tellVersion(caller.application, { strategyId, assetId: route.name === ASSET_CALL ? id : null, version }),
  )
  reply.headers(writeLimits(caller.application, await parts.limits.admit(caller, asked)))
  const language = readLanguage(req.headers['accept-language'])
  const told = await parts.limits.hold(() =>
    work({ route, call, caller, startedMs, id, callId, language, strategyId, version }),
  )
  reply.header('x-trace-id', callId)
  if (told.isReplayed) reply.header('idempotency-replayed', 'true')
  return send(reply, told.status, told.text)
}

const named = (operation: string) => ({ config: { operation } })

/** What the address asks for. */
function readAsked(req: FastifyRequest) {
  const { strategyId = '', id = '' } = req.params as Readonly<Record<string, string>> // the names in the route's path
  return {
    callId: null,
    operation: (req.routeOptions.config as Partial<ReturnType<typeof named>['config']>).operation ?? '', // as it is mounted above
    method: req.method,
    ip: req.ip,
    strategyId: STRATEGY.test(strategyId) ? strategyId : null,
    assetId: id,
  }
}

/** By what stands above the body. What is refused for its place or its certificate stands in the log of whom it names. @throws Refusal */
function meet(parts: GatewayParts, req: FastifyRequest): void {
  const call = toCall(parts, req)
  const application = meetCaller(parts, call)
  parts.limits.noting(application, readAsked(req), () => requireOpen(application, call, parts.now()))
}

function tellVersion(
  application: ApplicationRow,
  { strategyId, assetId, version }: { strategyId: string | null; assetId: string | null; version: number },
): Record<string, string> {
  const [all, base] =
    assetId === null
      ? [application.scopes.filter(each => each.strategy_id === strategyId), `/v2/open-api/business/${strategyId}`]
      : [application.assets.filter(each => each.asset_id === assetId), `/v2/open-api/asset/${assetId}`]
  const found = all.find(each => each.version === version)
  const now = all.find(each => each.is_current)
  return found ? writeVersionHeaders(found, now ? `${base}${pathOfVersion(now.version)}` : null) : {}
}

/** What stands twice may mean one thing to us and another to who stands between. @throws Refusal */
function requireSingle(call: RawCall): void {
  const names = [...readQuery(call.url).keys()]
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw new Refusal('input', 'twice', { value: twice.slice(0, 100), path: twice.slice(0, 100) })
}

const send = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)

/** Of anything thrown before or beside an operation. */
function refuse(error: unknown, req: FastifyRequest, reply: FastifyReply, log: GatewayDeps['log']): void {
  const refusal = recognise(error)
  if (refusal.status >= 500) log.error({ err: error }, 'answering a call of the gateway')
  if (refusal.options.waitMs !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.options.waitMs / 1000))))
  reply.headers(refusal.options.headers ?? {})
  send(reply, refusal.status, writeRefusal(refusal, readLanguage(req.headers['accept-language'])))
}
