import { lookupKey, newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { markMatched, noteMisses } from '../sql/value-map-rows.ts'
import { createFixture, type Fixture, WITH_JOBS } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
let mapId: string
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  engine = fixture.createEngine({ roles: WITH_JOBS })
  mapId = newId()
  await engine.start()
})
afterEach(() => fixture.stop())

const RULES = { case_sensitive: true, trim: false }

/** The map's next version with these lines besides those it has. */
async function addLines(pairs: Readonly<Record<string, string>>, onMiss = 'error'): Promise<void> {
  await fixture.database.withTenant(fixture.tenantId, async tx => {
    const [map] = await tx.query<{ version: number }>(
      `insert into value_map (id, name, on_miss) values ($1, 'Units', $2)
       on conflict (tenant_id, id) do update set version = value_map.version + 1 returning version`,
      [mapId, onMiss],
    )
    await tx.execute(
      `insert into value_map_change (map_id, version, kind, settings, username) values ($1, $2, 'lines', '{}', 'tester')`,
      [mapId, map!.version],
    )
    for (const [a, b] of Object.entries(pairs))
      await tx.execute(
        'insert into value_map_line (map_id, a_value, a_key, b_value, b_key, from_version) values ($1, $2, $3, $4, $5, $6)',
        [mapId, a, lookupKey(a, RULES), b, lookupKey(b, RULES), map!.version],
      )
  })
}

const unitMapping = () => ({
  copyAll: true,
  fields: [
    {
      target: 'unit',
      value: { kind: 'template', template: '{{unit}}' },
      lookup: { map_id: mapId, direction: 'forward' },
    },
  ],
})
const rows = (...units: string[]) => units.map((unit, index) => ({ id: index + 1, unit }))
const written = () => [...fixture.system.table.values()].map(row => row['unit'])
const inbox = () =>
  fixture.query<{ value: string; count: string; record_count: number }>(
    'select value, count, record_count from value_map_miss order by value',
  )
const idOf = async (key: string): Promise<string> =>
  (await fixture.query<{ id: string }>('select id from stored_record where key = $1', [key]))[0]!.id

it('a run looks values up; what no line holds is error data, listed in the inbox, and written once it is completed', async () => {
  await addLines({ pcs: 'EA' })
  await fixture.saveConfig({ mapping: unitMapping() })
  fixture.system.setRows(rows('pcs', 'box', 'box', 'bag'))
  const run = await fixture.run(engine)
  expect(run).toMatchObject({ state: 'partial', counts: { read: 4, written: 1, dead: 3 }, imbalance: null })
  expect(written()).toEqual(['EA'])
  expect(await inbox()).toEqual([
    { value: 'bag', count: '1', record_count: 1 },
    { value: 'box', count: '2', record_count: 2 },
  ])

  await addLines({ box: 'BX', bag: 'BG' })
  const ids = await fixture.query<{ id: string }>(
    `select r.id from value_map_miss_record k join stored_record r on r.key = k.record_key and r.strategy_id = k.strategy_id`,
  )
  await fixture.database.withTenant(fixture.tenantId, tx =>
    engine.records.reprocess(tx, {
      tenantId: fixture.tenantId,
      strategyId: fixture.strategyId,
      ids: ids.map(row => row.id),
    }),
  )
  expect(await fixture.run(engine, { trigger: 'retry' })).toMatchObject({ state: 'succeeded', counts: { written: 3 } })
  expect(written().sort()).toEqual(['BG', 'BX', 'BX', 'EA'])
})

it('a value met by a run that read an older version is noted with the line it has by now', async () => {
  await addLines({ pcs: 'EA' })
  await addLines({ box: 'BX' })
  const map = { id: mapId, name: 'Units', default_a: '', default_b: '', lines: [], ...RULES }
  const miss = (value: string, direction: 'forward' | 'reverse') => ({
    mapId,
    direction,
    value,
    count: 1,
    recordKeys: ['1'],
  })
  const misses = [miss('box', 'forward'), miss('bag', 'forward'), miss('BX', 'reverse'), miss('box', 'reverse')]
  const { tenantId, strategyId } = fixture
  const note = (version: number) =>
    fixture.database.withTenant(tenantId, tx =>
      noteMisses(tx, { tenantId, strategyId }, [{ ...map, version, on_miss: 'error' }], misses),
    )
  const matched = () =>
    fixture.query<{ of: string }>(`select direction || ' ' || value as of from value_map_miss where matched order by 1`)
  await note(1)
  expect(await matched()).toEqual([{ of: 'forward box' }, { of: 'reverse BX' }])
  // Met with the version in force: no line holds it.
  await note(2)
  expect(await matched()).toEqual([])
})

it('the record passport names the version of the map and the line that were used, whatever came after', async () => {
  await addLines({ pcs: 'EA' })
  await fixture.saveConfig({ mapping: unitMapping() })
  fixture.system.setRows(rows('pcs'))
  await fixture.run(engine)
  await fixture.query("update value_map_line set until_version = 2 where a_value = 'pcs' and map_id = $1", [mapId])
  await addLines({ pcs: 'PIECE' })
  const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, await idOf('1'))
  expect(detail?.mapped).toContain('"EA"')
  expect(detail?.lookups).toEqual([
    {
      field: 'unit',
      mapId,
      mapName: 'Units',
      mapVersion: 1,
      direction: 'forward',
      value: 'pcs',
      result: 'EA',
      policy: null,
      line: { id: expect.any(String), a: 'pcs', b: 'EA' },
    },
  ])
})

it('a run reads one version of the map to its end, and a value kept as it is is still told', async () => {
  await addLines({ pcs: 'EA' }, 'keep')
  await fixture.saveConfig({ mapping: unitMapping() })
  fixture.system.setRows(
    Array.from({ length: 40 }, (_, index) => ({ id: index + 1, unit: index < 39 ? 'box' : 'pcs' })),
  )
  let isChanged = false
  const write = fixture.system.judge
  fixture.system.judge = record => {
    isChanged = true
    return write(record)
  }
  const { runId } = await fixture.request(engine)
  await fixture.waitFor(runId, () => isChanged)
  await addLines({ box: 'BX' })
  await fixture.waitFor(runId)
  expect(new Set(written())).toEqual(new Set(['box', 'EA']))
  expect(await inbox()).toEqual([{ value: 'box', count: '39', record_count: 39 }])
})

it('a mapping whose map is gone fails the run, and the check says so before', async () => {
  const config = await fixture.saveConfig({ mapping: unitMapping() })
  const lines = await engine.strategies.check(fixture.tenantId, config, 'mapping')
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', item: 'mapping.mapMissing' }))
  fixture.system.setRows(rows('pcs'))
  expect(await fixture.run(engine)).toMatchObject({ state: 'failed' })
  expect(written()).toEqual([])
})

it('what waits for a line is tried as soon as the line is there', async () => {
  await addLines({ pcs: 'EA' })
  await fixture.saveConfig({ mapping: unitMapping() })
  fixture.system.setRows(rows('pcs', 'box', 'bag'))
  await fixture.run(engine)
  const tell = () => fixture.database.withTenant(fixture.tenantId, tx => markMatched(tx, fixture.tenantId, mapId))
  await addLines({ box: 'BX' })
  await tell()
  await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 2, 3: 1 })
  expect(written().sort()).toEqual(['BX', 'EA'])
  // Told once.
  await tell()
  expect(await fixture.query('select 1 from replay_job')).toHaveLength(1)
  await addLines({ bag: 'BG' })
  await tell()
  await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 3 })
})

it('a line that comes while a run is under way is looked up again at its end', async () => {
  await addLines({ pcs: 'EA' })
  await fixture.saveConfig({ mapping: unitMapping() })
  fixture.system.setRows(rows('box'))
  let isAdded = false
  fixture.system.beforePage = async () => {
    if (isAdded) return
    isAdded = true
    await addLines({ box: 'BX' })
  }
  await fixture.run(engine)
  await expect.poll(() => fixture.readStates(), { timeout: 20_000 }).toEqual({ 2: 1 })
  expect(written()).toEqual(['BX'])
})
