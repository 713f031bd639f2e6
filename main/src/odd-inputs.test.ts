import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, isReachable } from '../../connectors/src/mysql/testing.ts'
import { startLogicalServer } from './testing/logical-server.ts'
import { createMover, type End } from './testing/move-rows.ts'

let mover: Awaited<ReturnType<typeof createMover>>
let server: Awaited<ReturnType<typeof startLogicalServer>>
let far: pg.Client
beforeAll(async () => {
  mover = await createMover()
  server = await startLogicalServer()
  far = new pg.Client({ connectionString: server.url })
  await far.connect()
})
afterAll(async () => {
  await mover.stop()
  await far.end()
  await server.stop()
})

const mapping = { copyAll: true, fields: [] }
const at = (name: string, key = 'id', more: object = {}): End => ({
  platform: 'postgresql',
  params: server.params,
  config: { resource: `public.${name}`, key: [key], ...more },
})
const upload = async (content: Uint8Array | string, key: string): Promise<End> => ({
  platform: 'file',
  params: { place: 'upload', file: await mover.context.addFile('a.csv', content) },
  config: { resource: 'file', key: [key] },
})
/** Every column as its text. */
const readRows = async (name: string) => {
  const { rows } = await far.query<{ row: object }>(`select to_json(t)::text as row from ${name} t order by 1`)
  return rows.map(({ row }) => row)
}
const readReasons = async (runId: string) =>
  (
    await mover.query<{ message: string }>(
      `select failure ->> 'message' as message from rejected_row where run_id = $1 order by id`,
      [runId],
    )
  ).map(({ message }) => message)

test('a file whose first line is a title: every row is rejected, and the run has failed', async () => {
  await far.query('create table titled (id text primary key)')
  const run = await mover.move(
    await upload('Report of the week\n\nid,amount\n1,10\n', 'Report of the week'),
    at('titled'),
    mapping,
  )
  expect(run).toMatchObject({ state: 'failed', counts: { read: 3, rejected: 3, written: 0 } })
  expect(await readReasons(run.runId)).toContain('Line 3 has 2 cells, but the table has 1 column.')
  const notices = await mover.query<{ kind: string }>('select kind from notice where object_id = $1', [run.strategyId])
  expect(notices.map(({ kind }) => kind)).toEqual(['run.failed'])
})

test('a key that names the order and not the line: the run says so, with an example', async () => {
  await far.query('create table wrong_key (order_no text primary key, line int, amount int)')
  const content = 'order_no,line,amount\nO1,1,10\nO1,2,20\nO1,3,30\nO2,1,40\n'
  const run = await mover.move(await upload(content, 'order_no'), at('wrong_key', 'order_no'), mapping)
  expect(run).toMatchObject({ state: 'partial', counts: { read: 4, written: 2, rejected: 2, duplicate: 0 } })
  expect((await readReasons(run.runId))[0]).toMatch(/same key \(order_no = O1\) and other values: line/)
})

test('a blank cell is NULL for a number and for a day', async () => {
  await far.query('create table blanks (id int primary key, qty int, day date)')
  const run = await mover.move(await upload('id,qty,day\n1,5,2024-01-01\n2,,\n', 'id'), at('blanks'), mapping)
  expect(run.state).toBe('succeeded')
  expect(await readRows('blanks')).toEqual(['{"id":1,"qty":5,"day":"2024-01-01"}', '{"id":2,"qty":null,"day":null}'])
})

test('a table comes back from our own CSV as it was', async () => {
  const columns = '(id int primary key, phone text, boss int)'
  await far.query(`create table people ${columns}; create table people_again ${columns}`)
  await far.query(
    `insert into people values (1, '+1 (780) 555-0100', null), (2, '+49 30 5550100', 1), (3, '', 2), (4, null, 1)`,
  )
  const { directory } = mover.context
  const written = await mover.move(
    at('people'),
    {
      platform: 'file',
      params: { place: 'directory', directory },
      config: { resource: 'new-file', options: { format: 'csv' } },
    },
    mapping,
  )
  expect(written.state).toBe('succeeded')
  const file = (await readdir(directory)).find(name => name.endsWith('.csv')) ?? ''
  const back = await mover.move(await upload(await readFile(join(directory, file)), 'id'), at('people_again'), mapping)
  expect(back.state).toBe('succeeded')
  expect(await readRows('people_again')).toEqual(await readRows('people'))
})

test('rows without a change time are read beside the first window', async () => {
  const columns = '(id int primary key, up timestamp)'
  await far.query(`create table untimed ${columns}; create table untimed_copy ${columns}`)
  await far.query(`insert into untimed values (1, '2024-01-01'), (2, null), (3, '2024-01-02')`)
  await mover.move(at('untimed', 'id', { increment: { field: 'up' } }), at('untimed_copy'), mapping)
  expect(await readRows('untimed_copy')).toEqual(await readRows('untimed'))
})

test('JSON that would not arrive equal is refused, and the run is not green', async () => {
  const columns = '(id int primary key, a json, b jsonb)'
  await far.query(`create table docs ${columns}; create table docs_copy ${columns}`)
  await far.query(`insert into docs values (1, '{"a":1,"a":2}', 'null'), (2, 'null', '{}'), (3, '{"a":1}', '{}')`)
  const run = await mover.move(at('docs'), at('docs_copy'), mapping)
  expect(run).toMatchObject({ state: 'partial', counts: { read: 3, rejected: 2, written: 1 } })
  expect(await readRows('docs_copy')).toEqual(['{"id":3,"a":{"a":1},"b":{}}'])
})

const isThere = (await isReachable()) || process.env['CI'] !== undefined
test.runIf(isThere)('ZEROFILL of MariaDB arrives as the numbers', async () => {
  const place = await createTestDatabase()
  try {
    await place.session.query(
      'create table m_zf (id bigint(12) unsigned zerofill primary key, price decimal(10,2) zerofill)',
    )
    await place.session.query('insert into m_zf values (1, 1.5), (2, 12345678.12)')
    await far.query('create table filled (id bigint primary key, price numeric(10,2))')
    const source = { platform: 'mysql', params: place.params, config: { resource: 'm_zf', key: ['id'] } }
    expect((await mover.move(source, at('filled'), mapping)).state).toBe('succeeded')
    expect(await readRows('filled')).toEqual(['{"id":1,"price":1.50}', '{"id":2,"price":12345678.12}'])
  } finally {
    await place.dispose()
  }
})
