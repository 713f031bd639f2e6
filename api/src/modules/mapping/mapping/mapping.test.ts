import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { LineBody } from './contract.ts'
import { planEdit, planImport, type StoredLine } from './plan-lines.ts'

let server: TestServer
let token: string
const PATH = '/api/dh/lessee/mapping'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
let counter = 0
const create = async (body: object = {}) =>
  (await call('POST', PATH, { name: `units ${++counter}`, ...body })).json().content
const line = (a_value: string, b_value: string): LineBody => ({
  a_value,
  b_value,
  a_label: '',
  b_label: '',
  enabled: true,
  remark: '',
})
const fill = async (id: string, ...pairs: [string, string][]) =>
  (await call('POST', `${PATH}/${id}/import`, { mode: 'append', lines: pairs.map(([a, b]) => line(a, b)) })).json()
const linesOf = async (id: string, query = '') => (await call('GET', `${PATH}/${id}/line?${query}`)).json()

const EXACT = { case_sensitive: true, trim: false }
const store = (...pairs: [string, string][]): StoredLine[] =>
  pairs.map(([a, b], index) => ({ ...line(a, b), id: String(index), a_key: a }))

test('an import recognises lines by A: append refuses what is known, update changes it, replace drops the rest', () => {
  const stored = store(['a', '1'], ['b', '2'], ['c', '3'])
  const incoming = [line('a', '1'), line('b', '9'), line('d', '4'), line('d', '5')]
  const show = (mode: 'append' | 'update' | 'replace') => {
    const { added, changed, removed, unchanged, problems } = planImport(stored, incoming, mode, EXACT)
    return [added.length, changed.length, removed.length, unchanged, problems.map(each => [each.row, each.code])]
  }
  expect(show('append')).toEqual([
    1,
    0,
    0,
    3,
    [
      [0, 'known'],
      [1, 'known'],
      [3, 'duplicate'],
    ],
  ])
  expect(show('update')).toEqual([1, 1, 0, 2, [[3, 'duplicate']]])
  expect(show('replace')).toEqual([1, 1, 1, 1, [[3, 'duplicate']]])
})

test('two lines may change places in one edit; a line moved onto another is a problem', () => {
  const stored = store(['a', '1'], ['b', '2'])
  const swap = planEdit(
    stored,
    [
      { ...line('b', '1'), id: '0' },
      { ...line('a', '2'), id: '1' },
    ],
    [],
    EXACT,
  )
  expect([swap.problems, swap.changed.length]).toEqual([[], 2])
  expect(planEdit(stored, [{ ...line('b', '1'), id: '0' }], [], EXACT).problems).toMatchObject([
    { row: 0, code: 'duplicate' },
  ])
  expect(planEdit(stored, [{ ...line('b', '1'), id: '0' }], ['1'], EXACT).problems).toEqual([])
  expect(planEdit(stored, [line('A', 'x')], [], { case_sensitive: false, trim: false }).problems).toHaveLength(1)
})

test('lines are saved as a new version that the change log explains; a stale save is refused', async () => {
  const made = await create()
  expect(made).toMatchObject({ version: 1, line_count: 0, on_miss: 'error', case_sensitive: true, trim: false })
  await fill(made.id, ['pcs', 'EA'], ['box', 'BX'], ['', 'NONE'])
  const before = (await linesOf(made.id)).content
  const box = before.find((each: { a_value: string }) => each.a_value === 'box')
  const empty = before.find((each: { a_value: string }) => each.a_value === '')
  const edit = {
    version: 2,
    upsert: [
      { id: box.id, a_value: 'box', b_value: 'CT' },
      { a_value: 'kg', b_value: 'KGM' },
    ],
    remove: [empty.id],
  }
  const saved = await call('PUT', `${PATH}/${made.id}/line`, edit)
  expect(saved.json().content).toMatchObject({ version: 3, line_count: 3 })
  expect((await call('PUT', `${PATH}/${made.id}/line`, edit)).json()).toMatchObject({
    code: 'conflict.version',
    content: [{ version: 3, username: 'admin-a' }],
  })
  const log = (await call('GET', `${PATH}/${made.id}/change`)).json()
  expect(log.content).toMatchObject([
    { version: 3, kind: 'lines', added: 1, changed: 1, removed: 1, username: 'admin-a' },
    { version: 2, kind: 'import', added: 3 },
    { version: 1, kind: 'create' },
  ])
  const touched = (await call('GET', `${PATH}/${made.id}/change/3`)).json().content
  expect(touched).toHaveLength(3)
  expect(touched).toContainEqual({
    id: box.id,
    kind: 'changed',
    before: line('box', 'BX'),
    after: line('box', 'CT'),
  })
})

test('a problem names its row and nothing is saved', async () => {
  const made = await create()
  await fill(made.id, ['pcs', 'EA'])
  const twice = await call('POST', `${PATH}/${made.id}/import`, {
    mode: 'append',
    lines: [line('x', '1'), line('pcs', '2')],
  })
  expect([twice.statusCode, twice.json().code]).toEqual([422, 'invalid.lines'])
  expect(twice.json().content).toMatchObject([{ field: 'lines.1.a_value' }])
  const body = { mode: 'append', lines: [line('x', '1'), line('pcs', '2')], dry_run: true }
  const dry = await call('POST', `${PATH}/${made.id}/import`, body)
  expect(dry.json().content).toMatchObject({ added: 1, problem_count: 1, problems: [{ row: 1, field: 'a_value' }] })
  expect((await linesOf(made.id)).total).toBe(1)
})

test('looser rules that make two lines one are refused', async () => {
  const made = await create()
  await fill(made.id, ['pcs', 'EA'], ['PCS', 'EB'])
  const {
    id,
    version: _,
    created_at,
    updated_at,
    line_count,
    ref_count,
    miss_count,
    matched_count,
    a_platform_name,
    b_platform_name,
    ...settings
  } = made
  const loose = await call('PUT', `${PATH}/${id}`, { ...settings, case_sensitive: false, version: 2 })
  expect([loose.statusCode, loose.json().code]).toEqual([422, 'invalid.lines'])
  const kept = await call('PUT', `${PATH}/${id}`, { ...settings, on_miss: 'keep', version: 2 })
  expect(kept.json().content).toMatchObject({ on_miss: 'keep', version: 3, line_count: 2 })
})

test('lines with several answers backwards are shown as such', async () => {
  const made = await create()
  await fill(made.id, ['a', '1'], ['b', '1'], ['c', '2'])
  const marked = (await linesOf(made.id, 'only=ambiguous')).content.map((each: { a_value: string }) => each.a_value)
  expect(marked.sort()).toEqual(['a', 'b'])
})

test('an exported map imports into the same lines, formulas and the empty text included', async () => {
  const made = await create()
  await fill(made.id, ['=1+1', '-5'], ['', '""'], ['a,b', 'x\ny'])
  const file = await call('GET', `${PATH}/${made.id}/export`)
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body).toBe(
    `\uFEFFa_value,a_label,b_value,b_label,enabled,remark\r\n'=1+1,,-5,,1,\r\n"""""",,"""""""""",,1,\r\n"a,b",,"x\ny",,1,\r\n`,
  )
})

test('a map in use is not deleted and the strategies are named', async () => {
  const made = await create()
  const connector = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content
  const lookup = { map_id: made.id, direction: 'reverse' }
  const inner = { target: 'unit', value: { kind: 'template', template: '{{u}}' }, lookup }
  const fields = [{ target: 'lines', value: { kind: 'lines', source: 'items', fields: [inner] } }]
  const config = { ...configOf(connector.id), mapping: { fields } }
  const strategy = (await call('POST', '/api/dh/lessee/strategy', { name: 'Orders in units', config })).json().content
  const refused = await call('DELETE', `${PATH}/${made.id}`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict.inUse'])
  expect(refused.json().content).toMatchObject([{ id: strategy.id, name: 'Orders in units' }])
  expect((await call('GET', `${PATH}/${made.id}/reference`)).json().content).toMatchObject([
    { id: strategy.id, fields: [{ target: 'lines[].unit', direction: 'reverse' }] },
  ])
  expect((await call('GET', `${PATH}/${made.id}`)).json().content.ref_count).toBe(1)
  await call('POST', '/api/dh/lessee/strategy-batch/delete', { ids: [strategy.id] })
  const expression = `concat(lookup("${made.id}", row.u), lookup("${made.id}", row.v, {"direction": "reverse"}))`
  const said = [{ target: 'said', value: { kind: 'expression', expression } }]
  const other = { name: 'Orders said', config: { ...config, mapping: { fields: said } } }
  const second = (await call('POST', '/api/dh/lessee/strategy', other)).json().content
  expect((await call('DELETE', `${PATH}/${made.id}`)).json().code).toBe('conflict.inUse')
  expect((await call('GET', `${PATH}/${made.id}/reference`)).json().content).toMatchObject([
    {
      id: second.id,
      fields: [
        { target: 'said', direction: 'forward' },
        { target: 'said', direction: 'reverse' },
      ],
    },
  ])
  await call('POST', '/api/dh/lessee/strategy-batch/delete', { ids: [second.id] })
  expect((await call('DELETE', `${PATH}/${made.id}`)).statusCode).toBe(200)
})

test('a copy has the lines and a life of its own; a name is unique', async () => {
  const made = await create()
  await fill(made.id, ['a', '1'])
  const copy = (await call('POST', `${PATH}/${made.id}/copy`, { name: 'a copy' })).json().content
  expect(copy).toMatchObject({ line_count: 1, version: 1 })
  await fill(copy.id, ['b', '2'])
  expect((await linesOf(made.id)).total).toBe(1)
  const again = await call('POST', `${PATH}/${made.id}/copy`, { name: 'a copy' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict.name'])
})

/** A strategy with two records that met "box", which no line holds: one in error, one written. */
async function addMiss(mapId: string, name: string): Promise<{ missId: string; strategyId: string }> {
  const connector = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content
  const body = { name, config: configOf(connector.id) }
  const { id: strategyId } = (await call('POST', '/api/dh/lessee/strategy', body)).json().content
  const { run_id } = (await call('POST', `/api/dh/lessee/strategy/${strategyId}/run`, {})).json().content
  return server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       select $1, 'k' || n, nextval('record_id'), 1, now(), 0, case n when 1 then 3 else 2 end, 1, '\\x00', $2
         from generate_series(1, 2) n`,
      [strategyId, run_id],
    )
    const [miss] = await tx.query<{ id: string }>(
      `insert into value_map_miss (map_id, direction, value, value_hash, strategy_id, count, record_count)
       values ($1, 'forward', 'box', '\\x00', $2, 2, 2) returning id`,
      [mapId, strategyId],
    )
    await tx.execute(
      `insert into value_map_miss_record (miss_id, strategy_id, record_key) select $1, $2, 'k' || n from generate_series(1, 2) n`,
      [miss!.id, strategyId],
    )
    return { missId: miss!.id, strategyId }
  })
}

test('a completed value becomes a line, its records wait again, and a run is asked for', async () => {
  const made = await create()
  const { missId, strategyId } = await addMiss(made.id, 'Orders of June')
  const inbox = (await call('GET', `${PATH}/${made.id}/miss`)).json()
  expect(inbox.content).toMatchObject([{ id: missId, value: 'box', count: '2', strategy_name: 'Orders of June' }])
  const items = [{ miss_id: missId, value: 'BX' }]
  const done = await call('POST', `${PATH}/${made.id}/miss/complete`, { items })
  expect(done.json().content).toMatchObject({
    reprocessed: 1,
    refused: 0,
    runs: [{ strategy_id: strategyId }],
    map: { line_count: 1 },
  })
  expect((await linesOf(made.id)).content).toMatchObject([{ a_value: 'box', b_value: 'BX' }])
  const states = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ key: string; status: number }>(
      'select key, status from record_state where strategy_id = $1 order by key',
      [strategyId],
    ),
  )
  expect(states).toEqual([
    { key: 'k1', status: 0 },
    { key: 'k2', status: 2 },
  ])
  const decided = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query(
      'select d.decision, u.username from record_decision d join app_user u on u.id = d.user_id where d.strategy_id = $1',
      [strategyId],
    ),
  )
  expect(decided).toEqual([{ decision: 'reprocess', username: 'admin-a' }])
  expect((await call('GET', `${PATH}/${made.id}/miss`)).json().content).toEqual([])
  expect((await call('POST', `${PATH}/${made.id}/miss/complete`, { items })).json().code).toBe('notFound.miss')
})

test('a value that got its line otherwise leaves the count, and its records are processed again when asked for', async () => {
  const made = await create()
  const { missId, strategyId } = await addMiss(made.id, 'Orders of July')
  const counts = async () => {
    const { miss_count, matched_count } = (await call('GET', `${PATH}/${made.id}`)).json().content
    return [miss_count, matched_count]
  }
  const again = (written = false) => call('POST', `${PATH}/${made.id}/miss/reprocess`, { ids: [missId], written })
  expect(await counts()).toEqual([1, 0])
  expect((await again()).json().code).toBe('notFound.miss')

  await fill(made.id, ['box', 'BX'])
  expect(await counts()).toEqual([0, 1])
  expect((await call('GET', `${PATH}/${made.id}/miss`)).json().content).toEqual([])
  const matched = (await call('GET', `${PATH}/${made.id}/miss?state=matched`)).json()
  expect(matched.content).toMatchObject([{ id: missId, value: 'box', state: 'matched' }])

  expect((await again()).json().content).toMatchObject({
    reprocessed: 1,
    refused: 0,
    runs: [{ strategy_id: strategyId }],
  })
  expect(await counts()).toEqual([0, 0])
})

test('a value whose line is taken away or disabled again is open again', async () => {
  const made = await create()
  await addMiss(made.id, 'Orders of August')
  const importLines = (mode: string, ...lines: object[]) => call('POST', `${PATH}/${made.id}/import`, { mode, lines })
  const open = async () => (await call('GET', `${PATH}/${made.id}`)).json().content.miss_count
  await importLines('append', { a_value: '*', b_value: 'EA' })
  expect(await open()).toBe(0)
  await importLines('replace', { a_value: 'box', b_value: 'BX', enabled: false })
  expect(await open()).toBe(1)
  await importLines('replace', { a_value: 'BOX', b_value: 'BX' })
  expect(await open()).toBe(1)
})
