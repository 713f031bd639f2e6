import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'

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
  await fixture.saveConfig({ retry: { maxAttempts: 1 } })
  fixture.system.setRows(makeOrders(4))
  fixture.system.judge = () => ({ kind: 'failed', failure: { code: 'target.refused', message: 'No.', retry: 'never' } })
  await fixture.run(engine)
})
afterEach(() => fixture.stop())

describe('the preview of a replay', () => {
  it('maps as the replay would and tells create, change, same and refused, and changes nothing', async () => {
    const rows = await fixture.query<{ id: string }>('select id from record_state where status = 3 order by id')
    const ids = rows.map(row => row.id)
    fixture.system.table.set('2', { ...makeOrders(4)[1], amount: 5 })
    fixture.system.table.set('3', { ...makeOrders(4)[2] })
    const required = { target: 'amount', value: { kind: 'template', template: '{{amount}}' }, type: 'int' }
    await fixture.saveConfig({ mapping: { copyAll: true, fields: [required] } }, 2)
    const { tenantId, strategyId } = fixture
    const ask = (kind: 'remap' | 'correct', changes: string | null, chosen = ids) =>
      engine.replays.preview({ tenantId, strategyId, ids: chosen, kind, changes })
    const before = fixture.system.batches.length
    expect((await ask('remap', null)).map(({ key, effect, fields }) => ({ key, effect, fields }))).toEqual([
      { key: '1', effect: 'create', fields: [] },
      { key: '2', effect: 'change', fields: [{ field: 'amount', held: '5', given: '20' }] },
      { key: '3', effect: 'same', fields: [] },
      { key: '4', effect: 'create', fields: [] },
    ])
    const [refused] = await ask('correct', '[{"field":"amount","value":"x"}]', [ids[0]!])
    expect(refused).toMatchObject({ effect: 'refused', problems: [{ field: 'amount' }], mapped: null })
    expect(JSON.parse(refused!.before!)['amount']).toBe(10)
    expect(JSON.parse(refused!.after!)['amount']).toBe('x')
    await expect(ask('correct', '[]')).rejects.toMatchObject({ code: 'correction.empty' })
    expect(fixture.system.batches).toHaveLength(before)
    expect(await fixture.readStates()).toEqual({ 3: 4 })
    expect(await fixture.query('select 1 from record_correction')).toEqual([])
  })
})
