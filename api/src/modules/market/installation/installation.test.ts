import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, fillTenant, maker } from '../../../testing/config-world.ts'
import { CANARY, connectorBody } from '../../../testing/objects.ts'
import { useRealStrategies } from '../../../testing/real-strategies.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { PackageDetail } from '../solution-package/contract.ts'
import type { InstallPlan } from './contract.ts'

let server: TestServer
let author: string
let buyer: string
let call: ReturnType<typeof caller>
let draft: PackageDetail
let text: string

beforeAll(async () => {
  server = await startTestServer()
  useRealStrategies(server)
  author = await server.signIn('admin-a', PASSWORD)
  buyer = await server.signIn('admin-b', PASSWORD)
  call = caller(server, author)
  await fillTenant(call)
})
afterAll(() => server.drop())

const strategyIds = async (): Promise<string[]> =>
  (await call('POST', '/strategy/searchv2', { keyword: 'A-STOCK' }))
    .json()
    .content.map((each: { id: string }) => each.id)

test('a package of one strategy holds everything that it needs, and nothing of the tenant', async () => {
  const answer = await call('POST', '/solution-package', {
    strategy_ids: await strategyIds(),
    name: 'stock',
    title: '库存',
  })
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)])
  draft = answer.json().content
  expect(draft.document.files.map(each => each.path)).toEqual([
    'objects/adapters/own-acme/Signed.yaml',
    'objects/api-assets/own-acme/Orders.yaml',
    'objects/mappings/Countries.yaml',
    'objects/platforms/acme.yaml',
    'objects/strategies/A-STOCK.yaml',
    'objects/strategies/Z-ORDERS.yaml',
  ])
  expect(draft.document.manifest.connections.map(each => [each.slot, each.platform])).toEqual([
    ['acme', 'own:acme'],
    ['fake', 'fake'],
  ])
  const all = JSON.stringify(draft.document)
  expect(all).not.toContain(CANARY)
  expect(all).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
  expect(all).not.toContain('店铺.yaml')
})

test('its samples run through its own mapping, and a wrong one is in the way of a release', async () => {
  const sample = {
    strategy: 'Z-ORDERS',
    title: 'one',
    given: '{"id":1,"country":"DE","items":[]}',
    expected: '{"country":"XX"}',
  }
  const manifest = { ...draft.document.manifest, samples: [sample] }
  const body = {
    lock: draft.lock,
    manifest,
    docs: [{ path: 'docs/readme.zh.md', text: '# 库存' }],
    pictures: [],
    visibility: 'code',
  }
  const saved = await call('PUT', `/solution-package/${draft.id}`, body)
  expect([saved.statusCode, saved.json().message]).toEqual([200, 'ok'])
  const checked = (await call('POST', `/solution-package/${draft.id}/check`)).json().content
  expect(checked.problems.filter((each: { level: string }) => each.level === 'error')).toEqual([])
  expect(checked.samples).toMatchObject([{ ok: false, made: expect.stringContaining('德国') }])
  const refused = await call('POST', `/solution-package/${draft.id}/release`, { lock: draft.lock + 1 })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict.packageSamples'])
  const right = { ...manifest, samples: [{ ...sample, expected: checked.samples[0].made }] }
  const mended = await call('PUT', `/solution-package/${draft.id}`, { ...body, lock: draft.lock + 1, manifest: right })
  const released = await call('POST', `/solution-package/${draft.id}/release`, { lock: mended.json().content.lock })
  expect([released.statusCode, released.json().message]).toEqual([200, 'ok'])
  draft = released.json().content
  expect(draft.releases).toMatchObject([{ version: '1.0.0', state: 'released' }])
  expect(draft.share_code).toMatch(/^[a-z2-9]{17}$/)
  text = (await call('GET', `/solution-package/${draft.id}/release/1.0.0/file`)).body
})

test('an altered byte is refused, another publisher over it too, and an unsigned one', async () => {
  const whole = JSON.parse(text)
  const altered = [
    text.replace('德国', '法国'),
    JSON.stringify({ ...whole, signature: { ...whole.signature, publisher: 'Somebody' } }),
    JSON.stringify({ ...whole, files: whole.files.slice(1) }),
    JSON.stringify({ ...whole, signature: null }),
  ]
  for (const each of altered) {
    const answer = await call('POST', '/market/upload', { text: each }, buyer)
    expect([answer.statusCode, answer.json().code]).toEqual([
      422,
      expect.stringMatching(/^invalid\.package(Altered|Unsigned)$/),
    ])
  }
})

test('what is shared by a code is found by it alone', async () => {
  const search = async () => (await call('POST', '/market/searchv2', {}, buyer)).json().content
  expect(await search()).toEqual([])
  expect((await call('POST', '/market/open', { code: 'abcdefghjkmnpqrst' }, buyer)).statusCode).toBe(404)
  const opened = await call('POST', '/market/open', { code: draft.share_code }, buyer)
  expect(opened.json().content.ref).toMatch(/^upload:/)
  expect(await search()).toMatchObject([{ name: 'stock', origin: 'upload', title: '库存' }])
})

test('a platform of its own is made first, then all is planned and installed under a prefix, stopped', async () => {
  const { ref } = (await call('POST', '/market/upload', { text }, buyer)).json().content
  const wish = { ref, prefix: 'N', connectors: {}, params: {} }
  const empty: InstallPlan = (await call('POST', '/installation/plan', wish, buyer)).json().content
  expect(empty.problems.map(each => each.field)).toEqual(['connectors.acme', 'connectors.fake'])
  const make = maker((method, path, body) => call(method, path, body, buyer))
  for (const _twice of [1, 2])
    expect((await call('POST', '/installation/platform', { ref }, buyer)).json()).toMatchObject({ code: 0 })
  const groups = (await call('GET', '/platform', undefined, buyer)).json().content
  const platform = Object.values(groups)
    .flat()
    .find(each => (each as { name: string }).name === 'Acme') as { id: string }
  const shop = await make<{ id: string }>('/connector', {
    platform_id: platform.id,
    name: 'Mine',
    params: { shop: 's', password: 'p' },
  })
  const erp = await make<{ id: string }>('/connector', { ...connectorBody(), name: 'Theirs' })
  const full = { ...wish, connectors: { acme: shop.id, fake: erp.id } }
  const planned = await call('POST', '/installation/plan', full, buyer)
  const plan: InstallPlan = planned.json().content
  expect(plan.problems).toEqual([])
  expect(plan.changes.map(each => `${each.act} ${each.kind} ${each.key}`)).toEqual([
    'same platform acme',
    'same adapter own:acme/Signed',
    'create api-asset own:acme/N Orders',
    'create mapping N Countries',
    'create strategy N-Z-ORDERS',
    'create strategy N-A-STOCK',
  ])
  expect(plan.samples).toEqual({ passed: 1, failed: 0 })
  const installed = await call('POST', '/installation', { ...full, hash: plan.hash }, buyer)
  expect([installed.statusCode, installed.json().message]).toEqual([200, 'ok'])
  expect(installed.json().content).toMatchObject({
    name: 'stock',
    version: '1.0.0',
    status: 'waiting',
    local_changes: 0,
    flows: [{ status: 'draft' }, { status: 'draft' }],
  })
  const again: InstallPlan = (await call('POST', '/installation/plan', full, buyer)).json().content
  expect(again.problems.map(each => each.field)).toContain('prefix')
})
