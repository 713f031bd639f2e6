import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { createLineStore } from '@sluice/api/background'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { Counts, newId, type RunState, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { createEngine, type Engine } from '@sluice/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The ERP's documents as they are: in a table that people fill. */
let directory: string
let erp: DatabaseSync
let place: TestDatabase
let context: TestContext
let engine: Engine
let tenantId: string
let strategyId: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-lines-'))
  erp = new DatabaseSync(join(directory, 'erp.db'))
  erp.exec(
    'create table doc (id integer primary key, doc_no text, order_no text, amount text, currency text, at text, item text)',
  )
  place = await createTestDatabase({ poolSize: 8 })
  tenantId = (await createTestTenant(place.database)).tenantId
  context = createTestContext({ sleep: async () => undefined })
  context.allowDirectory(directory)
  engine = createEngine({
    database: place.database,
    connectors,
    vault: { open: async (_tenant, _place, sealed) => sealed },
    makeContext: tenant => ({ ...context, lines: createLineStore(place.database, tenant) }),
    now: Date.now,
    random: () => 0.5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    roles: { worker: true, scheduler: false, replays: false },
    limits: { pollMs: 50, pauseMs: 5 },
  })
  await engine.start()
  strategyId = await newStrategy()
})
afterAll(async () => {
  await engine.stop({ timeoutMs: 2000 })
  await context.dispose()
  await place.drop()
  erp.close()
  await rm(directory, { recursive: true, force: true })
})

const query = <T extends object>(sql: string, values: unknown[] = []) =>
  place.database.withTenant(tenantId, tx => tx.query<T>(sql, values))

async function newStrategy(): Promise<string> {
  const [sourceId, targetId, id] = [newId(), newId(), newId()]
  const copied = ['doc_no', 'order_no', 'amount', 'currency', 'item'].map(name => ({
    target: name,
    value: { kind: 'template', template: `{{${name}}}` },
  }))
  const config = StrategyConfig.parse({
    source: { connector_id: sourceId, resource: 'doc', key: ['id'] },
    target: { connector_id: targetId, resource: 'reconciliation.b.push', key: [] },
    mapping: {
      fields: [
        ...copied,
        { target: 'account', value: { kind: 'constant', value: 'shop' } },
        { target: 'occurred_at', value: { kind: 'template', template: '{{at}}' } },
      ],
    },
  })
  await place.database.withTenant(tenantId, async tx => {
    const connector = `insert into connector (id, platform_id, name, params, status) values ($1::uuid, $2, $1::text, $3, 'ok')`
    await tx.execute(connector, [sourceId, 'sqlite', JSON.stringify({ place: 'directory', directory, name: 'erp.db' })])
    await tx.execute(connector, [targetId, 'self', '{}'])
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
       values ($1::uuid, $1::text, $1::text, 'running', $2, $3)`,
      [id, sourceId, targetId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      id,
      JSON.stringify(config),
    ])
    await tx.execute(
      `insert into recon_account (id, code, name, platform, currency, status) values ($1, 'shop', 'Shop', 'alipay', 'CNY', 'active')`,
      [newId()],
    )
    await tx.execute(`insert into accounting_item (id, code, name) values ($1, 'goods', 'Goods')`, [newId()])
  })
  return id
}

const put = (...row: (string | number | null)[]) =>
  erp.prepare('insert or replace into doc values (?, ?, ?, ?, ?, ?, ?)').run(...row)

async function run() {
  const { runId } = await place.database.withTenant(tenantId, tx =>
    engine.runs.request(tx, { tenantId, strategyId, trigger: 'manual' }),
  )
  for (let tries = 0; ; tries += 1) {
    const [row] = await query<{ state: RunState; counts: Counts; failure: unknown }>(
      'select state, counts, failure from run where id = $1',
      [runId],
    )
    if (row && !['queued', 'running', 'stopping'].includes(row.state)) return row
    if (tries > 800) throw new Error(`waiting for run ${runId}: ${JSON.stringify(row)}`)
    await wait(25)
  }
}

const lines = () =>
  query<Record<string, unknown>>(
    `select doc_no, order_no, amount_minor, occurred_at, business_date, status, record_key, strategy_id
       from supply_line where tenant_id = app_tenant() order by doc_no`,
  )
const errors = async () =>
  Object.fromEntries(
    (
      await query<{ key: string; error_code: string; error_message: string }>(
        `select key, error_code, error_message from record_state where tenant_id = app_tenant() and status = 3 order by key`,
      )
    ).map(({ key, error_code, error_message }) => [key, `${error_code} ${error_message}`]),
  )

test('messy documents: what is right becomes lines, the rest is refused with its field, and the run is not green', async () => {
  put(1, 'D1', 'O1', '19.99', 'CNY', '2024-03-01 23:30:00', 'goods')
  put(2, 'D2', null, '1,234.50', 'cny', '2024-03-01T23:30:00Z', null)
  put(3, 'D3', 'O3', '19.999', 'CNY', '2024-03-01', null)
  put(4, null, 'O4', '1', 'CNY', '2024-03-01', null)
  put(5, 'D5', 'O5', '1', 'USD', '2024-03-01', null)
  put(6, 'D1', 'O6', '5', 'CNY', '2024-03-01', null)
  put(7, 'D7', 'O7', '1', 'CNY', '2024-02-30', null)
  put(8, 'D8', 'O8', '1', 'CNY', '2024-03-01', 'nothing')
  put(9, 'D9', 'O9', '131.77(已退款89.84)', 'CNY', '2024-03-01', null)
  const { state, counts } = await run()
  expect(state).toBe('partial')
  expect(counts).toMatchObject({ read: 9, staged: 9, written: 2 })
  const { failed, dead } = Counts.parse(counts)
  expect(failed + dead).toBe(7)
  expect(await lines()).toMatchObject([
    {
      ...{ doc_no: 'D1', amount_minor: '1999', business_date: '2024-03-01', occurred_at: '2024-03-01T15:30:00Z' },
      ...{ status: 'open', record_key: '1', strategy_id: strategyId },
    },
    // The clock of the account decides on the day.
    { doc_no: 'D2', order_no: null, amount_minor: '123450', business_date: '2024-03-02' },
  ])
  const [first] = await query<{ id: string }>(`select id from supply_line where doc_no = 'D1'`)
  expect(await errors()).toEqual({
    3: 'invalid.lineAmount "19.999" is no exact amount of this currency.',
    4: 'invalid.lineMissing The field doc_no has no value, and a line cannot be without it.',
    5: `invalid.lineCurrency The currency is another than the account's: USD ≠ CNY.`,
    6: expect.stringMatching(/^conflict\.line(Twice|Taken) /),
    7: 'invalid.lineTime "2024-02-30" is no time of the calendar.',
    8: 'invalid.lineItem There is no accounting item with the code "nothing".',
    9: 'invalid.lineAmount "131.77(已退款89.84)" is no exact amount of this currency.',
  })
  // From the record to the line, and back.
  const [record] = await query<{ id: string; target_key: string }>(
    `select r.id, r.target_key from supply_line l cross join lateral find_record_by_key(l.strategy_id, l.record_key) r where l.doc_no = 'D1'`,
  )
  expect(record?.target_key).toBe(`B${first?.id}`)
})

test('a record that comes again replaces its line, one that is settled stays and says which', async () => {
  const before = await query<{ id: string; doc_no: string }>('select id, doc_no from supply_line order by doc_no')
  await query(`update supply_line set status = 'ignored', reason = 'x' where doc_no = 'D2'`)
  put(1, 'D1', 'O1', '20.00', 'CNY', '2024-03-01 23:30:00', 'goods')
  put(2, 'D2', null, '1', 'CNY', '2024-03-01T23:30:00Z', null)
  put(5, 'D5', 'O5', '1', 'CNY', '2024-03-01', null)
  expect((await run()).counts).toMatchObject({ written: 3 })
  expect(await lines()).toMatchObject([
    { doc_no: 'D1', amount_minor: '2000' },
    // What was decided about it was about another amount.
    { doc_no: 'D2', amount_minor: '100', status: 'open' },
    { doc_no: 'D5' },
  ])
  expect(
    (await query<{ id: string }>(`select id from supply_line order by doc_no limit 2`)).map(({ id }) => id),
  ).toEqual(before.map(({ id }) => id))

  await query(`update supply_line set status = 'matched' where doc_no = 'D1'`)
  await query(`update supply_line set status = 'proposed' where doc_no = 'D2'`)
  put(1, 'D1', 'O1', '21.00', 'CNY', '2024-03-01 23:30:00', 'goods')
  put(2, 'D2', null, '2', 'CNY', '2024-03-01T23:30:00Z', null)
  const { state, counts } = await run()
  expect([state, counts]).toMatchObject(['partial', { written: 0 }])
  expect(await lines()).toMatchObject([{ amount_minor: '2000' }, { amount_minor: '100' }, {}])
  expect(await errors()).toMatchObject({
    1: `conflict.lineSettled Line B${before[0]?.id} is settled, so it stays as it is. Undo its match first.`,
    2: `conflict.lineProposed Line B${before[1]?.id} is part of a proposed match, so it stays as it is. Decide about the match first.`,
  })
})
