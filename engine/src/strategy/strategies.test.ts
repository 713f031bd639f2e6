import type { StrategyConfig } from '@sluice/contract'
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

  it('warns of a target where a lost answer stays unknown, and of a twin', async () => {
    fixture.system.guarantee = 'none'
    expect(await items()).toContain('warning target.guarantee.none')
    const lines = await strategies.check(fixture.tenantId, config, 'all')
    expect(lines.map(line => line.item)).toContain('strategy.twin')
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

  it('looks at the asked part only', async () => {
    expect((await items({}, 'source')).every(item => item.includes(' source.'))).toBe(true)
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
