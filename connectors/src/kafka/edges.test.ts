import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { murmur2 } from '@platformatic/kafka'
import type { SourcePage, SourceRecord, TargetRecord } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { type ParamValues, SourceConfig, TargetConfig, type TestStep } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FrontPlan, openFront } from './front-server.ts'
import kafka from './index.ts'
import { type Bench, isInstalled, openBench, startBroker } from './testing.ts'

const connector_id = '01900000-0000-7000-8000-000000000046'
const signal = new AbortController().signal
const FETCH = 1

describe.runIf(await isInstalled())('Kafka at its edges', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>
  let bench: Bench
  let context: TestContext
  beforeAll(async () => {
    broker = await startBroker()
    bench = await openBench(broker.port)
    context = createTestContext()
  })
  afterAll(async () => {
    await bench?.close()
    await context?.dispose()
    broker?.stop()
  })

  const paramsOf = (port: number, change: ParamValues = {}): ParamValues => ({
    host: '127.0.0.1',
    port,
    addresses: 'given',
    ...change,
  })
  async function front(plan: FrontPlan) {
    const opened = await openFront(broker.port, plan)
    onTestFinished(() => void opened.close())
    return opened
  }
  async function openSource(resource: string, options: ParamValues = {}, params = paramsOf(broker.port)) {
    const connection = await kafka.open(params, context)
    const config = SourceConfig.parse({ connector_id, resource, options, key: ['id'] })
    const source = await connection.openSource?.(config)
    if (!source) throw new Error('opening a source: there is none')
    onTestFinished(() => source.close())
    return source
  }
  async function readAll(resource: string, options: ParamValues = {}, params = paramsOf(broker.port)) {
    const source = await openSource(resource, options, params)
    const records: SourceRecord[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
      records.push(...page.records)
    return records
  }
  async function openTarget(resource: string, options: ParamValues = {}, port = broker.port, key = ['id']) {
    const connection = await kafka.open(paramsOf(port), context)
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource, options, key }))
    if (!target) throw new Error('opening a target: there is none')
    onTestFinished(() => target.close())
    return target
  }
  async function runTest(params: ParamValues): Promise<TestStep | undefined> {
    const connection = await kafka.open(params, context)
    let last: TestStep | undefined
    for await (const step of connection.test()) last = step
    return last
  }
  const record = (id: number | string, more = {}): TargetRecord => ({
    data: { id, ...more },
    idempotencyKey: `strategy:${id}:h`,
  })
  const kindsOf = (outcomes: readonly { kind: string }[]): string[] => outcomes.map(each => each.kind)

  test('key, headers, place and time come along, and numbers keep their digits', async () => {
    const topic = bench.makeTopic()
    bench.sendOne(topic, { key: 'k-1', value: '{"id":12345678901234567890}', headers: { shop: 'north' }, partition: 2 })
    const [first] = await readAll(topic, { properties_field: '_message' })
    expect(JSON.stringify(first?.data)).toContain('"id":12345678901234567890')
    expect(first?.data?.['_message']).toMatchObject({
      topic,
      partition: 2,
      offset: 0,
      key: 'k-1',
      headers: { shop: 'north' },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  test('a message that cannot be a record is a rejected row and stops nothing', async () => {
    const topic = bench.makeTopic()
    for (const value of ['{"id":1}', 'not json', '[1]', '[{"id":2},{"id":3}]']) bench.sendOne(topic, { value })
    const records = await readAll(topic, { properties_field: '' })
    expect(records.map(each => (each.failure ? 'rejected' : each.data['id']))).toEqual([
      1,
      'rejected',
      'rejected',
      2,
      3,
    ])
  })

  test('a message without a value is a delete of its key', async () => {
    const topic = bench.makeTopic()
    bench.sendOne(topic, { key: '7', value: '{"id":"7"}' })
    bench.sendOne(topic, { key: '7', value: '' })
    bench.sendOne(topic, { key: '{"id":8}', value: '' })
    bench.sendOne(topic, { value: '' })
    const records = await readAll(topic, { properties_field: '' })
    expect(records.slice(0, 3)).toEqual([
      { data: { id: '7' } },
      { data: { id: '7' }, change: 'delete' },
      { data: { id: 8 }, change: 'delete' },
    ])
    expect(records[3]?.failure?.code).toBe('source.message')
  })

  test.each(['gzip', 'snappy', 'lz4'] as const)(
    'batches that librdkafka packed with %s are read',
    async compression => {
      const topic = bench.makeTopic()
      const value = JSON.stringify({ id: 1, text: 'repeated '.repeat(5000) })
      bench.sendOne(topic, { value, compression })
      expect(await readAll(topic, { properties_field: '' })).toEqual([{ data: JSON.parse(value) }])
    },
  )

  test('a message over 8 MiB is a rejected row, and what follows is read', async () => {
    const topic = bench.makeTopic()
    // Packed small enough for the broker.
    const target = await openTarget(topic, { compression: 'gzip' })
    const large = record('a', { text: 'x'.repeat(9 * 1024 * 1024) })
    expect(kindsOf(await target.write([large], signal))).toEqual(['written'])
    const [only] = await readAll(topic, { properties_field: '' })
    expect(only?.failure?.message).toContain('8 MiB')
    expect(only?.data).toMatchObject({ topic, key: 'a' })
  })

  test('two readers go on from what was stored, partition by partition', async () => {
    const topic = bench.makeTopic()
    for (const partition of [0, 1, 2, 3])
      bench.send(topic, [{ id: partition * 10 }, { id: partition * 10 + 1 }], partition)
    const source = await openSource(topic)
    const pages: SourcePage[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: 3, signal })) pages.push(page)
    const [first] = pages
    const again = await openSource(topic)
    const rest: SourceRecord[] = []
    const request = { cursor: first?.cursor ?? null, window: null, pageSize: 3, signal }
    for await (const page of again.read(request)) rest.push(...page.records)
    const ids = [...(first?.records ?? []), ...rest].map(each => Number(each.data?.['id']))
    expect(ids.toSorted((a, b) => a - b)).toEqual([0, 1, 10, 11, 20, 21, 30, 31])
  })

  test('partitions that are added are read from their first message, and told', async () => {
    const topic = bench.makeTopic()
    const metadata = { host: '127.0.0.1', port: null, topic, partitions: 2 }
    const opened = await front({ metadata })
    let nowMs = 0
    const connection = await kafka.open(paramsOf(opened.port), { ...context, now: () => nowMs })
    const source = await connection.openSource?.(
      SourceConfig.parse({ connector_id, resource: topic, options: { start: 'next' }, key: ['id'] }),
    )
    const stop = new AbortController()
    onTestFinished(async () => {
      stop.abort()
      await source?.close()
    })
    const got: SourcePage[] = []
    const follow = source?.follow?.({
      reader: connector_id,
      cursor: null,
      pageSize: 10,
      maxWaitMs: 50,
      signal: stop.signal,
    })
    const timer = setInterval(() => {
      nowMs += 1000
      // It is at work on two of them.
      if (metadata.partitions === 4 || !opened.seen.includes(FETCH)) return
      bench.send(topic, [{ id: 3 }], 3)
      metadata.partitions = 4
    }, 20)
    for await (const page of follow ?? []) {
      got.push(page)
      if (page.records.length > 0) break
    }
    clearInterval(timer)
    expect(got.flatMap(page => page.notices ?? []).map(each => each.text)).toEqual([
      `The topic ${topic} has 2 more partitions; they are read as well.`,
    ])
    expect(got.flatMap(page => page.records).map(each => each.data?.['id'])).toEqual([3])
  })

  test('a new group begins at the first message that is not earlier than a time', async () => {
    const topic = bench.makeTopic()
    bench.send(topic, [{ id: 1 }, { id: 2 }, { id: 3 }])
    const asked: bigint[] = []
    const { port } = await front({
      offsetAt: timestamp => {
        asked.push(timestamp)
        return 2n
      },
    })
    const options = { start: 'time', start_time: '2026-01-31T08:00:00+08:00', properties_field: '' }
    expect(await readAll(topic, options, paramsOf(port))).toEqual([{ data: { id: 3 } }])
    expect(asked).toContain(BigInt(Date.parse('2026-01-31T00:00:00Z')))
  })

  test.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])(
    'signs in by %s, and a wrong password is named',
    async mechanism => {
      const { port } = await front({ users: { mia: 'pa=ss,wörd' } })
      const params = paramsOf(port, { username: 'mia', password: 'pa=ss,wörd', mechanism })
      expect(await runTest(params)).toMatchObject({ name: 'permission', ok: true })
      const refused = await runTest({ ...params, password: 'wrong' })
      expect(refused).toMatchObject({ name: 'auth', ok: false })
      const unsigned = await runTest(paramsOf(port))
      expect(unsigned).toMatchObject({ name: 'auth', ok: false })
    },
  )

  test('the line is encrypted where it is asked for, and the certificate checked', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-kafka-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile],
      ],
      { stdio: 'ignore' },
    )
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
    const { port } = await front({ tls: { key, cert } })
    expect(await runTest(paramsOf(port, { tls: 'verify', ca: cert }))).toMatchObject({ name: 'permission', ok: true })
    expect(await runTest(paramsOf(port, { tls: 'verify' }))).toMatchObject({ name: 'protocol', ok: false })
  })

  test.each(['169.254.169.254', '10.0.0.7', 'metadata.google.internal'])(
    'a broker that the cluster advertises at %s is not dialled',
    async host => {
      const { port } = await front({ metadata: { host, port: 9092, topic: 'orders', partitions: 1 } })
      const params = { ...paramsOf(port), addresses: 'advertised' }
      const step = await runTest(params)
      expect(step).toMatchObject({ name: 'protocol', ok: false })
      expect(JSON.stringify(step)).toContain(host)
      const connection = await kafka.open(params, context)
      const config = SourceConfig.parse({ connector_id, resource: 'orders', key: ['id'] })
      await expect(connection.openSource?.(config).then(source => source.close())).rejects.toThrow()
      expect(context.countOpenSockets()).toBe(0)
    },
  )

  test('a key goes to the partition where the clients of Java put it', () => {
    // From the tests of Kafka itself (UtilsTest.testMurmur2).
    expect(['21', 'foobar', 'a-little-bit-long-string', 'abc'].map(text => murmur2(Buffer.from(text)))).toEqual([
      -973932308, -790332482, -985981536, 479470107,
    ])
  })

  test('messages of one key keep their order in one partition, with headers, over batches', async () => {
    const topic = bench.makeTopic()
    const target = await openTarget(topic, { key_field: 'shop', header_fields: 'shop, missing' })
    for (let batch = 0; batch < 3; batch += 1)
      await target.write(
        Array.from({ length: 40 }, (_, index) => record(batch * 40 + index, { shop: `s${index % 5}` })),
        signal,
      )
    const messages = bench.readAll(topic)
    expect(messages).toHaveLength(120)
    for (const shop of ['s0', 's1', 's2', 's3', 's4']) {
      const own = messages.filter(each => each.key === shop)
      expect(new Set(own.map(each => each.partition)).size).toBe(1)
      const ids = own.map(each => JSON.parse(each.payload ?? '').id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }
    expect(messages[0]?.headers).toEqual(['shop', messages[0]?.key])
  })

  test.each(['gzip', 'snappy', 'lz4', 'zstd'])('what is packed with %s is read by librdkafka', async compression => {
    const topic = bench.makeTopic()
    const target = await openTarget(topic, { compression })
    expect(kindsOf(await target.write([record(1, { text: 'a'.repeat(1000) })], signal))).toEqual(['written'])
    expect(JSON.parse(bench.readAll(topic)[0]?.payload ?? '')).toEqual({ id: 1, text: 'a'.repeat(1000) })
  })

  test('a batch whose answer was lost is asked for by its number and stands there once', async () => {
    const topic = bench.makeTopic()
    const plan: FrontPlan = { loseAnswers: 2 }
    const { port } = await front(plan)
    const target = await openTarget(topic, {}, port, [])
    expect(kindsOf(await target.write([record(1), record(2)], signal))).toEqual(['written', 'written'])
    expect(kindsOf(await target.write([record(3)], signal))).toEqual(['written'])
    expect(plan.loseAnswers).toBe(0)
    expect(bench.readAll(topic)).toHaveLength(3)
  })

  test('a message that is too large fails alone', async () => {
    const topic = bench.makeTopic()
    const { port } = await front({ maxBatch: 20_000 })
    const target = await openTarget(topic, { key_field: 'shop' }, port)
    const small = (id: number): TargetRecord => record(id, { shop: 'one' })
    const outcomes = await target.write(
      [small(1), small(2), record(3, { shop: 'one', text: 'x'.repeat(30_000) }), small(4)],
      signal,
    )
    expect(kindsOf(outcomes)).toEqual(['written', 'written', 'failed', 'written'])
    expect(outcomes[2]).toMatchObject({ failure: { code: 'target.tooLarge', retry: 'skip' } })
    expect(bench.readAll(topic).map(each => JSON.parse(each.payload ?? '').id)).toEqual([1, 2, 4])
  })

  test('a delete is a message without a value', async () => {
    const topic = bench.makeTopic()
    const target = await openTarget(topic)
    await target.write([record(5), { ...record(5), change: 'delete' }], signal)
    expect(bench.readAll(topic).map(({ key, payload }) => [key, payload])).toEqual([
      ['5', '{"id":5}'],
      ['5', null],
    ])
  })

  test('the lag is what lies behind the cursor', async () => {
    const topic = bench.makeTopic()
    bench.send(topic, [{ id: 1 }, { id: 2 }, { id: 3 }])
    const source = await openSource(topic)
    for await (const page of source.read({ cursor: null, window: null, pageSize: 2, signal })) {
      expect((await source.readLag?.(connector_id, page.cursor))?.records).toBe(1)
      break
    }
  })
})
