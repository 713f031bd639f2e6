import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createTestContext, Followed, type TestContext } from '@sluice/connector-kit/conformance'
import { type ParamValues, SourceConfig } from '@sluice/contract'
import codec from 'mqtt-packet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import mqtt from './index.ts'
import { isReachable, openBench, params } from './testing.ts'

let context: TestContext
beforeAll(() => {
  context = createTestContext()
})
afterAll(() => context.dispose())

async function follow(given: ParamValues, resource: string, options: ParamValues = {}, cursor: string | null = null) {
  const connection = await mqtt.open(given, context)
  const connector_id = '01900000-0000-7000-8000-000000000007'
  const config = SourceConfig.parse({ connector_id, resource, key: ['id'], options, follow: true })
  return Followed.open(connection, config, { cursor })
}
/** With QoS 0, which the connector itself never uses. */
async function sendLoose(topic: string, payload: string): Promise<void> {
  const socket = connect(Number(params['port']), String(params['host']))
  const version = { protocolVersion: 4 } as const
  socket.write(
    codec.generate({ cmd: 'connect', protocolId: 'MQTT', ...version, clientId: '', clean: true, keepalive: 0 }),
  )
  await once(socket, 'data')
  socket.end(codec.generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false }))
}
const textsOf = (each: Followed) => each.pages.flatMap(({ notices = [] }) => notices.map(({ text }) => text))

describe('a broker that keeps less than was asked for', () => {
  const asked = { protocolVersion: 5 } as const
  /** What it answers to a sign-in and a subscription. */
  let answer: { keeps?: number; grants: 0 | 1; isKept: boolean }
  const sockets = new Set<Socket>()
  let server: Server
  let place: ParamValues
  beforeAll(async () => {
    server = createServer(socket => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      const parser = codec.parser(asked)
      parser.on('packet', packet => {
        const properties = answer.keeps === undefined ? {} : { properties: { sessionExpiryInterval: answer.keeps } }
        if (packet.cmd === 'connect')
          socket.write(
            codec.generate({ cmd: 'connack', reasonCode: 0, sessionPresent: answer.isKept, ...properties }, asked),
          )
        if (packet.cmd === 'subscribe')
          socket.write(
            codec.generate({ cmd: 'suback', messageId: packet.messageId ?? 1, granted: [answer.grants] }, asked),
          )
      })
      socket.on('data', chunk => parser.parse(chunk))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    place = { ...params, port: typeof address === 'object' && address ? address.port : 0 }
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })

  test.each([
    [{ keeps: 3600, grants: 1, isKept: true }, 'for 3600 s while nobody is connected, not for the 172800 s'],
    [{ grants: 0, isKept: true }, 'with QoS 0 only'],
  ] as const)('is told of on the run: %j', async (given, said) => {
    answer = given
    const each = await follow(place, 'shop/orders', { keep_days: 2 })
    try {
      await each.until(() => each.pages.length > 0)
      expect(textsOf(each)).toEqual([expect.stringContaining(said)])
    } finally {
      await each.close()
    }
  })

  test('and one that keeps as much, or says nothing of it, is not', async () => {
    answer = { keeps: 172_800, grants: 1, isKept: false }
    // The time of the last page stands in its cursor; one of an older version has none.
    const since = '2026-11-20T08:00:00.000Z'
    for (const [cursor, said] of [
      [{ page: 3, landed: '', at: since }, `between ${since}, when the last messages were read, and 20`],
      [{ page: 3, landed: '' }, 'what was sent while nobody was connected is lost'],
    ] as const) {
      const each = await follow(place, 'shop/orders', { keep_days: 2 }, JSON.stringify(cursor))
      try {
        await each.until(() => each.records.length > 0)
        expect(each.records[0]?.failure).toMatchObject({ code: 'source.lost', message: expect.stringContaining(said) })
        expect(textsOf(each)).toEqual([])
      } finally {
        await each.close()
      }
    }
  })
})

describe.runIf(await isReachable())('a real broker', () => {
  test('gives messages of QoS 0 that nobody keeps: told once, and a retained one is not counted', async () => {
    const bench = await openBench()
    const { topic, clientId } = await bench.subscribe()
    const each = await follow(params, topic, { client_id: clientId })
    try {
      await bench.send(topic, [{ id: 1 }])
      await each.until(() => each.records.length === 1)
      expect(textsOf(each)).toEqual([])
      for (const id of [2, 3]) {
        await sendLoose(topic, `{"id":${id}}`)
        await each.until(() => each.records.length === id)
      }
      await each.until(() => textsOf(each).length > 0)
      expect(textsOf(each)).toEqual([expect.stringContaining(`Messages of the topic ${topic} are sent with QoS 0`)])
    } finally {
      await each.close()
      await bench.close()
    }
  })

  test('has a line in the check-list for what MQTT has no word for', async () => {
    const connection = await mqtt.open(params, context)
    const { notes } = await connection.describe('sluice-test/nothing', {}, 'source')
    expect(notes).toMatchObject([{ level: 'info', text: expect.stringContaining('max_queued_messages') }])
  })
})
