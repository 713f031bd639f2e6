import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress } from '@sluice/connector-kit'
import type { SolutionPackage } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPublisherKey, digestOf, type MarketIndex, openIndex, signIndex } from '../../../packaging/index.ts'
import { fileOfPackage, packageOf } from '../../../testing/package-objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { MarketSource } from './contract.ts'
import { callOf, offerPackage, offerVersion } from './testing/market-world.ts'
import { followDue } from './worker.ts'

/** Two installations: B follows the market of A over HTTP, through a place in between that does as it is told. */
let a: TestServer
let b: TestServer
let between: Server
let address: string
/** What the place in between answers instead; absent: what A does. */
let bend: (path: string) => { status?: number; location?: string; body?: string | 'endless' } | undefined
let asked: string[]

let inA: ReturnType<typeof callOf>
let inB: ReturnType<typeof callOf>
/** Somebody of B who does not run it. */
let other: ReturnType<typeof callOf>

beforeAll(async () => {
  ;[a, b] = await Promise.all([startTestServer(), startTestServer()])
  inA = callOf(a, await a.signIn('admin-a', PASSWORD))
  inB = callOf(b, await b.signIn('admin-a', PASSWORD))
  other = callOf(b, await b.signIn('admin-b', PASSWORD))
  await inA.call('PUT', '/market-feed', { is_on: true })
  between = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const bent = bend(path)
    if (bent?.body === 'endless') {
      response.on('error', () => {})
      const timer = setInterval(() => response.write('x'.repeat(1_000_000)), 1)
      response.on('close', () => clearInterval(timer))
      return
    }
    if (bent) {
      response.writeHead(bent.status ?? 200, bent.location === undefined ? {} : { location: bent.location })
      return response.end(bent.body ?? '')
    }
    const answer = await a.call('GET', path)
    response.writeHead(answer.statusCode).end(answer.body)
  })
  await new Promise<void>(resolve => between.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
})
afterAll(async () => {
  between.closeAllConnections()
  between.close()
  await Promise.all([a.drop(), b.drop()])
})
beforeEach(() => {
  bend = () => undefined
  asked = []
})

const indexOfA = async () => (await a.call('GET', '/api/market-feed/index')).body
const keyOfA = async () => openIndex(await indexOfA(), null).key

let source: MarketSource
const look = async (id = source.id): Promise<MarketSource> => {
  const answer = await inB.call('POST', `/market-source/${id}/look`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().content
}
const shown = async (as = other): Promise<string[]> =>
  (await as.call('POST', '/market/searchv2', { origin: 'market', sort: 'title' }))
    .json()
    .content.map(
      (each: { name: string; version: string; source: string }) => `${each.name} ${each.version} ${each.source}`,
    )
const waiting = async (): Promise<{ id: string; name: string; version: string; source: string }[]> =>
  (await inB.call('POST', '/market-review/searchv2', { pageSize: 100 })).json().content
const approve = async (name: string) => {
  const row = (await waiting()).find(each => each.name === name)
  expect((await inB.call('POST', `/market-review/${row?.id}/approve`)).statusCode).toBe(200)
}
const findPackage = async (name: string): Promise<string> =>
  (await inA.call('POST', '/solution-package/searchv2', { keyword: name })).json().content[0].id

test('a market is looked at before it is believed, and its packages wait for the operator', async () => {
  await offerPackage(a, inA, packageOf('first'))
  const peeked = (await inB.call('POST', '/market-source/peek', { address })).json().content
  expect(peeked).toMatchObject({ key: await keyOfA(), packages: 1, titles: ['first'], source_id: null })
  expect(peeked.fingerprint).toMatch(/^([0-9a-f]{8} ){7}[0-9a-f]{8}$/)
  expect((await inB.call('GET', '/market-source')).json().content).toEqual([])
  const made = await inB.call('POST', '/market-source', { title: 'A', address, key: peeked.key })
  source = made.json().content
  expect(await look()).toMatchObject({
    failure: null,
    packages: 1,
    waiting: 1,
    released: 0,
    problems: [],
    remaining: 0,
  })
  expect(await shown()).toEqual([])
  expect(await waiting()).toMatchObject([{ name: 'first', source: 'A', tenant: '' }])
  await approve('first')
  expect(await shown()).toEqual(['first 1.0.0 A'])
  const twice = await inB.call('POST', '/market-source', { title: 'Again', address: '', key: peeked.key })
  expect(twice.json()).toMatchObject({ code: 'conflict.marketSourceKey' })
})

test('a new version comes as a new version of the same package, and nothing is fetched twice', async () => {
  await offerVersion(a, inA, await findPackage('first'), '1.1.0')
  asked = []
  expect(await look()).toMatchObject({ failure: null, waiting: 1, released: 1 })
  expect(asked.filter(each => each.includes('/package/'))).toHaveLength(1)
  expect(await shown()).toEqual(['first 1.0.0 A'])
  await approve('first')
  expect(await shown()).toEqual(['first 1.1.0 A'])
  expect(await look()).toMatchObject({ failure: null, waiting: 0, released: 2 })
})

test('whoever does not run the installation finds neither sources nor the switch, and a closed market is not there', async () => {
  for (const [method, path, body] of [
    ['GET', '/market-source'],
    ['GET', '/market-feed'],
    ['PUT', '/market-feed', { is_on: true }],
    ['POST', '/market-source', { title: 'X', key: await keyOfA() }],
    ['POST', '/market-source/peek', { address }],
    ['POST', `/market-source/${source.id}/look`],
    ['DELETE', `/market-source/${source.id}`],
    ['POST', '/market-feed/export'],
  ] as const)
    expect([path, (await other.call(method, path, body)).statusCode]).toEqual([path, 404])
  expect((await b.call('GET', '/api/market-feed/index')).statusCode).toBe(404)
  const { packages } = openIndex(await indexOfA(), null).index
  expect((await b.call('GET', `/api/market-feed/package/${packages[0]?.digest}`)).statusCode).toBe(404)
  // What was taken from A is A's to tell.
  await inB.call('PUT', '/market-feed', { is_on: true })
  expect(openIndex((await b.call('GET', '/api/market-feed/index')).body, null).index.packages).toEqual([])
  await inB.call('PUT', '/market-feed', { is_on: false })
})

test('an index tells nothing of tenants, and only what stands in the market', async () => {
  await inA.post('/api/dh/lessee/solution-package/import', { text: JSON.stringify(packageOf('secret-draft')) })
  const text = await indexOfA()
  expect(text).not.toContain('secret-draft')
  expect(text).not.toContain(a.a.tenantId)
  const [entry] = openIndex(text, null).index.packages
  expect(Object.keys(entry ?? {}).sort()).toEqual(
    'bytes digest name platforms publisher publisher_key released_at title version'.split(' '),
  )
})

test('an older index, another one of the same number, one of another key and one with a changed byte are refused', async () => {
  const old = await indexOfA()
  await offerPackage(a, inA, packageOf('second'))
  expect(await look()).toMatchObject({ failure: null, waiting: 1 })
  bend = path => (path.endsWith('/index') ? { body: old } : undefined)
  expect((await look()).failure).toMatchObject({ code: 'invalid.marketOlder' })
  const { index, key } = openIndex(await indexOfA(), null)
  expect(key).toBe(source.key)
  const mallory = createPublisherKey()
  bend = path =>
    path.endsWith('/index') ? { body: signIndex({ ...index, serial: index.serial + 9 }, mallory.secret) } : undefined
  expect((await look()).failure).toMatchObject({
    code: 'invalid.marketKey',
    message: expect.stringMatching(/[0-9a-f]{8} /),
  })
  const now = await indexOfA()
  bend = path => (path.endsWith('/index') ? { body: now.replace('second', 'sccond') } : undefined)
  expect((await look()).failure).toMatchObject({ code: 'invalid.marketAltered' })
  bend = path => (path.endsWith('/index') ? { body: now.slice(0, 500) } : undefined)
  expect((await look()).failure).toMatchObject({ code: 'invalid.marketIndex' })
  // Nothing of what was believed before is lost by it.
  bend = () => undefined
  expect(await look()).toMatchObject({ failure: null, waiting: 1, released: 2 })
  await approve('second')
})

test('a changed byte in a package is refused with its name, and the others come', async () => {
  const digest = await offerPackage(a, inA, packageOf('bent'))
  await offerPackage(a, inA, packageOf('straight'))
  const { body } = await a.call('GET', `/api/market-feed/package/${digest}`)
  bend = path => (path.endsWith(digest) ? { body: body.replace('"Orders"', '"Ordres"') } : undefined)
  const { problems, failure } = await look()
  expect([failure, problems]).toMatchObject([
    null,
    [{ name: 'bent', version: '1.0.0', code: 'invalid.marketPackageAltered' }],
  ])
  expect((await waiting()).map(each => each.name)).toEqual(['straight'])
  bend = () => undefined
  expect((await look()).problems).toEqual([])
  expect((await waiting()).map(each => each.name)).toEqual(['bent', 'straight'])
})

test('a market that is away, answers without an end, with something else, or leads to a private place, is told with its reason', async () => {
  bend = () => ({ status: 503 })
  expect((await look()).failure).toMatchObject({
    code: 'unavailable.marketAnswer',
    message: expect.stringContaining('503'),
  })
  bend = () => ({ body: 'endless' })
  expect((await look()).failure).toMatchObject({ code: 'egress.tooLarge' })
  bend = () => ({ body: '<html>' })
  expect((await look()).failure).toMatchObject({ code: 'invalid.marketIndex' })
  bend = () => ({ status: 302, location: 'http://169.254.169.254/latest/meta-data' })
  expect((await look()).failure).toMatchObject({ code: 'egress.blocked' })
  const { port } = new URL(address)
  const egress = createEgress({ allow: [{ host: '127.0.0.1', port: Number(port) }] })
  bend = () => ({ status: 302, location: 'http://10.0.0.7/api/market-feed/index' })
  await followDue({ database: b.database, outgoing: egress, now: () => Date.now() + 7 * 3_600_000 })
  await egress.close()
  const [row] = (await inB.call('GET', '/market-source')).json().content
  expect(row.failure).toMatchObject({ code: 'egress.blocked' })
  const gone = await inB.call('POST', '/market-source', {
    title: 'Gone',
    address: 'http://127.0.0.1:9',
    key: createPublisherKey().key,
  })
  expect((await look(gone.json().content.id)).failure).toMatchObject({ code: 'egress.refused' })
  // The market itself needs nobody else.
  expect(await shown()).toHaveLength(2)
  expect((await inB.call('GET', '/market')).statusCode).toBe(200)
  await inB.call('DELETE', `/market-source/${gone.json().content.id}`)
})

/** An index of A's, changed as A could sign it. Believed by nobody but one look: the number is A's own. */
async function tell(change: (index: MarketIndex) => MarketIndex): Promise<string> {
  const { index } = openIndex(await indexOfA(), null)
  const sealed = await a.database.withSystem(tx => tx.query<{ secret: string }>('select secret from market_feed'))
  const next = signIndex(change(index), await a.vault.open(a.a.tenantId, 'market-feed', sealed[0]?.secret ?? ''))
  await b.database.withSystem(tx => tx.execute(`update market_source set serial = 0, index_digest = ''`))
  bend = path => (path.endsWith('/index') ? { body: next } : undefined)
  return next
}

/** An index of A's with one more package in it, as A could sign it were it hostile. */
async function smuggle(document: SolutionPackage | string, told: object = {}): Promise<void> {
  const text = typeof document === 'string' ? document : fileOfPackage(document)
  const { manifest, signature } = JSON.parse(text) as SolutionPackage
  const digest = digestOf(text)
  const entry = {
    ...{
      name: manifest.name,
      version: manifest.version,
      title: manifest.title,
      platforms: [],
    },
    ...{
      publisher: signature?.publisher ?? '',
      publisher_key: signature?.key ?? '',
      digest,
      bytes: Buffer.byteLength(text),
    },
    ...{ released_at: new Date().toISOString(), ...told },
  }
  const next = await tell(index => {
    const packages = [entry, ...index.packages]
    return { ...index, total: packages.length, packages }
  })
  bend = path => (path.endsWith('/index') ? { body: next } : path.endsWith(digest) ? { body: text } : undefined)
}

test('a package that the checks refuse, of another name than told, unsigned, or larger than told, is left out', async () => {
  const key = ['sk', 'live', 'abcdefghij0123456789'].join('_')
  const broken = packageOf('hostile', each => ({
    ...each,
    files: each.files.map(file => ({
      ...file,
      text: file.text.replace('connector: slot:shop', `connector: mysql/ERP`),
    })),
  }))
  const before = (await waiting()).map(each => each.name)
  for (const [document, told, code] of [
    [broken, {}, 'invalid.marketPackageChecks'],
    [packageOf('true-name'), { name: 'another-name' }, 'invalid.marketPackageOther'],
    [packageOf('other-key'), { publisher_key: createPublisherKey().key }, 'invalid.marketPackageOther'],
    [
      JSON.stringify(packageOf('unsigned')),
      { publisher: 'X', publisher_key: createPublisherKey().key },
      'invalid.packageUnsigned',
    ],
    [packageOf('large'), { bytes: 10 }, 'egress.tooLarge'],
  ] as const) {
    await smuggle(document, told)
    expect([code, await look()]).toMatchObject([code, { failure: null, problems: [{ code }] }])
  }
  expect((await waiting()).map(each => each.name)).toEqual(before)
  // Something to look at waits, even where the operator takes all that is clean.
  await smuggle(
    packageOf('told-a-key', each => ({
      ...each,
      files: [...each.files, { path: 'docs/readme.zh.md', text: `Use ${key}` }],
    })),
  )
  const { lock } = await look()
  expect((await waiting()).map(each => each.name)).toContain('told-a-key')
  expect(lock).toBe(source.lock)
  await b.database.withSystem(tx => tx.execute(`update market_source set serial = 0, index_digest = ''`))
})

test('the same name of another publisher stands beside an own package, and a version never changes', async () => {
  await offerPackage(b, inB, packageOf('bent'))
  await approve('bent')
  expect((await shown()).filter(each => each.startsWith('bent')).sort()).toEqual(['bent 1.0.0 ', 'bent 1.0.0 A'])
  const changed = packageOf('bent', each => ({ ...each, manifest: { ...each.manifest, summary: 'other' } }))
  const entry = openIndex(await indexOfA(), null).index.packages.find(each => each.name === 'bent')
  await smuggle(changed, { publisher: entry?.publisher, publisher_key: entry?.publisher_key })
  const answer = await look()
  expect(answer.problems).toMatchObject([{ name: 'bent', code: 'invalid.marketPackageChanged' }])
  await b.database.withSystem(tx => tx.execute(`update market_source set serial = 0, index_digest = ''`))
})

test('an index that has no room for all says how many are left out, and nothing is withdrawn for that', async () => {
  const before = await shown()
  await tell(index => ({ ...index, total: index.total + 999, packages: index.packages.slice(1) }))
  const answer = await look()
  expect(answer.problems).toMatchObject([
    { name: 'A', code: 'invalid.marketIndexCut', message: expect.stringContaining('1000') },
  ])
  expect(await shown()).toEqual(before)
  await b.database.withSystem(tx => tx.execute(`update market_source set serial = 0, index_digest = ''`))
})

test('what A withdraws leaves the market of B, whoever has it hears of it, and it waits when it comes back', async () => {
  const ref = (await other.call('POST', '/market/searchv2', { keyword: 'second' })).json().content[0].ref
  const key = (await other.call('GET', `/market/${ref}`)).json().content.publisher_key
  await b.database.withTenant(b.b.tenantId, tx =>
    tx.execute(
      `insert into package_installation (id, ref, name, version, publisher, publisher_key, prefix, flows, connectors, params, document, base, objects, title, platforms, created_by)
       values (gen_random_uuid(), $1, 'second', '1.0.0', 'A', $2, '', '{}', '{}', '{}', '{}', '[]', '[]', '"second"', '{}', gen_random_uuid())`,
      [ref, key],
    ),
  )
  const id = await findPackage('second')
  await inA.call('POST', `/solution-package/${id}/release/1.0.0/withdraw`)
  // What was smuggled before is gone, too.
  expect(await look()).toMatchObject({ failure: null, withdrawn: 2 })
  expect((await shown()).filter(each => each.startsWith('second'))).toEqual([])
  expect((await other.call('GET', `/market/${ref}`)).statusCode).toBe(404)
  const notices = (
    await b.call('GET', '/api/dp/notice', { token: other.token, headers: { 'accept-language': 'en' } })
  ).json()
  expect(JSON.stringify(notices)).toContain('Version 1.0.0 of the package second was withdrawn')
})

test('it is looked into when its time has come, tells how old its index is, and not at all while it is off', async () => {
  const at = (hours: number) => Date.now() + hours * 3_600_000
  const follow = (hours: number) => followDue({ database: b.database, outgoing: plain, now: () => at(hours) })
  const plain = createEgress({ allowPrivate: true })
  await look()
  asked = []
  await follow(5)
  expect(asked).toEqual([])
  await follow(7)
  expect(asked).toEqual(['/api/market-feed/index'])
  const read = async (): Promise<MarketSource> => (await inB.call('GET', '/market-source')).json().content[0]
  expect((await read()).is_stale).toBe(false)
  b.advance(8 * 24 * 3_600_000)
  inB = callOf(b, await b.signIn('admin-a', PASSWORD))
  expect((await read()).is_stale).toBe(true)
  const { title, every_minutes, takes, lock } = await read()
  const off = await inB.call('PUT', `/market-source/${source.id}`, {
    title,
    address,
    key: source.key,
    every_minutes,
    takes,
    is_on: false,
    lock,
  })
  expect(off.statusCode).toBe(200)
  asked = []
  await follow(400)
  await plain.close()
  expect(asked).toEqual([])
  expect((await inB.call('POST', `/market-source/${source.id}/look`)).json().code).toBe('conflict.marketOff')
})

test('a key that A changed is refused until the operator of B confirms it; removed, a market takes its packages along', async () => {
  const before = await keyOfA()
  const [row] = (await inB.call('GET', '/market-source')).json().content
  const save = (key: string, lock: number) =>
    inB.call('PUT', `/market-source/${source.id}`, { title: 'A', address, key, takes: 'clean', is_on: true, lock })
  const on = (await save(before, row.lock)).json().content
  expect((await a.call('POST', '/api/dh/lessee/market-feed/key', { token: inA.token })).statusCode).toBe(200)
  expect(await keyOfA()).not.toBe(before)
  expect((await look()).failure).toMatchObject({ code: 'invalid.marketKey' })
  expect((await save(await keyOfA(), on.lock)).statusCode).toBe(200)
  await offerPackage(
    a,
    inA,
    packageOf('third', each => ({ ...each, manifest: { ...each.manifest, licence: 'MIT' } })),
  )
  expect(await look()).toMatchObject({ failure: null, problems: [] })
  expect((await shown(inB)).filter(each => each.startsWith('third'))).toEqual(['third 1.0.0 A'])
  expect((await inB.call('DELETE', `/market-source/${source.id}`)).statusCode).toBe(200)
  expect((await shown(inB)).filter(each => each.endsWith(' A'))).toEqual([])
})
