import { createTestContext, Followed, type TestContext } from '@sluice/connector-kit/conformance'
import { type ParamValues, SourceConfig } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import rabbitmq from './index.ts'
import { Params } from './manifest.ts'
import { readLimits, tellLimits } from './queue-limits.ts'
import { Session } from './session.ts'
import { type Bench, isReachable, openBench, params, toBodies } from './testing.ts'

const signal = new AbortController().signal
const config = (resource: string) =>
  SourceConfig.parse({ connector_id: '01900000-0000-7000-8000-000000000007', resource, key: ['id'], follow: true })
const rows = (count: number) => toBodies(Array.from({ length: count }, (_, at) => ({ id: at + 1 })))

describe.runIf(await isReachable())('limits of a queue', () => {
  let bench: Bench
  let context: TestContext
  beforeAll(async () => {
    bench = await openBench()
    context = createTestContext()
  })
  afterAll(async () => {
    await context.dispose()
    await bench.close()
  })

  const limitsOf = async (queue: string) => readLimits(bench.session, queue)
  async function read(resource: string, given: ParamValues = params) {
    const connection = await rabbitmq.open(given, context)
    const source = await connection.openSource!(config(resource))
    const pages = []
    try {
      for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal })) pages.push(page)
    } finally {
      await source.close()
    }
    const records = pages.flatMap(page => page.records)
    return {
      notices: pages.flatMap(({ notices = [] }) => notices.map(({ text }) => text)),
      ids: records.flatMap(({ data, failure }) => (failure ? [] : [data['id']])),
      losses: records.flatMap(({ failure }) => (failure ? [failure] : [])),
    }
  }

  test('are read of every type of queue, whatever else it was declared with', async () => {
    const all = {
      'x-expires': 3_600_000,
      'x-message-ttl': 60_500,
      'x-dead-letter-exchange': "it's",
      'x-dead-letter-routing-key': '7',
      'x-max-length': 5,
      'x-max-length-bytes': 5_000_000_000,
      'x-max-priority': 3,
      'x-overflow': 'drop-head',
      'x-queue-mode': 'lazy',
      'x-single-active-consumer': true,
    }
    expect(await limitsOf(await bench.makeQueue({ durable: true, autoDelete: true, arguments: all }))).toEqual({
      type: 'classic',
      isDurable: true,
      isAutoDelete: true,
      maxLength: 5,
      maxBytes: 5_000_000_000,
      dropsOldest: true,
      messageMs: 60_500,
      queueMs: 3_600_000,
      deliveries: null,
      deadLetterExchange: "it's",
    })
    const none = { maxLength: null, maxBytes: null, messageMs: null, queueMs: null, deadLetterExchange: null }
    expect(await limitsOf(await bench.makeQueue())).toMatchObject({ ...none, isDurable: false, isAutoDelete: false })
    expect(await limitsOf(await bench.makeQueue({ durable: true }))).toMatchObject({ ...none, isDurable: true })
    const quorum = {
      'x-queue-type': 'quorum',
      'x-message-ttl': 7000,
      'x-overflow': 'reject-publish',
      'x-max-length': 9,
    }
    expect(await limitsOf(await bench.makeQueue({ durable: true, arguments: quorum }))).toMatchObject({
      type: 'quorum',
      maxLength: 9,
      dropsOldest: false,
      messageMs: 7000,
    })
    expect(await limitsOf(await bench.makeQuorumQueue(3))).toMatchObject({ type: 'quorum', deliveries: 3 })
  })

  test('are asked for without making or changing a queue, though it may be gone by then', async () => {
    const queue = await bench.makeQueue({ arguments: { 'x-max-length': 5 } })
    await bench.send(queue, rows(3))
    await limitsOf(queue)
    expect(await bench.countOpen(queue)).toBe(3)
    // It went while it was asked for: after any of the questions, of whatever type it was.
    for (const known of [{}, { 'x-queue-type': 'quorum' }, { 'x-queue-type': 'classic', 'x-max-length': 5 }]) {
      const gone = await bench.makeQueue({ durable: true, arguments: known })
      const asked: unknown[] = []
      const session = {
        redeclare: async (name: string, options: object) => {
          asked.push(options)
          const told = await bench.session.redeclare(name, options)
          await bench.channel.deleteQueue(gone)
          return told
        },
      }
      expect(await readLimits(session as never, gone)).toBeNull()
      expect(asked.length).toBeGreaterThan(1)
      await expect(bench.countOpen(gone)).rejects.toMatchObject({ code: 'resource.missing' })
    }
  })

  test('are told on the run, and a queue that is full and drops its oldest is not green', async () => {
    const queue = await bench.makeQueue({ durable: true, arguments: { 'x-max-length': 5 } })
    await bench.send(queue, rows(3))
    const calm = await read(queue)
    expect(calm).toMatchObject({ ids: [1, 2, 3], losses: [] })
    expect(calm.notices).toEqual([expect.stringContaining('keeps 5 messages at most')])
    await bench.empty(queue)
    await bench.send(queue, rows(20))
    const { ids, losses } = await read(queue)
    expect(ids).toEqual([16, 17, 18, 19, 20])
    expect(losses).toMatchObject([
      { code: 'source.lost', message: expect.stringContaining(`The queue ${queue} was full`) },
    ])
  })

  test('a full queue that refuses its senders has lost nothing', async () => {
    const limits = { 'x-max-length': 2, 'x-overflow': 'reject-publish' }
    const queue = await bench.makeQueue({ durable: true, arguments: limits })
    await bench.send(queue, rows(2))
    const { ids, losses, notices } = await read(queue)
    expect([ids, losses]).toEqual([[1, 2], []])
    expect(notices).toEqual([expect.stringContaining('refuses messages when it is full')])
  })

  test('a follower that falls behind tells each time that its queue fills up, once', async () => {
    const queue = await bench.makeQueue({ durable: true, arguments: { 'x-max-length': 150 } })
    const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
    const connection = await rabbitmq.open(params, context)
    await bench.send(queue, rows(1))
    const followed = await Followed.open(connection, { ...config(queue), pageSize: 1 }, { gate })
    try {
      await followed.until(() => followed.pages.length === 1)
      // A hundred are on their way to the follower, the rest fills the queue and more.
      await bench.send(queue, rows(500))
      goOn()
      await followed.until(async () => {
        await followed.source.acknowledge?.(followed.pages.at(-1)?.cursor ?? '')
        return followed.records.some(({ data }) => data?.['id'] === 500)
      })
      expect(followed.records.filter(({ failure }) => failure?.code === 'source.lost')).toHaveLength(1)
    } finally {
      await followed.close()
    }
  })

  test('who looks while the connection ends hears of it, wherever the look has come to', async () => {
    const queue = await bench.makeQueue({ durable: true })
    for (let at = 0; at < 60; at += 1) {
      const session = await Session.open(Params.parse(params), context)
      const looking = session.countReady(queue).catch((error: unknown) => error)
      await new Promise(resolve => setTimeout(resolve, at / 6))
      await session.close()
      const late = new Promise(resolve => setTimeout(resolve, 5000, 'still looking'))
      const answer = await Promise.race([looking, late])
      if (answer !== 0) expect(answer).toMatchObject({ code: 'connector.broken' })
    }
  })

  test('stand in the check-list, with what nobody can see', async () => {
    const queue = await bench.makeQueue({ durable: true, arguments: { 'x-message-ttl': 60_000 } })
    const connection = await rabbitmq.open(params, context)
    const { notes = [] } = await connection.describe(queue, {}, 'source')
    expect(notes.map(({ level }) => level)).toEqual(['warning', 'info'])
    expect(notes[0]?.text).toBe(`The queue ${queue} drops messages that have waited 60 s (x-message-ttl).`)
    expect(notes[1]?.text).toContain('policy')
    expect((await connection.describe(queue, {}, 'target')).notes).toBeUndefined()
  })

  test('a queue that gives its messages to another reader first is no empty one', async () => {
    const queue = await bench.makeQueue({ arguments: { 'x-single-active-consumer': true } })
    const channel = await bench.session.channel()
    await channel.prefetch(1)
    await channel.consume(queue, () => undefined)
    await bench.send(queue, rows(3))
    await expect(read(queue)).rejects.toMatchObject({
      code: 'source.heldBack',
      message: expect.stringContaining('2 messages wait'),
      retry: 'later',
    })
    await channel.close()
    expect((await read(queue)).ids).toEqual([1, 2, 3])
  })

  test('a stream is refused, for its readers would miss what it holds', async () => {
    const queue = await bench.makeQueue({ durable: true, arguments: { 'x-queue-type': 'stream' } })
    await bench.send(queue, rows(5))
    await expect(read(queue)).rejects.toMatchObject({ code: 'source.stream', value: queue })
    const connection = await rabbitmq.open(params, context)
    await expect(connection.describe(queue, {}, 'source')).rejects.toMatchObject({ code: 'source.stream' })
  })

  test('a broker that answers otherwise is asked a few times, and then it is said that nothing is known', async () => {
    const answers = [
      'PRECONDITION_FAILED - no',
      `inequivalent arg 'x-max-length' for queue 'q' in vhost '/': received '1' but current is '2'`,
    ]
    for (const answer of answers) {
      let asked = 0
      const session = {
        redeclare: async () => {
          asked += 1
          return answer
        },
      }
      expect(await readLimits(session as never, 'q')).toBeNull()
      expect(asked).toBeLessThan(4)
    }
    const refusing = { redeclare: () => Promise.reject(new Error('403')) }
    expect(tellLimits('q', await readLimits(refusing as never, 'q'))).toEqual([expect.stringContaining('did not tell')])
    const session = await Session.open(Params.parse(params), context)
    await session.close()
    expect(await readLimits(session, 'q')).toBeNull()
  })
})
