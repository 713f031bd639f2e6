import { type Data, newId, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ListedRecord } from '../record/read-write-backs.ts'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { SimulatedCrash } from './fault-points.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
let nextId: string
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
  nextId = newId()
  await saveNext('passive.receive')
})
afterEach(() => fixture.stop())

/** The strategy that records are handed on to; stopped, so that they stay where they can be seen. */
async function saveNext(resource: string, name = 'next'): Promise<void> {
  const side = { connector_id: fixture.connectorId, resource, key: ['id'], options: { inbox: 'next' } }
  const config = StrategyConfig.parse({
    source: side,
    target: { ...side, resource: 'orders' },
    mapping: { copyAll: true, fields: [] },
  })
  await fixture.database.withTenant(fixture.tenantId, async tx => {
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
       values ($1, $3, $3, 'stopped', $2, $2)`,
      [nextId, fixture.connectorId, name],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      nextId,
      JSON.stringify(config),
    ])
  })
}

const writeBack = (fields: readonly object[] = [], strategy_id = nextId) => ({
  fields: [
    { field: 'no', label: '单号', value: '{{data.no}}' },
    { field: 'id', value: '{{targetKey}}' },
  ],
  callback: { strategy_id, fields },
})
const answering = (): void => {
  fixture.system.judge = record => ({
    kind: 'written',
    response: `{"data":{"no":"N-${record.data['id']}"}}`,
    targetKey: `T-${record.data['id']}`,
  })
}
const inbox = async (): Promise<unknown[]> =>
  (await fixture.query<{ body: string }>(`select body from inbox where inbox_id = 'next' order by id`)).map(row =>
    JSON.parse(row.body),
  )
const lines = () =>
  fixture.query<{ level: string; text: string }>(
    `select level, text from run_log where detail ->> 'code' like 'callback.%' order by id`,
  )
const rows: Data[] = [
  { id: 1, amount: 10 },
  { id: 2, amount: 20 },
]

it('hands each written record on once, with what the target answered, whole or as its fields say', async () => {
  await fixture.saveConfig({ target: { writeBack: writeBack() } })
  answering()
  fixture.system.setRows(rows)
  expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', imbalance: null })
  expect(await inbox()).toEqual([
    { id: 1, amount: 10, writeBack: { no: 'N-1', id: 'T-1' } },
    { id: 2, amount: 20, writeBack: { no: 'N-2', id: 'T-2' } },
  ])
  // Read again: nothing new is written. Changed: another content of the record.
  await fixture.saveConfig(
    { target: { writeBack: writeBack([{ field: 'order', value: '{{id}}/{{writeBack.no}}' }]) } },
    2,
  )
  fixture.system.setRows([{ id: 1, amount: 11 }, rows[1]!])
  await fixture.run(engine)
  expect((await inbox()).slice(2)).toEqual([{ order: '1/N-1' }])
  const [record] = await fixture.query<{ id: string }>(`select id from stored_record where key = '1'`)
  const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, record!.id)
  expect(detail?.writeBack).toEqual([
    { field: 'no', label: '单号', value: '"N-1"' },
    { field: 'id', label: '', value: '"T-1"' },
  ])
})

it('a list of records shows of each what its own page shows, after other content and other tries too', async () => {
  await fixture.saveConfig({ target: { writeBack: writeBack() } })
  answering()
  fixture.system.setRows(rows)
  await fixture.run(engine)
  const { judge } = fixture.system
  const answer = (no: string): void => {
    fixture.system.judge = record => ({ ...judge(record), kind: 'written', response: `{"data":{"no":"${no}"}}` })
  }
  answer('again')
  await fixture.saveConfig({ target: { writeBack: { fields: [{ field: 'number', value: '{{data.no}}' }] } } }, 2)
  fixture.system.setRows([{ id: 1, amount: 11 }, rows[1]!, { id: 3, amount: 1 }])
  await fixture.run(engine)
  const listed = await fixture.query<ListedRecord>(
    'select id, status, attempts, version, target_key, page_id, page_at, ordinal from stored_record order by key',
  )
  const taken = await engine.records.readWriteBacks(fixture.tenantId, fixture.strategyId, listed)
  expect(listed.map(({ id }) => taken.get(id)?.map(({ field, value }) => `${field} ${value}`))).toEqual([
    ['number "again"'],
    ['no "N-2"', 'id "T-2"'],
    ['number "again"'],
  ])
  for (const { id } of listed) {
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, id)
    expect(taken.get(id)).toEqual(detail?.writeBack)
  }
})

it('a refused record is not handed on, and one that is written again is no second row', async () => {
  await fixture.saveConfig({ target: { writeBack: writeBack() } })
  answering()
  const judge = fixture.system.judge
  fixture.system.judge = record =>
    record.data['id'] === 2
      ? { kind: 'failed', failure: { code: 'target.refused', message: 'no', retry: 'never' } }
      : judge(record)
  fixture.system.setRows(rows)
  await fixture.run(engine)
  expect(await inbox()).toHaveLength(1)
  await fixture.database.withTenant(fixture.tenantId, async tx => {
    const ids = (await tx.query<{ id: string }>('select id from stored_record')).map(row => row.id)
    await engine.records.reprocess(tx, { tenantId: fixture.tenantId, strategyId: fixture.strategyId, ids })
  })
  fixture.system.judge = judge
  await fixture.run(engine, { trigger: 'retry' })
  expect(fixture.system.countWrites().get('1')).toBe(2)
  expect((await inbox()).map(row => (row as { id: number }).id)).toEqual([1, 2])
})

it('a crash between the write and its settling loses no row and doubles none', async () => {
  let crashes = 0
  await fixture.stop()
  const dying = fixture.createEngine({
    faultpoint: name => {
      if (name === 'records.settling' && crashes++ === 0) throw new SimulatedCrash()
    },
  })
  await fixture.saveConfig({ target: { writeBack: writeBack() } })
  answering()
  fixture.system.setRows(rows)
  await dying.start()
  const run = await fixture.request(dying)
  await expect.poll(() => crashes, { timeout: 20_000 }).toBe(1)
  expect(await inbox()).toEqual([])
  engine = fixture.createEngine()
  await engine.start()
  expect(await fixture.waitFor(run.runId)).toMatchObject({ state: 'succeeded', imbalance: null })
  expect(await inbox()).toHaveLength(2)
})

it('a callback that cannot be is told in the log and by the check-list, and no run is green over it; the records are written all the same', async () => {
  answering()
  const expectRefused = async (config: object, version: number, text: string, item: string) => {
    const saved = await fixture.saveConfig({ target: { writeBack: config } }, version)
    fixture.system.setRows([{ id: version, amount: 1 }])
    expect(await fixture.run(engine)).toMatchObject({ state: 'partial', counts: { written: 1 } })
    expect((await lines()).at(-1)).toEqual({ level: 'error', text })
    expect(await engine.strategies.check(fixture.tenantId, saved, 'target')).toContainEqual(
      expect.objectContaining({ item, message: text, level: 'error' }),
    )
  }
  const gone = 'The strategy that written records are handed on to does not exist any more.'
  await expectRefused(writeBack([], newId()), 1, gone, 'target.callback')
  const kind = 'Written records cannot be handed on to the strategy "orders", because nothing is pushed to it.'
  await expectRefused(writeBack([], fixture.strategyId), 2, kind, 'target.callback')
  const find = `_findCollection find a from ${nextId} where id={{id}}`
  const looks = 'What is written back looks into no other strategy; map it there.'
  await expectRefused(writeBack([{ field: 'x', value: find }]), 3, looks, 'target.writeBack')
  const own = nextId
  nextId = newId()
  await saveNext('passive.receive', 'rival')
  const rival = 'The strategies "next" and "rival" take from one inbox, so nothing can be handed on to either.'
  await expectRefused(writeBack([], own), 4, rival, 'target.callback')
  const choices = await fixture.database.withTenant(fixture.tenantId, tx =>
    engine.strategies.listCallbacks(tx, fixture.tenantId),
  )
  expect(choices).toEqual([
    { id: own, name: 'next', trouble: rival },
    { id: nextId, name: 'rival', trouble: rival.replace('"next" and "rival"', '"rival" and "next"') },
    { id: fixture.strategyId, name: 'orders', trouble: kind },
  ])
  expect(await inbox()).toEqual([])
})
