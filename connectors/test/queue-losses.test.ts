import { createTestContext, Followed, type TestContext } from '@sluice/connector-kit/conformance'
import { newId, type ParamValues, SourceConfig } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import mqtt from '../src/mqtt/index.ts'
import * as mqttBench from '../src/mqtt/testing.ts'
import nats from '../src/nats/index.ts'
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
  { resource, options = {}, cursor = null }: { resource: string; options?: ParamValues; cursor?: string | null },
): Promise<Followed> {
  const connection = await connector.open(params, context)
  const config = { connector_id: newId(), resource, key: ['id'], options, follow: true }
  followed = await Followed.open(connection, SourceConfig.parse(config), { cursor })
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

describe.runIf(await redisBench.isReachable())('a stream of Redis', { timeout: 40_000 }, () => {
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

describe.runIf(await natsBench.isReachable())('a stream of NATS', { timeout: 40_000 }, () => {
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

  it('that was made anew is read from its first message, and says so', async () => {
    const resource = await bench.makeStream()
    await bench.send(resource, rows(3))
    const cursor = await land(await open(nats, params, { resource }), 3)
    const { config } = await bench.manager.streams.info(resource)
    await bench.manager.streams.delete(resource)
    await bench.manager.streams.add(config)
    await bench.send(resource, rows(2, 7))
    const second = await open(nats, params, { resource, cursor })
    await second.until(() => second.records.length >= 3)
    expect(ids(second)).toEqual([7, 8])
    expect(lost(second)[0]?.message).toContain('was made anew')
  })
})

describe.runIf(await mqttBench.isReachable())('a topic of MQTT', { timeout: 40_000 }, () => {
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
})
