import { PUSHED_RECORDS, type StrategyConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Strategies } from './strategies.ts'

let place: TestDatabase
let fixture: Fixture
let strategies: Strategies
let config: StrategyConfig
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  strategies = fixture.createEngine().strategies
  fixture.system.resource = {
    ...fixture.system.resource,
    fields: [
      { name: 'id', type: 'int', isKey: true, isRequired: true },
      { name: 'amount', type: 'int' },
      { name: 'updated_at', type: 'datetime' },
    ],
  }
  config = await fixture.saveConfig()
})

const items = async (change: Partial<StrategyConfig> = {}, part: 'all' | 'source' | 'target' | 'mapping' = 'all') =>
  (await strategies.check(fixture.tenantId, { ...config, ...change }, part, fixture.strategyId)).map(
    line => `${line.level} ${line.item}`,
  )

describe('the check before start', () => {
  it('has no error for a strategy that can run', async () => {
    expect((await items()).filter(item => item.startsWith('error'))).toEqual([])
    expect(await items()).toEqual(
      expect.arrayContaining(['warning source.noIncrement', 'info target.guarantee.upsert', 'info schedule.none']),
    )
  })

  it('does not ask for an increment where records are pushed, nor says that they wait for a hand', async () => {
    const source = { ...config.source, resource: PUSHED_RECORDS }
    const lines = await strategies.check(fixture.tenantId, { ...config, source }, 'all', fixture.strategyId)
    expect(lines.map(({ item }) => item)).not.toContain('source.noIncrement')
    expect(lines.find(({ item }) => item === 'schedule.none')?.message).toBe('Runs when something is pushed.')
  })

  it('names what is missing', async () => {
    const { source, target } = config
    expect(await items({ source: { ...source, key: ['nope'] } })).toContain('error source.key')
    expect(await items({ source: { ...source, resource: 'gone' } })).toContain('error source.resource')
    expect(await items({ source: { ...source, connector_id: fixture.strategyId } })).toContain('error source.connector')
    const increment = { field: 'nope', lookBackSeconds: 0, endLagSeconds: 0 }
    expect(await items({ source: { ...source, increment } })).toContain('error source.increment')
    expect(await items({ target: { ...target, key: ['nope'] } })).toContain('error target.key')
    expect(await items({ schedule: { cron: '99 * * * *', timeZone: 'Asia/Shanghai' } })).toContain(
      'error schedule.cron',
    )
    expect(await items({ mapping: { copyAll: false, fields: [] } })).toContain('error mapping.empty')
  })

  it('refuses a connector whose granted access has ended, and warns before it does', async () => {
    const end = (text: string, failure: string | null = null) =>
      fixture.query(
        `insert into connector_grant (connector_id, env, tokens, issuer, granted_by, ends_at, failure)
         values ($1, 'production', 'v1', 'i', 'admin', now() + $2::interval, $3)
         on conflict (tenant_id, connector_id, env) do update set ends_at = excluded.ends_at, failure = excluded.failure`,
        [fixture.connectorId, text, failure],
      )
    await end('3 days')
    expect(await items({}, 'source')).toContain('warning source.grantEnds')
    await end('-1 day')
    expect(await items({}, 'target')).toContain('error target.grantEnded')
    await end('90 days', 'invalid_grant')
    expect(await items({}, 'source')).toContain('error source.grantEnded')
    await end('90 days')
    expect((await items({})).filter(item => item.includes('grant') && item.includes('source'))).toEqual([])
  })

  it('warns of a target where a lost answer stays unknown, and of a twin', async () => {
    fixture.system.guarantee = 'none'
    expect(await items()).toContain('warning target.guarantee.none')
    const lines = await strategies.check(fixture.tenantId, config, 'all')
    expect(lines.map(line => line.item)).toContain('strategy.twin')
  })

  it('says of a target that is not asked how many rows it took that it is believed', async () => {
    const say = async () => (await strategies.guarantee(fixture.tenantId, config)).reason
    expect(await say()).toMatch(
      /repeated safely\. It is not asked how many rows it took: what it answers is believed\.$/,
    )
    fixture.system.isCounted = true
    expect(await say()).toMatch(/repeated safely\.$/)
  })

  it('says what deletes and whole sets need, and what has no effect', async () => {
    const deletes = { policy: 'delete' as const, maxPercent: 10 }
    const source = {
      ...config.source,
      deletes,
      increment: { field: 'updated_at', lookBackSeconds: 1, endLagSeconds: 0 },
    }
    expect((await items({ source })).filter(item => item.startsWith('error'))).toEqual([])
    fixture.system.canDelete = false
    expect(await items({ source })).toContain('error target.cannotDelete')
    const target = { ...config.target, mode: 'replace' as const }
    expect(await items({ source, target })).toContain('warning target.replaceAll')
    const remedy = { schedule: { cron: '0 3 * * *', timeZone: 'UTC' }, fromDaysAgo: 2, toDaysAgo: 1 }
    expect(await items({ remedy })).toContain('error schedule.remedy')
  })

  it('refuses a remedy where the increment field holds numbers that are no times', async () => {
    const remedy = { schedule: { cron: '0 3 * * *', timeZone: 'UTC' }, fromDaysAgo: 2, toDaysAgo: 1 }
    const incrementOf = (field: string) => ({
      remedy,
      source: { ...config.source, increment: { field, lookBackSeconds: 1, endLagSeconds: 0 } },
    })
    const refusals = async (field: string) =>
      (await strategies.check(fixture.tenantId, { ...config, ...incrementOf(field) }, 'all', fixture.strategyId))
        .filter(({ item }) => item === 'schedule.remedy')
        .map(({ level, message, field }) => ({ level, message, field }))
    const refusal = (like: string) => ({
      level: 'error',
      field: 'remedy',
      message: `The increment field holds numbers like ${like}, which are no times. Choose a time as the increment field, or run a range by hand.`,
    })
    // Nothing was read yet: the source says what it holds.
    fixture.system.highWater = () => '4711'
    expect(await refusals('amount')).toEqual([refusal('4711')])
    expect(await refusals('updated_at')).toEqual([])
    fixture.system.highWater = () => '1768471200'
    expect(await refusals('amount')).toEqual([])
    // What was read last counts for the field that it was read by.
    await fixture.saveConfig({ source: incrementOf('amount').source }, 2)
    await fixture.query('insert into strategy_cursor (strategy_id, watermark, fence) values ($1, $2, 1)', [
      fixture.strategyId,
      '17',
    ])
    expect(await refusals('amount')).toEqual([refusal('17')])
    expect(await refusals('id')).toEqual([])
  })

  it('looks at the asked part only', async () => {
    expect((await items({}, 'source')).every(item => item.includes(' source.'))).toBe(true)
  })
})

describe('source fields and target columns', () => {
  const take = (target: string, source: string) => ({
    target,
    value: { kind: 'template' as const, template: `{{${source}}}` },
  })
  const mapping = { copyAll: false, fields: [take('id', 'id'), take('amount', 'updated_at')] }
  beforeEach(() => {
    const [id, , at] = fixture.system.resource.fields
    fixture.system.resource = {
      ...fixture.system.resource,
      fields: [id!, { name: 'amount', type: 'int', holds: { is: 'integer', min: '0', max: '9' } }, at!],
    }
  })

  it('are told by the check where they go nowhere or never fit; what is left out by a press is not', async () => {
    expect(await items({ mapping }, 'mapping')).toEqual(['warning mapping.unread', 'warning mapping.neverFits'])
    const leftOut = { ...mapping, leftOut: ['amount'], fields: [take('id', 'id')] }
    expect(await items({ mapping: leftOut }, 'mapping')).toEqual(['warning mapping.unread'])
    const both = { ...leftOut, leftOut: ['amount', 'updated_at'] }
    expect(await items({ mapping: both }, 'mapping')).toEqual([])
  })

  it('are told by the summary and by the preview in the same words', async () => {
    const summary = await strategies.summarise(fixture.tenantId, { ...config, mapping })
    expect(summary).toMatchObject({ fields: 3, unread: ['amount'], guarantee: { kind: 'upsert' } })
    expect(summary.conversions.map(({ target, level }) => [target, level])).toEqual([
      ['id', 'same'],
      ['amount', 'never'],
    ])
    expect(summary.lines.map(({ item }) => item)).toContain('mapping.unread')
    const preview = await strategies.preview(fixture.tenantId, {
      record: '{"id":1,"amount":12,"updated_at":"2024-01-01 00:00:00"}',
      target: config.target,
      sourceFields: ['id', 'amount', 'updated_at'],
      mapping: { copyAll: false, fields: [take('id', 'id'), take('amount', 'amount')] },
    })
    expect(preview.unread).toEqual(['updated_at'])
    expect(preview.problems).toEqual([
      { field: 'amount', code: 'mapping.refusedByTarget', message: 'amount: "12" is outside 0 … 9.' },
    ])
  })
})

describe('a preview', () => {
  const mapping = {
    copyAll: false,
    fields: [{ target: 'no', value: { kind: 'template', template: '{{id}}' } }],
  } as const

  it('maps the first record of the source and writes nothing', async () => {
    fixture.system.setRows(makeOrders(2))
    const preview = await strategies.preview(fixture.tenantId, {
      source: config.source,
      mapping: { ...mapping, fields: [...mapping.fields] },
    })
    expect(preview).toMatchObject({ mapped: '{"no":1}', problems: [] })
    expect(fixture.system.table.size).toBe(0)
  })

  it('keeps every digit of a given record, and refuses what is none', async () => {
    const fields = [...mapping.fields]
    const preview = await strategies.preview(fixture.tenantId, {
      record: '{"id":9007199254740993}',
      mapping: { ...mapping, fields },
    })
    expect(preview.mapped).toBe('{"no":9007199254740993}')
    await expect(
      strategies.preview(fixture.tenantId, { record: '[1]', mapping: { ...mapping, fields } }),
    ).rejects.toMatchObject({
      code: 'preview.record',
    })
    await expect(
      strategies.preview(fixture.tenantId, { source: config.source, mapping: { ...mapping, fields } }),
    ).rejects.toMatchObject({
      code: 'preview.empty',
    })
  })
})

describe('the steps of the debugger', () => {
  const read = (change: object) =>
    strategies.readStep(fixture.tenantId, fixture.strategyId, { config, window: null, limit: 3, ...change })

  it('reads what the next run would, as far as asked, and stores nothing', async () => {
    fixture.system.setRows(makeOrders(10))
    config = await fixture.saveConfig(
      { source: { increment: { field: 'updated_at', lookBackSeconds: 0, endLagSeconds: 0 } } },
      2,
    )
    const all = await read({})
    expect(all.records.map(({ text }) => JSON.parse(text ?? 'null').id)).toEqual([1, 2, 3])
    expect([all.hasMore, all.window]).toEqual([true, null])
    const next = await read({ window: 'next', limit: 50 })
    expect(next.window).toMatchObject({ field: 'updated_at', from: null })
    expect([next.records.length, next.hasMore]).toEqual([10, false])
    expect(await fixture.query('select 1 from page')).toEqual([])
    expect(await fixture.query('select 1 from run')).toEqual([])
  })

  it('writes each record once and tells what the target said; a whole set is not written by hand', async () => {
    fixture.system.judge = record => (record.data['id'] === 2 ? { kind: 'failed', failure: refusal } : null)
    const write = (texts: string[]) => strategies.writeStep(fixture.tenantId, fixture.strategyId, config, texts)
    const rows = await write(['{"id":1,"amount":9007199254740993}', '{"id":2}'])
    expect(rows.map(({ kind, failure }) => [kind, failure?.code ?? null])).toEqual([
      ['written', null],
      ['failed', 'target.refused'],
    ])
    expect(fixture.system.batches).toHaveLength(1)
    expect(await fixture.query('select 1 from record_state')).toEqual([])
    await expect(write(['{"id":'])).rejects.toMatchObject({ code: 'preview.record', field: 'records.0' })
    config = { ...config, target: { ...config.target, mode: 'replace' } }
    await expect(write(['{"id":1}'])).rejects.toMatchObject({ code: 'debug.replace' })
    expect(fixture.system.batches).toHaveLength(1)
  })
})

const refusal = { code: 'target.refused', message: 'No.', retry: 'never' } as const

const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } as const })
const expression = (target: string, text: string) => ({
  target,
  value: { kind: 'expression', expression: text } as const,
})

describe('a preview of a mapping that is still being written', () => {
  it('names the field that cannot run, and where, and maps the others', async () => {
    const preview = await strategies.preview(fixture.tenantId, {
      record: '{"id":7}',
      mapping: { copyAll: false, fields: [template('no', '{{id}}'), expression('sum', 'row.id +')] },
      explain: true,
    })
    expect(preview.mapped).toBe('{"no":7}')
    expect(preview.problems).toMatchObject([{ field: 'sum', code: 'mapping.invalid', range: { start: 8, end: 8 } }])
    expect(preview.explanation).toMatchObject([{ field: 'no', value: '7', steps: [{ kind: 'read', rule: 'id' }] }])
  })

  it('tells the values of the good fields of a record that is refused', async () => {
    const preview = await strategies.preview(fixture.tenantId, {
      record: '{"id":7,"day":"x"}',
      mapping: { copyAll: false, fields: [template('no', '{{id}}'), { ...template('day', '{{day}}'), type: 'date' }] },
      explain: true,
    })
    expect(preview.mapped).toBeNull()
    expect(preview.explanation.map(note => [note.field, note.value, note.isRefused])).toEqual([
      ['no', '7', false],
      ['day', null, true],
    ])
  })
})

describe('what a change does to the stored records', () => {
  const rules = (change: Partial<StrategyConfig['mapping']> & { filter?: StrategyConfig['source']['filter'] } = {}) =>
    place.database.withTenant(fixture.tenantId, tx =>
      strategies.readRules(tx, fixture.tenantId, {
        mapping: { copyAll: false, fields: [template('no', '{{id}}')], ...change },
        filter: change.filter,
      }),
    )
  const measure = async (after: Parameters<typeof rules>[0], before: Parameters<typeof rules>[0] = {}, limit = 1000) =>
    strategies.measureChange(fixture.tenantId, {
      strategyId: fixture.strategyId,
      before: await rules(before),
      after: await rules(after),
      limit,
    })

  beforeEach(async () => {
    fixture.system.setRows(makeOrders(25))
    await fixture.saveConfig({ mapping: { copyAll: false, fields: [template('no', '{{id}}')] } }, 2)
    const engine = fixture.createEngine()
    await engine.start()
    await fixture.run(engine)
    await engine.stop({ timeoutMs: 1000 })
  })

  it('counts what is written otherwise, refused, mended and left out, with an example of each field', async () => {
    expect(await measure({})).toMatchObject({ records: 25, changed: 0, refused: 0, mended: 0, dropped: 0, fields: [] })
    const odd = { ...template('no', 'x{{id}}') }
    const changed = await measure({ fields: [odd] })
    expect(changed).toMatchObject({ records: 25, changed: 25 })
    expect(changed.fields).toMatchObject([{ field: 'no', records: 25, before: expect.any(String), message: '' }])
    const strict = { ...template('no', 'x{{id}}'), type: 'int' as const }
    const refused = await measure({ fields: [strict] })
    expect(refused).toMatchObject({ changed: 0, refused: 25, fields: [{ field: 'no', records: 25, after: null }] })
    expect(await measure({}, { fields: [strict] })).toMatchObject({ refused: 0, mended: 25, fields: [] })
    const filter = [[{ field: 'id', logic: 'gt' as const, value: '20' }]]
    expect(await measure({ filter })).toMatchObject({ records: 25, changed: 0, dropped: 20 })
  })

  it('says why a mapping that cannot run refuses every record', async () => {
    const broken = await measure({ fields: [template('no', '{{id | nothing}}')] })
    expect(broken).toMatchObject({
      refused: 25,
      fields: [{ records: 25, message: expect.stringContaining('nothing') }],
    })
  })

  it('is a sample: the newest, no more than asked', async () => {
    expect((await measure({}, {}, 10)).records).toBe(10)
  })
})

describe('a trial of a mapping', () => {
  const tryIt = (fields: StrategyConfig['mapping']['fields'], limit = 1000) =>
    strategies.tryMapping(fixture.tenantId, {
      strategyId: fixture.strategyId,
      mapping: { copyAll: false, fields },
      limit,
    })

  beforeEach(async () => {
    fixture.system.setRows(makeOrders(25))
    await fixture.saveConfig({ mapping: { copyAll: false, fields: [template('no', '{{id}}')] } }, 2)
    const engine = fixture.createEngine()
    await engine.start()
    await fixture.run(engine)
    await engine.stop({ timeoutMs: 1000 })
  })

  it('counts errors per field over the stored records, with examples that name the record', async () => {
    const before = fixture.system.table.size
    const trial = await tryIt([template('no', '{{id}}'), expression('half', 'row.id > 20 ? int(row.nope) : 1')])
    expect(trial).toMatchObject({ records: 25, refused: 5, gone: 0, isCut: false, problems: [] })
    expect(trial.fields.map(({ field, errors }) => [field, errors])).toEqual([
      ['no', 0],
      ['half', 5],
    ])
    expect(trial.fields[1]?.examples).toHaveLength(3)
    expect(Number(trial.fields[1]?.examples[0]?.key)).toBeGreaterThan(20)
    expect(fixture.system.table.size).toBe(before)
  })

  it('tells which fields come out otherwise than by the saved mapping', async () => {
    const trial = await tryIt([expression('no', 'row.id == 3 ? 300 : row.id')])
    expect(trial).toMatchObject({ records: 25, refused: 0, changed: 1 })
    expect(trial.fields[0]).toMatchObject({
      field: 'no',
      changed: 1,
      changes: [{ key: '3', value: '300', before: '3' }],
    })
  })

  it('maps no more records than it was asked for, the newest', async () => {
    expect(await tryIt([template('no', '{{id}}')], 10)).toMatchObject({ records: 10 })
  })
})
