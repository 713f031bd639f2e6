import type { SourcePage } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { formatBatch } from '@sluice/connector-kit/files'
import {
  type Data,
  type ParamValues,
  type ReadWindow,
  SourceConfig,
  TargetConfig,
  type TestStep,
} from '@sluice/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import s3 from './index.ts'
import { type S3Server, startS3 } from './testing.ts'

const account = { bucket: 'exchange', region: 'eu-west-1', accessKey: 'AKCANARY', secretKey: 'secret/canary+7781' }
const connector_id = '01900000-0000-7000-8000-000000000007'
const signal = new AbortController().signal

let server: S3Server
let context: TestContext
beforeEach(async () => {
  server = await startS3(account)
  context = createTestContext({ sleep: async () => undefined })
})
afterEach(async () => {
  await context.dispose()
  await server.close()
})

const open = (change: ParamValues = {}, within = context) => {
  const { bucket, region, accessKey: access_key, secretKey: secret_key } = account
  const given = { endpoint: server.url, bucket, region, access_key, secret_key, path_style: true }
  return s3.open({ ...given, ...change }, within)
}

interface Asked {
  readonly options?: ParamValues
  readonly window?: ReadWindow
  readonly cursor?: string
  readonly pageSize?: number
  readonly params?: ParamValues
}

async function* readPages(resource: string, asked: Asked = {}): AsyncGenerator<SourcePage> {
  const connection = await open(asked.params)
  const config = SourceConfig.parse({ connector_id, resource, key: ['id'], options: asked.options ?? {} })
  const source = await connection.openSource?.(config)
  const { cursor = null, window = null, pageSize = 1000 } = asked
  yield* source?.read({ cursor, window, pageSize, signal }) ?? []
  await source?.close()
}

async function readAll(resource: string, asked: Asked = {}): Promise<Data[]> {
  const records: Data[] = []
  for await (const page of readPages(resource, asked))
    for (const record of page.records) if (record.data) records.push(record.data)
  return records
}

async function write(records: readonly Data[]) {
  const connection = await open()
  const config = { connector_id, resource: 'new-file', options: { format: 'jsonl', folder: 'out' } }
  const target = await connection.openTarget?.(TargetConfig.parse(config))
  const batch = records.map((data, index) => ({ data, idempotencyKey: String(index) }))
  return (await target?.write(batch, signal)) ?? []
}

describe('reading', () => {
  test('goes through a listing of several pages and combines small objects into pages', async () => {
    for (let id = 0; id < 2300; id += 1)
      server.put(`in/${id}.${id % 100 === 0 ? 'jsonl' : 'log'}`, `{"id":${id}}\n`, id * 1000)
    const pages: SourcePage[] = []
    for await (const page of readPages('in/', { pageSize: 10 })) pages.push(page)
    expect(pages.map(page => page.records.length)).toEqual([10, 10, 3])
    expect(pages.flatMap(page => page.records.map(record => record.data?.['id']))).toEqual(
      Array.from({ length: 23 }, (_, at) => at * 100),
    )
    expect(server.requests.filter(line => line === 'GET exchange/')).toHaveLength(3)
  })

  test('outlasts SlowDown and a cut, without a row lost or double, in parts of bounded size', async () => {
    const line = `${'x'.repeat(1000)}`
    const rows = Array.from({ length: 12_000 }, (_, id) => `${id},${line}\n`).join('')
    server.put('big.csv', `id,n\n${rows}`)
    // The look at the object, its first part, its second.
    server.faults.push('slow', 'none', 'slow', 'cut', 'none', 'cut')
    const ids = (await readAll('big.csv')).map(record => record['id'])
    expect(ids).toEqual(Array.from({ length: 12_000 }, (_, id) => String(id)))
    expect(server.faults).toEqual([])
    expect(server.requests.filter(each => each === 'GET exchange/big.csv').length).toBeGreaterThanOrEqual(5)
  })

  test('a line that is cut each time is a failure that may heal, never a shorter file', async () => {
    server.put('a.csv', 'id\n1\n')
    server.faults.push('slow', ...Array<'cut'>(8).fill('cut'))
    await expect(readAll('a.csv')).rejects.toMatchObject({ code: 'egress.broken', retry: 'later' })
  })

  test('one bad file of a folder hides no other: each is a refused row that names it', async () => {
    server.put('in/a.csv', Buffer.from('id\n1\n'), 1000)
    server.put('in/b.csv', Buffer.alloc(0), 2000)
    server.put('in/c.csv', Buffer.from('id\nM\xfcller\n', 'latin1'), 3000)
    server.put('in/d.csv', Buffer.from('%PDF-1.4'), 4000)
    server.put('in/e.csv', Buffer.from('id\n2\n'), 5000)
    server.put('in/f.csv', Buffer.from('id\n3\n"open\n'), 6000)
    const seen: unknown[] = []
    for await (const page of readPages('in/'))
      for (const { data, failure } of page.records)
        seen.push(failure ? `${failure.code} ${String(failure.value)}` : data)
    expect(seen).toEqual([
      { id: '1' },
      'file.unread in/b.csv',
      'file.unread in/c.csv',
      'file.unread in/d.csv',
      { id: '2' },
      { id: '3' },
      'file.unread in/f.csv',
    ])
    // A file that is asked for by its name fails the run with its own reason.
    await expect(readAll('in/b.csv')).rejects.toMatchObject({ code: 'file.content' })
  })

  test('an increment by time includes both bounds, and names file and time where wanted', async () => {
    for (let day = 1; day <= 4; day += 1) server.put(`in/${day}.csv`, `id\n${day}\n`, Date.UTC(2024, 0, day))
    const source = await (await open()).openSource?.(SourceConfig.parse({ connector_id, resource: 'in/', key: ['id'] }))
    expect(await source?.readHighWater?.('_modified')).toBe('2024-01-04T00:00:00.000Z')
    const window = { field: '_modified', from: '2024-01-02T00:00:00.000Z', to: '2024-01-03T00:00:00.000Z' }
    expect(await readAll('in/', { window, options: { with_file: true } })).toEqual([
      { _file: 'in/2.csv', _modified: '2024-01-02T00:00:00.000Z', id: '2' },
      { _file: 'in/3.csv', _modified: '2024-01-03T00:00:00.000Z', id: '3' },
    ])
    await expect(readAll('in/', { window: { ...window, field: 'id' } })).rejects.toMatchObject({
      code: 'source.window',
      message: expect.stringContaining('id'),
    })
  })

  test('an object that is replaced before it is read on is noticed; one that comes later is read', async () => {
    const lines = (from: number) => Array.from({ length: 30 }, (_, at) => `{"id":${from + at}}\n`).join('')
    server.put('in/a.jsonl', lines(0), 1000)
    const pages = readPages('in/', { pageSize: 10 })
    const first = (await pages.next()).value as SourcePage // there are three
    const cursor = first.cursor ?? ''
    await pages.return(undefined)
    server.put('in/b.jsonl', lines(30), 5000)
    expect(await readAll('in/', { cursor })).toHaveLength(50)
    server.put('in/a.jsonl', lines(100), 1000)
    await expect(readAll('in/', { cursor })).rejects.toMatchObject({ code: 'source.changed' })
  })

  test('a workbook is read by the sheet that is asked for, beneath the prefix and by the pattern', async () => {
    const chunks: Buffer[] = []
    for await (const chunk of formatBatch([{ id: 7 }], { name: '', format: 'xlsx' })) chunks.push(chunk)
    server.put('root/a.xlsx', Buffer.concat(chunks))
    server.put('root/b.csv', 'id\n1\n')
    server.put('a.csv', 'id\n2\n')
    const params = { prefix: 'root', pattern: '*.xlsx' }
    expect(await readAll('/', { params, options: { sheet: 'Sheet1' } })).toEqual([{ id: 7 }])
    await expect(readAll('/', { params, options: { sheet: 'No' } })).rejects.toMatchObject({ code: 'resource.missing' })
    const resources = await (await open(params)).discover()
    expect(resources.map(resource => resource.id)).toEqual(['new-file', '/', 'a.xlsx'])
  })
})

describe('writing', () => {
  test('a PUT whose answer is lost is sent again under its own name: one object, every record once', async () => {
    server.faults.push('lost', 'slow')
    const outcomes = await write([{ id: 1 }, { id: 2 }])
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['written', 'written'])
    expect([...server.objects.values()].map(({ bytes }) => bytes.toString())).toEqual(['{"id":1}\n{"id":2}\n'])
    expect([...server.objects.keys()][0]).toMatch(/^out\/export-\d{8}T\d{9}Z-[0-9a-f]{4}\.jsonl$/)
  })

  test('answers that stay lost are written when the store has the object', async () => {
    server.faults.push('lost', 'lost', 'lost', 'lost')
    expect((await write([{ id: 1 }])).map(outcome => outcome.kind)).toEqual(['written'])
  })

  test('a store that only asks for patience is tried again by the run, and nothing is unknown', async () => {
    server.faults.push('slow', 'slow', 'slow', 'slow')
    await expect(write([{ id: 1 }])).rejects.toMatchObject({
      code: 'connector.busy',
      retry: 'later',
      cause: { sent: false },
    })
    expect(server.objects.size).toBe(0)
  })
})

describe('the connection test', () => {
  const collect = async (connection: Awaited<ReturnType<typeof open>>) => {
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    return steps
  }

  test('tells that objects may be listed and not read, and the policy that mends it', async () => {
    server.put('a.csv', 'id\n1\n')
    server.denied.add('read')
    const rights = (await collect(await open())).flatMap(step => step.rights ?? [])
    expect(rights.map(right => [right.name, right.state])).toEqual([
      ['read', 'no'],
      ['write', 'unknown'],
    ])
    expect(JSON.parse(rights[0]?.repair ?? '')).toMatchObject({ Statement: [{ Action: 's3:ListBucket' }, {}] })
  })

  test('a bucket that may not be listed fails with the policy to copy', async () => {
    server.denied.add('list')
    const last = (await collect(await open())).at(-1)
    expect(last).toMatchObject({ name: 'permission', ok: false, error: { code: 'connector.permission' } })
    expect(last?.error?.repair).toContain('arn:aws:s3:::exchange')
  })

  test('a private host is refused before anything is sent', async () => {
    const closed = createTestContext({ policy: {} })
    const [step] = await collect(await open({}, closed))
    await closed.dispose()
    expect(step).toMatchObject({ name: 'address', ok: false, error: { code: 'egress.blocked' } })
    expect(server.requests).toEqual([])
  })

  test('a page of a web server is named as what it is', async () => {
    const plain = createTestContext({ policy: { allow: [{ host: '127.0.0.1' }] } })
    server.faults.push('page')
    const steps = await collect(await open({}, plain))
    await plain.dispose()
    expect(steps.at(-1)).toMatchObject({ name: 'protocol', ok: false, error: { code: 'connector.protocol' } })
  })
})
