import { Failure, RecordState } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture, makeOrders, WITH_JOBS } from '../testing/fixture.ts'
import type { ReplayRequest } from './replays.ts'

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
  await fixture.saveConfig({ retry: { maxAttempts: 1 } })
})
afterEach(() => fixture.stop())
const PATIENT = { timeout: 30_000 }

interface GroupRow {
  readonly id: string
  readonly category: string
  readonly code: string
  readonly pattern: string
  readonly status: string
  readonly open: number
  readonly ignored: number
  readonly seen: number
}

/** Groups with their true counts: the folded part and what is not folded yet. */
const readGroups = (): Promise<GroupRow[]> =>
  fixture.query<GroupRow>(
    `select g.id, g.category, g.code, g.pattern, g.status, g.seen_count::int as seen,
       (g.open_count + coalesce((select sum(open_count) from error_move m where m.group_id = g.id), 0))::int as open,
       (g.ignored_count + coalesce((select sum(ignored_count) from error_move m where m.group_id = g.id), 0))::int as ignored
     from error_group g order by g.code, g.pattern`,
  )
/** What the lists of the groups would show. */
const countMembers = () =>
  fixture.query<{ id: string; open: number; ignored: number }>(
    `select error_group as id, count(*) filter (where status in (3, 4, 5, 6, 9, 11))::int as open,
       count(*) filter (where status = 7)::int as ignored from record_state where error_group is not null group by 1`,
  )
async function expectCountsToMatchLists(): Promise<void> {
  const members = new Map((await countMembers()).map(({ id, ...counts }) => [id, counts]))
  for (const { id, open, ignored } of await readGroups())
    expect({ open, ignored }).toEqual(members.get(id) ?? { open: 0, ignored: 0 })
}

const refuse = (isBad: (id: number) => boolean, message = (id: number) => `Customer "C${id}" is unknown.`) => {
  fixture.system.judge = ({ data }) => {
    const id = Number(data['id'])
    if (!isBad(id)) return null
    return { kind: 'failed', failure: { code: 'target.refused', message: message(id), retry: 'never' } }
  }
}

async function replay(change: Partial<ReplayRequest> = {}): Promise<string> {
  const [group] = await readGroups()
  const { tenantId, strategyId } = fixture
  const [user] = await fixture.query<{ id: string }>('select id from app_user limit 1')
  return place.database.withTenant(tenantId, tx =>
    engine.replays.request(tx, {
      tenantId,
      strategyId,
      groupId: group!.id,
      kind: 'remap',
      changes: null,
      selection: {},
      userId: user?.id ?? tenantId,
      ...change,
    }),
  )
}
const waitForJob = async (id: string): Promise<Record<string, number | string>> => {
  const read = async () =>
    (await fixture.query<{ state: string }>('select state from replay_job where id = $1', [id]))[0]?.state
  await expect.poll(read, { timeout: 20_000 }).toMatch(/done|failed|cancelled/)
  const rows = await fixture.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from replay_item where job_id = $1 group by state order by state',
    [id],
  )
  return { job: (await read())!, ...Object.fromEntries(rows.map(row => [row.state, row.count])) }
}
const idsOf = async (status: RecordState): Promise<string[]> =>
  (await fixture.query<{ id: string }>('select id from record_state where status = $1 order by id', [status])).map(
    row => row.id,
  )

describe('failures of records', () => {
  it('are one group per cause, whose count is the number of records its list opens', async () => {
    fixture.system.setRows(makeOrders(40))
    refuse(
      id => id <= 25,
      id => (id <= 20 ? `Customer "C${id}" is unknown.` : `The period ${id} is closed.`),
    )
    await fixture.run(engine)
    expect((await readGroups()).map(({ id: _, ...group }) => group)).toEqual([
      {
        category: 'business',
        code: 'target.refused',
        pattern: 'Customer … is unknown.',
        status: 'open',
        open: 20,
        ignored: 0,
        seen: 20,
      },
      {
        category: 'business',
        code: 'target.refused',
        pattern: 'The period … is closed.',
        status: 'open',
        open: 5,
        ignored: 0,
        seen: 5,
      },
    ])
    await expectCountsToMatchLists()
    const [id] = await idsOf(RecordState.error)
    const { tenantId, strategyId } = fixture
    await place.database.withTenant(tenantId, tx => engine.records.ignore(tx, { tenantId, strategyId, ids: [id!] }))
    await expectCountsToMatchLists()
    refuse(() => false)
    fixture.system.setRows(makeOrders(40).map(order => ({ ...order, amount: order.amount + 1 })))
    await fixture.run(engine)
    await expectCountsToMatchLists()
    // The one that a person left out stays left out; the groups without a record are over by themselves.
    await expect
      .poll(async () => (await readGroups()).map(group => group.status), PATIENT)
      .toEqual(['ignored', 'resolved'])
    expect((await readGroups()).map(({ open, ignored }) => [open, ignored])).toEqual([
      [0, 1],
      [0, 0],
    ])
  })

  it('open a resolved group again and leave an ignored one ignored', async () => {
    fixture.system.setRows(makeOrders(1))
    refuse(() => true)
    await fixture.run(engine)
    for (const [status, after] of [
      ['resolved', 'open'],
      ['ignored', 'ignored'],
      ['progress', 'progress'],
    ]) {
      await fixture.query('update error_group set status = $1', [status])
      fixture.system.setRows(makeOrders(1).map(order => ({ ...order, amount: `${status}` })))
      await fixture.run(engine)
      expect((await readGroups())[0]).toMatchObject({ status: after, open: 1 })
    }
    expect(await fixture.query(`select kind, count::int from notice where kind = 'error.found'`)).toEqual([
      { kind: 'error.found', count: 2 },
    ])
  })

  it('leave a group ignored that was empty, and so thought resolved, while they were tried again', async () => {
    fixture.system.setRows(makeOrders(2))
    refuse(() => true)
    await fixture.run(engine)
    await fixture.query(`update error_group set status = 'resolved', status_by = null`)
    const { tenantId, strategyId } = fixture
    const ids = await idsOf(RecordState.error)
    await place.database.withTenant(tenantId, tx => engine.records.ignore(tx, { tenantId, strategyId, ids }))
    await expect
      .poll(async () => (await readGroups())[0], PATIENT)
      .toMatchObject({ status: 'ignored', open: 0, ignored: 2 })
  })

  it('that were stored before there were groups are grouped by themselves', async () => {
    fixture.system.setRows(makeOrders(3))
    refuse(() => true)
    await fixture.run(engine)
    const [before] = await readGroups()
    await fixture.query('update record_state set error_group = null')
    await fixture.query('delete from error_group')
    await expect.poll(async () => (await readGroups())[0], PATIENT).toMatchObject({ id: before!.id, open: 3 })
    await expectCountsToMatchLists()
  })
})

describe('an ignore rule', () => {
  it.each([
    ['ignored', RecordState.ignored],
    ['finished', RecordState.finished],
  ])('that says %s leaves the record so, is counted, and stands in its history', async (outcome, state) => {
    await fixture.query(
      `insert into ignore_rule (id, strategy_id, contains, outcome) values
         (gen_random_uuid(), null, 'is unknown', $1), (gen_random_uuid(), null, 'nothing like it', 'ignored')`,
      [outcome],
    )
    fixture.system.setRows(makeOrders(6))
    refuse(id => id > 2)
    const run = await fixture.run(engine)
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { written: 2, skipped: 4, dead: 0 } })
    expect((await idsOf(state)).length).toBe(state === RecordState.finished ? 6 : 4)
    expect(await fixture.query('select hit_count::int as hits from ignore_rule order by hit_count')).toEqual([
      { hits: 0 },
      { hits: 4 },
    ])
    await expectCountsToMatchLists()
    const id = (await idsOf(state)).at(-1)!
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, id)
    expect(detail?.attemptList.at(-1)?.failure).toMatchObject({
      message: 'Customer "C6" is unknown.',
      advice: expect.stringContaining('By the ignore rule "is unknown" the record'),
    })
  })
})

describe('a replay', () => {
  it('of all of a group writes each record once, and the group is resolved', async () => {
    fixture.system.setRows(makeOrders(60))
    refuse(id => id > 10)
    await fixture.run(engine)
    refuse(() => false)
    expect(await waitForJob(await replay())).toEqual({ job: 'done', written: 50 })
    expect(await fixture.readStates()).toEqual({ 2: 60 })
    expect(await fixture.query('select 1 from record_decision where user_id is not null')).toHaveLength(50)
    expect([...fixture.system.countWrites().entries()].filter(([id]) => Number(id) > 10).map(([, n]) => n)).toEqual(
      Array.from({ length: 50 }, () => 2), // refused once, written once
    )
    await expect.poll(async () => (await readGroups())[0], PATIENT).toMatchObject({ status: 'resolved', open: 0 })
  })

  it('says of each record what came of it, and leaves out what may not be repeated', async () => {
    fixture.system.setRows(makeOrders(6))
    refuse(() => true)
    await fixture.run(engine)
    const ids = await idsOf(RecordState.error)
    await fixture.query('update record_state set status = 9 where id = $1', [ids[0]])
    await fixture.query('update record_count set count = case status when 3 then 5 else count end')
    await fixture.query(`insert into record_count (strategy_id, status, count) values ($1, 9, 1)`, [fixture.strategyId])
    refuse(id => id === 2)
    expect(await waitForJob(await replay())).toEqual({ job: 'done', excluded: 1, failed: 1, written: 4 })
    const items = await fixture.query<{ state: string; note: string | null }>(
      `select state, note from replay_item where state <> 'written' order by state`,
    )
    expect(items).toEqual([
      { state: 'excluded', note: expect.stringContaining('The answer to its write was lost') },
      { state: 'failed', note: 'Customer "C2" is unknown.' },
    ])
    expect(await fixture.readStates()).toEqual({ 2: 4, 3: 1, 9: 1 })
    await expectCountsToMatchLists()
  })

  it('with a corrected field keeps the evidence and holds for this content only', async () => {
    fixture.system.setRows(makeOrders(3))
    fixture.system.judge = ({ data }) =>
      data['amount'] === 'fixed'
        ? null
        : { kind: 'failed', failure: { code: 'target.value', message: 'Bad amount.', retry: 'never' } }
    await fixture.run(engine)
    const [id] = await idsOf(RecordState.error)
    const changes = '[{"field":"amount","value":"fixed"}]'
    const job = await replay({ kind: 'correct', changes, selection: { ids: [id!] } })
    expect(await waitForJob(job)).toEqual({ job: 'done', written: 1 })
    expect(fixture.system.table.get('1')).toMatchObject({ id: 1, amount: 'fixed' })
    const detail = await engine.records.readDetail(fixture.tenantId, fixture.strategyId, id!)
    expect(JSON.parse(detail!.original!)).toMatchObject({ id: 1, amount: 10 })
    expect(detail!.corrections).toMatchObject([{ changes, isCurrent: true }])
    expect(JSON.parse(detail!.mapped!)).toMatchObject({ amount: 'fixed' })
    // The same content again is known, as are the two that fail once more; another one is written as it came.
    expect((await fixture.run(engine)).counts).toMatchObject({ duplicate: 1, fresh: 2, dead: 2, written: 0 })
    fixture.system.judge = () => null
    fixture.system.setRows([{ ...makeOrders(1)[0], amount: 77 }])
    await fixture.run(engine)
    expect(fixture.system.table.get('1')).toMatchObject({ amount: 77 })
    expect((await engine.records.readDetail(fixture.tenantId, fixture.strategyId, id!))!.corrections).toMatchObject([
      { isCurrent: false },
    ])
  })

  it('with a field that has no place fails that record and no other', async () => {
    await fixture.saveConfig({ source: { drift: 'accept' } }, 2)
    fixture.system.setRows([
      { id: 1, amount: { net: 1 } },
      { id: 2, amount: 5 },
    ])
    refuse(() => true)
    await fixture.run(engine)
    refuse(() => false)
    const job = await replay({ kind: 'correct', changes: '[{"field":"amount.net","value":7}]' })
    expect(await waitForJob(job)).toEqual({ job: 'done', failed: 1, written: 1 })
    expect(fixture.system.table.get('1')).toMatchObject({ amount: { net: 7 } })
    expect(await fixture.query(`select error_code from record_state where status = 3`)).toEqual([
      { error_code: 'correction.path' },
    ])
  })

  it('sends what was sent, as it was, whatever the mapping says today', async () => {
    fixture.system.setRows(makeOrders(2))
    refuse(() => true)
    await fixture.run(engine)
    const constant = { target: 'amount', value: { kind: 'constant', value: 'other' } }
    await fixture.saveConfig({ mapping: { copyAll: true, fields: [constant] } }, 2)
    refuse(() => false)
    const [first, second] = await idsOf(RecordState.error)
    expect(await waitForJob(await replay({ kind: 'resend', selection: { ids: [first!] } }))).toMatchObject({
      written: 1,
    })
    expect(await waitForJob(await replay({ kind: 'remap', selection: { ids: [second!] } }))).toMatchObject({
      written: 1,
    })
    expect(fixture.system.table.get('1')).toMatchObject({ amount: 10 })
    expect(fixture.system.table.get('2')).toMatchObject({ amount: 'other' })
  })

  it('reads records from the source again: what changed there is written so, the rest as it is stored', async () => {
    fixture.system.setRows(makeOrders(40))
    refuse(id => id > 37)
    await fixture.run(engine)
    refuse(() => false)
    const changed = makeOrders(40).map(order => (order.id === 39 ? { ...order, amount: 7 } : order))
    fixture.system.setRows(changed)
    const reads = fixture.system.reads.length
    expect(await waitForJob(await replay({ kind: 'refetch' }))).toEqual({ job: 'done', written: 3 })
    expect(fixture.system.table.get('39')).toMatchObject({ amount: 7 })
    expect(fixture.system.table.get('38')).toMatchObject({ amount: 380 })
    expect(fixture.system.reads.slice(reads).map(read => read.window)).toEqual(
      ['38', '39', '40'].map(key => ({ field: 'id', from: key, to: key })),
    )
    expect([...fixture.system.countWrites().values()].every(count => count <= 2)).toBe(true)
    expect(await fixture.readStates()).toEqual({ 2: 40 })
    // What was read is evidence like any other page.
    const [page] = await fixture.query<{ request: string }>('select request from page order by id desc limit 1')
    expect(page?.request).toBe('rows 0 to 10')
  })

  it('says when single records cannot be read from the source', async () => {
    fixture.system.setRows(makeOrders(2))
    refuse(() => true)
    await fixture.run(engine)
    fixture.system.seeks = false
    const id = await replay({ kind: 'refetch' })
    expect(await waitForJob(id)).toEqual({ job: 'failed', cancelled: 2 })
    expect(await fixture.query(`select failure ->> 'code' as code from replay_job`)).toEqual([
      { code: 'source.cannotSeek' },
    ])
    expect(await fixture.readStates()).toEqual({ 3: 2 })
    const { tenantId, strategyId } = fixture
    const ids = await idsOf(RecordState.error)
    await expect(
      engine.replays.preview({ tenantId, strategyId, ids, kind: 'refetch', changes: null }),
    ).rejects.toMatchObject({ code: 'source.cannotSeek' })
  })

  it('that ignores leaves the records out without a run', async () => {
    fixture.system.setRows(makeOrders(5))
    refuse(() => true)
    await fixture.run(engine)
    expect(await waitForJob(await replay({ kind: 'ignore' }))).toEqual({ job: 'done', ignored: 5 })
    expect(await fixture.readStates()).toEqual({ 7: 5 })
    await expect
      .poll(async () => (await readGroups())[0], PATIENT)
      .toMatchObject({ status: 'ignored', open: 0, ignored: 5 })
    await expectCountsToMatchLists()
  })

  it('that is cancelled touches no further record', async () => {
    fixture.system.setRows(makeOrders(20))
    refuse(() => true)
    await fixture.run(engine)
    const { tenantId } = fixture
    const jobId = await place.database.withTenant(tenantId, async tx => {
      const [group] = await tx.query<{ id: string }>('select id from error_group')
      const id = await engine.replays.request(tx, {
        tenantId,
        strategyId: fixture.strategyId,
        groupId: group!.id,
        kind: 'remap',
        changes: null,
        selection: {},
        userId: tenantId,
      })
      expect(await engine.replays.cancel(tx, { tenantId, jobId: id })).toBe(true)
      return id
    })
    expect(await waitForJob(jobId)).toEqual({ job: 'cancelled' })
    expect(await fixture.readStates()).toEqual({ 3: 20 })
    expect(await place.database.withTenant(tenantId, tx => engine.replays.cancel(tx, { tenantId, jobId }))).toBe(false)
  })

  it('whose runs all break off ends as failed, and its records wait', async () => {
    fixture.system.setRows(makeOrders(3))
    refuse(() => true)
    await fixture.run(engine)
    fixture.system.openFailures.push(
      ...Array.from({ length: 50 }, () => new Failure({ code: 'connector.auth', message: 'The secret is wrong.' })),
    )
    const id = await replay()
    expect(await waitForJob(id)).toMatchObject({ job: 'failed' })
    expect(await fixture.readStates()).toEqual({ 0: 3 })
  })
})
