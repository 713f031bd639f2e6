import { readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { newId } from '@sluice/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ExportJob } from './contract.ts'
import { createExportWorker, type ExportWorker, type ExportWorkerDeps } from './index.ts'

let server: TestServer
let token: string
let strategyId: string
/** By record id, as staged. */
const originals = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const { id } = await post<{ id: string }>('/api/dh/lessee/connector', connectorBody())
  const body = { name: '订单', group: 'shop', config: configOf(id) }
  strategyId = (await post<{ id: string }>('/api/dh/lessee/strategy', body)).id
})
beforeEach(async () => {
  // Ten a minute is a person's pace, not a test's.
  await server.database.withSystem(tx => tx.execute('delete from throttle'))
  await query(async tx => {
    await tx.execute('delete from export_job')
    await tx.execute('delete from record_state')
    await tx.execute('delete from record_count')
    originals.clear()
  })
})
afterAll(() => server.drop())

const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown, as = token) =>
  server.call(method, path, {
    token: as,
    headers: { 'accept-language': 'en' },
    ...(body === undefined ? {} : { body }),
  })
async function post<T>(path: string, body?: unknown): Promise<T> {
  const answer = await send('POST', path, body)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

/** Records as a run leaves them. */
async function stage(records: readonly string[], status = 2): Promise<void> {
  await query(async tx => {
    const rows = await tx.query<{ id: string; key: string }>(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       select $1, 'k' || o || '-' || $3::int, nextval('record_id'), 1, now(), o, $3::int, 1, '', $4 from generate_series(1, $2::int) o
       returning id, key`,
      [strategyId, records.length, status, newId()],
    )
    for (const [at, row] of rows.entries()) originals.set(row.id, records[at]!)
    await tx.execute('insert into record_count (strategy_id, status, count) values ($1, $2, $3)', [
      strategyId,
      status,
      records.length,
    ])
  })
}

const readOriginals: ExportWorkerDeps['engine']['records']['readOriginals'] = async (_tx, places) =>
  new Map(places.flatMap(({ id }) => (originals.has(id) ? [[id, originals.get(id)!] as const] : [])))
const openWorker = (change: Partial<ExportWorkerDeps['engine']['records']> = {}): ExportWorker => {
  const { database, exports, engine } = server
  const records = { ...engine.engine.records, readOriginals, ...change }
  return createExportWorker({
    database,
    exports,
    engine: { ...engine.engine, records },
    log: pino({ level: 'silent' }),
    now: Date.now,
  })
}
const request = (body: object = {}): Promise<ExportJob> =>
  post<ExportJob>(`/api/dh/lessee/strategy-data/${strategyId}/export-job`, {
    format: 'csv',
    record_columns: ['key'],
    ...body,
  })
const JOBS = '/api/dh/lessee/export-job'
const read = async (id: string): Promise<ExportJob> =>
  (await send('GET', JOBS)).json<{ content: ExportJob[] }>().content.find(job => job.id === id)!
const download = async (id: string): Promise<Buffer> => (await send('GET', `${JOBS}/${id}/content`)).rawPayload
/** The file of an export of these records. */
async function exported(records: readonly string[], body: object = {}): Promise<Buffer> {
  await stage(records)
  const { id } = await request(body)
  await openWorker().turn()
  const job = await read(id)
  expect([job.state, job.failure]).toEqual(['done', null])
  return download(id)
}

describe('a file', () => {
  const big = '{"id":12345678901234567890,"price":12.50,"name":"=1+1","note":null}'

  test('of CSV keeps every digit, runs no formula, and opens in a spreadsheet', async () => {
    const text = (await exported([big])).toString()
    expect(text).toBe("\uFEFFKey,id,price,name,note\r\nk1-2,12345678901234567890,12.50,'=1+1,\r\n")
  })

  test('of CSV is GBK where that is asked for, and what GBK lacks is kept too', async () => {
    const bytes = await exported(['{"name":"订单 👍"}'], { encoding: 'gbk', record_columns: ['status'] })
    expect(new TextDecoder('gb18030').decode(bytes)).toBe('Status,name\r\nFinished,订单 👍\r\n')
    expect(bytes.includes(Buffer.from([0xb6, 0xa9, 0xb5, 0xa5]))).toBe(true)
  })

  test('says a state in words where people read it, and by its code where machines do', async () => {
    const body = { record_columns: ['status'] }
    expect(unzipLast(await exported(['{"a":1}'], { ...body, format: 'xlsx' }))).toContain('>Finished</t>')
    const { id } = await request({ ...body, format: 'jsonl' })
    await openWorker().turn()
    expect((await download(id)).toString()).toBe('{"_status":2,"a":1}\n')
  })

  test('of JSON Lines is lossless, and missing stays apart from null', async () => {
    const text = (await exported([big, '{"id":-0,"list":[1]}'], { format: 'jsonl', record_columns: [] })).toString()
    expect(text.trim().split('\n').sort()).toEqual([big, '{"id":-0,"list":[1]}'].sort())
  })

  test('of XLSX has long numbers and what looks like a formula as texts', async () => {
    const bytes = await exported([big], { format: 'xlsx' })
    const sheet = unzipLast(bytes)
    expect(sheet).toContain('12345678901234567890</t>')
    expect(sheet).toContain('=1+1</t>')
    expect(sheet).not.toContain('<f>')
  })

  test('of Parquet is one', async () => {
    const bytes = await exported(['{"n":9007199254740993}'], { format: 'parquet' })
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1'])
  })

  test('has the fields that were chosen, in their order, and a line for each detail', async () => {
    const order = '{"no":"A1","total":3,"lines":[{"sku":"x","qty":1},{"sku":"y"}]}'
    const text = (
      await exported([order, '{"no":"A2","lines":[]}'], { fields: ['total', 'no'], expand: 'lines' })
    ).toString()
    expect(text.slice(1).trim().split('\r\n').sort()).toEqual(
      ['Key,total,no,lines.sku,lines.qty', 'k1-2,3,A1,x,1', 'k1-2,3,A1,y,', 'k2-2,,A2,,'].sort(),
    )
  })

  test('holds what the filter of the list finds, also where the evidence is not kept any more', async () => {
    await stage(['{"a":1}'], 2)
    await stage(['{"a":2}'], 3)
    const { id, total } = await request({ filter: { status: [3] } })
    expect(total).toBe('1')
    originals.clear()
    await openWorker().turn()
    expect((await download(id)).toString()).toBe('\uFEFFKey\r\nk1-3\r\n')
  })

  test('says which record does not fit into a cell, and nothing half is kept', async () => {
    await stage([JSON.stringify({ text: 'x'.repeat(40_000) })])
    const { id } = await request({ format: 'xlsx' })
    await openWorker().turn()
    expect(await read(id)).toMatchObject({ state: 'failed', failure: { code: 'file.cell', field: 'text' } })
    expect((await send('GET', `${JOBS}/${id}/content`)).statusCode).toBe(409)
  })
})

describe('a job', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `{"n":${at}}`)

  test('by time has each record once, though some are changed while it is read', async () => {
    await stage(many(2500))
    const change = (where: string) =>
      query(tx => tx.execute(`update record_state set updated_at = now() where ${where}`))
    await query(tx =>
      tx.execute(`update record_state set updated_at = now() - interval '1 hour' - ordinal * interval '1 second'`),
    )
    const filter = { from: new Date(Date.now() - 7_200_000).toISOString() }
    const { id } = await request({ format: 'jsonl', record_columns: [], filter })
    let pages = 0
    await openWorker({
      async readOriginals(tx, places) {
        pages += 1
        // One that was read, two that were not; then one of these again, and another.
        if (pages === 1) await change('ordinal in (5, 2400, 2401)')
        if (pages === 4) await change('ordinal in (2401, 1)')
        return readOriginals(tx, places)
      },
    }).turn()
    const lines = (await download(id)).toString().trim().split('\n')
    expect([lines.length, new Set(lines).size]).toEqual([2500, 2500])
    expect(await read(id)).toMatchObject({ state: 'done', rows: '2500', done: '2500' })
  })

  test('goes on where a process that stands still had come to, and that one is late when it wakes', async () => {
    await stage(many(2500))
    const { id } = await request({ format: 'jsonl', record_columns: [] })
    const wake = Promise.withResolvers<void>()
    let pages = 0
    const late = openWorker({
      async readOriginals(tx, places) {
        pages += 1
        if (pages === 3) await wake.promise
        return readOriginals(tx, places)
      },
    }).turn()
    await expect.poll(async () => (await read(id)).done, { timeout: 20_000 }).toBe('2000')
    expect(await openWorker().turn()).toBe(false)
    await query(tx => tx.execute(`update export_job set lease_until = '-infinity'`))
    let again = 0
    await openWorker({
      readOriginals(tx, places) {
        again += 1
        return readOriginals(tx, places)
      },
    }).turn()
    wake.resolve()
    await late
    expect(again).toBe(1)
    expect(await read(id)).toMatchObject({ state: 'done', rows: '2500', done: '2500' })
    expect(new Set((await download(id)).toString().trim().split('\n')).size).toBe(2500)
  })

  test('is handed back by a process that ends, and taken up at once', async () => {
    await stage(many(2500))
    const { id } = await request()
    const worker = openWorker({
      async readOriginals(tx, places) {
        void worker.stop({ timeoutMs: 5000 })
        return readOriginals(tx, places)
      },
    })
    await worker.turn()
    expect(await read(id)).toMatchObject({ state: 'running', done: '1000' })
    expect(await openWorker().turn()).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'done', rows: '2500' })
  })

  test('is cancelled while it waits, and after the page in hand', async () => {
    await stage(many(2500))
    const [waiting, running] = [await request(), await request()]
    await post(`${JOBS}/${waiting.id}/cancel`)
    await openWorker({
      async readOriginals(tx, places) {
        await post(`${JOBS}/${running.id}/cancel`)
        return readOriginals(tx, places)
      },
    }).turn()
    expect([(await read(waiting.id)).state, (await read(running.id)).state]).toEqual(['cancelled', 'cancelled'])
    expect((await send('POST', `${JOBS}/${running.id}/cancel`)).json().code).toBe('conflict.state')
  })

  test('that ended three processes is set aside, and whoever asked for it is told', async () => {
    await stage(many(3))
    const { id } = await request()
    await query(tx =>
      tx.execute(
        `update export_job set state = 'running', holder = gen_random_uuid(), attempts = 3, lease_until = now()`,
      ),
    )
    expect(await openWorker().turn()).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'failed', failure: { code: 'job.setAside' } })
    const told = await query(tx =>
      tx.query('select n.kind, n.object_id, u.username from notice n join app_user u on u.id = n.user_id'),
    )
    expect(told).toEqual([{ kind: 'job.setAside', object_id: strategyId, username: 'admin-a' }])
  })

  test('has room for three of one user', async () => {
    for (let count = 0; count < 3; count += 1) await request()
    const body = { format: 'csv' }
    const fourth = await send('POST', `/api/dh/lessee/strategy-data/${strategyId}/export-job`, body)
    expect([fourth.statusCode, fourth.json().code]).toEqual([409, 'conflict.exports'])
  })

  test('is kept for a week; then its file goes, and it says so', async () => {
    const bytes = await exported(many(3))
    expect(bytes.length).toBeGreaterThan(0)
    const [job] = (await send('GET', JOBS)).json<{ content: ExportJob[] }>().content
    expect(Date.parse(job!.expires_at!) - Date.parse(job!.finished_at!)).toBe(7 * 86_400_000)
    const [{ path } = { path: '' }] = await query(tx => tx.query<{ path: string }>('select path from export_job'))
    expect(await openWorker().tidy()).toBe(0)
    await query(tx => tx.execute(`update export_job set expires_at = now() - interval '1 second'`))
    expect(await openWorker().tidy()).toBe(1)
    expect(await read(job!.id)).toMatchObject({ state: 'expired' })
    expect((await send('GET', `${JOBS}/${job!.id}/content`)).statusCode).toBe(409)
    await expect(server.exports.read(path)[Symbol.asyncIterator]().next()).rejects.toThrow()
  })

  test('that nobody finished goes after a day, and one that is kept stays however old it is', async () => {
    await exported(many(1))
    const [{ path, id } = { path: '', id: '' }] = await query(tx =>
      tx.query<{ path: string; id: string }>('select path, id from export_job'),
    )
    const place = await server.exports.reserve(server.a.tenantId, `${id}-${newId()}`)
    const spool = place.path.replace(/part$/, 'spool')
    for (const left of [place.path, spool]) await writeFile(left, 'left behind')
    expect(await openWorker().tidy()).toBe(0)
    const old = new Date(Date.now() - 2 * 86_400_000)
    for (const file of [place.path, spool, server.exports.resolve(path)]) await utimes(file, old, old)
    await query(tx => tx.execute(`update export_job set state = 'running', lease_until = 'infinity'`))
    expect(await openWorker().tidy()).toBe(0)
    await query(tx => tx.execute(`update export_job set state = 'done'`))
    expect(await openWorker().tidy()).toBe(2)
    expect((await readdir(dirname(place.path))).filter(name => name.startsWith(id))).toEqual([basename(path)])
  })

  test('sees what its user sees: another group’s strategy is not found, another tenant’s job neither', async () => {
    await exported(many(1))
    const [job] = (await send('GET', JOBS)).json<{ content: ExportJob[] }>().content
    const stranger = await server.signIn('admin-b', PASSWORD)
    expect((await send('GET', JOBS, undefined, stranger)).json().content).toEqual([])
    for (const [method, path] of [
      ['GET', 'content'],
      ['POST', 'cancel'],
      ['POST', 'again'],
    ] as const)
      expect((await send(method, `${JOBS}/${job!.id}/${path}`, undefined, stranger)).statusCode).toBe(404)
    await query(async tx => {
      await tx.execute(
        `insert into role (id, name, permissions, groups) values (gen_random_uuid(), 'erp', '{strategy:export}', '{erp}')`,
      )
      await tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id)
         select gen_random_uuid(), 'erp-clerk', '', u.password_hash, r.id from app_user u, role r where u.username = 'admin-a' and r.name = 'erp'`,
      )
    })
    const clerk = await server.signIn('erp-clerk', PASSWORD)
    expect((await send('GET', JOBS, undefined, clerk)).json().content).toEqual([])
    expect((await send('GET', `${JOBS}/${job!.id}/content`, undefined, clerk)).statusCode).toBe(404)
  })

  test('is made anew, and removed with its file', async () => {
    await exported(many(2))
    const [job] = (await send('GET', JOBS)).json<{ content: ExportJob[] }>().content
    const again = await post<ExportJob>(`${JOBS}/${job!.id}/again`)
    expect((await send('DELETE', `${JOBS}/${again.id}`)).statusCode).toBe(409)
    await openWorker().turn()
    expect((await read(again.id)).state).toBe('done')
    expect((await send('DELETE', `${JOBS}/${again.id}`)).statusCode).toBe(200)
    expect((await send('GET', `${JOBS}/${again.id}/content`)).statusCode).toBe(404)
  })
})

/** Content of the last part of a ZIP, which is the sheet. */
function unzipLast(bytes: Buffer): string {
  const at = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const [packed, offset] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return inflateRawSync(bytes.subarray(start, start + packed)).toString()
}
