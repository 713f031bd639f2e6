import type { SourcePage } from '@sluice/connector-kit'
import { type Data, ExactNumber, type Grouping, STORED_RECORDS } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRecordStore } from '../record/create-record-store.ts'
import { findGroupsOf, findRowsOf } from '../record/find-groups.ts'
import { createFixture, Fixture } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { SimulatedCrash } from './fault-points.ts'

/** The third equation: the rows that are stored are the rows that lie in the groups that were read. */
let place: TestDatabase
/** Stores rows. */
let rows: Fixture
/** Reads them as groups. */
let documents: Fixture
let engine: Engine
let grouping: Grouping
/** Called after each page of the second strategy has landed. */
let landed: () => void
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  rows = await createFixture(place.database)
  landed = () => undefined
  engine = rows.createEngine({ faultpoint: name => (name === 'page.landed' ? landed() : undefined) })
  await engine.start()
  const when = [[{ field: 'gone', logic: 'eq', value: '1' }]]
  await rows.saveConfig({ source: { deletes: { policy: 'mark', when } } })
  documents = new Fixture(place.database, rows.tenantId, rows.clock)
  await rows.query(
    `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
     values ($1, 'documents', 'documents', 'running', $2, $2)`,
    [documents.strategyId, rows.connectorId],
  )
  await groupBy({ by: ['no'] }, ['no'])
  rows.system.groups = readGroups
})
afterEach(() => rows.stop())

async function groupBy(by: Grouping, key: readonly string[], version = 1): Promise<void> {
  grouping = by
  const connector_id = rows.connectorId
  const source = { connector_id, resource: `${STORED_RECORDS}${rows.strategyId}`, key, group: by }
  await documents.saveConfig({ source, target: { connector_id } }, version)
}

async function* readGroups(read: { cursor: string | null; limit: number }): AsyncGenerator<SourcePage> {
  const store = createRecordStore(place.database, rows.tenantId)
  const asked = { ...read, strategyId: rows.strategyId, grouping, onlyFinished: false }
  for await (const { rows: _, ...page } of store.readGroups(asked)) yield page
}

const makeRows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, no: `N${at % 7}`, gone: 0 }))
async function store(stored: readonly Data[]): Promise<void> {
  rows.system.setRows(stored)
  expect(await rows.run(engine)).toMatchObject({ state: 'succeeded', imbalance: null })
}

test('holds over late, changed and deleted rows, in blocks or not', async () => {
  await store(makeRows(60))
  const first = await documents.run(engine)
  expect(first).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: 7, stored: 60, grouped: 60 } })
  await store([{ id: 3, no: 'N0', gone: 1 }, { id: 5, no: 'new', gone: 0 }, ...makeRows(3, 60)])
  const second = await documents.run(engine)
  expect(second).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: 8, stored: 62, grouped: 62 } })
})

test('a group that gets lost on its way is a run that is not green', async () => {
  await store(makeRows(60))
  rows.system.groups = async function* lossy(read) {
    for await (const page of readGroups(read))
      yield { ...page, records: page.records.filter(({ data }) => data?.['no'] !== 'N3') }
  }
  expect(await documents.run(engine)).toMatchObject({
    state: 'failed',
    failure: { code: 'run.imbalance' },
    imbalance: 'stored rows 60 ≠ rows in the groups that were read 51',
  })
})

test('a stored row that the reading of groups does not find is one too', async () => {
  await store(makeRows(60))
  await rows.query(
    `update record_block set record_count = record_count + 1
      where first_id = (select max(first_id) from record_block where strategy_id = $1)`,
    [rows.strategyId],
  )
  expect(await documents.run(engine)).toMatchObject({
    state: 'failed',
    imbalance: 'stored rows 61 ≠ rows in the groups that were read 60',
  })
})

test('holds in a run that was taken over while rows came to groups that were read already', async () => {
  await store(makeRows(60))
  let pages = 0
  let isOver: () => void = () => undefined
  const crashed = new Promise<void>(resolve => {
    isOver = resolve
  })
  landed = () => {
    pages += 1
    if (pages !== 2) return
    isOver()
    throw new SimulatedCrash()
  }
  const { runId } = await documents.request(engine)
  await crashed
  await store(makeRows(14, 60))
  const run = await documents.waitFor(runId)
  expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { stored: 74, grouped: 74 } })
})

test('does not hold yet while groups are left to read, and the run goes on', async () => {
  await store(makeRows(60))
  landed = () => {
    throw new SimulatedCrash()
  }
  const { runId } = await documents.request(engine)
  const some = await documents.waitFor(runId, ({ counts }) => counts.grouped > 0)
  expect(some.counts.stored).toBe(60)
  expect(some.counts.grouped).toBeLessThan(60)
  landed = () => undefined
  expect(await documents.waitFor(runId)).toMatchObject({ state: 'succeeded', counts: { stored: 60, grouped: 60 } })
})

const inTenant = <T>(work: Parameters<typeof place.database.withTenant<T>>[1]) =>
  place.database.withTenant(rows.tenantId, work)
const keyed = (of: Fixture) =>
  of.query<{ id: string; key: string }>('select id, key from stored_record where strategy_id = $1 order by id', [
    of.strategyId,
  ])

/** By the key of each row, the key of the document it is found to lie in; and back. */
async function linkRows(): Promise<Record<string, string | null>> {
  const documentKeys = new Map((await keyed(documents)).map(({ id, key }) => [id, key]))
  const links: Record<string, string | null> = {}
  for (const { id, key } of await keyed(rows)) {
    const found = await inTenant(tx => findGroupsOf(tx, { strategyId: rows.strategyId, id }))
    expect(found.length).toBeLessThan(2)
    links[key] = found[0] ? documentKeys.get(found[0].id)! : null // stored
    if (!found[0]) continue
    const back = await inTenant(tx => findRowsOf(tx, found[0]!, 100))
    expect(back).toMatchObject({ strategyId: rows.strategyId })
    expect(back?.ids).toContain(id)
  }
  return links
}

test('a row finds its document by its key, and the document its rows', async () => {
  await store(makeRows(14))
  expect(new Set(Object.values(await linkRows()))).toEqual(new Set([null]))
  await documents.run(engine)
  await store([{ id: 14, no: 'N0', gone: 0 }])
  const links = await linkRows()
  // It came after the last run, so no document holds it yet.
  expect(links['14']).toBeNull()
  for (let id = 0; id < 14; id += 1) expect(links[id]).toBe(`N${id % 7}`)
  const [first] = await keyed(rows)
  expect(await inTenant(tx => findRowsOf(tx, { strategyId: rows.strategyId, id: first!.id }, 5))).toBeNull()
})

test('a row of a split document finds its part', async () => {
  await groupBy({ by: ['no'], maxLines: 4 }, ['no', 'part'], 2)
  await store(Array.from({ length: 30 }, (_, id) => ({ id, no: id % 3 === 0 ? 'A' : 'B', gone: 0 })))
  await documents.run(engine)
  const links = await linkRows()
  for (let id = 0; id < 30; id += 3) expect(links[id]).toBe(JSON.stringify(['A', String(1 + Math.floor(id / 3 / 4))]))
  expect(new Set(Object.values(links)).size).toBe(3 + 5)
})

const exact = (text: string) => new ExactNumber(text)

test('a number in the key is written as its amount, whichever row of the group comes first', async () => {
  const amounts = ['1.50', '1.5', '-0.0', '2', '1.500', '2.000', '0', '15e-1', '1.05'].map(exact)
  await store(amounts.map((no, id) => ({ id, no, gone: 0 })))
  await documents.run(engine)
  expect(Object.values(await linkRows())).toEqual(['1.5', '1.5', '0', '2', '1.5', '2', '0', '1.5', '1.05'])
})

test('so a group whose first row is gone stays the same record: nothing of it is deleted', async () => {
  await groupBy({ by: ['no', 'rate'], maxLines: 2 }, ['rate', 'no', 'part'], 2)
  const makeRow = (id: number, no: string, rate: string, gone = 0) => ({ id, no: exact(no), rate: exact(rate), gone })
  const rest = ['1.500', '1.5', '1.50', '1.5'].map((no, at) => makeRow(at + 1, no, '0.1000'))
  await store([makeRow(0, '1.50', '0.10'), ...rest])
  await documents.run(engine)
  const key = (part: string) => JSON.stringify(['0.1', '1.5', part])
  expect(Object.values(await linkRows())).toEqual(['1', '1', '2', '2', '3'].map(key))
  await store([makeRow(0, '1.50', '0.10', 1)])
  await documents.run(engine)
  const links = await linkRows()
  for (const row of [1, 2, 3, 4]) expect(links[row]).toBe(key(row < 3 ? '1' : '2'))
})
