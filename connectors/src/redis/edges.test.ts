import { createTestContext, openProxy, type TestContext } from '@sluice/connector-kit/conformance'
import { Bytes, type Data, type ParamValues, SourceConfig, TargetConfig } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import redis from './index.ts'
import { type Reply, ReplyError, ReplyParser } from './reply-parser.ts'
import { asList } from './source.ts'
import { type Bench, isReachable, openBench, params } from './testing.ts'

test('an answer is read the same wherever the network cuts it', () => {
  const bytes = Buffer.from('*3\r\n$3\r\na\r\n\r\n:-7\r\n*2\r\n$-1\r\n-WRONGTYPE no\r\n+OK\r\n*0\r\n*-1\r\n$0\r\n\r\n')
  const read = (size: number): unknown[] => {
    const replies: Reply[] = []
    const parser = new ReplyParser(reply => replies.push(reply))
    for (let at = 0; at < bytes.length; at += size) parser.feed(bytes.subarray(at, at + size))
    return replies
  }
  const whole = read(bytes.length)
  expect(whole).toEqual(
    [[Buffer.from('a\r\n'), -7, [null, new ReplyError('WRONGTYPE no')]], 'OK', [], null, Buffer.alloc(0)].map(
      (each, index) => (index === 0 ? expect.anything() : each),
    ),
  )
  for (let size = 1; size < bytes.length; size += 1) expect(read(size), `cut at ${size}`).toEqual(whole)
})

test('what is no Redis is refused, not waited for', () => {
  const parser = new ReplyParser(() => undefined)
  expect(() => parser.feed(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).toThrow(/not Redis/)
})

const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal
const isThere = await isReachable()

describe.runIf(isThere)('Redis at its edges', () => {
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

  async function openTarget(resource: string, key: string[] = ['id'], port = 6379) {
    const connection = await redis.open({ ...params, port }, context)
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource, key }))
    if (!target) throw new Error('opening a target: there is none')
    return target
  }
  const record = (data: Data, change?: 'delete') => ({ data, idempotencyKey: 'k', ...(change ? { change } : {}) })
  async function readAll(resource: string, options: ParamValues) {
    const connection = await redis.open(params, context)
    const source = await connection.openSource?.(SourceConfig.parse({ connector_id, resource, options, key: ['id'] }))
    const records = []
    for await (const page of source?.read({ cursor: null, window: null, pageSize: 10, signal }) ?? [])
      records.push(...page.records)
    await source?.close()
    return records
  }

  test('a hash keeps what is missing, drops what is null, and goes by key', async () => {
    const key = bench.makeKey()
    const target = await openTarget(`hash:${key}`, ['shop', 'id'])
    const first = { shop: 'a:b', id: 1, name: 'x', note: 'kept', raw: Bytes.from(Buffer.from([0, 255])), list: [1] }
    await target.write([record(first)], signal)
    const again = { shop: 'a:b', id: 1, name: null, amount: 5 }
    expect((await target.write([record(again)], signal)).map(each => each.kind)).toEqual(['written'])
    const stored = asList(await bench.run(['HGETALL', `${key}:a%3Ab:1`])).map(each =>
      (each as Buffer).toString('latin1'),
    ) // bulks
    expect(Object.fromEntries(stored.flatMap((name, at) => (at % 2 === 0 ? [[name, stored[at + 1]]] : [])))).toEqual({
      shop: 'a:b',
      id: '1',
      note: 'kept',
      raw: '\u0000\u00ff',
      list: '[1]',
      amount: '5',
    })
    const gone = [record({ shop: 'a:b', id: 1 }, 'delete'), record({ shop: 'a:b', id: 1 }, 'delete')]
    expect((await target.write(gone, signal)).map(each => each.kind)).toEqual(['written', 'skipped'])
    await target.close()
  })

  test('a key of another kind fails its own record; without key fields the target says what is missing', async () => {
    const key = bench.makeKey()
    await bench.run(['SET', `${key}:2`, 'text'])
    const target = await openTarget(`hash:${key}`)
    const outcomes = await target.write([record({ id: 1, a: 1 }), record({ id: 2, a: 1 })], signal)
    expect(outcomes.map(each => each.kind)).toEqual(['written', 'failed'])
    await bench.run(['DEL', `${key}:1`, `${key}:2`])
    await target.close()
    await expect(openTarget(`value:${key}`, [])).rejects.toThrow(/needs key fields/)
  })

  test('entries of plain fields are records of text, bytes where they are none, and a broken message is a rejected row', async () => {
    const key = await bench.makeStream()
    await bench.run(['XADD', key, '*', 'id', '007', 'id', '8', 'raw', Buffer.from([0xff])])
    await bench.run(['XADD', key, '*', 'data', '{"id":12345678901234567890}', 'shop', 'north'])
    await bench.run(['XADD', key, '*', 'data', 'no json'])
    const [plain, message, bad] = await readAll(key, { properties_field: '_message' })
    expect(plain?.data).toMatchObject({ id: '007', id_2: '8', raw: Bytes.from(Buffer.from([0xff])) })
    expect(message?.data?.['_message']).toMatchObject({ shop: 'north' })
    expect(bad?.failure?.code).toBe('source.message')
  })

  test('of a field that stands twice no value is lost: the message is refused, plain fields get names of their own', async () => {
    const key = await bench.makeStream()
    await bench.run(['XADD', key, '*', 'data', '{"id":1}', 'data', '{"id":2}'])
    await bench.run(['XADD', key, '*', 'a_3', 'own', 'id', '1', 'a', 'x', 'a', 'y'])
    await bench.run(['XADD', key, '*', 'a_3', 'own', 'a', 'x', 'a', 'y'])
    const [twice, , plain] = await readAll(key, { properties_field: '' })
    expect(twice?.failure).toMatchObject({
      code: 'source.message',
      field: 'data',
      message: 'The message has the field "data" twice, and one of the values would be lost.',
    })
    expect(twice?.data).toMatchObject({ data: '{"id":1}', data_2: '{"id":2}' })
    expect(Object.values(plain?.data ?? {}).toSorted()).toEqual(['own', 'x', 'y'])
  })

  test('a stream entry without an answer is unknown; a value is simply asked for again', async () => {
    const proxy = await openProxy(6379)
    const [streamKey, valueKey] = [bench.makeKey(), bench.makeKey()]
    const [stream, value] = [
      await openTarget(streamKey, [], proxy.port),
      await openTarget(`value:${valueKey}`, ['id'], proxy.port),
    ]
    proxy.hush()
    const lost = [stream.write([record({ id: 1 })], signal), value.write([record({ id: 1 })], signal)] as const
    await expect.poll(() => bench.run(['EXISTS', streamKey, `${valueKey}:1`])).toBe(2)
    proxy.cut()
    expect((await lost[0]).map(each => each.kind)).toEqual(['unknown'])
    await expect(lost[1]).rejects.toMatchObject({ retry: 'later' })
    expect((await value.write([record({ id: 1 })], signal)).map(each => each.kind)).toEqual(['written'])
    await bench.run(['DEL', `${valueKey}:1`])
    await Promise.all([stream.close(), value.close(), proxy.close()])
  })
})
