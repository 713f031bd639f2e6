import { createTestContext, Followed, type TestContext } from '@sluice/connector-kit/conformance'
import { newId, type ParamValues, SourceConfig } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import mqtt from '../src/mqtt/index.ts'
import * as mqttBench from '../src/mqtt/testing.ts'
import nats from '../src/nats/index.ts'
import { Params as natsParams } from '../src/nats/manifest.ts'
import { openSession } from '../src/nats/session.ts'
import { JetStreamReader } from '../src/nats/source.ts'
import * as natsBench from '../src/nats/testing.ts'
import redis from '../src/redis/index.ts'
import * as redisBench from '../src/redis/testing.ts'

let context: TestContext
let followed: Followed | undefined
beforeAll(() => {
  context = createTestContext()
})
afterEach(() => followed?.close())
afterAll(() => context.dispose())

const rows = (count: number, from = 1) => Array.from({ length: count }, (_, at) => ({ id: from + at }))

/** Follows; what lands is acknowledged as the engine does, unless `deaf`. */
async function open(
  connector: typeof redis,
  params: ParamValues,
  {
    resource,
    options = {},
    cursor = null,
    pageSize,
    gate,
  }: {
    resource: string
    options?: ParamValues
    cursor?: string | null
    pageSize?: number
    /** The second page is asked for after this. */
    gate?: Promise<void>
  },
): Promise<Followed> {
  const connection = await connector.open(params, context)
  const config = {
    connector_id: newId(),
    resource,
    key: ['id'],
    options,
    follow: true,
    ...(pageSize ? { pageSize } : {}),
  }
  followed = await Followed.open(connection, SourceConfig.parse(config), { cursor, ...(gate ? { gate } : {}) })
  return followed
}

const ids = (each: Followed) => each.records.flatMap(record => (record.failure ? [] : [record.data['id']]))
const lost = (each: Followed) => each.records.flatMap(({ failure }) => (failure ? [failure] : []))
const cursorOf = (each: Followed) => each.pages.at(-1)?.cursor ?? null

/** All that has come has landed. */
async function land(each: Followed, count: number): Promise<string | null> {
  await each.until(() => each.records.length >= count)
  const cursor = cursorOf(each)
  await each.source.acknowledge?.(cursor!) // it has pages
  await each.close()
  return cursor
}

describe.runIf(await redisBench.isReachable())('a stream of Redis', () => {
  let bench: redisBench.Bench
  beforeAll(async () => {
    bench = await redisBench.openBench()
  })
  afterAll(() => bench.close())
  const { params } = redisBench

  it('that was cut before its group had read it is told with the number, once, and read on', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(redis, params, { resource }), 3)
    await bench.send(resource, rows(20, 4))
    await bench.run(['XTRIM', resource, 'MAXLEN', '5'])
    const second = await open(redis, params, { resource, cursor })
    await second.until(() => second.records.length >= 6)
    expect(lost(second)).toMatchObject([
      { code: 'source.lost', message: expect.stringContaining('removed 15 messages before') },
    ])
    expect(ids(second)).toEqual([19, 20, 21, 22, 23])
    // The process died before its newest pages were acknowledged.
    const landed = cursorOf(second)
    await second.close()
    await bench.send(resource, rows(1, 24))
    const third = await open(redis, params, { resource, cursor: landed })
    await third.until(() => third.records.length >= 1)
    expect([ids(third), lost(third)]).toEqual([[24], []])
  })

  it('that was emptied before its group had read it is told as well', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(redis, params, { resource }), 3)
    await bench.send(resource, rows(7, 4))
    await bench.run(['XTRIM', resource, 'MAXLEN', '0'])
    const second = await open(redis, params, { resource, cursor })
    await second.until(() => second.records.length >= 1)
    expect(lost(second)[0]?.message).toContain('removed 7 messages')
  })

  it('gives a rejected row for each message that it removed after it was given out', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const first = await open(redis, params, { resource })
    await first.until(() => first.records.length >= 3)
    await first.close()
    await bench.run(['XTRIM', resource, 'MAXLEN', '1'])
    // Nothing of it landed.
    const second = await open(redis, params, { resource })
    await second.until(() => second.records.length >= 3)
    expect(ids(second)).toEqual([3])
    expect(lost(second).map(({ code }) => code)).toEqual(['source.lost', 'source.lost'])
    expect(second.records[0]?.data).toMatchObject({ id: expect.stringMatching(/^\d+-\d+$/) })
    await second.source.acknowledge?.(cursorOf(second)!)
    expect(await bench.countOpen(resource)).toBe(0)
  })

  it('whose group is gone goes on behind what landed, and says so', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const options = { start: 'first' }
    const cursor = await land(await open(redis, params, { resource, options }), 3)
    await bench.run(['XGROUP', 'DESTROY', resource, 'sluice'])
    await bench.send(resource, rows(2, 4))
    const second = await open(redis, params, { resource, cursor, options: { start: 'next' } })
    await second.until(() => second.records.length >= 3)
    expect(ids(second)).toEqual([4, 5])
    expect(lost(second)[0]?.message).toContain('The consumer group sluice was gone')
  })

  it('that lost nothing tells of nothing, whoever removes what was read', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(5))
    await bench.run(['XTRIM', resource, 'MAXLEN', '3'])
    const first = await open(redis, params, { resource })
    const cursor = await land(first, 3)
    expect(lost(first)).toEqual([])
    await bench.run(['XTRIM', resource, 'MAXLEN', '0'])
    await bench.send(resource, rows(1, 6))
    const second = await open(redis, params, { resource, cursor })
    await second.until(() => second.records.length >= 1)
    expect([ids(second), lost(second)]).toEqual([[6], []])
  })
})

describe.runIf(await natsBench.isReachable())('a stream of NATS', () => {
  let bench: natsBench.Bench
  beforeAll(async () => {
    bench = await natsBench.openBench()
  })
  afterAll(() => bench.close())
  const { params } = natsBench

  it('that was full before its consumer had read it is told with the number, and read on', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(nats, params, { resource }), 3)
    const { config } = await bench.manager.streams.info(resource)
    await bench.manager.streams.update(resource, { ...config, max_msgs: 5 })
    await bench.send(resource, rows(20, 4))
    const second = await open(nats, params, { resource, cursor })
    await second.until(() => second.records.length >= 6)
    expect(lost(second)).toMatchObject([{ code: 'source.lost', message: expect.stringContaining('15 messages') }])
    expect(ids(second)).toEqual([19, 20, 21, 22, 23])
  })

  const numbers = (each: Followed) =>
    each.records.flatMap(({ data, failure }) => (failure ? [[data?.['from'], data?.['to']]] : []))

  it('that lost messages in its middle between two readings tells each gap, once', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(nats, params, { resource }), 3)
    await bench.send(resource, rows(10, 4))
    for (const seq of [2, 6, 7, 10]) await bench.manager.streams.deleteMessage(resource, seq)
    const second = await open(nats, params, { resource, cursor })
    await second.until(() => second.records.length >= 9)
    expect(lost(second).map(({ code }) => code)).toEqual(['source.lost', 'source.lost'])
    expect(numbers(second)).toEqual([
      [6, 7],
      [10, 10],
    ])
    expect(lost(second)[0]?.message).toContain(`The stream ${resource} removed 2 messages before they were read.`)
    expect(ids(second)).toEqual([4, 5, 8, 9, 11, 12, 13])
    // The process died before anything of this was acknowledged.
    const landed = cursorOf(second)
    await second.close()
    await bench.send(resource, rows(1, 14))
    const third = await open(nats, params, { resource, cursor: landed })
    await third.until(() => third.records.length >= 1)
    expect([ids(third), lost(third)]).toEqual([[14], []])
  })

  it('that is purged of a subject under its follower tells what was not read, and nothing of what was', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(5))
    const each = await open(nats, params, { resource })
    await each.until(() => each.records.length >= 5)
    await each.source.acknowledge?.(cursorOf(each)!)
    await bench.manager.streams.deleteMessage(resource, 4)
    await bench.manager.streams.purge(resource, { keep: 0 })
    await bench.send(resource, rows(1, 6))
    await each.until(() => each.records.length >= 6)
    expect([ids(each), lost(each)]).toEqual([[1, 2, 3, 4, 5, 6], []])
  })

  it('that removes between two pages of its follower tells the gap', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(40))
    const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
    const each = await open(nats, params, { resource, pageSize: 10, gate })
    await each.until(() => each.pages.length === 1)
    expect(ids(each)).toHaveLength(10)
    for (const seq of [38, 39]) await bench.manager.streams.deleteMessage(resource, seq)
    goOn()
    await each.until(() => each.records.length >= 39)
    expect(numbers(each)).toEqual([[38, 39]])
    expect(ids(each)).toEqual([...Array.from({ length: 37 }, (_, at) => at + 1), 40])
  })

  it('that removes while a page is being taken is found by the gap', async () => {
    const stream = await bench.makeStream()
    await bench.send(stream, rows(40))
    const plan = { stream, consumer: 'sluice', subject: '', isFromStart: true, ackSeconds: 30 }
    const reader = new JetStreamReader(await openSession(natsParams.parse(params), context), plan)
    const { signal } = new AbortController()
    try {
      await reader.prepare()
      // The look before the page finds nothing; then the page is half taken.
      expect(await reader.findLosses()).toEqual([])
      expect(await reader.take(20, 5000, signal)).toHaveLength(20)
      for (const seq of [38, 39]) await bench.manager.streams.deleteMessage(stream, seq)
      const rest = await reader.take(20, 5000, signal)
      expect(rest.map(({ tag }) => tag)).toEqual([...Array.from({ length: 17 }, (_, at) => at + 21), 40])
      expect((await reader.findLosses()).map(({ data }) => data)).toEqual([{ from: 38, to: 39 }])
      expect(await reader.findLosses()).toEqual([])
    } finally {
      await reader.close()
    }
  })

  it('says in the check-list what it removes by itself', async () => {
    const resource = await bench.makeStream()
    const { config } = await bench.manager.streams.info(resource)
    await bench.manager.streams.update(resource, { ...config, max_msgs: 5, max_bytes: 10_000, max_msgs_per_subject: 3 })
    const connection = await nats.open(params, context)
    const { notes = [] } = await connection.describe(resource, {}, 'source')
    const marks = notes.map(({ text }) => /\(([a-z_ ]+)\)\.$/.exec(text)?.[1] ?? text)
    const inMemory = `The stream ${resource} lies in memory and does not outlive a restart of the server.`
    expect(marks).toEqual(['max_msgs', 'max_bytes', 'max_msgs_per_subject', 'max_age', inMemory])
    await bench.manager.streams.update(resource, { ...config, max_msgs: 5, max_age: 0, discard: 'new' })
    const changed = await connection.describe(resource, {}, 'source')
    expect(changed.notes?.map(({ text }) => text)).toEqual([
      `The stream ${resource} refuses messages when it is full (discard new).`,
      inMemory,
    ])
    await connection.close()
  })

  it('that a scheduled run reads tells what was removed in its middle since the last one', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(2))
    expect(await readOnce(resource)).toEqual([1, 2])
    await bench.send(resource, rows(4, 3))
    await bench.manager.streams.deleteMessage(resource, 4)
    expect(await readOnce(resource)).toEqual(['source.lost', 3, 5, 6])
    expect(await readOnce(resource)).toEqual([])
  })

  it('that had holes before it was first read tells nothing of them', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(5))
    await bench.manager.streams.deleteMessage(resource, 3)
    expect(await readOnce(resource)).toEqual([1, 2, 4, 5])
    expect(await readOnce(resource)).toEqual([])
  })

  it('of which only a subject is read is not blamed for what others have taken out of a work queue', async () => {
    const resource = await bench.makeStream()
    const { config } = await bench.manager.streams.info(resource)
    await bench.manager.streams.delete(resource)
    await bench.manager.streams.add({ ...config, retention: 'workqueue' })
    const mine = { consumer: 'mine', subject: `${resource}.in` }
    await bench.send(resource, rows(2))
    expect(await readOnce(resource, mine)).toEqual([1, 2])
    for (const _ of [1, 2, 3]) await bench.sendTo(`${resource}.other`, { id: 0 })
    expect(await readOnce(resource, { consumer: 'others', subject: `${resource}.other` })).toEqual([0, 0, 0])
    await bench.send(resource, rows(1, 3))
    expect(await readOnce(resource, mine)).toEqual([3])
  })

  /** As a scheduled run does: what is there, acknowledged. */
  async function readOnce(resource: string, options: ParamValues = {}): Promise<unknown[]> {
    const connection = await nats.open(params, context)
    const config = SourceConfig.parse({ connector_id: newId(), resource, key: ['id'], options })
    const source = await connection.openSource!(config)
    const found: unknown[] = []
    const { signal } = new AbortController()
    for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal } as never)) {
      found.push(...page.records.map(({ data, failure }) => (failure ? failure.code : data['id'])))
      if (page.cursor) await source.acknowledge?.(page.cursor)
    }
    await source.close()
    await connection.close()
    return found
  }

  it('whose consumer is gone goes on behind what landed, and says so', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(nats, params, { resource }), 3)
    await bench.manager.consumers.delete(resource, 'sluice')
    await bench.send(resource, rows(2, 4))
    const second = await open(nats, params, { resource, cursor, options: { start: 'next' } })
    await second.until(() => second.records.length >= 3)
    expect(ids(second)).toEqual([4, 5])
    expect(lost(second)[0]?.message).toContain('The consumer sluice was gone')
  })

  const anew = [2, 3, 5].flatMap(count => [false, true].map(hasConsumer => ({ count, hasConsumer })))
  it.each(anew)('that was made anew is read from its first message: %o', async ({ count, hasConsumer }) => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(nats, params, { resource }), 3)
    const { config } = await bench.manager.streams.info(resource)
    const consumer = await bench.manager.consumers.info(resource, 'sluice')
    await bench.manager.streams.delete(resource)
    await bench.manager.streams.add(config)
    await bench.send(resource, rows(count, 7))
    if (hasConsumer) await bench.manager.consumers.add(resource, consumer.config)
    const second = await open(nats, params, { resource, cursor })
    await second.until(() => second.records.length > count)
    expect(ids(second)).toEqual(rows(count, 7).map(({ id }) => id))
    expect(lost(second)[0]?.message).toContain('was made anew')
  })
})

describe.runIf(await mqttBench.isReachable())('a topic of MQTT', () => {
  let bench: mqttBench.Bench
  beforeAll(async () => {
    bench = await mqttBench.openBench()
  })
  afterAll(() => bench.close())

  it('whose session the broker has not kept is told as a loss, and one that it kept is not', async () => {
    const { topic, clientId } = await bench.subscribe()
    const options = { client_id: clientId }
    await bench.send(topic, rows(2))
    const cursor = await land(await open(mqtt, mqttBench.params, { resource: topic, options }), 2)
    await bench.send(topic, rows(1, 3))
    const second = await open(mqtt, mqttBench.params, { resource: topic, options, cursor })
    const next = await land(second, 1)
    expect([ids(second), lost(second)]).toEqual([[3], []])
    await bench.forget(clientId)
    await bench.send(topic, rows(1, 4))
    const third = await open(mqtt, mqttBench.params, { resource: topic, options, cursor: next })
    await third.until(() => third.records.length >= 1)
    expect(lost(third)[0]?.message).toContain('had not kept the session')
  })

  it('that scheduled runs read is told as well, behind a run that had read it to its end', async () => {
    const { topic, clientId } = await bench.subscribe()
    const options = { client_id: clientId }
    const readOnce = async (lastRead?: string): Promise<unknown[]> => {
      const connection = await mqtt.open(mqttBench.params, context)
      const config = SourceConfig.parse({ connector_id: newId(), resource: topic, key: ['id'], options })
      const source = await connection.openSource!(config)
      expect(source.asksLastRead).toBe(true)
      const found: unknown[] = []
      const { signal } = new AbortController()
      const request = { cursor: null, window: null, pageSize: 100, signal, ...(lastRead ? { lastRead } : {}) }
      for await (const page of source.read(request)) {
        found.push(...page.records.map(({ data, failure }) => (failure ? failure.message : data['id'])))
        if (page.cursor) await source.acknowledge?.(page.cursor)
      }
      await source.close()
      return found
    }
    await bench.send(topic, rows(2))
    expect(await readOnce()).toEqual([1, 2])
    await bench.send(topic, rows(1, 3))
    expect(await readOnce('2026-11-20T08:00:00Z')).toEqual([3])
    await bench.forget(clientId)
    await bench.send(topic, rows(1, 4))
    expect(await readOnce('2026-11-20T09:00:00Z')).toEqual([
      expect.stringContaining('what was sent between 2026-11-20T09:00:00Z, when the last messages were read, and'),
    ])
    await bench.forget(clientId)
    expect(await readOnce()).toEqual([])
  })
})
