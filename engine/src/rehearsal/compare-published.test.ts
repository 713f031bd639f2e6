import { type Data, ExactNumber, inNewestEdition, newId, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture, WITH_JOBS } from '../testing/fixture.ts'
import type { RehearsalSummary } from './rehearsals.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine({ roles: WITH_JOBS })
  await engine.start()
})
afterEach(() => fixture.stop())

const expression = (target: string, source: string) => ({ target, value: { kind: 'expression', expression: source } })
const KEY = { target: 'id', value: { kind: 'template', template: '{{id}}' } }

const row = (id: number, rest: Data = {}): Data => ({ id: String(id), amount: id, ...rest })

async function load(rows: readonly Data[]): Promise<void> {
  fixture.system.setRows(rows)
  expect((await fixture.run(engine)).imbalance).toBeNull()
}

/** The saved version of the strategy beside the same in the newest edition. */
async function compare(change?: (config: StrategyConfig) => StrategyConfig) {
  const { tenantId, strategyId } = fixture
  const [saved] = await fixture.query<{ version: number; config: unknown }>(
    'select version, config from strategy_version where strategy_id = $1 order by version desc limit 1',
    [strategyId],
  )
  const config = StrategyConfig.parse(saved!.config)
  const id = await place.database.withTenant(tenantId, tx =>
    engine.rehearsals.request(tx, {
      ...{ tenantId, strategyId, baseVersion: saved!.version, revision: 0, days: 7, maxRecords: 2000 },
      ...{ config: (change ?? inNewestEdition)(config), userId: tenantId, compares: change ? 'change' : 'edition' },
    }),
  )
  const read = () =>
    fixture.query<{ state: string; failure: unknown; summary: string }>(
      'select state, failure, summary from rehearsal where id = $1',
      [id],
    )
  await expect.poll(async () => (await read())[0]?.state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/)
  const [job] = await read()
  expect(job).toMatchObject({ state: 'done', failure: null })
  const { kinds } = JSON.parse(job!.summary) as RehearsalSummary
  const differences = await fixture.query<{ key: string; kind: string; fields: string; problems: string }>(
    'select key, kind, fields, problems from rehearsal_difference where rehearsal_id = $1 order by key',
    [id],
  )
  return {
    kinds: Object.fromEntries(Object.entries(kinds).filter(([, count]) => count > 0)),
    differences: differences.map(({ key, kind, fields, problems }) => ({
      ...{ key, kind, fields: JSON.parse(fields), problem: JSON.parse(problems)[0]?.message },
    })),
  }
}

describe('the published version in the newest edition', () => {
  it('tells each value that would come out otherwise, and each record that would be refused', async () => {
    const mapping = {
      copyAll: false,
      edition: 1,
      fields: [KEY, expression('rest', 'row.amount * (1 - 0.7)'), expression('known', 'row.code == 1000')],
    }
    await fixture.saveConfig({ mapping })
    await load([
      row(10, { amount: 0, code: 1000 }),
      row(100, { amount: new ExactNumber('100.00'), code: 1000 }),
      row(11, { code: '1E3', amount: 0 }),
    ])
    // What was written of it by an older version is another matter.
    await fixture.saveConfig({ mapping: { ...mapping, fields: [...mapping.fields, expression('later', '1')] } }, 2)
    const { kinds, differences } = await compare()
    expect(kinds).toEqual({ same: 1, changed: 1, refused: 1 })
    expect(differences[0]).toMatchObject({
      key: '100',
      kind: 'changed',
      fields: [{ field: 'rest', before: '30.000000000000004', after: '30' }],
    })
    expect(differences[1]).toMatchObject({ key: '11', kind: 'refused' })
    expect(differences[1]?.problem).toContain('dec(value)')
  })

  it('tells what the third would make of what the second made', async () => {
    const mapping = {
      copyAll: false,
      edition: 2,
      fields: [
        KEY,
        expression('total', 'sum(row.items.map(x, {"amt": x.qty * 2}), "amt")'),
        expression('empty', 'is_empty(row.items)'),
        expression('size', 'has(row.list) ? length(row.list) : 0'),
      ],
    }
    await fixture.saveConfig({ mapping })
    await load([row(1, { items: [{ qty: 3 }] }), row(2, { items: [] }), row(3, { items: [{ qty: 0 }], list: [1] })])
    const { kinds, differences } = await compare()
    expect(kinds).toEqual({ changed: 2, refused: 1 })
    expect(differences.slice(0, 2).map(({ fields }) => fields)).toEqual([
      [{ field: 'total', before: '0', after: '6' }],
      [{ field: 'empty', before: 'false', after: 'true' }],
    ])
    expect(differences[2]?.problem).toContain('size(list)')
  })

  it('tells rows that the filter takes otherwise, or cannot compare', async () => {
    await fixture.saveConfig({
      mapping: { copyAll: true, fields: [], edition: 1 },
      source: {
        filter: [
          [{ field: 'code', logic: 'eq', value: '1000' }],
          [{ field: 'at', logic: 'gt', value: '2026-01-01 00:00:00' }],
        ],
      },
    })
    await load([row(1, { code: '1000' }), row(2, { code: '1E3' }), row(3, { at: '2026-01-02T00:00:00Z' })])
    const { kinds, differences } = await compare()
    expect(kinds).toEqual({ same: 1, filtered: 1, refused: 1 })
    expect(differences.map(({ key, kind }) => [key, kind])).toEqual([
      ['2', 'filtered'],
      ['3', 'refused'],
    ])
    expect(differences[1]?.problem).toContain('choose the zone')
  })

  it('tells what reports, deletions and the answers of the target would be taken for', async () => {
    const { connectorId, tenantId, strategyId } = fixture
    await fixture.saveConfig({
      mapping: { copyAll: true, fields: [], edition: 1 },
      source: { deletes: { policy: 'mark', when: [[{ field: 'gone', logic: 'eq', value: '1000' }]] } },
      target: {
        connector_id: connectorId,
        resource: 'orders',
        writeBack: { edition: 1, fields: [{ field: 'no', label: '', value: '{{targetKey | number:2}}' }] },
      },
    })
    const definition = { side: 'source', expand: null, conditions: [[{ field: 'code', logic: 'eq', value: '1000' }]] }
    const insert = (name: string, edition: number) =>
      fixture.query(
        `insert into aggregate_report (tenant_id, id, strategy_id, name, definition, owner_id) values ($1, $2, $3, $4, $5, $1)`,
        [tenantId, newId(), strategyId, name, JSON.stringify({ ...definition, edition })],
      )
    await insert('old', 1)
    await insert('new', 3)
    await load([row(1, { code: '1000' }), row(2, { code: '1E3' })])
    await fixture.query(`update record_block set target_keys = array['-0.004', '5']`)
    const { kinds, differences } = await compare()
    expect(kinds).toEqual({ changed: 2 })
    expect(differences.map(({ fields }) => fields)).toEqual([
      [{ field: 'target.writeBack.no', before: '-0.00', after: '0.00' }],
      [{ field: 'report.old', before: '1', after: '0' }],
    ])
  })
})

it('a change is compared with what the published version makes today', async () => {
  await fixture.saveConfig({ mapping: { copyAll: false, fields: [KEY, expression('amount', 'row.amount')] } })
  await load([row(1), row(2), row(3)])
  const { kinds, differences } = await compare(config => ({
    ...config,
    mapping: {
      ...config.mapping,
      fields: [
        config.mapping.fields[0]!,
        StrategyConfig.shape.mapping.parse({ fields: [expression('amount', 'row.amount > 2 ? 0 : row.amount')] })
          .fields[0]!,
      ],
    },
  }))
  expect(kinds).toEqual({ same: 2, changed: 1 })
  expect(differences).toMatchObject([{ key: '3', fields: [{ field: 'amount', before: '3', after: '0' }] }])
})
