import type { Resource } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHealth } from '../health/health.ts'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture, WITH_JOBS } from '../testing/fixture.ts'
import type { Discovery } from './discoveries.ts'
import { requestDaily } from './discovery-rows.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine({ roles: WITH_JOBS })
  await engine.start()
})
afterEach(() => fixture.stop())

const toTable = (id: string, more: Partial<Resource> = {}): Resource => ({
  id,
  label: id,
  kind: 'table',
  direction: 'both',
  fields: [],
  key: [],
  ...more,
})
const connector = () => ({ tenantId: fixture.tenantId, connectorId: fixture.connectorId })
const tenant = <T>(work: Parameters<typeof place.database.withTenant<T>>[1]) =>
  place.database.withTenant(fixture.tenantId, work)
const request = (ifStale = false) =>
  tenant(tx => engine.discoveries.request(tx, { ...connector(), userId: null, ifStale }))
const read = async (): Promise<Discovery> => (await tenant(tx => engine.discoveries.read(tx, connector())))!
async function discover(): Promise<Discovery> {
  expect(await request()).toBe(true)
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/)
  return read()
}
const objects = () =>
  fixture.query<{ id: string; is_gone: boolean }>(
    'select id, gone_at is not null as is_gone from catalogue_object where connector_id = $1 order by id',
    [fixture.connectorId],
  )
const changes = () =>
  fixture.query<{ object_id: string; kind: string; detail: unknown }>(
    'select object_id, kind, detail from catalogue_change where connector_id = $1 order by id',
    [fixture.connectorId],
  )
const names = (count: number) => Array.from({ length: count }, (_, at) => `t${String(at).padStart(5, '0')}`)

describe.each([true, false])('a discovery, in parts %s', inParts => {
  beforeEach(() => {
    fixture.system.inParts = inParts
  })

  it('keeps every object once, however many parts there are', async () => {
    fixture.system.listed = names(2500).map(id => toTable(id))
    expect(await discover()).toMatchObject({ state: 'done', found: 2500, failure: null, is_cut: false })
    expect((await objects()).map(({ id }) => id)).toEqual(names(2500))
    expect(await changes()).toEqual([])
  })

  it('tells what came, went, came back or is called otherwise, and nothing of what stayed', async () => {
    fixture.system.listed = [toTable('a'), toTable('b'), toTable('c', { comment: 'of old', estimatedCount: 5 })]
    await discover()
    fixture.system.listed = [
      toTable('a'),
      toTable('c', { kind: 'view', comment: 'of now', estimatedCount: 9 }),
      toTable('d'),
    ]
    await discover()
    const first = [
      { object_id: 'c', kind: 'changed', detail: { kind: ['table', 'view'], comment: ['of old', 'of now'] } },
      { object_id: 'd', kind: 'added', detail: {} },
      { object_id: 'b', kind: 'removed', detail: {} },
    ]
    expect(await changes()).toEqual(first)
    fixture.system.listed = [...fixture.system.listed, toTable('b')]
    await discover()
    expect(await changes()).toEqual([...first, { object_id: 'b', kind: 'returned', detail: {} }])
    expect(await objects()).toEqual(['a', 'b', 'c', 'd'].map(id => ({ id, is_gone: false })))
  })

  it('that breaks off takes nothing away, and the next one heals it', async () => {
    fixture.system.listed = names(1500).map(id => toTable(id))
    await discover()
    fixture.system.listed = []
    fixture.system.beforePart = () => {
      throw new Error('the line is cut')
    }
    expect(await discover()).toMatchObject({ state: 'failed', failure: { message: expect.any(String) } })
    expect((await objects()).filter(({ is_gone }) => is_gone)).toEqual([])
    fixture.system.beforePart = () => undefined
    await discover()
    expect((await objects()).filter(({ is_gone }) => is_gone)).toHaveLength(1500)
  })
})

it('is one at a time, and can be ended', async () => {
  fixture.system.listed = names(3000).map(id => toTable(id))
  fixture.system.inParts = true
  const gate = Promise.withResolvers<void>()
  fixture.system.beforePart = after => (after === null ? undefined : gate.promise)
  expect(await request()).toBe(true)
  await expect.poll(async () => (await read()).found).toBe(1000)
  expect(await request()).toBe(false)
  expect(await tenant(tx => engine.discoveries.cancel(tx, connector()))).toBe(true)
  gate.resolve()
  await expect.poll(async () => (await read()).state).toBe('cancelled')
  expect(await tenant(tx => engine.discoveries.cancel(tx, connector()))).toBe(false)
  // What was found stays to be looked through.
  expect((await objects()).length).toBeLessThan(3000)
  fixture.system.beforePart = () => undefined
  expect(await discover()).toMatchObject({ state: 'done', found: 3000 })
})

it('is due when parameters changed or it is old, and not before', async () => {
  fixture.system.listed = [toTable('a')]
  await discover()
  expect((await read()).is_stale).toBe(false)
  expect(await request(true)).toBe(false)
  await fixture.query('update connector set version = version + 1 where id = $1', [fixture.connectorId])
  expect((await read()).is_stale).toBe(true)
  expect(await request(true)).toBe(true)
  await expect.poll(async () => (await read()).state).toBe('done')
  const age = (seconds: number, tookMs: number) =>
    fixture.query(
      `update discovery set listed_at = now() - make_interval(secs => $2), listed_ms = $3 where connector_id = $1`,
      [fixture.connectorId, seconds, tookMs],
    )
  await age(60, 2000)
  expect((await read()).is_stale).toBe(false)
  await age(101, 2000)
  expect((await read()).is_stale).toBe(true)
})

it('asks again for the fields somebody has seen or a strategy lives by, and names what is different', async () => {
  const field = (name: string, nativeType: string) => ({ name, type: 'string' as const, nativeType })
  await fixture.saveConfig()
  fixture.system.listed = [
    toTable('orders'),
    toTable('seen', { fields: [field('a', 'text'), field('b', 'int')] }),
    toTable('other'),
  ]
  await fixture.query('update strategy set source_connector_id = $2, target_connector_id = $2 where id = $1', [
    fixture.strategyId,
    fixture.connectorId,
  ])
  expect(await discover()).toMatchObject({ described: 1 })
  await tenant(tx => engine.discoveries.keepFields(tx, connector(), fixture.system.listed![1]!)) // seen
  fixture.system.listed = [
    toTable('orders'),
    toTable('seen', { fields: [field('b', 'bigint'), field('c\0', 'text')] }),
    toTable('other'),
  ]
  expect(await discover()).toMatchObject({ described: 2 })
  expect(await changes()).toEqual([
    {
      object_id: 'seen',
      kind: 'fields',
      detail: { added: ['c\0'], removed: ['a'], changed: [{ name: 'b', from: 'int', to: 'bigint' }] },
    },
  ])
  await discover()
  expect(await changes()).toHaveLength(1)
})

it('of one environment leaves that of another as it is', async () => {
  fixture.system.listed = [toTable('a')]
  await discover()
  await fixture.query(`update connector set env = 'test' where id = $1`, [fixture.connectorId])
  expect(await tenant(tx => engine.discoveries.read(tx, connector()))).toBeNull()
  fixture.system.listed = [toTable('b')]
  await discover()
  expect(await objects()).toEqual([
    { id: 'a', is_gone: false },
    { id: 'b', is_gone: false },
  ])
  expect(await changes()).toEqual([])
})

it('is asked for once a day by itself, as long as a strategy that is started lives by it', async () => {
  fixture.system.listed = [toTable('orders')]
  await discover()
  const askAfter = async (days: number, status: string) => {
    await fixture.query('update strategy set status = $1, source_connector_id = $2', [status, fixture.connectorId])
    await fixture.query('update discovery set finished_at = now() - make_interval(hours => $1)', [days * 24 + 1])
    await place.database.withSystem(requestDaily)
    return fixture.query<{ state: string }>(`select state from discovery where state in ('queued', 'running')`)
  }
  await fixture.stop() // nobody takes it up
  expect(await askAfter(1, 'stopped')).toEqual([])
  expect(await askAfter(0, 'running')).toEqual([])
  expect(await askAfter(1, 'running')).toEqual([{ state: 'queued' }])
})

describe('what a strategy lives by', () => {
  const field = (name: string, nativeType: string) => ({ name, label: name, type: 'string' as const, nativeType })
  const drifts = () =>
    fixture.query<{ side: string; detail: unknown }>('select side, detail from strategy_drift order by side')
  const notices = () =>
    fixture.query<{ cause: string; count: number; text: string; is_open: boolean; user_id: string | null }>(
      `select cause, count, text, settled_at is null as is_open, user_id from notice where kind = 'catalogue.changed' order by cause`,
    )
  /** The table as it is now; other tables stay. */
  async function become(...fields: ReturnType<typeof field>[]): Promise<void> {
    fixture.system.resource = toTable('orders', { fields })
    await discover()
  }
  const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })
  const whole = [field('id', 'int'), field('amount', 'int'), field('note', 'text'), field('spare', 'text')]

  beforeEach(async () => {
    await fixture.saveConfig({
      mapping: {
        fields: [
          template('key', '{{id}}'),
          template('total', '{{amount}}'),
          { target: 'double', value: { kind: 'expression', expression: 'row.amount + row.amount' } },
          template('note', '{{spare}}'),
        ],
      },
    })
    await fixture.query('update strategy set source_connector_id = $1, target_connector_id = $1', [fixture.connectorId])
    await become(...whole)
    expect(await drifts()).toEqual([])
  })

  it('changes once, and it says which of its fields that breaks, on each side', async () => {
    await become(field('id', 'int'), field('amount', 'text'), field('spare', 'text'))
    const type = { name: 'amount', from: 'int', to: 'text' }
    const source = { gone: false, removed: [], changed: [type], breaks: ['total', 'double'] }
    const target = { gone: false, removed: ['note'], changed: [], breaks: ['note'] }
    expect(await drifts()).toEqual([
      { side: 'source', detail: source },
      { side: 'target', detail: target },
    ])
    await discover()
    expect(await notices()).toMatchObject([
      { cause: 'source', count: 1, is_open: true, text: expect.stringContaining('Used by: total, double.') },
      { cause: 'target', count: 1, is_open: true, text: expect.stringContaining('Gone: note;') },
    ])
    // Taken back on one side only.
    await become(field('id', 'int'), field('amount', 'int'), field('spare', 'text'))
    expect(await drifts()).toEqual([{ side: 'target', detail: target }])
    await become(...whole)
    expect(await drifts()).toEqual([])
    expect((await notices()).map(({ count, is_open }) => [count, is_open])).toEqual([
      [1, false],
      [1, false],
    ])
  })

  it('is not told of fields that it does not use', async () => {
    await fixture.saveConfig({ mapping: { fields: [template('key', '{{id}}')] } }, 2)
    await become(field('id', 'int'), field('new', 'text'))
    expect(await drifts()).toEqual([])
    expect(await notices()).toEqual([])
  })

  it('is told that the table is gone, and that it came back; the owner alone where there is one', async () => {
    const [user] = await fixture.query<{ id: string }>('select id from app_user limit 1')
    await fixture.query('update strategy set owner_id = $1', [user!.id])
    fixture.system.listed = [toTable('others')]
    await discover()
    expect((await drifts()).map(({ detail }) => detail)).toEqual([
      { gone: true, removed: [], changed: [], breaks: ['source.resource'] },
      { gone: true, removed: [], changed: [], breaks: ['target.resource'] },
    ])
    expect((await notices()).map(({ user_id }) => user_id)).toEqual([user!.id, user!.id])
    fixture.system.listed = [toTable('others'), toTable('orders', { fields: whole })]
    await discover()
    expect(await drifts()).toEqual([])
  })

  it('shows on the check-list and in the health of the version that lived by it, and of no later one', async () => {
    await become(field('id', 'int'), field('amount', 'text'), field('spare', 'text'), field('note', 'text'))
    const check = async () => {
      const [row] = await fixture.query<{ config: never }>(
        'select config from strategy_version order by version desc limit 1',
      )
      const lines = await engine.strategies.check(fixture.tenantId, row!.config, 'source', fixture.strategyId)
      return lines.filter(({ item }) => item === 'source.changed')
    }
    const reasons = async () => {
      const [health] = await tenant(tx => createHealth().read(tx, 60, fixture.clock.nowMs, [fixture.strategyId]))
      return health!.reasons.filter(({ rule }) => rule === 'drift')
    }
    expect(await check()).toMatchObject([
      { level: 'warning', field: 'total', message: expect.stringContaining('int → text') },
    ])
    expect(await reasons()).toMatchObject([{ level: 'watch', text: expect.stringContaining('int → text') }])
    await fixture.saveConfig({}, 2)
    expect(await check()).toEqual([])
    expect(await reasons()).toEqual([])
  })
})
