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
  fixture.system.guarantee = 'none'
  await fixture.saveConfig()
  fixture.system.setRows(makeOrders(4))
  fixture.system.afterWrite = () => {
    throw new Error('socket hang up')
  }
  await fixture.run(engine)
  fixture.system.afterWrite = () => undefined
})
afterEach(() => fixture.stop())

const select = (ids: readonly string[]) => ({ tenantId: fixture.tenantId, strategyId: fixture.strategyId, ids })
const listIds = async () =>
  (await fixture.query<{ id: string }>('select id from stored_record order by key')).map(({ id }) => id)

describe('the target, asked about unanswered writes', () => {
  it('tells what is there as it was sent, what differs and what is missing, and nothing is written', async () => {
    fixture.system.table.delete('2')
    fixture.system.table.set('3', { id: 3, amount: -1 })
    const before = fixture.system.batches.length
    const answers = await engine.records.ask(select(await listIds()))
    expect(answers.map(({ key, answer }) => `${key} ${answer}`)).toEqual([
      '1 equal',
      '2 missing',
      '3 different',
      '4 equal',
    ])
    expect(fixture.system.batches).toHaveLength(before)
    expect(await fixture.readStates()).toEqual({ 9: 4 })
  })

  it('is asked about what was sent, not about what the mapping would make of it today', async () => {
    const constant = { target: 'amount', value: { kind: 'constant', value: 'other' } }
    await fixture.saveConfig({ mapping: { copyAll: true, fields: [constant] } }, 2)
    const answers = await engine.records.ask(select(await listIds()))
    expect(answers.map(({ answer }) => answer)).toEqual(['equal', 'equal', 'equal', 'equal'])
  })

  it('gives the place of what is confirmed', async () => {
    const [first] = await listIds()
    await place.database.withTenant(fixture.tenantId, tx =>
      engine.records.confirm(tx, select([first!]), new Map([[first!, 'ERP-7']])),
    )
    expect(await fixture.query('select status, target_key from stored_record where id = $1', [first])).toEqual([
      { status: 2, target_key: 'ERP-7' },
    ])
  })

  it('keeps who decided what about which record, in the same transaction', async () => {
    const [first, second] = await listIds()
    const userId = crypto.randomUUID()
    await place.database.withTenant(fixture.tenantId, async tx => {
      await engine.records.ignore(tx, { ...select([first!, second!]), userId })
      await engine.records.reprocess(tx, select([first!]))
    })
    // What the table of states refuses is no decision.
    await place.database.withTenant(fixture.tenantId, tx => engine.records.confirm(tx, select([second!])))
    const columns = 'record_id, user_id, decision, from_status, to_status'
    expect(await fixture.query(`select ${columns} from record_decision order by id`)).toEqual([
      { record_id: first, user_id: userId, decision: 'ignore', from_status: 9, to_status: 7 },
      { record_id: second, user_id: userId, decision: 'ignore', from_status: 9, to_status: 7 },
      { record_id: first, user_id: null, decision: 'reprocess', from_status: 7, to_status: 0 },
    ])
  })
})
