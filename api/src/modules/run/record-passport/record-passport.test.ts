import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Passport } from './contract.ts'
import { FIND_BY_TEXTS } from './store.ts'

let server: TestServer
let token: string
/** shop → ERP → warehouse, customers of the same shop, and its orders once more to the warehouse. */
const strategies = { orders: '', deliveries: '', customers: '', copies: '' }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const world: Pick<World, 'post'> = {
    post: async (path, body) => (await server.call('POST', path, { token, body })).json().content,
  }
  const connect = async (): Promise<string> =>
    (await world.post<{ id: string }>('/api/dh/lessee/connector', connectorBody())).id
  const [shop, erp, depot] = [await connect(), await connect(), await connect()]
  const make = async (name: string, from: string, target: string, resource = 'orders'): Promise<string> => {
    const { source, ...rest } = configOf(from)
    const config = { ...rest, source: { ...source, resource }, target: configOf(target).target }
    return (await world.post<{ id: string }>('/api/dh/lessee/strategy', { name, config })).id
  }
  strategies.orders = await make('orders', shop, erp)
  strategies.deliveries = await make('deliveries', erp, depot)
  strategies.customers = await make('customers', shop, erp, 'customers')
  strategies.copies = await make('copies', shop, depot)
  await server.database.withTenant(server.a.tenantId, async tx => {
    const runId = crypto.randomUUID()
    await tx.execute(
      "insert into run (id, strategy_id, version, trigger, state) values ($1, $2, 1, 'schedule', 'partial')",
      [runId, strategies.orders],
    )
    const insert = (
      id: number,
      strategyId: string,
      key: string,
      number: string | null,
      target: string | null,
      status = 2,
    ) =>
      tx.execute(
        `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, attempts, version, hash, run_id,
           number, target_key, created_at, updated_at)
         values ($1, $2, $3, 1, now() - interval '1 hour', 0, $4, 1, 1, '\\x00', $5, $6, $7, now() - interval '1 hour',
           now() - interval '50 minutes')`,
        [strategyId, key, id, status, runId, number, target],
      )
    await insert(1, strategies.orders, '42', 'SO-42', 'ERP-7')
    await insert(2, strategies.deliveries, 'ERP-7', null, 'D-9')
    await insert(3, strategies.customers, '42', null, 'C-1')
    await insert(4, strategies.deliveries, 'other', 'SO-42', null)
    await insert(6, strategies.copies, '42', null, null)
    await insert(5, strategies.orders, '43', 'SO-43', null, 3)
    await tx.execute(
      `insert into record_attempt (strategy_id, record_id, run_id, attempt, status, version, failure, created_at)
       values ($1, 5, $2, 1, 3, 1, '{"code":"target.refused","message":"No stock.","retry":"never"}', now() - interval '50 minutes')`,
      [strategies.orders, runId],
    )
  })
})
afterAll(() => server.drop())

const read = async (strategyId: string, id: string, as = token) =>
  server.call('GET', `/api/dh/lessee/strategy-data/${strategyId}/${id}/passport`, { token: as })
const passportOf = async (strategyId: string, id: string): Promise<Passport> =>
  (await read(strategyId, id)).json().content

describe('the life of a record', () => {
  test('goes on in other strategies by its number and by what its target called it', async () => {
    const { records, is_cut } = await passportOf(strategies.orders, '1')
    const told = Object.fromEntries(records.map(({ id, relation, via }) => [id, `${relation} ${via ?? ''}`.trim()]))
    // The customer 42 of the same shop has nothing to do with the order 42; the copy of the order has.
    expect(told).toEqual({ '1': 'self', '2': 'downstream 1', '4': 'number 1', '6': 'key 1' })
    expect(is_cut).toBe(false)
    expect(records[0]).toMatchObject({ strategy_name: 'orders', source: { resource: 'orders' }, target_key: 'ERP-7' })
  })

  test('goes back to the strategy that wrote what this one reads', async () => {
    const { records } = await passportOf(strategies.deliveries, '2')
    expect(records.map(({ id, relation }) => [id, relation])).toContainEqual(['1', 'upstream'])
  })

  test('tells when it came, by which run, and what became of it', async () => {
    const { events } = await passportOf(strategies.orders, '1')
    const own = events.filter(({ record_id }) => record_id === '1')
    expect(own.map(({ kind, status }) => `${kind} ${status ?? ''}`.trim())).toEqual(['read', 'settled 2'])
    expect(own[0]).toMatchObject({ run: { trigger: 'schedule' }, page: { id: '1', ordinal: 0 } })
    expect(own[1]).toMatchObject({ version: { number: 1, saved_by: expect.stringMatching(/./) }, target_key: 'ERP-7' })
    const times = events.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test('holds each try with its reason, and the decisions of people with their names', async () => {
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(
        `insert into record_decision (strategy_id, record_id, user_id, decision, from_status, to_status, created_at)
         select $1, 5, (select id from app_user order by created_at limit 1), d, f, t, now() - interval '10 minutes' + t * interval '1 minute'
           from (values ('reprocess', 3, 0), ('ignore', 0, 7)) v(d, f, t)`,
        [strategies.orders],
      ),
    )
    const { events } = await passportOf(strategies.orders, '5')
    expect(events.map(({ kind, status, from_status }) => [kind, from_status, status])).toEqual([
      ['read', null, null],
      ['attempt', null, 3],
      ['decision', 3, 0],
      ['decision', 0, 7],
    ])
    expect(events[1]).toMatchObject({ attempt: 1, failure: { code: 'target.refused', message: 'No stock.' } })
    expect(events[2]).toMatchObject({ user: expect.stringMatching(/./), decision: 'reprocess' })
  })

  test('is nothing to a stranger, and nothing under another strategy', async () => {
    const stranger = await server.signIn('admin-b', PASSWORD)
    expect((await read(strategies.orders, '1', stranger)).statusCode).toBe(404)
    expect((await read(strategies.customers, '1')).statusCode).toBe(404)
  })
})

test('related records come by index probes alone, whatever the table holds', async () => {
  const plan = await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number)
       select $1, 'bulk' || n, 1000 + n, 1, now(), n, 2, 1, '\\x00', $1, 'B' || n from generate_series(1, 20000) n`,
      [strategies.orders],
    )
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${FIND_BY_TEXTS}`, [['B7', 'bulk9']])
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  for (const index of ['record_state_number', 'record_state_pkey', 'record_state_target']) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on record_state')
})
