import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '@sluice/connector-kit'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { Failure, newId, SourceConfig, TargetConfig } from '@sluice/contract'
import mysql from 'mysql2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasMariaDb, startBinlogServer } from './testing/binlog-server.ts'

const connector = connectors.find(each => each.manifest.id === 'mysql')!
const context = createTestContext()
const CANARY = 'canary-of-this-machine'
/** The server goes away when it has heard nothing for so long. */
const QUIET_MS = 300
let server: Awaited<ReturnType<typeof startBinlogServer>>
let directory = ''
let secret = ''

beforeAll(async () => {
  if (!hasMariaDb && process.env['CI']) throw new Error('CI must have mariadbd')
  server = await startBinlogServer()
  await server.connection.query('use shop')
  directory = await mkdtemp(join(tmpdir(), 'sluice-infile-'))
  secret = join(directory, 'secret.txt')
  await writeFile(secret, CANARY)
})
afterAll(async () => {
  await rm(directory, { recursive: true })
  await context.dispose()
  await server.stop()
})

/** Stands before the real server and obeys it, but answers one command with "send me this file of yours" instead. */
interface Turncoat {
  readonly port: number
  /** Commands that came, over all connections. */
  readonly commands: readonly Buffer[]
  /** What came after the question. */
  received(): Buffer
  close(): Promise<void>
}

/** @param turnAt number of the command, from 1 */
async function openTurncoat(turnAt: number): Promise<Turncoat> {
  const commands: Buffer[] = []
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  const proxy = createServer({ allowHalfOpen: true }, near => {
    const far = connect(server.params.port, '127.0.0.1')
    let hasTurned = false
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => hasTurned || other.destroy())
    }
    let held = Buffer.alloc(0)
    far.on('data', (bytes: Buffer) => hasTurned || near.write(bytes))
    near.on('end', () => far.end())
    near.on('data', (bytes: Buffer) => {
      if (hasTurned) return void received.push(bytes)
      held = Buffer.concat([held, bytes])
      for (let end = 4 + held.readUIntLE(0, 3); held.length >= end; end = 4 + held.readUIntLE(0, 3)) {
        const packet = held.subarray(0, end)
        held = held.subarray(end)
        // The first packet of an exchange is a command; signing in goes on with the server's numbers.
        if (packet[3] === 0) commands.push(packet.subarray(4))
        if (packet[3] !== 0 || commands.length !== turnAt) far.write(packet)
        else {
          hasTurned = true
          received.push(held)
          // The locks of its transaction would stop the others.
          far.destroy()
          ask(near)
          return
        }
        if (held.length < 4) return
      }
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port, // it listens on a port
    commands,
    received: () => Buffer.concat(received),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}

function ask(near: Socket): void {
  const payload = Buffer.concat([Buffer.from([0xfb]), Buffer.from(secret)])
  const head = Buffer.from([payload.length, 0, 0, 1])
  near.write(Buffer.concat([head, payload]))
  setTimeout(() => near.end(), QUIET_MS)
}

const signal = new AbortController().signal
const configOf = (resource: string) => ({ connector_id: newId(), resource, key: ['id'] })
const batch = [1, 2, 9].map(id => ({ data: { id, n: 'x' }, idempotencyKey: String(id) }))

/** Everything the connector does with a server. */
const flows: Readonly<Record<string, (connection: Connection, table: string) => Promise<void>>> = {
  testing: async connection => {
    const steps = []
    for await (const step of connection.test()) steps.push(step)
    if (steps.some(step => !step.ok)) throw new Failure({ code: 'test.failed', message: 'testing failed' })
  },
  listing: async (connection, table) => {
    await connection.discover()
    await connection.describe(table, {})
  },
  reading: async (connection, table) => {
    const source = await connection.openSource!(SourceConfig.parse(configOf(table)))
    for await (const _ of source.read({ cursor: null, window: null, pageSize: 2, signal }));
    await source.readHighWater?.('id')
    await source.close()
  },
  following: async (connection, table) => {
    const source = await connection.openSource!(SourceConfig.parse({ ...configOf(table), follow: true }))
    let records = 0
    try {
      for await (const page of source.follow!({ reader: newId(), cursor: null, pageSize: 2, maxWaitMs: 50, signal })) {
        records += page.records.length
        // The fourth comes by the log.
        if (records === 3) await server.connection.query(`replace into ${table} values (4, 'd')`)
        if (records > 3) break
      }
      await source.readLag?.(newId(), null)
    } finally {
      await source.close()
    }
  },
  writing: async (connection, table) => {
    const target = await connection.openTarget!(TargetConfig.parse({ ...configOf(table), mode: 'upsert' }))
    const outcomes = await target.write(batch, signal)
    await target.find?.(batch, signal)
    await target.close()
    if (outcomes.some(outcome => outcome.kind !== 'written'))
      throw new Failure({ code: 'test.failed', message: 'writing failed' })
  },
  replacing: async (connection, table) => {
    const target = await connection.openReplacement!(
      TargetConfig.parse({ ...configOf(table), mode: 'upsert' }),
      newId(),
    )
    try {
      await target.write(batch, signal)
      await target.swap(3)
    } finally {
      await target.close()
    }
  },
}

let tables = 0

async function runBefore(turnAt: number, flow: (connection: Connection, table: string) => Promise<void>) {
  // Its own for each, because they go on at the same time.
  const table = `plain_${++tables}`
  await server.connection.query(`create table ${table} (id int primary key, n text)`)
  await server.connection.query(`insert into ${table} values (1, 'a'), (2, 'b'), (3, 'c')`)
  const turncoat = await openTurncoat(turnAt)
  const connection = await connector.open({ ...server.params, port: turncoat.port }, context)
  try {
    const error = await flow(connection, table).then(
      () => null,
      (reason: unknown) => reason,
    )
    return { error, commands: turncoat.commands.length, received: turncoat.received() }
  } finally {
    await connection.close().catch(() => undefined)
    await turncoat.close()
  }
}

test('a client that sends files does send one to this server', async () => {
  const turncoat = await openTurncoat(1)
  const client = mysql.createConnection({
    host: '127.0.0.1',
    port: turncoat.port,
    user: String(server.params['username']),
    password: String(server.params['password'] ?? ''),
    flags: ['+LOCAL_FILES'],
    infileStreamFactory: () => createReadStream(secret),
  })
  client.on('error', () => undefined)
  client.query('select 1', () => undefined)
  await expect.poll(() => turncoat.received().toString(), { timeout: 30_000 }).toContain(CANARY)
  client.destroy()
  await turncoat.close()
})

test.each(Object.keys(flows))('%s: a server that asks for a file at any command gets none', async name => {
  const flow = flows[name]!
  const honest = await runBefore(Number.POSITIVE_INFINITY, flow)
  expect(honest.error, 'the flow works with an honest server').toBeNull()
  expect(honest.commands).toBeGreaterThan(2)
  const turns = Array.from({ length: honest.commands }, (_, at) => at + 1)
  const ends = await Promise.all(turns.map(turnAt => runBefore(turnAt, flow)))
  for (const [at, { error, received }] of ends.entries()) {
    expect(received.toString('latin1'), `command ${at + 1}`).not.toContain(CANARY)
    // An empty packet says that there is no file; then the client may take its leave.
    expect(received.length, `command ${at + 1}`).toBeLessThan(200)
    expect(error === null || error instanceof Failure, `command ${at + 1}: ${error}`).toBe(true)
    expect(String(error), `command ${at + 1}`).not.toContain('inside Sluice')
  }
  expect(ends.some(end => end.error !== null)).toBe(true)
})
