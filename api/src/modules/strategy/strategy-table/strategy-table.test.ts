import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newStrategy } from '../../../testing/objects.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TableRow } from './contract.ts'
import { stageOrders } from './testing/stage-orders.ts'

let server: TestServer
let token: string
let strategyId: string

beforeAll(async () => {
  server = await startTestServer()
  const world = await openWorld(server, 'admin-a', server.a.tenantId)
  token = world.token
  strategyId = (await newStrategy(world)).id
  await stageOrders(server, strategyId)
})
afterAll(() => server.drop())

const call = (path: string, body?: unknown) =>
  server.call(body === undefined ? 'GET' : 'POST', `/api/dh/lessee/strategy-table/${strategyId}/${path}`, {
    token,
    headers: { 'accept-language': 'en' },
    ...(body === undefined ? {} : { body }),
  })
const key = { of: 'record', name: 'key' }
const data = (name: string) => ({ of: 'data', name })
interface Found {
  rows: TableRow[]
  next: string | null
  looked: number
  unjudged: number
  order: string
}
const rows = async (body: object): Promise<Found> => {
  const answer = await call('rows', body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().content
}
const keysOf = ({ rows }: Found) => rows.map(({ cells }) => cells[0]?.text)
const where = (name: string, logic: string, value?: string, type?: string) => ({
  ...{ columns: [key], pageSize: 200 },
  conditions: [{ column: data(name), logic, ...(value !== undefined && { value }), ...(type && { type }) }],
})

test('numbers keep every digit, and null, missing and "" are three things', async () => {
  const columns = [key, data('amount'), data('note'), data('buyer.name'), data('["a.b"]'), data('lines')]
  const { rows: found } = await rows({ columns, filter: { keys: ['K1', 'K2', 'K3'] } })
  expect(found.map(({ cells }) => cells.map(({ kind, text }) => `${kind}:${text}`))).toEqual([
    ['text:K3', 'number:9007199254740993.30', 'missing:', 'text:Buyer 3', 'text:dotted', 'list:[{"qty":1}]'],
    ['text:K2', 'number:9007199254740993.20', 'text:', 'text:Buyer 2', 'text:dotted', 'list:[{"qty":1}]'],
    ['text:K1', 'number:9007199254740993.10', 'null:', 'text:Buyer 1', 'text:dotted', 'list:[{"qty":1}]'],
  ])
})

test('a long text is cut and says so; the export has it whole', async () => {
  const { rows: found } = await rows({ columns: [data('long')], filter: { keys: ['K1'] } })
  expect([found[0]?.cells[0]?.text.length, found[0]?.cells[0]?.is_cut]).toEqual([300, true])
  const { body } = await call('export', { columns: [data('long')], filter: { keys: ['K1'] } })
  expect(body).toContain('x'.repeat(1000))
})

test('pages follow each other with nothing twice and nothing left out, also by the time of change', async () => {
  for (const order of ['record', 'change']) {
    const keys: (string | undefined)[] = []
    let cursor: string | null = null
    do {
      const page: Found = await rows({ columns: [key], order, pageSize: 50, ...(cursor === null ? {} : { cursor }) })
      expect(page.order).toBe(order)
      keys.push(...keysOf(page))
      cursor = page.next
    } while (cursor !== null)
    expect([keys.length, new Set(keys).size]).toEqual([120, 120])
  }
})

test('values are compared by kind: texts, exact numbers, times, empty and not empty', async () => {
  expect(keysOf(await rows(where('buyer.name', 'like', '%yer 11%')))).toEqual([
    'K119',
    'K118',
    'K117',
    'K116',
    'K115',
    'K114',
    'K113',
    'K112',
    'K111',
    'K110',
    'K11',
  ])
  expect(keysOf(await rows(where('amount', 'eq', '9007199254740993.2', 'number')))).toEqual(['K20', 'K2'])
  expect(keysOf(await rows(where('day', 'between', '2026-01-02,2026-01-03', 'date')))).toEqual(['K3', 'K2'])
  expect(keysOf(await rows(where('note', 'eq', '', 'text'))).length).toBe(40)
  expect(keysOf(await rows(where('note', 'isnull'))).length).toBe(79)
})

test('a condition that few meet reads on from page to page; what it cannot judge is counted', async () => {
  const first = await rows({ ...where('buyer.name', 'eq', 'Buyer 2'), pageSize: 1 })
  expect([keysOf(first), first.unjudged, first.looked]).toEqual([['K2'], 1, 119])
  const rest = await rows({ ...where('buyer.name', 'eq', 'Buyer 2'), cursor: first.next })
  expect([keysOf(rest), rest.next]).toEqual([[], null])
})

test('content that is no longer kept is shown as that, and never as empty', async () => {
  const { rows: found } = await rows({ columns: [key, data('note')], filter: { keys: ['K120'] } })
  expect([found[0]?.lack, found[0]?.cells[1]?.kind]).toEqual(['gone', 'unread'])
})

test('the mapped side is what the saved mapping makes of a record', async () => {
  const found = await rows({ columns: [key, data('amount')], side: 'mapped', filter: { keys: ['K1'] } })
  expect(found.rows[0]?.cells[1]?.text).toBe('9007199254740993.10')
})

test('a state, a key and a field are columns alike, and a condition may ask for a record’s own', async () => {
  const columns = [{ of: 'record', name: 'status' }, key]
  const conditions = [{ column: key, logic: 'like', value: '%K11%' }]
  const found = await rows({ columns, conditions, filter: { status: [3] } })
  expect(found.rows.map(({ status }) => status)).toEqual([3, 3, 3])
})

test('the export has exactly the columns and rows that are shown, and no formula', async () => {
  const body = { columns: [key, data('evil'), data('["a.b"]')], filter: { keys: ['K1', 'K2'] } }
  const csv = (await call('export', body)).body
  expect(csv).toBe(`\uFEFFKey,evil,"[""a.b""]"\r\nK2,'=cmd|' /C calc'!A0,dotted\r\nK1,'=cmd|' /C calc'!A0,dotted\r\n`)
  const lines = (await call('export', { ...body, format: 'jsonl' })).body.trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line)[0].text)).toEqual(['K2', 'K1'])
})

test('fields of the newest records are offered by their paths', async () => {
  const { fields } = (await call('fields')).json().content
  expect(fields.map(({ path }: { path: string }) => path)).toEqual([
    'amount',
    'note',
    'buyer.name',
    'buyer.phone',
    'secret',
    'day',
    '["a.b"]',
    'lines',
    'evil',
    'long',
  ])
})

test.each([
  ['no column', { columns: [] }],
  ['a column that is none', { columns: [{ of: 'record', name: 'id; drop table strategy' }] }],
  ['too many columns', { columns: Array.from({ length: 61 }, () => key) }],
  ['a huge page', { columns: [key], pageSize: 201 }],
  ['a cursor of another order', { columns: [key], order: 'change', cursor: '5' }],
  ['a cursor that is SQL', { columns: [key], cursor: "1' or '1'='1" }],
  ['a comparison without a value', { columns: [key], conditions: [{ column: key, logic: 'eq' }] }],
  ['an unknown field of the view', { columns: [key], sort: 'amount' }],
])('%s is refused', async (_, body) => {
  expect((await call('rows', body)).statusCode).toBe(422)
})

test.each(['__proto__', 'constructor.name', "x'); drop table strategy; --", '["__proto__"].x', 'toString'])(
  'a path is a name in the data and nothing else: %s',
  async path => {
    const { rows: found } = await rows({ columns: [data(path)], filter: { keys: ['K1'] } })
    expect(found[0]?.cells[0]?.kind).toBe('missing')
  },
)
