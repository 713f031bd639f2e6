import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SolutionPackage } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, digestOf, signIndex } from '../../../packaging/index.ts'
import { fileOfPackage, packageOf } from '../../../testing/package-objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { MarketSource } from './contract.ts'
import { callOf } from './testing/market-world.ts'

/** A market of one package, that does something while it is asked for it. */
let server: TestServer
let market: Server
let operator: ReturnType<typeof callOf>
let meanwhile: () => Promise<unknown>
const { key, secret } = createPublisherKey()
const text = fileOfPackage(packageOf('raced'))

beforeAll(async () => {
  server = await startTestServer()
  operator = callOf(server, await server.signIn('admin-a', PASSWORD))
  const { manifest, signature } = JSON.parse(text) as SolutionPackage
  const { name, version, title } = manifest
  const entry = {
    ...{ name, version, title, platforms: [], released_at: new Date().toISOString() },
    ...{ publisher: signature?.publisher ?? '', publisher_key: signature?.key ?? '' },
    ...{ digest: digestOf(text), bytes: Buffer.byteLength(text) },
  }
  const index = { format: 1, serial: 7, signed_at: new Date().toISOString(), total: 1, packages: [entry] } as const
  market = createServer(async (request, response) => {
    if (request.url?.endsWith('/index')) return response.end(signIndex({ ...index, packages: [entry] }, secret))
    await meanwhile()
    response.end(text)
  })
  await new Promise<void>(resolve => market.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  market.close()
  await server.drop()
})

async function follow(): Promise<MarketSource> {
  const { port } = market.address() as AddressInfo // it listens on TCP
  return operator.post('/api/dh/lessee/market-source', { title: `M${port}`, address: `http://127.0.0.1:${port}`, key })
}
const list = async (): Promise<MarketSource[]> => (await operator.call('GET', '/market-source')).json().content

test('a market that is removed while it is looked into is gone, and nothing of it came', async () => {
  const { id } = await follow()
  meanwhile = () => operator.call('DELETE', `/market-source/${id}`)
  expect((await operator.call('POST', `/market-source/${id}/look`)).statusCode).toBe(404)
  expect(await list()).toEqual([])
})

test('a key that is changed while a market is looked into begins anew: nothing of the old one is written beside it', async () => {
  const { id, lock, title, address, every_minutes, takes, is_on } = await follow()
  const other = createPublisherKey().key
  const change = { lock, title, address, every_minutes, takes, is_on, key: other }
  meanwhile = () => operator.call('PUT', `/market-source/${id}`, change)
  expect((await operator.call('POST', `/market-source/${id}/look`)).statusCode).toBe(200)
  expect(await list()).toMatchObject([
    { key: other, serial: 0, packages: 0, waiting: 0, failure: { code: 'conflict.marketChanged' } },
  ])
})
