import { type AddressInfo, createServer, type Server } from 'node:net'
import { createEgress, type GuardedEgress } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import type { TestStep } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createReach, readAllowRule } from './egress-policy.ts'
import { createOwnPlaces, type Surroundings } from './own-places.ts'
import { aimConnector, withoutAddress } from './testing/aim-connector.ts'

let place: TestDatabase
let trap: Server
let port = 0
let visits = 0
const opened: GuardedEgress[] = []

beforeAll(async () => {
  place = await createTestDatabase()
  trap = createServer(socket => {
    visits += 1
    socket.on('error', () => undefined).end()
  })
  await new Promise<void>(resolve => trap.listen(0, '::', resolve))
  port = (trap.address() as AddressInfo).port // it listens on a port
})
afterAll(async () => {
  trap.close()
  await place.drop()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(egress => egress.close()))
  visits = 0
})

const ownAddress = '127.0.0.9'
const around: Surroundings = {
  host: 'this-machine',
  lookup: async name => (name === 'db.internal' ? ['127.0.0.1', '10.1.2.3'] : []),
  listAddresses: () => ['127.0.0.1', '::1', ownAddress, '192.168.7.7'],
}
const settings = { egressAllow: ['private'], host: '127.0.0.1', roles: ['api'] as const, allowsRegistration: false }

interface World {
  readonly url?: string
  readonly told?: { readonly address: string | null; readonly port: number; readonly listens: boolean }
  readonly processes?: readonly { host: string; addresses: string[]; ports: number[] }[]
}

/** A database that tells of itself what a test says. */
function standIn(world: World): Database {
  const answer = (text: string): unknown[] => {
    if (text.includes('inet_server_addr')) return [world.told ?? { address: null, port: 5432, listens: false }]
    if (text.includes('from process')) return [...(world.processes ?? [])]
    return [{ count: 1 }]
  }
  const tx = { query: async (text: string) => answer(text) }
  return {
    url: world.url ?? 'postgresql://sluice@%2Frun%2Fsluice/postgres',
    withSystem: (work: (tx: unknown) => unknown) => work(tx),
  } as never // the rest is not used here
}

async function open(world: World, change: Partial<Parameters<typeof createReach>[0]['settings']> = {}) {
  const database = standIn(world)
  const own = createOwnPlaces(database, around)
  const log = { warn: () => undefined }
  const reach = createReach({
    settings: { ...settings, ...change },
    database,
    own,
    sandboxPorts: () => [],
    log,
    now: Date.now,
  })
  const egress = createEgress(reach.policy)
  opened.push(egress)
  return { reach, own, egress }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'reached',
    (error: { code?: string }) => error.code ?? String(error),
  )

test('a place is a host, a network or an address, with or without a port', () => {
  expect(
    ['erp.local', 'erp.local:8443', '10.0.0.0/8', '::1', '[fd00::1]:8443', '[fd00::1]'].map(readAllowRule),
  ).toEqual([
    { host: 'erp.local' },
    { host: 'erp.local', port: 8443 },
    { host: '10.0.0.0/8' },
    { host: '::1' },
    { host: 'fd00::1', port: 8443 },
    { host: 'fd00::1' },
  ])
})

const spellings = [
  ...['127.0.0.1', 'localhost', 'LOCALHOST', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.9.9.9', '0.0.0.0'],
  ...['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:127.0.0.1', '１２７.0.0.1'],
]

test.each(spellings)('the port of this process is closed by %s, whatever is opened', async host => {
  const { egress, own } = await open({}, { egressAllow: ['private', '127.0.0.1', 'localhost', `127.0.0.1:${port}`] })
  own.addPort(port)
  expect(await codeOf(egress.dial(host, port))).toBe('egress.blocked')
  const shown = host.includes(':') ? `[${host}]` : host
  expect(await codeOf(egress.fetch(`http://${shown}:${port}/`))).toBe('egress.blocked')
  expect(visits).toBe(0)
})

test('the database is closed by its name, by each address of it, and by every address of this machine', async () => {
  const { egress } = await open({ url: `postgresql://u:p@db.internal:${port}/store` })
  for (const host of ['127.0.0.1', 'localhost', ownAddress, '10.1.2.3', '192.168.7.7', '::ffff:10.1.2.3'])
    expect(await codeOf(egress.dial(host, port)), host).toBe('egress.blocked')
  expect(visits).toBe(0)
  expect(await codeOf(egress.dial('127.0.0.1', await unusedPort()))).toBe('egress.refused')
})

test('a public address of this machine is no more open than loopback, for no firewall stands before it', async () => {
  const elsewhere = { ...around, listAddresses: () => ['127.0.0.1', '8.8.4.4', '2001:4860:4860::8844'] }
  const dial = async (host: string, egressAllow: string[]) => {
    const database = standIn({})
    const own = createOwnPlaces(database, elsewhere)
    const log = { warn: () => undefined }
    const reach = createReach({
      settings: { ...settings, egressAllow },
      database,
      own,
      sandboxPorts: () => [],
      log,
      now: Date.now,
    })
    const egress = createEgress({ ...reach.policy, connectTimeoutMs: 50 })
    opened.push(egress)
    return codeOf(egress.dial(host, port))
  }
  for (const host of ['8.8.4.4', '::ffff:8.8.4.4', '[2001:4860:4860::8844]'])
    expect([host, await dial(host, ['erp.local'])]).toEqual([host, 'egress.blocked'])
})

test('behind a forwarder the port that the server itself listens on is closed as well', async () => {
  const { egress } = await open({
    url: 'postgresql://u:p@127.0.0.1:6432/store',
    told: { address: '127.0.0.1', port, listens: true },
  })
  expect(await codeOf(egress.dial('localhost', port))).toBe('egress.blocked')
  expect(await codeOf(egress.dial('localhost', 6432))).toBe('egress.blocked')
})

test('over a unix socket the port is closed where the server listens on one, else it is free', async () => {
  const listening = await open({ told: { address: null, port, listens: true } })
  expect(await codeOf(listening.egress.dial('127.0.0.1', port))).toBe('egress.blocked')
  const silent = await open({ told: { address: null, port, listens: false } })
  expect(await codeOf(silent.egress.dial('127.0.0.1', port))).toBe('reached')
})

test('ports of other processes are closed: here where they are of this machine, else at their addresses', async () => {
  const here = await open({ processes: [{ host: 'this-machine', addresses: ['10.9.9.9'], ports: [port] }] })
  expect(await codeOf(here.egress.dial('127.0.0.1', port))).toBe('egress.blocked')
  const there = await open({ processes: [{ host: 'another', addresses: ['10.9.9.9'], ports: [port] }] })
  expect(await codeOf(there.egress.dial('10.9.9.9', port))).toBe('egress.blocked')
  expect(await codeOf(there.egress.dial('127.0.0.1', port))).toBe('reached')
})

test('a name is looked up again each minute, and what was known stays where nobody answers', async () => {
  let nowMs = 0
  let addresses: readonly string[] | null = ['10.0.0.1']
  const lookup = async () => addresses ?? Promise.reject(new Error('away'))
  const database = standIn({ url: 'postgresql://u:p@db.internal:5432/store' })
  const own = createOwnPlaces(database, { ...around, lookup })
  const options = { database, own, sandboxPorts: () => [], log: { warn: () => undefined } }
  const { policy } = createReach({ ...options, settings, now: () => nowMs })
  const closed = () => policy.deny?.map(rule => rule.host).filter(host => host.startsWith('10.'))
  await policy.refresh?.()
  addresses = ['10.0.0.2']
  await policy.refresh?.()
  expect(closed()).toEqual(['10.0.0.1'])
  nowMs += 60_000
  await policy.refresh?.()
  expect(closed()).toEqual(['10.0.0.2'])
  addresses = null
  nowMs += 60_000
  await policy.refresh?.()
  expect(closed()).toEqual(['10.0.0.2'])
})

test('without EGRESS_ALLOW private networks are open to one tenant on this machine alone', async () => {
  const told: string[] = []
  let nowMs = 0
  const { database } = place
  await createTestTenant(database)
  const make = (change: Partial<typeof settings> & { egressAllow?: never }) =>
    createReach({
      settings: { ...settings, ...change, egressAllow: null },
      database,
      own: createOwnPlaces(database, around),
      sandboxPorts: () => [],
      log: { warn: (_: unknown, text?: string) => void told.push(String(text)) } as never,
      now: () => nowMs,
    })
  const reach = make({})
  expect((await reach.describe())[0]).toContain('private networks and this machine (as one tenant')
  expect(reach.policy.allowPrivate).toBe(true)
  for (const [change, why] of [
    [{ host: '0.0.0.0' }, 'HOST is no loopback address'],
    [{ allowsRegistration: true }, 'REGISTRATION is on'],
    [{ roles: ['worker'] as never }, 'serves no API'],
  ] as const) {
    const other = make(change)
    expect((await other.describe())[0]).toContain(why)
    expect(other.policy.allowPrivate).toBe(false)
  }
  await createTestTenant(database)
  nowMs += 5000
  await reach.policy.refresh?.()
  expect(reach.policy.allowPrivate).toBe(false)
  expect((await reach.describe())[0]).toContain('as there are 2 tenants')
  expect(told).toHaveLength(1)
})

test('who types names one after the other does not fill the log: what is left out of a minute is counted in the next', () => {
  const told: object[] = []
  let nowMs = 0
  const { policy } = createReach({
    settings,
    database: standIn({}),
    own: createOwnPlaces(standIn({}), around),
    sandboxPorts: () => [],
    log: { warn: (line: object) => void told.push(line) } as never,
    now: () => nowMs,
  })
  const refuse = (at: number) =>
    policy.noteRefused?.({ host: `n${at}.example`, port: 1, address: '10.0.0.1', why: 'private' })
  for (let at = 0; at < 500; at++) refuse(at)
  expect(told).toHaveLength(20)
  expect(told[0]).toEqual({ host: 'n0.example', port: 1, address: '10.0.0.1', why: 'private' })
  nowMs += 60_000
  refuse(500)
  expect(told.at(-1)).toMatchObject({ host: 'n500.example', leftOut: 480 })
  refuse(501)
  expect(told.at(-1)).not.toHaveProperty('leftOut')
})

test('of a real server its address and port are known, and the sentence names them', async () => {
  const own = createOwnPlaces(place.database)
  await own.refresh()
  const { host, port: dbPort } = new URL(place.url)
  if (host.startsWith('%2F')) return expect(own.describe()).toEqual([])
  const closed = own.rules.filter(rule => rule.port === Number(dbPort)).map(rule => rule.host)
  expect(closed).toEqual(expect.arrayContaining(['127.0.0.0/8', '::1']))
  expect(own.describe().join()).toContain(`:${dbPort}`)
})

test.each(connectors.map(each => each.manifest.id).filter(id => !withoutAddress.has(id)))(
  'the driver of %s reaches nothing of the product',
  async id => {
    const connector = connectors.find(each => each.manifest.id === id)!
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1']) {
      const { egress, own } = await open({})
      own.addPort(port)
      const context = { ...createTestContext(), egress }
      const steps: TestStep[] = []
      try {
        const connection = await connector.open(aimConnector(connector.manifest.params, host, port), context)
        for await (const step of connection.test()) steps.push(step)
        await connection.close()
      } catch (error) {
        expect(error).toMatchObject({ code: 'egress.blocked' })
        continue
      }
      expect(JSON.stringify(steps)).toContain('egress.blocked')
    }
    expect(visits).toBe(0)
  },
)

function unusedPort(): Promise<number> {
  const server = createServer()
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    }),
  )
}
