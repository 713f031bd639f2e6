import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { packageOf } from '../../../testing/package-objects.ts'
import { useRealStrategies } from '../../../testing/real-strategies.ts'
import { unique } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer } from '../../../testing/start-test-server.ts'
import type { MarketDetail } from '../market/contract.ts'
import { judgeByCommand } from '../market-review/index.ts'
import type { PackageDetail, visibilities } from '../solution-package/contract.ts'
import type { InstallationDetail, InstallPlan } from './contract.ts'
import {
  asked,
  fieldFile,
  flowFile,
  type HostileWorld,
  hostile,
  objectFile,
  openHostileWorld,
} from './testing/hostile-world.ts'

let world: HostileWorld
const ok: HostileWorld['ok'] = (...args) => world.ok(...args)
const unchanged: HostileWorld['unchanged'] = work => world.unchanged(work)

beforeAll(async () => {
  const server = await startTestServer()
  useRealStrategies(server)
  world = await openHostileWorld(server)
})
afterAll(() => world.server.drop())

const send: HostileWorld['send'] = (...args) => world.send(...args)

test('the name of another publisher’s package is no way into what is installed', async () => {
  const name = unique('named')
  const ref = await world.upload(packageOf(name))
  const { id } = (await world.install(ref)).content as InstallationDetail
  const later = packageOf(name, each => ({ ...each, manifest: { ...each.manifest, version: '9.0.0' } }))
  const secret = createPublisherKey().secret
  const text = writePackage(signPackage(later, { name: 'Publisher', secret }))
  const foreign = (await ok<{ ref: string }>('POST', '/market/upload', { text })).ref
  const told = await unchanged(() => send('POST', `/installation/${id}/upgrade/plan`, { ref: foreign }))
  expect([told.status, told.code]).toEqual([422, 'invalid.packageOther'])
  const forced = await unchanged(() => send('POST', `/installation/${id}/upgrade`, { ref: foreign, hash: 'x.y' }))
  expect([forced.status, forced.code]).toEqual([422, 'invalid.packageOther'])
  expect(await ok('GET', `/installation/${id}`)).toMatchObject({ version: '1.0.0', newer: null })
  const shown = await ok<MarketDetail>('GET', `/market/${ref}`)
  expect(shown.versions.map(each => each.version)).toEqual(['1.0.0'])
})

test('a platform of the tenant’s name is a conflict and never a change of it', async () => {
  const { files } = await ok<{ files: { path: string; text: string }[] }>('POST', '/config/export', {
    kinds: ['platform', 'adapter'],
  })
  const change = (from: RegExp, to: string) =>
    files.map(each => ({ path: `objects/${each.path}`, text: each.text.replace(from, to) }))
  const isFound = (from: RegExp): boolean => files.some(each => from.test(each.text))
  const list = () => ok<{ files: unknown[] }>('POST', '/config/export', { kinds: ['platform', 'adapter'] })
  const connectors = await ok<{ id: string; name: string }[]>('GET', '/connector')
  const shop = connectors.find(each => each.name === '店铺')?.id
  const connections = [{ slot: 'shop', platform: 'own:acme', title: 'x', rights: [] }]
  for (const [from, to, code] of [
    // Secrets were entered for the old one.
    [/\{\{shop\}\}\.test/, 'evil.example', 'conflict.packageProblems'],
    [/name: Acme/, 'name: Acme!', 'conflict.packageTaken'],
    [/baseUrl: ""/, 'baseUrl: http://evil.example', 'conflict.packageTaken'],
  ] as const) {
    expect([from, isFound(from)]).toEqual([from, true])
    const map = objectFile('mapping', 'M', { b_platform: 'own:acme', lines: [] })
    const flow = fieldFile({ kind: 'template', template: '{{id}}' }, { lookup: { map: 'M', direction: 'forward' } })
    const ref = await world.upload(hostile([flow, map, ...change(from, to)], { connections }))
    const made = await unchanged(() => send('POST', '/installation/platform', { ref }))
    expect([made.status, made.code, made.body]).toEqual([409, code, made.body])
    expect((await unchanged(() => world.install(ref, { connectors: { shop } }))).status).not.toBe(200)
    expect((await list()).files).toEqual(files)
  }
})

test('what was planned for one wish is not installed for another', async () => {
  const ref = await world.upload(
    hostile([fieldFile({ kind: 'constant', value: `\${param:v}` })], { parameters: [asked('v')] }),
  )
  const wish = { ref, prefix: unique('H'), connectors: { shop: world.shop }, params: { v: 'a' } }
  const { hash } = await ok<InstallPlan>('POST', '/installation/plan', wish)
  for (const other of [
    { prefix: unique('H') },
    { params: { v: 'b' } },
    { group: 'else' },
    { ref: await world.upload(hostile([flowFile()])) },
  ]) {
    const params = 'ref' in other ? {} : wish.params
    const told = await unchanged(() => send('POST', '/installation', { ...wish, params, ...other, hash }))
    expect([told.status, told.code]).toEqual([409, 'conflict.plan'])
  }
})

test('two prefixes that make one name are a conflict', async () => {
  const rename = (code: string) =>
    hostile([{ ...flowFile(), text: flowFile().text.replace('"ORDERS"', `"${code}"`) }], {
      flows: [{ strategy: code, title: 'x', document: 'x', from: 'shop', to: 'shop', required: true }],
    })
  expect((await world.install(await world.upload(rename('B-C')), { prefix: 'QQ' })).status).toBe(200)
  const told = await unchanged(async () => {
    const ref = await world.upload(rename('C'))
    const before = await world.count()
    const answer = await world.install(ref, { prefix: 'QQ-B' })
    expect(await world.count()).toEqual(before)
    await ok('DELETE', `/market/upload/${ref.slice('upload:'.length)}`)
    return answer
  })
  expect(told.status).not.toBe(200)
})

test.each(['abcdefghjkmnpqrst', '%%%%', "' or ''='", '____', '....', '\u0000\u0000\u0000\u0000x', 'ABCDEFGHJKMNPQRST'])(
  'the share code %j opens nothing, and all that open nothing answer alike',
  async code => {
    const told = await unchanged(() => send('POST', '/market/open', { code }, world.stranger))
    const plain = await send('POST', '/market/open', { code: 'zzzzzzzzzzzzzzzzz' }, world.stranger)
    expect([told.status === 404 || code.includes('\0'), told.status === 422 || told.body === plain.body]).toEqual([
      true,
      true,
    ])
  },
)

async function release(visibility: (typeof visibilities)[number]): Promise<{ ref: string; draft: PackageDetail }> {
  const text = JSON.stringify(packageOf(unique('offered')))
  const { id, lock, document } = await ok<PackageDetail>('POST', '/solution-package/import', { text })
  const body = { lock, manifest: document.manifest, docs: [], pictures: [], visibility }
  const saved = await ok<PackageDetail>('PUT', `/solution-package/${id}`, body)
  const draft = await ok<PackageDetail>('POST', `/solution-package/${id}/release`, { lock: saved.lock })
  return { ref: `release:${draft.releases[0]?.id}`, draft }
}
const judge = (ref: string, reason: string | null) =>
  judgeByCommand(world.server.database, { id: ref.slice('release:'.length), reason }, Date.now())
const withdraw = (id: string) => ok('POST', `/solution-package/${id}/release/1.0.0/withdraw`)

test.each<[string, () => Promise<string>]>([
  ['private', async () => (await release('private')).ref],
  ['shared by a code', async () => (await release('code')).ref],
  ['waiting', async () => (await release('market')).ref],
  [
    'refused',
    async () => {
      const { ref } = await release('market')
      await judge(ref, 'no')
      return ref
    },
  ],
  [
    'withdrawn',
    async () => {
      const { ref, draft } = await release('market')
      await judge(ref, null)
      expect((await send('GET', `/market/${ref}`, undefined, world.stranger)).status).toBe(200)
      await withdraw(draft.id)
      return ref
    },
  ],
  [
    'withdrawn and shared by a code',
    async () => {
      const { ref, draft } = await release('code')
      await withdraw(draft.id)
      const told = await send('POST', '/market/open', { code: draft.share_code }, world.stranger)
      expect([told.status, told.code]).toEqual([404, 'notFound.release'])
      return ref
    },
  ],
  ['uploaded by another', () => world.upload(hostile([flowFile()]))],
])('a release that is %s is not there for another tenant', async (_what, make) => {
  const ref = await make()
  const wish = { ref, prefix: 'P', connectors: { shop: world.shop }, params: {} }
  const calls: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', `/market/${ref}`],
    ['POST', '/installation/platform', { ref }],
    ['POST', '/installation/plan', wish],
    ['POST', '/installation', { ...wish, hash: 'x' }],
    ['PUT', `/market/${ref}/review`, { stars: 1 }],
    ['DELETE', `/market/upload/${ref.slice(ref.indexOf(':') + 1)}`],
  ]
  for (const [method, path, body] of calls) {
    const told = await unchanged(() => send(method, path, body, world.stranger))
    expect([path, told.status, told.code]).toEqual([path, 404, 'notFound.release'])
  }
  const found = await ok<{ ref: string }[]>('POST', '/market/searchv2', { pageSize: 100 }, world.stranger)
  expect(found.map(each => each.ref)).not.toContain(ref)
})

test('what one has not installed one says nothing of', async () => {
  const { ref } = await release('market')
  await judge(ref, null)
  const told = await unchanged(() => send('PUT', `/market/${ref}/review`, { stars: 1, text: 'bad' }, world.stranger))
  expect([told.status, told.code]).toEqual([409, 'conflict.notInstalled'])
  const many = await unchanged(() => send('PUT', `/market/${ref}/review`, { stars: 500 }, world.stranger))
  expect([many.status, many.code]).toEqual([422, 'invalid.input'])
})

test.each<[string, string, unknown]>([
  ['GET', '', undefined],
  ['PUT', '', { lock: 1, params: {} }],
  ['DELETE', '', { keep: true }],
  ['DELETE', '', {}],
  ['POST', '/convert', undefined],
  ['POST', '/upgrade/plan', 'REF'],
  ['POST', '/upgrade', 'REF'],
  ['POST', '/rollback', undefined],
  ['GET', '/removal', undefined],
])('%s %s of another tenant’s installation finds nothing', async (method, rest, body) => {
  const name = unique('theirs')
  const { id } = (await world.install(await world.upload(packageOf(name)))).content as InstallationDetail
  const ref = await world.upload(packageOf(name), world.stranger)
  const given = body === 'REF' ? { ref, ...(rest === '/upgrade' ? { hash: 'x.y' } : {}) } : body
  const told = await unchanged(() => send(method, `/installation/${id}${rest}`, given, world.stranger))
  expect([told.status, told.code]).toEqual([404, 'notFound.installation'])
})

test('who may install, but make no strategies, installs nothing', async () => {
  const role = '00000000-0000-7000-8000-000000000009'
  await world.server.database.withTenant(world.server.a.tenantId, async tx => {
    await tx.execute(`insert into role (id, name, permissions) values ($1, 'buyer', $2)`, [
      role,
      ['market:query', 'market:install', 'strategy:query', 'connector:query'],
    ])
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'buyer', '', password_hash, $1 from app_user where username = 'admin-a'`,
      [role],
    )
  })
  const buyer = await world.server.signIn('buyer', PASSWORD)
  const ref = await world.upload(hostile([flowFile()]))
  const told = await unchanged(() => world.install(ref, {}, buyer))
  expect([told.status, told.code]).toEqual([405, 'permission'])
  expect(told.body).toContain('strategy:add')
  // And reads it before anything is pressed.
  const detail = await world.send('GET', `/market/${ref}`, undefined, buyer)
  expect(detail.content).toMatchObject({ permissions: ['strategy:add'] })
})
