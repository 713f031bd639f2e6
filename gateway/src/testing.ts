import { createHmac, randomBytes } from 'node:crypto'
import { newId } from '@sluice/contract'
import { createVault, type Database } from '@sluice/db'
import { createTestDatabase, createTestTenant } from '@sluice/db/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { createGateway, type Gateway } from './gateway.ts'
import { type KeptBodies, placeOfBody } from './keep-bodies.ts'
import type { GatewayDeps } from './parts.ts'
import { hashSecret, writeSigned } from './prove-caller.ts'

export let database: Database
let drop: () => Promise<void>
let tenantId: string
export let stranger: string
/** Two processes over one database. */
export let gateways: { gateway: Gateway; app: FastifyInstance }[]
export let runs: string[] = []
const masterKey = randomBytes(32)
const tokenKey = randomBytes(32)

/** It refuses what has no amount. */
const mapper: Awaited<ReturnType<GatewayDeps['records']['openMapper']>> = {
  mapPage: async rows =>
    rows.map(data =>
      data['amount'] === undefined
        ? {
            kind: 'refused',
            problems: [{ code: 'map.missing', field: 'amount', message: `no amount in ${String(data['id'])}` }],
          }
        : { kind: 'mapped', data },
    ),
  close: () => {},
}

async function openProcess() {
  const app = Fastify()
  const vault = createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now)
  const gateway = await createGateway({
    ...{ database, vault, tokenKey, now: Date.now },
    records: {
      readOriginals: async (_tx, rows) =>
        new Map(rows.map(row => [row.id, '{"id":"r1","amount":12.50,"phone":"139"}'])),
      openMapper: async () => mapper,
    },
    runs: {
      request: async (_tx, { strategyId }) => {
        runs.push(strategyId)
        return { runId: newId(), alreadyRunning: false }
      },
    },
    assets: { call: async () => [] },
    log: { error: () => {}, warn: () => {} },
    certificateHeader: 'x-client-cert',
    // Long enough for a hundred calls to arrive before the first is given up, on a busy machine too.
    bodyMs: 2000,
  })
  gateway.mount(app)
  await app.ready()
  return { gateway, app }
}

/** Before all tests of a file; the store is its own. */
export async function startGateways(): Promise<void> {
  ;({ database, drop } = await createTestDatabase())
  tenantId = (await createTestTenant(database)).tenantId
  stranger = (await createTestTenant(database)).tenantId
  gateways = [await openProcess(), await openProcess()]
}
export const forgetRuns = (): void => {
  runs = []
}
export async function stopGateways(): Promise<void> {
  for (const { app, gateway } of gateways) {
    await app.close()
    await gateway.stop()
  }
  await drop()
}

export const inTenant = <T>(work: Parameters<typeof database.withTenant<T>>[1], id = tenantId) =>
  database.withTenant(id, work)

export async function makeStrategy(id = newId(), of = tenantId): Promise<string> {
  const connectorId = newId()
  const source = { connector_id: connectorId, resource: 'passive.receive', options: { inbox: id }, key: ['id'] }
  await inTenant(async tx => {
    await tx.execute("insert into connector (id, platform_id, name) values ($1::uuid, 'self', $1::uuid::text)", [
      connectorId,
    ])
    await tx.execute(
      "insert into strategy (id, code, name, status, source_connector_id) values ($1::uuid, $1::uuid::text, $1::uuid::text, 'running', $2)",
      [id, connectorId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      id,
      JSON.stringify({ source }),
    ])
  }, of)
  return id
}

interface App {
  readonly id: string
  readonly key: string
  readonly secret: string
  readonly strategyId: string
}

export const tellChange = () => inTenant(tx => tx.query("select pg_notify('gateway_changed', app_tenant()::text)"))

export async function makeApp(
  set: { burst?: number; quota?: number; ip?: string[]; operations?: string[] } = {},
): Promise<App> {
  const id = newId()
  const [secretId, secret] = [newId(), randomBytes(10).toString('hex')]
  const key = randomBytes(6).toString('hex')
  const strategyId = await makeStrategy()
  const vault = createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now)
  const sealed = await vault.seal(tenantId, `gateway/${id}/secret/${secretId}`, secret)
  await inTenant(async tx => {
    await tx.execute(
      `insert into gateway_application (id, name, app_key, burst, rate_per_minute, quota_per_day, ip_allow)
       values ($1::uuid, $1::uuid::text, $2, $3, 1, $4, $5)`,
      [id, key, set.burst ?? 10_000, set.quota ?? null, set.ip ?? []],
    )
    await tx.execute('insert into gateway_secret (id, application_id, sealed, hash) values ($1, $2, $3, $4)', [
      secretId,
      id,
      sealed,
      hashSecret(secret),
    ])
    await tx.execute(
      'insert into gateway_scope (application_id, strategy_id, operations, fields) values ($1, $2, $3, $4)',
      [id, strategyId, set.operations ?? ['query', 'find', 'store'], ['id', 'amount']],
    )
  })
  await tellChange()
  const made = { id, key, secret, strategyId }
  // Each process hears of it in its own time. Asking for the description takes nothing of rate and quota.
  let token: string | undefined
  await expect.poll(async () => (token = await tokenOf(made))).toBeDefined()
  const headers = { authorization: `Bearer ${token}` }
  const describe = () => gateways[1]!.app.inject({ url: '/v2/openapi.json', headers })
  await expect.poll(async () => (await describe()).statusCode).not.toBe(401)
  return made
}

export const signIn = (app: Pick<App, 'key' | 'secret'>, process = 0) =>
  gateways[process]!.app.inject({
    method: 'POST',
    url: '/v2/oauth',
    headers: { 'content-type': 'application/json' },
    payload: { app_key: app.key, app_secret: app.secret },
  })

export const pathOf = (strategyId: string, operation: string): string =>
  `/v2/open-api/business/${strategyId}/${operation}`

export interface Signed {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: Record<string, string>
}

export function sign(app: App, operation = 'query', body = '{"pageSize":5}', shiftSeconds = 0): Signed {
  const call = { method: 'POST', url: `${pathOf(app.strategyId, operation)}?b=2&a=1`, body }
  const timestamp = String(Math.floor(Date.now() / 1000) + shiftSeconds)
  const nonce = randomBytes(12).toString('hex')
  const text = writeSigned({ ...call, body: Buffer.from(body) }, { appKey: app.key, timestamp, nonce })
  return {
    ...call,
    headers: {
      'content-type': 'application/json',
      'x-app-key': app.key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', app.secret).update(text).digest('hex'),
    },
  }
}

export const send = ({ method, url, body, headers }: Signed, process = 0) =>
  gateways[process]!.app.inject({ method: method as 'POST', url, payload: body, headers, remoteAddress: '127.0.0.1' })

export async function tokenOf(app: App): Promise<string> {
  return (await signIn(app)).json<{ access_token: string }>().access_token
}

export const callWith = (token: string, url: string, body?: object, headers: Record<string, string> = {}) =>
  gateways[0]!.app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { payload: body }),
  })

export const countCalls = async (app: App): Promise<number> =>
  Number(
    (
      await inTenant(tx =>
        tx.query<{ n: string }>('select count(*) as n from gateway_call where application_id = $1 and status <> 429', [
          app.id,
        ]),
      )
    )[0]!.n,
  )

/** What was kept of a call, as the product opens it. */
export const openBody = async (row: { readonly call_id: string; readonly sealed: string }): Promise<KeptBodies> => {
  const vault = createVault(database, { current: 'k', keys: new Map([['k', masterKey]]) }, Date.now)
  return JSON.parse(await vault.open(tenantId, placeOfBody(row.call_id), row.sealed))
}
