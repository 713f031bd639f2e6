import type { SourcePage } from '@sluice/connector-kit'
import { type Data, type Grouping, type RetireKind, type SourceConfig, STORED_RECORDS, toText } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRecordStore } from '../record/create-record-store.ts'
import { createFixture, Fixture, WITH_JOBS } from '../testing/fixture.ts'
import type { Engine } from './engine.ts'
import { type FaultPoint, SimulatedCrash } from './fault-points.ts'

/** A document whose last line moved elsewhere: found in the run that sees it, and retired as the strategy says. */
let place: TestDatabase
/** Stores the lines. */
let rows: Fixture
/** Writes them as documents, one for each warehouse. */
let documents: Fixture
let engine: Engine
let version: number
let grouping: Grouping
let onlyFinished: boolean
let faultpoint: (name: FaultPoint) => void
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  rows = await createFixture(place.database)
  faultpoint = () => undefined
  engine = rows.createEngine({ roles: WITH_JOBS, faultpoint: name => faultpoint(name) })
  await engine.start()
  const when = [[{ field: 'gone', logic: 'eq', value: '1' }]]
  await rows.saveConfig({ source: { deletes: { policy: 'mark', when } } })
  documents = new Fixture(place.database, rows.tenantId, rows.clock)
  await rows.query(
    `insert into strategy (id, code, name, status, source_connector_id, target_connector_id)
     values ($1, 'documents', 'documents', 'running', $2, $2)`,
    [documents.strategyId, rows.connectorId],
  )
  version = 0
  onlyFinished = false
  rows.system.groups = async function* read(asked): AsyncGenerator<SourcePage> {
    const store = createRecordStore(place.database, rows.tenantId)
    const wanted = { ...asked, strategyId: rows.strategyId, grouping, onlyFinished }
    for await (const { rows: _, ...page } of store.readGroups(wanted)) yield page
  }
})
afterEach(() => rows.stop())

type Vanished = Partial<NonNullable<SourceConfig['vanished']>>
const ZERO_AND_MARK = { zero: ['qty'], mark: { field: 'state', value: 'void' } }

async function save(vanished: Vanished | undefined, change: object = {}, maxLines?: number): Promise<void> {
  grouping = {
    by: ['wh'],
    calculate: [{ name: 'qty', op: 'sum', field: 'qty' }],
    ...(maxLines === undefined ? {} : { maxLines }),
  }
  const connector_id = rows.connectorId
  const key = maxLines === undefined ? ['wh'] : ['wh', 'part']
  const id = maxLines === undefined ? '{{wh}}' : '{{wh}}{{part}}'
  const field = (target: string, template: string) => ({ target, value: { kind: 'template', template } })
  version += 1
  await documents.saveConfig(
    {
      source: {
        connector_id,
        resource: `${STORED_RECORDS}${rows.strategyId}`,
        key,
        group: grouping,
        ...(vanished && { vanished }),
        ...change,
      },
      target: { connector_id },
      mapping: { copyAll: false, fields: [field('id', id), field('qty', '{{qty}}')] },
    },
    version,
  )
}

const line = (id: number, wh: string, qty: number, gone = 0) => ({ id, wh, qty, gone })
async function store(...lines: readonly Data[]): Promise<void> {
  rows.system.setRows(lines)
  expect(await rows.run(engine)).toMatchObject({ state: 'succeeded', imbalance: null })
}
/** The documents at the target; lines lie in the same table under numbers. */
const found = (): Record<string, unknown> =>
  Object.fromEntries(
    [...rows.system.table].flatMap(([id, data]) =>
      /^\d/.test(id) ? [] : [[id, data['state'] ?? Number(toText(data['qty']))]],
    ),
  )
const logged = () =>
  documents.query<{ code: string }>(
    `select detail ->> 'code' as code from run_log where strategy_id = $1 and detail ->> 'code' like 'groups.%' order by id`,
    [documents.strategyId],
  )
const waiting = () =>
  documents.query<{ id: string; key: string; error_code: string; error_group: string }>(
    'select id, key, error_code, error_group from stored_record where strategy_id = $1 and status = 3 order by key',
    [documents.strategyId],
  )

/** Warehouse A with 2 pieces, B with 4; then the line of A is counted to B. */
async function moveLine(vanished: Vanished | undefined, change: object = {}) {
  await save(vanished, change)
  await store(line(1, 'A', 2), line(2, 'B', 4))
  expect(await documents.run(engine)).toMatchObject({ state: 'succeeded' })
  expect(found()).toEqual({ A: 2, B: 4 })
  await store(line(1, 'B', 2))
  return documents.run(engine)
}

/** As the console does it: over a replay of the group of errors. */
async function decide(kind: RetireKind): Promise<void> {
  const [first] = await waiting()
  const { tenantId, strategyId } = documents
  const id = await place.database.withTenant(tenantId, tx =>
    engine.replays.request(tx, {
      tenantId,
      strategyId,
      groupId: first!.error_group,
      kind,
      changes: null,
      selection: {},
      userId: tenantId,
    }),
  )
  const state = async () =>
    (await documents.query<{ state: string }>('select state from replay_job where id = $1', [id]))[0]?.state
  await expect.poll(state, { timeout: 20_000 }).toBe('done')
  expect(await documents.query('select state from replay_item where job_id = $1 group by state', [id])).toEqual([
    { state: 'written' },
  ])
}

describe('a document whose last line moved', () => {
  it('is deleted at the target in the run that sees it', async () => {
    expect(await moveLine({ policy: 'delete' })).toMatchObject({
      state: 'succeeded',
      imbalance: null,
      counts: { read: 2, written: 2, stored: 2, grouped: 2 },
    })
    expect(found()).toEqual({ B: 6 })
    expect(await documents.readStates()).toEqual({ 2: 1, 10: 1 })
    expect((await documents.run(engine)).counts).toMatchObject({ read: 1, duplicate: 1, written: 0 })
    await store(line(1, 'A', 2))
    await documents.run(engine)
    expect(found()).toEqual({ A: 2, B: 4 })
  })

  it('is written with zeros, or marked', async () => {
    expect(await moveLine({ policy: 'zero', ...ZERO_AND_MARK })).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual({ A: 0, B: 6 })
    expect(await documents.readStates()).toEqual({ 2: 1, 10: 1 })
    await save({ policy: 'mark', ...ZERO_AND_MARK })
    await store(line(1, 'C', 2))
    await documents.run(engine)
    await store(line(1, 'B', 2))
    expect(await documents.run(engine)).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual({ A: 0, B: 6, C: 'void' })
  })

  it('with a field to write that its document lacks is an error that says so, not a success', async () => {
    expect(await moveLine({ policy: 'zero', zero: ['pieces'] })).toMatchObject({
      state: 'partial',
      counts: { dead: 1 },
    })
    expect(await waiting()).toMatchObject([{ key: 'A', error_code: 'group.retire' }])
  })

  it('waits for a person by itself, and no run is green over it', async () => {
    expect(await moveLine(undefined)).toMatchObject({ state: 'partial', imbalance: null, counts: { dead: 1 } })
    expect(found()).toEqual({ A: 2, B: 6 })
    expect(await waiting()).toMatchObject([{ key: 'A', error_code: 'group.vanished' }])
    for (const trigger of ['schedule', 'manual'] as const)
      expect(await documents.run(engine, { trigger })).toMatchObject({
        state: 'partial',
        counts: { carried: 1, dead: 1 },
      })
    const attempts = await documents.query(
      'select 1 from record_attempt a join record_state r on r.id = a.record_id where r.strategy_id = $1',
      [documents.strategyId],
    )
    expect(attempts).toHaveLength(1)
    await store(line(1, 'A', 2))
    expect(await documents.run(engine)).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual({ A: 2, B: 4 })
  })

  it.each([
    ['retireDelete', { B: 6 }],
    ['retireZero', { A: 0, B: 6 }],
    ['retireMark', { A: 'void', B: 6 }],
    ['retireKeep', { A: 2, B: 6 }],
  ] as const)('does what a person decides: %s', async (kind, wanted) => {
    await moveLine({ policy: 'ask', ...ZERO_AND_MARK })
    await decide(kind)
    expect(found()).toEqual(wanted)
    expect(await documents.readStates()).toEqual({ 2: 1, 10: 1 })
    expect(await documents.run(engine)).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual(wanted)
    expect(await documents.query('select decision, from_status, to_status from record_decision')).toEqual([
      { decision: kind, from_status: 3, to_status: kind === 'retireKeep' ? 10 : 0 },
    ])
    // What was decided once says nothing about the next time.
    await store(line(1, 'A', 2))
    await documents.run(engine)
    await store(line(1, 'B', 2))
    expect(await documents.run(engine)).toMatchObject({ state: 'partial', counts: { dead: 1 } })
  })

  it('refuses a decision for which the settings do not say what is written', async () => {
    await moveLine({ policy: 'ask' })
    await expect(decide('retireZero')).rejects.toMatchObject({ code: 'replay.retire' })
    expect(await waiting()).toHaveLength(1)
  })

  it('keeps what the strategy says of deleted records, where it was saved before there were settings', async () => {
    expect(await moveLine(undefined, { deletes: { policy: 'delete' } })).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual({ B: 6 })
  })

  it('at a target that cannot delete is an error that says so', async () => {
    rows.system.canDelete = false
    expect(await moveLine({ policy: 'delete' })).toMatchObject({ state: 'partial' })
    expect(await waiting()).toMatchObject([{ error_code: 'target.cannotDelete' }])
  })
})

describe('a vanished document', () => {
  it('is one whose last line was deleted, too', async () => {
    await save({ policy: 'delete' })
    await store(line(1, 'A', 2), line(2, 'B', 4))
    await documents.run(engine)
    await store(line(1, 'A', 2, 1))
    await documents.run(engine)
    expect(found()).toEqual({ B: 4 })
  })

  it('is a part that a split document does not need any more; what only lost a line is made anew of all others', async () => {
    await save({ policy: 'delete' }, {}, 2)
    await store(line(1, 'A', 1), line(2, 'A', 2), line(3, 'A', 4), line(4, 'B', 8))
    await documents.run(engine)
    expect(found()).toEqual({ A1: 3, A2: 4, B1: 8 })
    await store(line(2, 'B', 2))
    expect(await documents.run(engine)).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual({ A1: 5, B1: 10 })
  })

  it('waits for a person where the key has more in it than the groups are made by: both may be one row', async () => {
    await save({ policy: 'delete' }, { key: ['wh', 'qty'] })
    await store(line(1, 'A', 2), line(2, 'B', 4))
    await documents.run(engine)
    await store(line(1, 'B', 2))
    expect(await documents.run(engine)).toMatchObject({ state: 'partial', counts: { dead: 2 } })
    expect(found()).toEqual({ A: 2, B: 6 })
  })
})

describe('nothing is retired, and the run is not green', () => {
  const many = () => Array.from({ length: 30 }, (_, at) => line(at, `W${at}`, 1))

  it('when more is gone than may be, until a person confirms so many', async () => {
    await save({ policy: 'delete' })
    await store(...many())
    await documents.run(engine)
    await store(
      ...many()
        .slice(0, 25)
        .map(each => ({ ...each, wh: 'W29' })),
    )
    expect(await documents.run(engine)).toMatchObject({ state: 'partial', counts: { dead: 0 } })
    expect(Object.keys(found())).toHaveLength(30)
    expect(await logged()).toEqual([{ code: 'groups.held.tooMany' }])
    expect(await documents.query('select state, known::int, vanished::int from key_scan')).toEqual([
      { state: 'blocked', known: 30, vanished: 25 },
    ])
    const plan = { kind: 'scan', field: '', from: null, to: null, confirmed: 25 } as const
    expect(await documents.run(engine, { plan })).toMatchObject({ state: 'succeeded', counts: { written: 25 } })
    expect(Object.keys(found())).toHaveLength(5)
  })

  it('when no row is left at all', async () => {
    await save({ policy: 'delete' })
    await store(line(1, 'A', 2))
    await documents.run(engine)
    await store(line(1, 'A', 2, 1))
    expect(await documents.run(engine)).toMatchObject({ state: 'partial' })
    expect(found()).toEqual({ A: 2 })
  })

  it('when a row was rejected that could belong to it; the next run looks again', async () => {
    await save({ policy: 'delete' })
    await store(line(1, 'A', 2), line(2, 'B', 4))
    await documents.run(engine)
    rows.system.setRows([line(1, 'B', 2), { id: null, wh: 'A', qty: 1, gone: 0 }])
    expect(await rows.run(engine)).toMatchObject({ state: 'partial' })
    expect(await documents.run(engine)).toMatchObject({ state: 'partial' })
    expect(found()).toEqual({ A: 2, B: 6 })
    expect(await logged()).toEqual([{ code: 'groups.held.rejected' }])
    await store(line(1, 'B', 2))
    expect(await documents.run(engine)).toMatchObject({ state: 'succeeded' })
    expect(found()).toEqual({ B: 6 })
  })

  it('when the lines were not read to their end', async () => {
    await save({ policy: 'delete' })
    await store(line(1, 'A', 2), line(2, 'B', 4))
    await documents.run(engine)
    rows.system.setRows(Array.from({ length: 30 }, (_, at) => line(at, 'B', 1)))
    rows.system.beforePage = start => {
      if (start > 10) throw new Error('the source broke')
    }
    expect(await rows.run(engine)).toMatchObject({ state: 'failed' })
    expect(await documents.run(engine)).toMatchObject({ state: 'partial' })
    expect(await logged()).toEqual([{ code: 'groups.held.incomplete' }])
    expect(found()).toMatchObject({ A: 2 })
  })

  it('of a group to which a row belongs that is not written yet; others are', async () => {
    onlyFinished = true
    await save({ policy: 'delete' })
    await store(line(1, 'A', 2), line(2, 'B', 4), line(3, 'C', 1))
    await documents.run(engine)
    rows.system.judge = ({ data }) =>
      data['note'] === 'bad' ? { kind: 'failed', failure: { code: 'no', message: 'No.', retry: 'never' } } : null
    rows.system.setRows([{ ...line(1, 'A', 3), note: 'bad' }, line(3, 'B', 1)])
    await rows.run(engine)
    expect(await documents.run(engine)).toMatchObject({ state: 'partial' })
    expect(found()).toEqual({ A: 2, B: 5 })
    expect(await logged()).toEqual([{ code: 'groups.held.unwritten' }])
  })
})

const points: readonly FaultPoint[] = [
  'page.landing',
  'page.inserted',
  'page.landed',
  'page.mapped',
  'batch.sending',
  'batch.written',
  'records.settling',
  'page.settled',
  'read.completing',
  'run.judged',
]
describe('killed on its way', () => {
  it.each(takeTurn(points).map(point => [point, point.startsWith('r') ? 1 : 2] as const))(
    'at %s (%i) it retires each document once, and the books balance',
    async (point, nth) => {
      await save({ policy: 'delete', maxPercent: 100 })
      const lines = Array.from({ length: 12 }, (_, at) => line(at, `W${at}`, 1))
      await store(...lines)
      await documents.run(engine)
      await store(...lines.slice(0, 6).map(each => ({ ...each, wh: 'W11' })))
      rows.system.batches.length = 0
      let met = 0
      faultpoint = name => {
        if (name === point && ++met === nth) throw new SimulatedCrash()
      }
      const run = await documents.run(engine)
      expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { pending: 0 } })
      expect(found()).toEqual({ W6: 1, W7: 1, W8: 1, W9: 1, W10: 1, W11: 7 })
      expect(await documents.readStates()).toEqual({ 2: 6, 10: 6 })
    },
  )
})
