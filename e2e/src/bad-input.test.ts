import { readFileSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@sluice/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { type Run, runNewStrategy, waitForRun } from './run-strategy.ts'

let product: Product
let api: Api
let directory: string
let target: string
let files: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-bad-'))
  const database = openDatabase(join(directory, 'target.db'))
  database.exec('create table rows (id integer primary key, name text, note text)')
  database.close()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  target = await connect('sqlite', { place: 'directory', directory, name: 'target.db' })
  files = await connect('file', { place: 'directory', directory, pattern: '*' })
})
afterAll(async () => {
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

let connectors = 0
type Params = Record<string, string | number | boolean>
const connect = async (platform: string, params: Params): Promise<string> =>
  (await api.connector.create({ body: { platform_id: platform, name: `${platform} ${connectors++}`, params } })).content
    .id

/** The step of a connection test that failed. */
async function failedStep(platform: string, params: Params) {
  const { content } = await api.connector.testParams({ body: { platform_id: platform, params } })
  return content.find(step => !step.ok)
}

/** Copies a resource into the table `rows` and answers with the run and what is in the table. */
async function copy(
  source: string,
  resource: string,
  options: Params = {},
  key = 'id',
  fields = ['id', 'name', 'note'],
): Promise<{ run: Run; rows: unknown[]; strategyId: string }> {
  const database = openDatabase(join(directory, 'target.db'))
  database.exec('delete from rows')
  const { run, id } = await runNewStrategy(api, `copy ${resource} ${connectors++}`, {
    source: { connector_id: source, resource, options, key: [key], pageSize: 50 },
    target: { connector_id: target, resource: 'rows', batchSize: 50 },
    mapping: { fields: fields.map(name => ({ target: name, value: { kind: 'template', template: `{{${name}}}` } })) },
    retry: { maxAttempts: 1, firstDelaySeconds: 1 },
  })
  const statement = database.prepare('select * from rows order by id')
  statement.setReadBigInts(true)
  const rows = statement.all().map(row => ({ ...row }))
  database.close()
  return { run, rows, strategyId: id }
}

test('a wrong port, a wrong path and a wrong address each fail at their step, with the way out', async () => {
  const place = { host: '127.0.0.1', port: 1, database: 'x', username: 'x', password: 'canary-1' }
  for (const [platform, params, step] of [
    ['postgresql', place, 'network'],
    ['mysql', place, 'network'],
    ['sqlite', { place: 'directory', directory, name: 'nothing.db' }, undefined],
    ['sqlite', { place: 'directory', directory: '/etc', name: 'passwd' }, undefined],
    ['http', { base_url: 'http://127.0.0.1:1', test_path: '/' }, 'network'],
    ['http', { base_url: 'http://169.254.169.254', test_path: '/' }, undefined],
  ] as const) {
    const failed = await failedStep(platform, params)
    if (step) expect(failed?.name, platform).toBe(step)
    expect(failed?.error?.code, platform).toBeTruthy()
    expect(`${failed?.error?.message} ${failed?.error?.advice ?? ''}`.length, platform).toBeGreaterThan(30)
    expect(JSON.stringify(failed)).not.toContain('canary-1')
  }
})

test('a refused login is told from everything else', async () => {
  const sandbox = await startSandbox({ faults: 'none' })
  try {
    const failed = await failedStep('sandbox-shop', {
      base_url: sandbox.shop.url,
      client_id: sandbox.clientId,
      client_secret: 'wrong',
    })
    expect(failed).toMatchObject({ name: 'auth', ok: false, error: { code: expect.stringMatching(/auth|refused/) } })
  } finally {
    await sandbox.stop()
  }
})

/** Once more, without the check that a first start makes. */
async function runAgain(strategyId: string): Promise<Run> {
  const { content } = await api.strategy.runNow({ params: { id: strategyId }, body: {} })
  return waitForRun(api, content.run_id)
}

test('a table that vanished fails the run by its name, and what arrived before stays', async () => {
  const database = openDatabase(join(directory, 'vanishing.db'))
  database.exec(
    "create table gone (id integer primary key, name text, note text); insert into gone values (1, 'a', 'b')",
  )
  const source = await connect('sqlite', { place: 'directory', directory, name: 'vanishing.db' })
  const { run, rows, strategyId } = await copy(source, 'gone')
  expect([run.state, rows]).toEqual(['succeeded', [{ id: 1n, name: 'a', note: 'b' }]])
  database.exec('drop table gone')
  database.close()
  const failed = await runAgain(strategyId)
  expect(failed).toMatchObject({ state: 'failed', imbalance: null, counts: { read: 0 } })
  expect(failed.failure).toMatchObject({ code: 'resource.missing', message: expect.stringContaining('gone') })
})

test('a file that is not what it says is refused by what it is', async () => {
  await writeFile(join(directory, 'orders.csv'), Buffer.from('504b0304140000000800', 'hex'))
  await writeFile(join(directory, 'book.xlsx'), '<html><body>Please sign in</body></html>')
  await writeFile(join(directory, 'lines.jsonl'), '[{"id":1},{"id":2}]')
  for (const name of ['orders.csv', 'book.xlsx', 'lines.jsonl']) {
    const body = { resource: name.endsWith('.xlsx') ? `${name}#Sheet1` : name }
    const failure = await api.connector.describeResource({ params: { id: files }, body }).catch(error => error as Error)
    expect(failure, name).toBeInstanceOf(Error)
    expect((failure as Error).message, name).toMatch(/ZIP|XLSX|HTML|array|list|not a/i)
  }
})

test('a GBK file arrives in Chinese, 64-bit ids digit by digit, and duplicate headers get a name each', async () => {
  // 东 is 96 7C in GBK: its second byte is the delimiter.
  await writeFile(
    join(directory, 'gbk.csv'),
    Buffer.concat([
      Buffer.from('id|name|note\n9007199254740993|'),
      Buffer.from('b6abb7bd', 'hex'),
      Buffer.from('|'),
      Buffer.from('967c', 'hex'),
      Buffer.from('\n'),
    ]),
  )
  const { run, rows } = await copy(files, 'gbk.csv', { delimiter: '|', encoding: 'gb18030' })
  expect(run).toMatchObject({ state: 'succeeded', imbalance: null })
  expect(rows).toEqual([{ id: 9007199254740993n, name: '东方', note: '東' }])
  await writeFile(join(directory, 'twice.csv'), 'id,name,name\n1,first,second\n')
  const { content } = await api.connector.describeResource({ params: { id: files }, body: { resource: 'twice.csv' } })
  expect(content.fields.map(field => field.name)).toEqual(['id', 'name', 'name_2'])
})

test('a row of 200 MB is refused by its line, the others arrive, and memory stays bounded', async () => {
  const file = await open(join(directory, 'huge.jsonl'), 'w')
  await file.write('{"id":1,"name":"a","note":"x"}\n{"id":2,"name":"')
  const chunk = Buffer.alloc(2 ** 20, 120)
  for (let megabyte = 0; megabyte < 200; megabyte++) await file.write(chunk)
  await file.write('","note":"y"}\n{"id":3,"name":"c","note":"z"}\n')
  await file.close()
  const { run, rows } = await copy(files, 'huge.jsonl')
  expect(run.counts).toMatchObject({ read: 3, fresh: 2, rejected: 1, written: 2 })
  expect(run.imbalance).toBeNull()
  expect(rows.map(row => (row as { id: bigint }).id)).toEqual([1n, 3n])
  const { content } = await api.run.rejected({ params: { id: run.id } })
  expect(content[0]?.failure.message).toMatch(/\b2\b/)
  expect(readPeakMb(product.pid)).toBeLessThan(700)
})

test('an HTML page with status 200 and a cursor that goes in circles are errors, never the end of the data', async () => {
  let isSignedOut = false
  const server = createServer((req, res) => {
    if (isSignedOut) return res.setHeader('content-type', 'text/html').end('<html><body>Please sign in</body></html>')
    const url = new URL(req.url ?? '/', 'http://x')
    res.setHeader('content-type', 'application/json')
    if (url.pathname === '/once') return res.end(JSON.stringify({ list: [{ id: 9, name: 'n', note: '' }], next: null }))
    const isSecond = url.searchParams.get('cursor') === 'b'
    const next = isSecond ? 'a' : 'b'
    return res.end(JSON.stringify({ list: [{ id: isSecond ? 2 : 1, name: 'n', note: '' }], next }))
  })
  const port = await listen(server)
  try {
    const source = await connect('http', { base_url: `http://127.0.0.1:${port}` })
    const options = { list_path: 'list', pagination: 'cursor', next_path: 'next', page_param: 'cursor' }
    const { strategyId, run } = await copy(source, '/once', options)
    expect(run.state).toBe('succeeded')
    isSignedOut = true
    const html = await runAgain(strategyId)
    expect(html).toMatchObject({
      state: 'failed',
      counts: { read: 0 },
      failure: { message: expect.stringContaining('web page') },
    })
    isSignedOut = false
    const circle = await copy(source, '/circle', options)
    expect(circle.run.state).toBe('failed')
    expect(circle.run.failure?.message).toMatch(/cursor/i)
    expect(circle.run.imbalance).toBeNull()
    // What was read before the circle closed is kept, once each.
    expect(circle.rows.map(row => (row as { id: bigint }).id)).toEqual([1n, 2n])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('an expression that loops costs its one record; the rest arrives', async () => {
  const lines = Array.from({ length: 20 }, (_, id) =>
    JSON.stringify({ id: id + 1, name: 'n', items: id === 7 ? Array(3000).fill(1) : [1] }),
  )
  await writeFile(join(directory, 'loop.jsonl'), `${lines.join('\n')}\n`)
  const { id, run } = await runNewStrategy(api, 'loop', {
    source: { connector_id: files, resource: 'loop.jsonl', key: ['id'] },
    target: { connector_id: target, resource: 'rows' },
    mapping: {
      fields: [
        { target: 'id', value: { kind: 'template', template: '{{id}}' } },
        {
          target: 'name',
          value: { kind: 'expression', expression: 'string(row.items.map(a, row.items.map(b, a + b)).size())' },
        },
      ],
    },
  })
  expect(run.counts).toMatchObject({ read: 20, written: 19, dead: 1 })
  const { content } = await api.strategyData.search({ params: { strategy: id }, body: { status: [3] } })
  expect(content.rows).toMatchObject([
    { key: '8', error_code: 'mapping.expressionTimeout', error_message: expect.stringContaining('name') },
  ])
})

const listen = (server: Server): Promise<number> =>
  new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)) // listening on TCP
  })

const readPeakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
