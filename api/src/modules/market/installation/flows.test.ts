import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { InstallationDetail, InstallPlan, UpgradePlan } from './contract.ts'
import { shopOne, shopPackage, shopTwo } from './testing/shop-package.ts'

let server: TestServer
let call: ReturnType<typeof caller>
let connectors: { readonly shop: string; readonly erp: string }
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }

beforeAll(async () => {
  server = await startTestServer()
  call = caller(server, await server.signIn('admin-a', PASSWORD))
  const make = maker(call)
  const shop = await make('/connector', { ...connectorBody(), name: 'Shop' })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  connectors = { shop: shop.id, erp: erp.id }
})
afterAll(() => server.drop())

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

async function install(document: ReturnType<typeof shopPackage>, prefix: string): Promise<InstallationDetail> {
  const text = writePackage(signPackage(document, publisher))
  const { ref } = await ok<{ ref: string }>('POST', '/market/upload', { text })
  const wish = { ref, prefix, connectors, flows: [], params: { warehouse: 'W9' } }
  const plan = await ok<InstallPlan>('POST', '/installation/plan', wish)
  expect(plan.problems).toEqual([])
  return ok('POST', '/installation', { ...wish, hash: plan.hash })
}

const codes = ({ flows, offered }: InstallationDetail) => ({
  flows: flows.map(each => each.code),
  offered: offered.map(each => `${each.strategy} ${each.state}`),
})
const optional = { ...shopOne, optional: ['STOCK'] }

test('a flow that was left out is offered, and added later beside what was changed here', async () => {
  const here = await install(shopPackage(optional), 'L')
  expect(codes(here)).toEqual({ flows: ['L-SO'], offered: ['STOCK left'] })
  const path = `/installation/${here.id}`
  const strange = await call('PUT', path, { lock: here.lock, add: ['__proto__'] })
  expect([strange.statusCode, strange.json().code]).toEqual([422, 'invalid.packageFlow'])
  const whole = await ok<InstallationDetail>('PUT', path, { lock: here.lock, add: ['STOCK'] })
  expect(codes(whole)).toEqual({ flows: ['L-SO', 'L-STOCK'], offered: [] })
  expect(whole.local_changes).toBe(0)
})

test('a flow that somebody deleted is told, stays deleted at an upgrade, and is made again when it is asked for', async () => {
  const here = await install(shopPackage(optional), 'G')
  const path = `/installation/${here.id}`
  await ok('POST', '/strategy-batch/delete', { ids: here.flows.map(each => each.strategy_id) })
  const gone = await ok<InstallationDetail>('GET', path)
  expect(codes(gone)).toEqual({ flows: [], offered: ['SO gone', 'STOCK left'] })
  const text = writePackage(signPackage(shopPackage({ ...shopTwo, optional: ['STOCK'] }), publisher))
  const { ref } = await ok<{ ref: string }>('POST', '/market/upload', { text })
  const plan = await ok<UpgradePlan>('POST', `${path}/upgrade/plan`, { ref })
  expect(plan.problems).toEqual([])
  const choices = {}
  const newer = await ok<InstallationDetail>('POST', `${path}/upgrade`, { ref, choices, hash: plan.hash })
  expect(codes(newer).flows).toEqual([])
  const whole = await ok<InstallationDetail>('PUT', path, { lock: newer.lock, add: ['SO'] })
  expect(codes(whole)).toEqual({ flows: ['G-SO'], offered: ['STOCK left'] })
  expect(whole.local_changes).toBe(0)
})

test('an object of a kind that packages may not hold is refused by its name, not left out', async () => {
  const document = shopPackage({ ...shopOne, version: '3.0.0' })
  const connector = 'kind: connector\nversion: 1\nkey: mysql/Theirs\nspec: { params: {} }\n'
  const text = writePackage(
    signPackage(
      { ...document, files: [...document.files, { path: 'objects/connectors/mysql/Theirs.yaml', text: connector }] },
      publisher,
    ),
  )
  const { ref } = await ok<{ ref: string }>('POST', '/market/upload', { text })
  const wish = { ref, prefix: 'K', connectors, params: { warehouse: 'W9' } }
  const { problems } = await ok<InstallPlan>('POST', '/installation/plan', wish)
  expect(problems).toEqual([{ field: 'kind', message: expect.stringContaining('connector mysql/Theirs') }])
})
