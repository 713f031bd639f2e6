import { newId } from '@sluice/contract'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { computeReport } from './compute.ts'
import { type AggregateReport, type Preview, ReportBody, type ReportRow } from './contract.ts'
import { drillReport } from './service.ts'
import type { WalkDeps } from './walk.ts'
import { createAggregateWorker } from './worker.ts'

let server: TestServer
let token: string
let strategyId: string
/** By record id, as staged. */
const originals = new Map<string, string>()
const shops = ['east', 'west', '']

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const { id } = await post<{ id: string }>('/api/dh/lessee/connector', connectorBody())
  strategyId = (
    await post<{ id: string }>('/api/dh/lessee/strategy', { name: '订单', group: 'shop', config: configOf(id) })
  ).id
  await stage()
})
beforeEach(() => server.database.withSystem(tx => tx.execute('delete from throttle')))
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

/** 1,200 finished records in blocks, and 300 rows of two states, as runs leave them. */
async function stage(): Promise<void> {
  await query(async tx => {
    const runId = newId()
    await tx.execute(
      `insert into record_block (strategy_id, run_id, first_id, record_count, key_length, first_key, last_key, page_id, page_at,
         first_ordinal, version, keys, hashes, created_at)
       select $1, $2, nextval('record_id'), 400, 6, (100000 + p * 400)::text, (100399 + p * 400)::text, p, now(), 0, 1,
         array(select (100000 + p * 400 + n)::text from generate_series(0, 399) n), decode(repeat('00', 6400), 'hex'), now()
         from generate_series(0, 2) p`,
      [strategyId, runId],
    )
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, error_code)
       select $1, 'row' || o, nextval('record_id'), 9, now(), o, case when o % 3 = 0 then 3 else 2 end, 1, '', $2,
              case when o % 3 = 0 then 'target.refused' end from generate_series(1, 300) o`,
      [strategyId, runId],
    )
    await tx.execute(
      `insert into record_count (strategy_id, status, count) select $1, status, count(*) from stored_record
        where strategy_id = $1 group by status`,
      [strategyId],
    )
    const rows = await tx.query<{ id: string }>('select id from stored_record where strategy_id = $1 order by id', [
      strategyId,
    ])
    for (const [at, { id }] of rows.entries()) originals.set(id, makeOrder(at))
  })
}

function makeOrder(at: number): string {
  const shop = at % 7 === 0 ? '' : `"shop":${at % 11 === 0 ? 'null' : `"${shops[at % 3]}"`},`
  const lines = Array.from({ length: at % 4 }, (_, line) => `{"sku":"s${(at + line) % 5}","qty":${line + 1}}`)
  const amount = at % 13 === 0 ? '"n/a"' : `${at}.${String(at % 100).padStart(2, '0')}`
  return `{${shop}"amount":${amount},"day":"2026-0${1 + (at % 5)}-10T20:00:00Z","lines":[${lines.join()}]}`
}

const records = () => ({
  ...server.engine.engine.records,
  readOriginals: async (_tx: unknown, places: readonly { readonly id: string }[]) =>
    new Map(places.flatMap(({ id }) => (originals.has(id) ? [[id, originals.get(id)!] as const] : []))),
})
const walk = (): WalkDeps => ({
  engine: { records: records() },
  tenant: (work, options) => server.database.withTenant(server.a.tenantId, work, options),
})
const openWorker = (readOriginals = records().readOriginals) =>
  createAggregateWorker({
    database: server.database,
    engine: { records: { ...records(), readOriginals } },
    log: pino({ level: 'silent' }),
    now: Date.now,
  })

const byShop = {
  group_by: [{ field: { of: 'data', name: 'shop' } }],
  metrics: [{ op: 'count' }, { op: 'sum', field: { of: 'data', name: 'amount' } }],
}
const all = () => `/api/dh/lessee/strategy-aggregate/${strategyId}`
const one = (id: string) => `/api/dh/lessee/aggregate/${id}`
let names = 0
const keep = (definition: object = byShop, more: object = {}) =>
  post<AggregateReport>(all(), { name: `r${++names}`, definition, ...more })
const get = async (id: string): Promise<AggregateReport> =>
  (await send('GET', one(id))).json<{ content: AggregateReport }>().content

const compute = (definition: object) =>
  computeReport(walk(), strategyId, ReportBody.parse(definition), { timeZone: 'Asia/Shanghai', of: 1500 })

async function drillAll(definition: object, keys: ReportRow['keys']): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const body = { definition: ReportBody.parse(definition), keys, cursor, pageSize: 170 }
    const { rows, next } = await drillReport(walk(), strategyId, body, text => text)
    ids.push(...rows.map(row => row.id))
    if (next === null) return ids
    cursor = next
  }
}

describe('a report', () => {
  test('counts records in blocks and rows alike, by exact sums', async () => {
    const { result, coverage } = await compute(byShop)
    expect(coverage).toMatchObject({ read: 1500, of: 1500, matched: 1500, gone: 0, cut: null })
    const texts = [...originals.values()].map(text => JSON.parse(text.replace(/"amount":(\d+\.\d+)/, '"amount":"$1"')))
    const cents = texts
      .filter(each => each.amount !== 'n/a' && each.shop === 'east')
      .reduce((sum, each) => sum + BigInt(each.amount.replace('.', '')), 0n)
    const east = result.rows.find(row => row.keys[0]?.text === 'east')
    expect(east?.metrics[1]?.value).toBe(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
    expect(east?.metrics[1]?.skipped).toBe(texts.filter(each => each.amount === 'n/a' && each.shop === 'east').length)
    expect(result.rows.map(row => [row.keys[0]?.kind, row.keys[0]?.text])).toEqual([
      ['missing', ''],
      ['null', ''],
      ['text', ''],
      ['text', 'east'],
      ['text', 'west'],
    ])
  })

  test('random cells lead to exactly as many records as they count', async () => {
    const field = fc.constantFrom(
      { of: 'data', name: 'shop' },
      { of: 'data', name: 'day' },
      { of: 'data', name: 'lines.sku' },
      { of: 'record', name: 'status' },
      { of: 'record', name: 'error_code' },
    )
    const random = fc.record({
      expand: fc.constantFrom(null, 'lines'),
      filter: fc.constantFrom({}, { status: [3] }, { from: '2020-01-01T00:00:00Z' }, { error_code: 'target.refused' }),
      conditions: fc.constantFrom(
        [],
        [[{ field: 'amount', logic: 'gt', value: '700' }]],
        [[{ field: 'shop', logic: 'isnull' }]],
      ),
      group_by: fc.array(fc.record({ field, granularity: fc.constantFrom('value', 'month') }), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    await fc.assert(
      fc.asyncProperty(random, fc.nat(), async (drawn, pick) => {
        const definition = { ...drawn, metrics: [{ op: 'count' }] }
        const { result } = await compute(definition)
        const group = result.rows[pick % Math.max(1, result.rows.length)] ?? result.total
        const ids = await drillAll(definition, [...group.keys])
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBe(group.records)
      }),
      // Other ones in each run.
      { numRuns: 20 },
    )
  })

  test('says what it covers where time is up, and never more', async () => {
    const { coverage } = await computeReport(walk(), strategyId, ReportBody.parse(byShop), {
      timeZone: 'UTC',
      of: 1500,
      isOver: () => true,
    })
    expect(coverage).toMatchObject({ read: 1000, of: 1500, cut: 'time' })
  })

  test('by time has each record once, though some are changed while it is read', async () => {
    const set = (when: string) => `update record_state set updated_at = ${when} where strategy_id = $1`
    const change = (when: string, where: string) => query(tx => tx.execute(`${set(when)} and ${where}`, [strategyId]))
    await change(`now() - interval '1 hour'`, 'true')
    const deps = walk()
    let pages = 0
    const readOriginals: typeof deps.engine.records.readOriginals = async (tx, places) => {
      // Two that were not read yet; then one of these again.
      if (++pages === 1) await change('now()', `key in ('row1', 'row300')`)
      if (pages === 3) await change('now()', `key = 'row1'`)
      return deps.engine.records.readOriginals(tx, places)
    }
    const { coverage } = await computeReport(
      { ...deps, engine: { records: { ...deps.engine.records, readOriginals } } },
      strategyId,
      ReportBody.parse({ ...byShop, filter: { from: new Date(Date.now() - 7_200_000).toISOString() } }),
      { timeZone: 'UTC', of: null },
    )
    expect([coverage.read, coverage.matched, pages > 2]).toEqual([1500, 1500, true])
  })

  test('ends when nobody waits for it any more', async () => {
    const gone = new AbortController()
    const deps: WalkDeps = { ...walk(), signal: gone.signal }
    const onRead = async () => gone.abort()
    const options = { timeZone: 'UTC', of: null, onRead }
    await expect(computeReport(deps, strategyId, ReportBody.parse(byShop), options)).rejects.toThrow('abort')
  })

  test('over mapped data leaves out what the mapping refuses, and counts it', async () => {
    const deps = walk()
    const openMapper: typeof deps.engine.records.openMapper = async () => ({
      mapping: { copyAll: true, fields: [] },
      mapPage: async rows =>
        rows.map((data, at) =>
          at % 10 === 0
            ? { kind: 'refused', problems: [] }
            : { kind: 'mapped', data: { kind: 'order', of: data['shop'] ?? null } },
        ),
      close: () => {},
    })
    const definition = ReportBody.parse({
      side: 'mapped',
      group_by: [{ field: { of: 'data', name: 'kind' } }],
      metrics: [{ op: 'count' }],
    })
    const engine = { records: { ...deps.engine.records, openMapper } }
    const { result, coverage } = await computeReport({ ...deps, engine }, strategyId, definition, {
      timeZone: 'UTC',
      of: null,
    })
    expect(coverage).toMatchObject({ read: 1500, refused: 150, matched: 1350 })
    expect(result.rows.map(row => [row.keys[0]?.text, row.records])).toEqual([['order', 1350]])
  })

  test('is shown as it is built, and what cannot be is refused by field', async () => {
    const preview = await post<Preview>(`${all()}/preview`, {
      group_by: [{ field: { of: 'record', name: 'status' } }],
      metrics: [{ op: 'count' }],
    })
    expect(preview.rows.map(row => [row.keys[0]?.text, row.records])).toEqual([
      ['2', 1400],
      ['3', 100],
    ])
    expect(preview.coverage).toMatchObject({ read: 1500, of: 1500, cut: null })
    for (const [definition, field] of [
      [{ metrics: [{ op: 'sum' }] }, 'metrics.0.field'],
      [{ metrics: [] }, 'metrics'],
      [{ ...byShop, pivot: true }, 'group_by'],
      [{ ...byShop, sort: [{ by: 'metric', index: 7, descending: true }] }, 'sort.0.index'],
      [{ ...byShop, conditions: [[{ field: 'amount', logic: 'between', value: '1' }]] }, 'amount'],
    ] as const) {
      const answer = await send('POST', `${all()}/preview`, definition)
      expect([answer.statusCode, answer.json().content[0].field]).toEqual([422, field])
    }
  })
})

describe('a kept report', () => {
  test('is found, changed, copied under a free name and deleted; a name is one’s own once', async () => {
    const report = await keep(byShop, { name: 'Sales' })
    expect(report).toMatchObject({ name: 'Sales', is_own: true, state: 'none', computed_at: null, is_outdated: false })
    expect((await send('POST', all(), { name: 'sales', definition: byShop })).json().code).toBe(
      'conflict.aggregateName',
    )
    const copy = await post<AggregateReport>(`${one(report.id)}/copy`)
    expect(copy.name).toBe('Sales (2)')
    const listed = (await send('GET', `${all()}?keyword=sal&sort=name`)).json<{
      content: AggregateReport[]
      total: number
    }>()
    expect([listed.total, listed.content.map(each => each.name)]).toEqual([2, ['Sales', 'Sales (2)']])
    expect((await send('DELETE', one(copy.id))).statusCode).toBe(200)
    expect((await send('GET', one(copy.id))).statusCode).toBe(404)
  })

  test('is computed beside, kept with its time, paged, and exported without a formula', async () => {
    const { id } = await keep({ ...byShop, sort: [{ by: 'metric', index: 0, descending: true }] })
    expect((await send('GET', `${one(id)}/result`)).json().code).toBe('conflict.noResult')
    await post(`${one(id)}/compute`)
    expect((await send('POST', `${one(id)}/compute`)).statusCode).toBe(409)
    expect(await openWorker().turn()).toBe(true)
    expect(await get(id)).toMatchObject({
      state: 'done',
      done: '1500',
      total: '1500',
      result_rows: 5,
      is_outdated: false,
    })
    const first = (await send('GET', `${one(id)}/result?pageSize=2`)).json().content
    const second = (await send('GET', `${one(id)}/result?pageSize=2&page=2`)).json().content
    expect([first.rows.length, first.groups, first.coverage.read]).toEqual([2, 5, 1500])
    expect(first.rows[1].metrics[0].value >= second.rows[0].metrics[0].value).toBe(true)
    const csv = (await send('GET', `${one(id)}/content?format=csv`)).rawPayload.toString()
    expect(csv.slice(1).split('\r\n')[0]).toBe('shop,Count,Sum amount')
    expect(csv).toContain('Total,1500,')
    expect((await send('GET', `${one(id)}/content?format=xlsx`)).rawPayload.subarray(0, 2).toString()).toBe('PK')
    const definition = { ...byShop, limit: 3 }
    await send('PUT', one(id), { name: 'changed', definition })
    expect(await get(id)).toMatchObject({ is_outdated: true, result_rows: 5 })
  })

  test('of a pivot has its columns in the file, and what looks like a formula is text', async () => {
    const [first] = originals.keys()
    const before = originals.get(first!)!
    originals.set(first!, '{"shop":"=1+1","amount":1}')
    const definition = {
      group_by: [{ field: { of: 'data', name: 'shop' } }, { field: { of: 'record', name: 'status' } }],
      metrics: [{ op: 'count', alias: 'Orders' }],
      pivot: true,
    }
    const { id } = await keep(definition)
    await post(`${one(id)}/compute`)
    await openWorker().turn()
    originals.set(first!, before)
    const lines = (await send('GET', `${one(id)}/content?format=csv`)).rawPayload.toString().slice(1).split('\r\n')
    expect(lines[0]).toBe('shop,Finished Orders,Error Orders,Total Orders')
    expect(lines.find(line => line.includes('1+1'))).toBe("'=1+1,1,,1")
    expect(lines.at(-2)).toBe('Total,1400,100,1500')
  })

  test('is cancelled after the page in hand; the result before it stays', async () => {
    const { id } = await keep()
    await post(`${one(id)}/compute`)
    await openWorker().turn()
    const { computed_at } = await get(id)
    await post(`${one(id)}/compute`)
    const worker = openWorker(async (tx, places) => {
      await send('POST', `${one(id)}/cancel`)
      return records().readOriginals(tx, places)
    })
    await worker.turn()
    expect(await get(id)).toMatchObject({ state: 'cancelled', computed_at, done: '1000' })
    expect((await send('GET', `${one(id)}/result`)).json().content.coverage.read).toBe(1500)
    expect((await send('POST', `${one(id)}/cancel`)).statusCode).toBe(409)
  })

  test('whose holder fell silent is taken by another process', async () => {
    const { id } = await keep()
    await post(`${one(id)}/compute`)
    await query(tx =>
      tx.execute(`update aggregate_report set state = 'running', holder = gen_random_uuid() where id = $1`, [id]),
    )
    expect(await openWorker().turn()).toBe(true)
    expect((await get(id)).state).toBe('done')
  })

  test('with too many groups fails and says what to do', async () => {
    const lists = await keep({ ...byShop, expand: 'l', group_by: [{ field: { of: 'data', name: 'l' } }] })
    await post(`${one(lists.id)}/compute`)
    const wide = openWorker(
      async (_tx, places) =>
        new Map(
          places.map(({ id: record }) => [
            record,
            `{"l":[${Array.from({ length: 60 }, (_, n) => `"${record}-${n}"`).join()}]}`,
          ]),
        ),
    )
    while (await wide.turn());
    const failed = await get(lists.id)
    expect([failed.state, failed.failure?.code]).toEqual(['failed', 'invalid.aggregateGroups'])
    expect(failed.failure?.message).toContain('more than 50000 groups')
  })

  test('is its owner’s alone until it is shared; others read, compute and copy it, and change nothing', async () => {
    const own = await keep()
    const shared = await keep(byShop, { is_shared: true })
    // As if a colleague had made them.
    await query(async tx => {
      await tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id)
         select gen_random_uuid(), 'reporter', 'Rita', 'x', role_id from app_user limit 1`,
      )
      await tx.execute(
        `update aggregate_report set owner_id = (select id from app_user where username = 'reporter') where id = any($1::uuid[])`,
        [[own.id, shared.id]],
      )
    })
    expect((await send('GET', one(own.id))).statusCode).toBe(404)
    expect(await get(shared.id)).toMatchObject({ is_own: false, owner: 'Rita' })
    const refused = await send('PUT', one(shared.id), { name: 'mine', definition: byShop })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict.aggregateOwner'])
    expect((await send('DELETE', one(shared.id))).statusCode).toBe(409)
    expect(await post<AggregateReport>(`${one(shared.id)}/copy`)).toMatchObject({ is_own: true, is_shared: false })
    const stranger = await server.signIn('admin-b', PASSWORD)
    expect((await send('GET', one(shared.id), undefined, stranger)).statusCode).toBe(404)
    expect((await send('GET', all(), undefined, stranger)).statusCode).toBe(404)
  })
})
