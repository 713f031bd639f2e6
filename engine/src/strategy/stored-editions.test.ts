import {
  type Data,
  editionOf,
  inNewestEdition,
  newId,
  oldestEdition,
  parseJson,
  StrategyConfig,
  toJson,
} from '@sluice/contract'
import { createOldDatabase, createTestTenant } from '@sluice/db/testing'
import { expect, test } from 'vitest'
import { compileCounter } from '../aggregate/compile-report.ts'
import type { ReportConditions } from '../aggregate/report.ts'
import { compileMapping, compileRowsFilter } from '../map/index.ts'
import { compileWriteBack, readAnswers } from '../record/write-back.ts'

const connector = newId()
const rows = ['{"n":1,"code":"1E3","amt":100.0}', '{"n":2,"code":"1000","amt":1}'].map(row => parseJson(row) as Data)

const fields = [
  { target: 'is_one', value: { kind: 'expression', expression: 'row.n == "1"' } },
  { target: 'rest', value: { kind: 'expression', expression: 'row.amt * (1 - 0.7)' } },
  { target: 'half', value: { kind: 'expression', expression: 'size("abc") / 2' } },
]

const toConfig = (mapping: object) => ({
  source: {
    connector_id: connector,
    resource: 'orders',
    key: ['n'],
    filter: [[{ field: 'code', logic: 'eq', value: '1000' }]],
  },
  target: { connector_id: connector, resource: 'orders' },
  mapping,
})

async function run({ source, mapping }: StrategyConfig): Promise<{ kept: readonly unknown[]; made: string }> {
  const filter = compileRowsFilter(source.filter ?? [], mapping)
  const mapper = compileMapping(mapping)
  const kept = await filter.test(rows)
  const [outcome] = await mapper.mapPage(rows)
  filter.close()
  mapper.close()
  return { kept, made: outcome?.kind === 'mapped' ? toJson(outcome.data) : 'refused' }
}

const ofFirst = { kept: [true, true], made: '{"is_one":false,"rest":30.000000000000004,"half":1}' }
const ofSecond = { kept: [false, true], made: '{"is_one":true,"rest":30,"half":1.5}' }

test('what was stored before editions came computes as it did; what is saved since is of the newest', async () => {
  const old = await createOldDatabase('0066')
  try {
    const { tenantId } = await createTestTenant(old.database)
    const [id, template, rehearsal] = [newId(), newId(), newId()]
    const saved = JSON.stringify(toConfig({ copyAll: false, fields }))
    const withTenant = <T>(work: Parameters<typeof old.database.withTenant<T>>[1]) =>
      old.database.withTenant(tenantId, work)
    const insertVersion = (version: number) =>
      withTenant(tx =>
        tx.execute('insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, $3, $4)', [
          ...[tenantId, id, version, saved],
        ]),
      )
    await withTenant(async tx => {
      await tx.execute(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 's', 's')`, [tenantId, id])
      await tx.execute(
        `insert into strategy_template (tenant_id, id, name, source_platform, target_platform, config, created_by)
         values ($1, $2, 't', 'file', 'file', $3, $1)`,
        [tenantId, template, saved],
      )
      await tx.execute(
        `insert into rehearsal (tenant_id, id, strategy_id, base_version, revision, config, days, max_records, since)
         values ($1, $2, $3, 1, 1, $4, 7, 10, now())`,
        [tenantId, rehearsal, id, saved],
      )
      // A draft of the mapping, and one of the schedule alone.
      await tx.execute('insert into strategy_gate (tenant_id, strategy_id, parts) values ($1, $2, $3)', [
        ...[tenantId, id, JSON.stringify({ mapping: { copyAll: false, fields } })],
      ])
    })
    await insertVersion(1)
    await old.migrate()
    await insertVersion(2)
    const [first, second] = await withTenant(tx =>
      tx.query<{ config: unknown }>('select config from strategy_version order by version'),
    )
    const [others] = await withTenant(tx =>
      tx.query<Record<string, unknown>>(
        `select t.config as template, r.config as rehearsal, g.parts from strategy_template t, rehearsal r, strategy_gate g`,
      ),
    )
    const old1 = StrategyConfig.parse(first?.config)
    const { target, ...before } = StrategyConfig.parse(JSON.parse(saved))
    expect(old1).toEqual({
      ...before,
      target: { ...target, shared: true },
      mapping: { copyAll: false, fields, edition: 1 },
    })
    expect(await run(old1)).toEqual(ofFirst)
    for (const config of [
      others?.['template'],
      others?.['rehearsal'],
      toConfig((others?.['parts'] as StrategyConfig | undefined)?.mapping ?? {}),
    ])
      expect(await run(StrategyConfig.parse(config))).toEqual(ofFirst)
    const new1 = StrategyConfig.parse(second?.config)
    expect([new1.mapping.edition, editionOf(new1.mapping)]).toEqual([undefined, 4])
    expect(await run(new1)).toEqual(ofSecond)
  } finally {
    await old.drop()
  }
})

test('groups, write-backs and reports that were stored before they could name an edition are of the first', async () => {
  const old = await createOldDatabase('0078')
  try {
    const { tenantId } = await createTestTenant(old.database)
    const [id, report] = [newId(), newId()]
    const config = toConfig({ copyAll: true, fields: [], edition: 2 })
    const saved = {
      ...config,
      source: { ...config.source, group: { by: ['no'] } },
      target: {
        ...config.target,
        writeBack: { fields: [{ field: 'no', label: '', value: '{{targetKey | number:2}}' }] },
      },
    }
    const definition = { expand: null, conditions: [[{ field: 'code', logic: 'eq' as const, value: '1000' }]] }
    await old.database.withTenant(tenantId, async tx => {
      await tx.execute(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 's', 's')`, [tenantId, id])
      await tx.execute(
        'insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, 1, $3), ($1, $2, 2, $4)',
        [tenantId, id, JSON.stringify(saved), JSON.stringify(config)],
      )
      await tx.execute(
        `insert into aggregate_report (tenant_id, id, strategy_id, name, definition, owner_id) values ($1, $2, $3, 'r', $4, $1)`,
        [tenantId, report, id, JSON.stringify(definition)],
      )
    })
    await old.migrate()
    const [first, second] = await old.database.withTenant(tenantId, tx =>
      tx.query<{ config: unknown }>('select config from strategy_version order by version'),
    )
    const stamped = StrategyConfig.parse(first?.config)
    expect([stamped.source.group, stamped.target.writeBack?.edition]).toEqual([{ by: ['no'], edition: 1 }, 1])
    expect(oldestEdition(stamped)).toBe(1)
    const third = {
      ...config,
      target: { ...config.target, shared: true },
      mapping: { copyAll: true, fields: [], edition: 4 },
    }
    expect(StrategyConfig.parse(second?.config)).toEqual(StrategyConfig.parse(third))
    const answers = (writeBack: StrategyConfig['target']['writeBack']) =>
      readAnswers(compileWriteBack(writeBack!), [{ response: null, targetKey: '-0.004' }])
    expect(toJson((await answers(stamped.target.writeBack))[0] ?? null)).toBe('{"no":-0.00}')
    expect(toJson((await answers(inNewestEdition(stamped).target.writeBack))[0] ?? null)).toBe('{"no":0.00}')
    const [kept] = await old.database.withTenant(tenantId, tx =>
      tx.query<{ definition: ReportConditions }>('select definition from aggregate_report'),
    )
    expect(rows.map(compileCounter(kept!.definition))).toEqual([1, 1])
    expect(rows.map(compileCounter(definition))).toEqual([0, 1])
  } finally {
    await old.drop()
  }
})

test('expressions that were stored before the third edition compute by the second, and nothing else is held back', async () => {
  const old = await createOldDatabase('0140')
  try {
    const { tenantId } = await createTestTenant(old.database)
    const [id, template, draft, comparison] = [newId(), newId(), newId(), newId()]
    const total = 'sum(row.items.map(x, {"amt": x.qty * 2}), "amt")'
    const withExpression = {
      copyAll: false,
      fields: [{ target: 'lines', value: { kind: 'lines', source: 'items', fields: [sumField('of', '1 + 1')] } }],
      derived: [sumField('total', total)],
    }
    const plain = { copyAll: true, fields: [{ target: 'no', value: { kind: 'template', template: '{{expression}}' } }] }
    const grouped = toConfig({ ...plain, edition: 2 })
    const versions = [
      toConfig(withExpression),
      toConfig(plain),
      { ...grouped, source: { ...grouped.source, group: { by: ['n'], edition: 2 } } },
      toConfig({ ...withExpression, edition: 1 }),
    ]
    const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      old.database.withTenant(tenantId, tx => tx.query<Row>(sql, values))
    await query(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 's', 's')`, [tenantId, id])
    for (const [index, config] of versions.entries())
      await query('insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, $3, $4)', [
        ...[tenantId, id, index + 1, JSON.stringify(config)],
      ])
    await query(
      `insert into strategy_template (tenant_id, id, name, source_platform, target_platform, config, created_by)
       values ($1, $2, 't', 'file', 'file', $3, $1)`,
      [tenantId, template, JSON.stringify(versions[0])],
    )
    for (const [rehearsal, compares] of [
      [draft, null],
      [comparison, 'edition'],
    ])
      await query(
        `insert into rehearsal (tenant_id, id, strategy_id, base_version, revision, config, days, max_records, since, compares)
         values ($1, $2, $3, 1, 1, $4, 7, 10, now(), $5)`,
        [tenantId, rehearsal, id, JSON.stringify(versions[0]), compares],
      )
    await query('insert into strategy_gate (tenant_id, strategy_id, parts) values ($1, $2, $3)', [
      ...[tenantId, id, JSON.stringify({ mapping: withExpression })],
    ])
    await query(
      `insert into aggregate_report (tenant_id, id, strategy_id, name, definition, owner_id) values ($1, $2, $3, 'r', $4, $1)`,
      [tenantId, newId(), id, JSON.stringify({ expand: null, conditions: [], edition: 2 })],
    )
    await old.migrate()
    const stored = (await query<{ config: unknown }>('select config from strategy_version order by version')).map(
      ({ config }) => StrategyConfig.parse(config),
    )
    expect(stored.map(({ mapping, source }) => [mapping.edition, source.group?.edition])).toEqual([
      [2, undefined],
      [undefined, undefined],
      [4, 4],
      [1, undefined],
    ])
    expect(stored.map(oldestEdition)).toEqual([2, 4, 4, 1])
    const [others] = await query<Record<string, unknown>>(
      `select (select config #>> '{mapping,edition}' from strategy_template) as template,
              (select parts #>> '{mapping,edition}' from strategy_gate) as gate,
              (select definition ->> 'edition' from aggregate_report) as report,
              (select jsonb_agg(jsonb_build_array(id, config #> '{mapping,edition}')) from rehearsal) as rehearsals`,
    )
    // What was compared with the second edition is no comparison with the newest.
    expect(others).toEqual({ template: '2', gate: '2', report: '4', rehearsals: [[draft, 2]] })
    const order = parseJson('{"n":1,"items":[{"qty":3},{"qty":4}]}') as Data
    const compute = async (config: StrategyConfig | undefined): Promise<string> => {
      const mapper = compileMapping({
        ...config!.mapping,
        fields: [sumField('total', 'derived.total')] as StrategyConfig['mapping']['fields'],
      })
      const [outcome] = await mapper.mapPage([order])
      mapper.close()
      return toJson(outcome?.kind === 'mapped' ? outcome.data : 'refused')
    }
    expect(await compute(stored[0])).toBe('{"total":0}')
    expect(await compute(inNewestEdition(stored[0]!))).toBe('{"total":14}')
  } finally {
    await old.drop()
  }
})

const sumField = (target: string, text: string) => ({ target, value: { kind: 'expression', expression: text } })

test('what orders texts and was stored before the fourth edition does so by the third, and nothing else is held back', async () => {
  const old = await createOldDatabase('0237')
  try {
    const { tenantId } = await createTestTenant(old.database)
    const id = newId()
    const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      old.database.withTenant(tenantId, tx => tx.query<Row>(sql, values))
    const plain = { copyAll: true, fields: [] }
    const bySource = (source: object, mapping: object = plain) => {
      const config = toConfig(mapping)
      return { ...config, source: { ...config.source, filter: [], ...source } }
    }
    const since = [[{ field: 'day', logic: 'egt', value: '2024-03-01' }]]
    const grouping = (op: string) => ({ by: ['n'], calculate: [{ name: 'last', op, field: 'day' }] })
    const inLines = (op: string) => [
      { target: 'l', value: { kind: 'lines', source: 'items', group: grouping(op), fields: [] } },
    ]
    const versions = [
      bySource({}, { copyAll: false, fields: [sumField('late', 'row.day > "2024-03-01"')] }),
      bySource({ filter: since }),
      bySource({ deletes: { policy: 'delete', when: since } }),
      bySource({ group: grouping('max') }, { copyAll: false, fields: inLines('min') }),
      bySource({ group: grouping('sum') }, { copyAll: false, fields: inLines('sum') }),
      toConfig(plain),
      bySource({ group: { ...grouping('first'), edition: 3 } }, { ...plain, edition: 3 }),
      bySource({ filter: since }, { ...plain, edition: 2 }),
    ]
    await query(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 's', 's')`, [tenantId, id])
    for (const [index, config] of versions.entries())
      await query('insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, $3, $4)', [
        ...[tenantId, id, index + 1, JSON.stringify(config)],
      ])
    await query('insert into strategy_gate (tenant_id, strategy_id, parts) values ($1, $2, $3)', [
      ...[tenantId, id, JSON.stringify({ mapping: plain })],
    ])
    for (const conditions of [since, []])
      await query(
        `insert into aggregate_report (tenant_id, id, strategy_id, name, definition, owner_id) values ($1, $2, $3, $5, $4, $1)`,
        [tenantId, newId(), id, JSON.stringify({ expand: null, conditions, edition: 3 }), `r${conditions.length}`],
      )
    await old.migrate()
    const stored = (await query<{ config: unknown }>('select config from strategy_version order by version')).map(
      ({ config }) => StrategyConfig.parse(config),
    )
    expect(stored.map(({ mapping, source }) => [mapping.edition, source.group?.edition])).toEqual([
      [3, undefined],
      [3, undefined],
      [3, undefined],
      [3, 3],
      [undefined, undefined],
      [undefined, undefined],
      [4, 4],
      [2, undefined],
    ])
    const [others] = await query<Record<string, unknown>>(
      `select (select parts #>> '{mapping,edition}' from strategy_gate) as gate,
              (select jsonb_agg(definition ->> 'edition' order by id) from aggregate_report) as reports`,
    )
    expect(others).toEqual({ gate: '3', reports: ['3', '4'] })
    const rows = ['{"day":"2024-02-30"}', '{"day":"2024-03-02"}'].map(row => parseJson(row) as Data)
    const test = (config: StrategyConfig) => compileRowsFilter(config.source.filter ?? [], config.mapping).test(rows)
    expect(await test(stored[1]!)).toEqual([false, true])
    expect(await test(inNewestEdition(stored[1]!))).toMatchObject([{ code: 'filter.invalid' }, true])
  } finally {
    await old.drop()
  }
})

test('what was stored before rows had owners shares them as it did; what only adds rows has nothing to share', async () => {
  const old = await createOldDatabase('0186')
  try {
    const { tenantId } = await createTestTenant(old.database)
    const id = newId()
    const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      old.database.withTenant(tenantId, tx => tx.query<Row>(sql, values))
    await query(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 's', 's')`, [tenantId, id])
    for (const [index, mode] of ['upsert', 'insert'].entries()) {
      const config = toConfig({ copyAll: true, fields: [] })
      await query('insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, $3, $4)', [
        ...[tenantId, id, index + 1, JSON.stringify({ ...config, target: { ...config.target, mode } })],
      ])
    }
    await old.migrate()
    const stored = await query<{ shared: string | null }>(
      "select config #>> '{target,shared}' shared from strategy_version order by version",
    )
    expect(stored.map(({ shared }) => shared)).toEqual(['true', null])
  } finally {
    await old.drop()
  }
})
