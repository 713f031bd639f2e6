import { setTimeout as wait } from 'node:timers/promises'
import { createVoucherStore } from '@sluice/api/background'
import { type Connector, defineManifest, type TargetRecord, type WriteOutcome } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { newId, type RunState, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { createEngine, type Engine } from '@sluice/engine'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

/** A ledger of its own: a voucher has a number in it, is refused in its words, or its answer is lost on the way. */
const ledger = {
  booked: new Map<string, string>(),
  /** Requests by voucher, whatever became of them. */
  asked: new Map<string, number>(),
  refuses: new Set<string>(),
  losesAnswers: 0,
}
const refusal = '科目 1122 已封存，不能制单'

function book({ data, idempotencyKey }: TargetRecord): WriteOutcome {
  const id = String(data['id'])
  ledger.asked.set(id, (ledger.asked.get(id) ?? 0) + 1)
  if (ledger.refuses.has(id))
    return { kind: 'failed', failure: { code: 'target.refused', message: refusal, retry: 'never' } }
  const number = ledger.booked.get(idempotencyKey) ?? `记-${ledger.booked.size + 1}`
  ledger.booked.set(idempotencyKey, number)
  if (ledger.losesAnswers > 0) {
    ledger.losesAnswers -= 1
    return { kind: 'unknown', failure: { code: 'target.lost', message: 'no answer', retry: 'later' } }
  }
  return { kind: 'written', targetKey: number, response: JSON.stringify({ number }) }
}

const erp: Connector = {
  manifest: defineManifest({
    ...{ id: 'erp-simulator', name: { zh: '模拟 ERP', en: 'ERP' }, group: 'other', params: [], roles: ['target'] },
    ...{ describe: { zh: '测试用', en: 'For tests' }, icon: { text: 'E', color: '#000000' } },
  }),
  open: async () => ({
    async *test() {},
    discover: async () => [],
    describe: async id => ({ id, label: id, kind: 'endpoint', direction: 'target', fields: [], key: [] }),
    openTarget: async () => ({
      guarantee: 'idempotencyKey',
      write: async batch => batch.map(book),
      close: async () => undefined,
    }),
    close: async () => undefined,
  }),
}

let place: TestDatabase
let context: TestContext
let engine: Engine
let tenantId: string
let accountId: string
let erpId: string
let selfId: string
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 8 })
  tenantId = (await createTestTenant(place.database)).tenantId
  context = createTestContext({ sleep: async () => undefined })
  engine = createEngine({
    database: place.database,
    connectors: [...connectors, erp],
    vault: { open: async (_tenant, _place, sealed) => sealed },
    makeContext: tenant => ({
      ...context,
      records: engine.records.createStore(tenant),
      vouchers: createVoucherStore(place.database, tenant),
    }),
    now: Date.now,
    random: () => 0.5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    roles: { worker: true, scheduler: false, replays: false },
    limits: { pollMs: 50, pauseMs: 5 },
  })
  await engine.start()
  ;[erpId, selfId, accountId] = [newId(), newId(), newId()]
  await query(
    `insert into connector (id, platform_id, name, params, status) values ($1, 'erp-simulator', 'erp', '{}', 'ok'), ($2, 'self', 'self', '{}', 'ok')`,
    [erpId, selfId],
  )
  await query(
    `insert into recon_account (id, code, name, platform, currency) values ($1, 'shop', 'Shop', 'alipay', 'CNY')`,
    [accountId],
  )
  await query(`insert into accounting_item (id, code, name) values ($1, 'goods', 'Goods')`, [accountId])
})
afterAll(async () => {
  await engine.stop({ timeoutMs: 2000 })
  await context.dispose()
  await place.drop()
})
beforeEach(async () => {
  await query(`update recon_voucher set state = 'void', posted_no = null, strategy_id = null`)
  ledger.booked.clear()
  ledger.asked.clear()
  ledger.refuses.clear()
  ledger.losesAnswers = 0
})

const query = <T extends object>(sql: string, values: unknown[] = []) =>
  place.database.withTenant(tenantId, tx => tx.query<T>(sql, values))

let version = 0
async function draft(minor: number): Promise<string> {
  const id = newId()
  version += 1
  await query(
    `insert into recon_voucher (id, account_id, day_from, day_to, currency, version, content_hash)
     values ($1, $2, '2026-03-02', '2026-03-02', 'CNY', $3, '\\x01')`,
    [id, accountId, version],
  )
  await query(
    `insert into recon_voucher_row (voucher_id, row_no, item_id, source, debit, credit, amount_minor, signed_minor)
     values ($1, 1, $2, 'lines', '1012', '1122', $3, $3)`,
    [id, accountId, minor],
  )
  return id
}

async function newStrategy(config: object, [source, target]: readonly [string, string]): Promise<string> {
  const id = newId()
  await query(
    `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
     values ($1::uuid, $1::text, $1::text, 'running', $2, $3)`,
    [id, source, target],
  )
  await query('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
    id,
    JSON.stringify(StrategyConfig.parse(config)),
  ])
  return id
}

/** Vouchers to the ledger, and the number from its answer back onto each. */
async function newPosting(): Promise<string> {
  const numbers = await newStrategy(
    {
      source: { connector_id: selfId, resource: 'passive.receive', key: ['id'], options: { inbox: newId() } },
      target: { connector_id: selfId, resource: 'reconciliation.voucher.post', key: ['id'] },
      mapping: { copyAll: true, fields: [] },
    },
    [selfId, selfId],
  )
  const posting = await newStrategy(
    {
      source: { connector_id: selfId, resource: 'reconciliation.voucher.query', key: ['id'] },
      target: {
        ...{ connector_id: erpId, resource: 'voucher', key: ['id'] },
        writeBack: {
          fields: [{ field: 'number', value: '{{number}}' }],
          callback: {
            strategy_id: numbers,
            fields: [
              { field: 'id', value: '{{id}}' },
              { field: 'number', value: '{{writeBack.number}}' },
            ],
          },
        },
      },
      mapping: { copyAll: true, fields: [] },
    },
    [selfId, erpId],
  )
  numbersOf.set(posting, numbers)
  return posting
}
const numbersOf = new Map<string, string>()

async function run(strategyId: string): Promise<RunState> {
  const { runId } = await place.database.withTenant(tenantId, tx =>
    engine.runs.request(tx, { tenantId, strategyId, trigger: 'manual' }),
  )
  for (let tries = 0; ; tries += 1) {
    const [row] = await query<{ state: RunState; failure: unknown }>('select state, failure from run where id = $1', [
      runId,
    ])
    if (row && !['queued', 'running', 'stopping'].includes(row.state)) return row.state
    if (tries > 400) throw new Error(`waiting for run ${runId}: ${JSON.stringify(row)}`)
    await wait(25)
  }
}
const stateOf = async (id: string) =>
  (
    await query<{ state: string; posted_no: string | null }>(
      'select state, posted_no from recon_voucher where id = $1',
      [id],
    )
  )[0]!

test('a voucher goes to the ledger, its number comes back, and nobody posts it again', async () => {
  const posting = await newPosting()
  const ids = [await draft(1250), await draft(99)]
  expect(await run(posting)).toBe('succeeded')
  await run(numbersOf.get(posting)!)
  for (const id of ids)
    expect(await stateOf(id)).toEqual({ state: 'posted', posted_no: expect.stringMatching(/^记-\d$/) })
  await run(posting)
  expect([...ledger.asked.values()]).toEqual([1, 1])
})

test('two strategies that read the same vouchers at once: the ledger has each once', async () => {
  const both = [await newPosting(), await newPosting()]
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => draft(100 + at)))
  await Promise.all(both.map(run))
  await Promise.all(both.map(run))
  expect(ids.map(id => ledger.asked.get(id))).toEqual(ids.map(() => 1))
  await Promise.all(both.map(each => run(numbersOf.get(each)!)))
  for (const id of ids) expect((await stateOf(id)).state).toBe('posted')
})

test('what the ledger refuses is told in its words where the voucher is, and no other strategy tries it', async () => {
  const [posting, other] = [await newPosting(), await newPosting()]
  const id = await draft(500)
  ledger.refuses.add(id)
  expect(await run(posting)).not.toBe('succeeded')
  await run(other)
  expect(ledger.asked.get(id)).toBe(1)
  const [told] = await query<{ error_message: string; state: string }>(
    `select v.state, r.error_message from recon_voucher v cross join lateral find_record_by_key(v.strategy_id, v.id::text) r where v.id = $1`,
    [id],
  )
  expect(told).toEqual({ state: 'taken', error_message: refusal })
})

test('an answer that was lost posts nothing twice: the same key is asked again, and the same number comes back', async () => {
  const posting = await newPosting()
  const id = await draft(700)
  ledger.losesAnswers = 1
  await run(posting)
  await run(posting)
  expect(ledger.booked.size).toBe(1)
  expect((await stateOf(id)).state).toBe('taken')
})
