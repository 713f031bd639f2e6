import type { GroupPage } from '@sluice/connector-kit'
import { type Data, type Grouping, SourceConfig, toText } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture } from '../testing/fixture.ts'
import { createRecordStore } from './create-record-store.ts'
import { findGroupTrouble } from './group-trouble.ts'
import { MOST_GROUP_ROWS } from './read-groups.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine

beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 8 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine()
  await engine.start()
  const when = [[{ field: 'gone', logic: 'eq', value: '1' }]]
  await fixture.saveConfig({ source: { pageSize: 7, deletes: { policy: 'mark', when } } })
})
afterEach(() => fixture.stop())

async function store(rows: readonly Data[]): Promise<void> {
  fixture.system.setRows(rows)
  expect(await fixture.run(engine)).toMatchObject({ state: 'succeeded', imbalance: null })
}

async function readPages(grouping: Grouping, cursor: string | null = null, limit = 3): Promise<GroupPage[]> {
  const { readGroups } = createRecordStore(fixture.database, fixture.tenantId)
  const { strategyId } = fixture
  const pages: GroupPage[] = []
  for await (const page of readGroups({ strategyId, grouping, onlyFinished: false, cursor, limit })) pages.push(page)
  return pages
}

const documentsOf = (pages: readonly GroupPage[]) =>
  pages.flatMap(({ records }) => records.map(({ data }) => data ?? {}))

interface Row {
  readonly id: number
  readonly no: string
  readonly cents: number
  readonly gone: number
}
const toData = ({ cents, ...row }: Row): Data => ({ ...row, price: `${(cents / 100).toFixed(2)}` })

/** What the documents must be, counted in cents and without anything of the engine. */
function expectDocuments(rows: Iterable<Row>, maxLines: number): Map<string, { cents: number; ids: number[] }> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) if (row.gone === 0) groups.set(row.no, [...(groups.get(row.no) ?? []), row])
  const documents = new Map<string, { cents: number; ids: number[] }>()
  for (const [no, all] of groups) {
    const parts = Math.ceil(all.length / maxLines)
    for (let part = 1; part <= parts; part += 1) documents.set(`${no}/${part}`, { cents: 0, ids: [] })
    // Which row is in which part is the order in which they were stored, so only the counts are told here.
    const first = documents.get(`${no}/1`)!
    first.cents = all.reduce((sum, row) => sum + row.cents, 0)
    first.ids = all.map(row => row.id).sort((a, b) => a - b)
  }
  return documents
}

describe('stored records as groups', () => {
  it('holds each row once, with exact sums, over random changes, late rows and deletes', {
    timeout: 300_000,
  }, async () => {
    const known = new Map<number, Row>()
    const row = fc.record({
      id: fc.integer({ min: 1, max: 60 }),
      no: fc.constantFrom('A', 'B', 'C', 'D', 'E', '1', '01'),
      cents: fc.integer({ min: -999_999, max: 999_999 }),
      gone: fc.constantFrom(0, 0, 0, 1),
    })
    const change = fc.record({
      rows: fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 12 }),
      reads: fc.array(fc.record({ maxLines: fc.integer({ min: 1, max: 8 }), limit: fc.integer({ min: 1, max: 20 }) }), {
        minLength: 5,
        maxLength: 5,
      }),
    })
    for (const [at, { rows, reads }] of fc.sample(change, { numRuns: 60, seed: 48 }).entries()) {
      for (const each of rows) known.set(each.id, each)
      await store(rows.map(toData))
      for (const { maxLines, limit } of takeTurn(reads, at)) {
        const grouping: Grouping = {
          by: ['no'],
          members: 'items',
          maxLines,
          calculate: [
            { name: 'total', op: 'sum', field: 'price' },
            { name: 'count', op: 'count' },
          ],
        }
        const pages = await readPages(grouping, null, limit)
        const found = new Map<string, { cents: number; ids: number[] }>()
        let rowsInGroups = 0
        for (const document of documentsOf(pages)) {
          const items = document['items'] as { id: number; price: string }[]
          expect(items.length).toBeLessThanOrEqual(maxLines)
          expect(document['recordIds']).toHaveLength(items.length)
          expect(document['count']).toBe(items.length)
          rowsInGroups += items.length
          const no = document['no'] as string
          found.set(`${no}/${document['part'] as number}`, { cents: 0, ids: [] })
          const first = found.get(`${no}/1`)!
          first.cents += Math.round(Number(toText(document['total'])) * 100)
          first.ids = [...first.ids, ...items.map(({ id }) => id)].sort((a, b) => a - b)
        }
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expectDocuments(known.values(), maxLines)))
        // The books of the groups: their rows are all the rows that are not deleted.
        expect(pages.reduce((sum, page) => sum + page.rows, 0)).toBe(rowsInGroups)
        expect(rowsInGroups).toBe([...known.values()].filter(({ gone }) => gone === 0).length)
        expect(pages[0]?.stored).toEqual({ rows: rowsInGroups, before: 0 })
        expect(pages.flatMap(page => page.records).reduce((sum, record) => sum + record.rows, 0)).toBe(rowsInGroups)
      }
    }
  })

  it('goes on after any page with the groups that are left', async () => {
    await store(Array.from({ length: 30 }, (_, id) => ({ id, no: `N${id % 7}` })))
    const whole = await readPages({ by: ['no'] }, null, 5)
    expect(whole.length).toBeGreaterThan(3)
    let before = 0
    for (const [at, { cursor, rows }] of whole.entries()) {
      before += rows
      if (cursor === null) continue
      const [next, ...others] = whole.slice(at + 1)
      const left = [{ ...next, stored: { rows: 30, before } }, ...others]
      expect(await readPages({ by: ['no'] }, cursor, 5)).toEqual(left)
    }
  })

  it('changes the parts after a late row only, and names each row', async () => {
    const rows = Array.from({ length: 5 }, (_, id) => ({ id, no: 'A' }))
    await store(rows)
    const before = documentsOf(await readPages({ by: ['no'], maxLines: 2 }))
    await store([{ id: 9, no: 'A' }])
    const after = documentsOf(await readPages({ by: ['no'], maxLines: 2 }))
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after[2]).toMatchObject({ no: 'A', part: 3, lines: [{ id: 4 }, { id: 9 }] })
    const ids = await fixture.query<{ id: string }>('select id from stored_record where strategy_id = $1 order by id', [
      fixture.strategyId,
    ])
    expect(after.flatMap(document => document['recordIds'])).toEqual(ids.map(({ id }) => id))
  })

  it('refuses a group that cannot be calculated, or whose key another has in text, and reads the others', async () => {
    await store([
      { id: 1, no: 1, price: '2' },
      { id: 2, no: '1', price: 3 },
      { id: 3, no: 'B', price: 'much' },
      { id: 4, no: 'C', price: 4 },
    ])
    const grouping: Grouping = { by: ['no'], calculate: [{ name: 'total', op: 'sum', field: 'price' }] }
    const records = (await readPages(grouping, null, 100)).flatMap(page => page.records)
    expect(records.map(({ failure }) => failure?.code ?? null)).toEqual([
      null,
      'source.groupAlike',
      'mapping.grouping',
      null,
    ])
    expect(records[3]).toMatchObject({ data: { no: 'C', total: 4 } })
  })

  it('reads nothing rather than a group that lacks a row whose page is gone', async () => {
    await store([{ id: 1, no: 'A' }])
    await store([{ id: 2, no: 'A' }])
    await fixture.query(
      'delete from page where strategy_id = $1 and id = (select min(id) from page where strategy_id = $1)',
      [fixture.strategyId],
    )
    await expect(readPages({ by: ['no'] })).rejects.toThrow(/record 1 is no longer kept/)
  })

  it('refuses a huge group and reads the others', async () => {
    await fixture.saveConfig({ source: { pageSize: 10_000 } }, 2)
    await store(Array.from({ length: MOST_GROUP_ROWS + 2 }, (_, id) => ({ id, no: id === 7 ? 'B' : 'A' })))
    const records = (await readPages({ by: ['no'] }, null, 1000)).flatMap(page => page.records)
    expect(records.map(({ failure }) => failure?.code ?? null)).toEqual(['source.groupSize', null])
  })
})

describe('a grouping that cannot be', () => {
  const check = (change: object) =>
    findGroupTrouble(
      SourceConfig.parse({
        connector_id: '01900000-0000-7000-8000-000000000004',
        resource: 'strategy.query/x',
        key: ['no'],
        group: { by: ['no'] },
        ...change,
      }),
    )?.message ?? null

  it('is told with what it lacks', () => {
    expect(check({})).toBeNull()
    expect(check({ resource: 'orders' })).toMatch(/Only the stored records of a strategy/)
    expect(check({ increment: { field: 'at' } })).toMatch(/Only the stored records/)
    expect(check({ group: { by: [] } })).toMatch(/nothing is grouped by/)
    expect(check({ key: ['id'] })).toMatch(/lacks "no"/)
    expect(check({ group: { by: ['no'], maxLines: 5 } })).toMatch(/lacks "part"/)
    expect(check({ key: ['no', 'part'], group: { by: ['no'], maxLines: 5 } })).toBeNull()
    expect(check({ group: { by: ['no'], members: 'recordIds' } })).toMatch(/"recordIds" of its own/)
    expect(check({ group: { by: ['no'], members: 'no' } })).toMatch(/uses the name "no" twice/)
  })
})
