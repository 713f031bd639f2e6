import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { packageOf } from '@sluice/api/testing/package-objects.ts'
import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { ApiAsset } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
let far: Server
let asked = 0
/** 25 MB of numbers: dear to parse. */
const body = Buffer.from(`{"data":[${'1,'.repeat(12_500_000)}1]}`)

beforeAll(async () => {
  world = await startPackageWorld()
  far = createServer((request, answer) => {
    asked += 1
    request.resume().on('end', () => answer.setHeader('content-type', 'application/json').end(body))
  })
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await world.stop()
  far.closeAllConnections()
  far.close()
})

/** What a person may ask of a connector whose server answers more than anybody reads. */
const doors = {
  test: (at, { tenant, http }) => at.test(tenant, 'http', { ...http, test_path: '/all' }),
  testSaved: (at, { tenant, id }) => at.testSaved(tenant, id),
  describe: (at, { tenant, id }) => at.describe(tenant, id, '/all', { list_path: 'data' }),
  tryAsset: (at, { tenant, id, asset }) => at.tryAsset(tenant, id, asset, { options: {}, window: null, pageSize: 5 }),
  sample: (at, { tenant, id }) => at.sample(tenant, id, { resource: '/all', limit: 5 }),
  look: (at, { tenant, id }) => at.look(tenant, id, { resource: '/all', limit: 5 }),
  discover: (at, { tenant, graph }) => at.discover(tenant, graph, true),
  'describe of a schema': (at, { tenant, graph }) => at.describe(tenant, graph, 'orders'),
  converse: (at, { tenant, model }) => at.converse(tenant, model, [{ role: 'user', content: 'Hello' }]),
} satisfies Record<string, (at: PackageWorld['engine']['connections'], place: Place) => Promise<unknown>>

interface Place {
  readonly tenant: string
  readonly id: string
  readonly graph: string
  readonly model: string
  readonly http: { readonly base_url: string; readonly auth: string }
  readonly asset: ApiAsset
}

test('no look at a server that answers 25 MB of numbers holds the thread', { timeout: 180_000 }, async () => {
  const base = `http://127.0.0.1:${(far.address() as AddressInfo).port}`
  const http = { base_url: base, auth: 'none' }
  const shop = { platform: 'http', params: { ...http, test_path: '/all' } }
  const graph = { platform: 'graphql', params: { url: `${base}/graphql`, auth: 'none' } }
  const model = { platform: 'openai', params: { base_url: base, api_key: 'k', model: 'm' } }
  const tenant = await world.bind(
    packageOf('long', each => ({
      ...each,
      manifest: {
        ...each.manifest,
        connections: ['http', 'graphql', 'openai'].map(platform => ({
          ...{ slot: platform, platform, title: platform, rights: [] },
        })),
      },
    })),
    { http: shop, graphql: graph, openai: model },
  )
  const rows = await tenant.query<{ id: string; platform_id: string }>('select id, platform_id from connector')
  const idOf = (platform: string): string => rows.find(each => each.platform_id === platform)?.id ?? ''
  const place: Place = {
    ...{ tenant: tenant.id, id: idOf('http'), graph: idOf('graphql'), model: idOf('openai'), http },
    asset: ApiAsset.parse({ name: 'All', type: 'QUERY', method: 'GET', api: '/all', id: ['id'] }),
  }
  const limitMs = await limitTurn(100)
  const told: Record<string, string> = {}
  for (const [name, open] of Object.entries(doors)) {
    asked = 0
    const ask = async (): Promise<void> => {
      told[name] = await open(world.engine.connections, place).then(
        answer => JSON.stringify(answer),
        (error: Error) => error.message,
      )
    }
    const tookMs = await measureLeast(limitMs, ask)
    expect([name, tookMs, asked > 0]).toEqual([name, expect.toSatisfy((ms: number) => ms <= limitMs), true])
    expect([name, told[name]]).toEqual([name, expect.stringContaining('is longer than 4096 KiB')])
  }
})
