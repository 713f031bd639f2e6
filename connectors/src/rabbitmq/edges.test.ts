import type { Target, TargetRecord } from '@sluice/connector-kit'
import { createTestContext, openProxy, type TestContext } from '@sluice/connector-kit/conformance'
import { Bytes, type ParamValues, SourceConfig, TargetConfig, toJson } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import rabbitmq from './index.ts'
import { type Bench, isReachable, openBench, params } from './testing.ts'

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
const isThere = await isReachable()

describe.runIf(isThere)('RabbitMQ at its edges', () => {
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

  async function openTarget(resource: string, options: ParamValues = {}, port = 5672): Promise<Target> {
    const connection = await rabbitmq.open({ ...params, port }, context)
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource, options }))
    if (!target) throw new Error('opening a target: there is none')
    return target
  }
  async function readAll(resource: string, options: ParamValues = {}) {
    const connection = await rabbitmq.open(params, context)
    const source = await connection.openSource?.(SourceConfig.parse({ connector_id, resource, options, key: ['id'] }))
    const records = []
    for await (const page of source?.read({ cursor: null, window: null, pageSize: 10, signal }) ?? [])
      records.push(...page.records)
    await source?.close()
    return records
  }
  const record = (id: number): TargetRecord => ({ data: { id }, idempotencyKey: `strategy:${id}:h` })

  test('headers and properties come along as fields, and do not differ when a message is delivered again', async () => {
    const queue = await bench.makeQueue()
    bench.channel.sendToQueue(queue, Buffer.from('{"id":12345678901234567890}'), {
      messageId: 'm-1',
      headers: { shop: 'north', tries: 2, raw: Buffer.from([1, 2]) },
    })
    const [first] = await readAll(queue, { properties_field: '_message' })
    expect(toJson(first?.data ?? null)).toContain('"id":12345678901234567890')
    expect(first?.data?.['_message']).toMatchObject({
      exchange: '',
      routingKey: queue,
      messageId: 'm-1',
      headers: { shop: 'north', tries: 2, raw: new Bytes('AQI=') },
    })
    expect((await readAll(queue, { properties_field: '_message' }))[0]).toEqual(first)
  })

  test('a queue that is deleted under its follower ends it with what became of its messages', async () => {
    const queue = await bench.makeQueue()
    await bench.send(queue, ['{"id":1}'])
    const connection = await rabbitmq.open(params, context)
    const source = await connection.openSource!(SourceConfig.parse({ connector_id, resource: queue, key: ['id'] }))
    const following = (async () => {
      for await (const page of source.follow!({ reader: 'r', cursor: null, pageSize: 10, maxWaitMs: 20, signal }))
        if (page.records.length > 0) await bench.channel.deleteQueue(queue)
    })()
    await expect(following).rejects.toMatchObject({
      code: 'resource.missing',
      message: `The queue ${queue} was deleted while it was read; what still waited in it is gone.`,
    })
    await source.close()
  })

  test('a message that cannot be a record is a rejected row and stops nothing', async () => {
    const queue = await bench.makeQueue()
    const bodies = [
      '{"id":1}',
      '',
      'not json',
      '[1]',
      Buffer.from([0xff, 0xfe]),
      '['.repeat(5000),
      '[{"id":2},{"id":3}]',
    ]
    await bench.send(queue, bodies)
    const records = await readAll(queue, { properties_field: '' })
    expect(records.map(each => (each.failure ? 'rejected' : each.data['id']))).toEqual([
      1,
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      2,
      3,
    ])
  })

  test('text and binary messages keep their bytes', async () => {
    const queue = await bench.makeQueue()
    await bench.send(queue, ['東京 👍'])
    const [text] = await readAll(queue, { format: 'text', properties_field: '' })
    expect(text?.data).toEqual({ text: '東京 👍' })
    const [bytes] = await readAll(queue, { format: 'bytes', properties_field: '' })
    expect(JSON.stringify(bytes?.data)).toBe(`{"content":{"$bytes":"${Buffer.from('東京 👍').toString('base64')}"}}`)
  })

  test.each(['quorum', 'classic'])(
    'looking delivers nothing: the messages of a %s queue are untouched after ten looks',
    async kind => {
      const queue = kind === 'quorum' ? await bench.makeQuorumQueue(1) : await bench.makeQueue()
      await bench.send(queue, ['{"id":1,"name":"a"}', '{"id":2,"name":"b"}'])
      const config = SourceConfig.parse({ connector_id, resource: queue, options: {}, key: ['id'] })
      for (let look = 0; look < 10; look += 1) {
        const connection = await rabbitmq.open(params, context)
        expect(await connection.describe(queue, {})).toMatchObject({ fields: [], estimatedCount: 2 })
        await expect(connection.sample?.(config, 5)).rejects.toMatchObject({
          code: 'sample.changes',
          message: expect.stringMatching(/^2 messages wait in /),
        })
      }
      for (let left = 2; left > 0; left -= 1) {
        const message = await bench.channel.get(queue, { noAck: true })
        expect(message).toMatchObject({ fields: { redelivered: false, messageCount: left - 1 } })
      }
    },
  )

  test('a message that no queue takes fails alone and says so', async () => {
    const queue = await bench.makeQueue()
    const exchange = `${queue}-x`
    await bench.channel.assertExchange(exchange, 'direct', { autoDelete: true })
    await bench.channel.bindQueue(queue, exchange, 'k1')
    const target = await openTarget(`exchange:${exchange}`, { routing_key: 'k{id}' })
    const outcomes = await target.write([record(1), record(2)], signal)
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['written', 'failed'])
    expect(outcomes[1]).toMatchObject({ failure: { code: 'target.unroutable', retry: 'skip' } })
    expect(await bench.empty(queue)).toEqual([{ id: 1 }])
    await target.close()
  })

  test('a full queue refuses, and that is no unknown result', async () => {
    const queue = await bench.makeQueue({ arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' } })
    const target = await openTarget(queue)
    const outcomes = await target.write([record(1), record(2), record(3)], signal)
    expect(outcomes.map(outcome => outcome.kind)).toContain('failed')
    expect(outcomes.every(outcome => outcome.kind !== 'unknown')).toBe(true)
    await target.close()
  })

  test('messages whose confirm was lost are unknown, and the target works again after the cut', async () => {
    const queue = await bench.makeQueue()
    const proxy = await openProxy(5672)
    const target = await openTarget(queue, {}, proxy.port)
    expect((await target.write([record(0)], signal)).map(outcome => outcome.kind)).toEqual(['written'])
    proxy.hush()
    const lost = target.write([record(1)], signal)
    await expect.poll(() => bench.countOpen(queue)).toBe(2)
    proxy.cut()
    expect((await lost).map(outcome => outcome.kind)).toEqual(['unknown'])
    expect((await target.write([record(2)], signal)).map(outcome => outcome.kind)).toEqual(['written'])
    expect(await bench.empty(queue)).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }])
    await target.close()
    await proxy.close()
  })
})
