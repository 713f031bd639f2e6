import { type Data, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../run/engine.ts'
import { createFixture, type Fixture, WITH_JOBS } from '../testing/fixture.ts'
import { chooseRecords, type RehearsalWork } from './rehearsal-rows.ts'
import { type RehearsalSummary, rehearsalKinds } from './rehearsals.ts'
import { createRehearsalWorker } from './rehearse.ts'

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

const field = (target: string, template: string, rest: object = {}) => ({
  target,
  value: { kind: 'template', template },
  ...rest,
})
const KEY = field('id', '{{id}}')
const mappingOf = (...fields: object[]) => ({ copyAll: false, fields: [KEY, ...fields] })
const PLAIN = mappingOf(field('amount', '{{amount}}'), field('note', '{{note}}'))

const orders = (from: number, count: number): Data[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), amount: from + index, note: 'n' }))

async function load(rows: readonly Data[]): Promise<void> {
  fixture.system.setRows(rows)
  expect((await fixture.run(engine)).imbalance).toBeNull()
}

interface Row {
  readonly state: string
  readonly total: string | null
  readonly examined: string
  readonly failure: { readonly code: string } | null
  readonly summary: string | null
}

async function request(mapping: object, change: { source?: object; days?: number; maxRecords?: number } = {}) {
  const { tenantId, strategyId, connectorId } = fixture
  const config = StrategyConfig.parse({
    source: { connector_id: connectorId, resource: 'orders', key: ['id'], ...change.source },
    target: { connector_id: connectorId, resource: 'orders' },
    mapping,
  })
  return place.database.withTenant(tenantId, tx =>
    engine.rehearsals.request(tx, {
      tenantId,
      strategyId,
      baseVersion: 1,
      revision: 1,
      config,
      days: change.days ?? 7,
      maxRecords: change.maxRecords ?? 100_000,
      userId: tenantId,
    }),
  )
}

const readJob = async (id: string): Promise<Row> =>
  (await fixture.query<Row>('select state, total, examined, failure, summary from rehearsal where id = $1', [id]))[0]!

async function waitFor(id: string): Promise<{ job: Row; summary: RehearsalSummary }> {
  const state = async () => (await readJob(id)).state
  await expect.poll(state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/)
  const job = await readJob(id)
  const summary = JSON.parse(job.summary ?? '{}') as RehearsalSummary
  if (job.state === 'done') expectBalance(job, summary)
  return { job, summary }
}

function expectBalance(job: Row, summary: RehearsalSummary): void {
  const sum = rehearsalKinds.reduce((all, kind) => all + summary.kinds[kind], 0)
  expect(String(sum)).toBe(job.examined)
}

const readDifferences = (id: string) =>
  fixture.query<{ key: string; kind: string; paths: string[]; fields: string; problems: string }>(
    'select key, kind, paths, fields, problems from rehearsal_difference where rehearsal_id = $1 order by ordinal',
    [id],
  )

const kindsOf = ({ kinds }: RehearsalSummary) =>
  Object.fromEntries(Object.entries(kinds).filter(([, count]) => count > 0))

describe('a rehearsal', () => {
  it('finds nothing where the draft writes the same, in blocks and in rows', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 25))
    // One that came back changed is a row, and unfolds its block.
    await load([{ id: '105', amount: 7, note: 'n' }, ...orders(106, 2)])
    expect((await fixture.query('select 1 from record_block')).length).toBeGreaterThan(0)
    expect((await fixture.query('select 1 from record_state')).length).toBeGreaterThan(0)
    const { job, summary } = await waitFor(await request(PLAIN))
    expect(job).toMatchObject({ state: 'done', total: '25', examined: '25' })
    expect(kindsOf(summary)).toEqual({ same: 25 })
    expect(fixture.system.countWrites().get('106')).toBe(1)
  })

  it('runs the script of the draft, and tells what it changes and refuses', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 4))
    const code = `export function afterMapping(target, ctx) {
      if (target.id === '101') ctx.refuse('not this one')
      if (target.id === '102') target.note = 'by script'
    }`
    const id = await request({ ...PLAIN, script: { code } })
    const { summary } = await waitFor(id)
    expect(kindsOf(summary)).toMatchObject({ same: 2, changed: 1 })
    const differences = await readDifferences(id)
    expect(differences.map(({ key }) => key).toSorted()).toEqual(['101', '102'])
    expect(JSON.stringify(differences)).toContain('not this one')
  })

  it('tells each record that would change, field by field, old and new', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 25))
    const draft = mappingOf(field('amount', '{{amount}}'), field('note', '{{note}}!'), field('no', 'N{{id}}'))
    const { summary } = await waitFor(await request(draft))
    expect(kindsOf(summary)).toEqual({ changed: 25 })
    expect(summary.fields.map(({ field, count }) => [field, count])).toEqual([
      ['note', 25],
      ['no', 25],
    ])
    expect(summary.fields[0]?.examples[0]).toMatchObject({ before: '"n"', after: '"n!"' })
  })

  it('compares with what the target really holds of each record', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 30))
    const draft = mappingOf(
      { target: 'amount', value: { kind: 'expression', expression: 'row.amount > 110 ? row.amount + 1 : row.amount' } },
      field('note', '{{note}}'),
    )
    const id = await request(draft)
    const { summary } = await waitFor(id)
    expect(kindsOf(summary)).toEqual({ same: 11, changed: 19 })
    for (const { key, fields } of await readDifferences(id)) {
      const held = fixture.system.table.get(key)!['amount']
      expect(JSON.parse(fields)).toEqual([{ field: 'amount', before: String(held), after: String(Number(held) + 1) }])
    }
  })

  it('tells what would be refused, and why; what is accepted now; what is filtered out', async () => {
    const strict = mappingOf(field('amount', '{{amount}}', { type: 'int' }))
    await fixture.saveConfig({ mapping: strict, retry: { maxAttempts: 1 } })
    await load([...orders(100, 10), { id: '110', amount: 'many' }, { id: '111', amount: 'few' }])
    expect(await fixture.readStates()).toEqual({ 2: 10, 3: 2 })
    const draft = mappingOf(field('amount', '{{amount}}'), field('note', '{{note}}', { required: true }))
    const id = await request(draft, { source: { filter: [[{ field: 'id', logic: 'neq', value: '103' }]] } })
    const { summary } = await waitFor(id)
    expect(kindsOf(summary)).toEqual({ changed: 9, filtered: 1, stillRefused: 2 })
    const refusing = mappingOf(field('amount', '{{amount}}'), field('gone', '{{nowhere}}', { required: true }))
    const second = await waitFor(await request(refusing))
    expect(kindsOf(second.summary)).toEqual({ refused: 10, stillRefused: 2 })
    expect(second.summary.causes).toMatchObject([{ field: 'gone', code: 'mapping.required', count: 10 }])
    const third = await waitFor(await request(mappingOf(field('amount', '{{amount}}'))))
    expect(kindsOf(third.summary)).toEqual({ same: 10, accepted: 2 })
  })

  it('takes what was sent at a later try from the try itself, and what a version wrote from that version', async () => {
    await fixture.saveConfig({ mapping: mappingOf(field('note', 'one')), retry: { maxAttempts: 1 } })
    fixture.system.judge = ({ data }) =>
      data['id'] === '101'
        ? { kind: 'failed', failure: { code: 'target.refused', message: 'No.', retry: 'never' } }
        : null
    await load(orders(100, 3))
    await fixture.saveConfig({ mapping: mappingOf(field('note', 'two')) }, 2)
    await load([...orders(100, 3), ...orders(200, 3)])
    const id = await request(mappingOf(field('note', 'two')))
    const { summary } = await waitFor(id)
    // What was never written is tried again when it is read again, by the version of that time.
    expect(kindsOf(summary)).toEqual({ same: 4, changed: 2 })
    expect((await readDifferences(id)).map(({ key, fields }) => [key, fields]).sort()).toEqual(
      ['100', '102'].map(key => [key, '[{"field":"note","before":"\\"one\\"","after":"\\"two\\""}]']),
    )
  })

  it('keeps null, missing and empty apart, and the digits of numbers', async () => {
    await fixture.saveConfig({ mapping: { copyAll: true, fields: [] } })
    await load([{ id: '1', a: null, b: '', lines: [{ q: 1 }, { q: 2 }] }])
    const draft = {
      copyAll: true,
      fields: [
        { target: 'a', value: { kind: 'constant', value: '' } },
        field('b', '{{c}}', { whenMissing: 'null' }),
        {
          target: 'lines',
          value: { kind: 'lines', source: 'lines', fields: [field('q', '{{q}}', { type: 'string' })] },
        },
      ],
    }
    const id = await request(draft)
    const { summary } = await waitFor(id)
    expect(JSON.parse((await readDifferences(id))[0]!.fields)).toEqual([
      { field: 'a', before: 'null', after: '""' },
      { field: 'b', before: '""', after: 'null' },
      { field: 'lines[0].q', before: '1', after: '"1"' },
      { field: 'lines[1].q', before: '2', after: '"2"' },
    ])
    expect(summary.fields.map(({ field, count }) => [field, count])).toContainEqual(['lines[].q', 1])
  })

  it('says so where the stored page is gone', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 12))
    await fixture.query('delete from page where id = (select min(id) from page)')
    const { summary } = await waitFor(await request(PLAIN))
    expect(kindsOf(summary)).toEqual({ same: 2, unclear: 10 })
  })

  it('looks at the newest only where a limit is given, and at the days asked for', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 25))
    const { job, summary } = await waitFor(await request(PLAIN, { maxRecords: 12 }))
    expect([job.total, job.examined, summary.isCut]).toEqual(['12', '12', true])
    await fixture.query(`update record_block set created_at = created_at - interval '8 days' where first_key < '110'`)
    const second = await waitFor(await request(PLAIN))
    expect([second.job.examined, second.summary.isCut]).toEqual(['15', false])
  })

  it('ends as failed where the draft cannot run at all', async () => {
    await fixture.saveConfig({ mapping: PLAIN })
    await load(orders(100, 3))
    const { job } = await waitFor(
      await request(mappingOf({ target: 'x', value: { kind: 'expression', expression: '1 +' } })),
    )
    expect(job.state).toBe('failed')
    expect(job.failure?.code).toMatch(/^mapping/)
  })
})

describe('a rehearsal that is broken off', () => {
  beforeEach(async () => {
    await fixture.saveConfig({ mapping: PLAIN, source: { pageSize: 500 } })
    await load(orders(10_000, 2500))
    // The engine of these tests only asks; who takes the job up stands in the test.
    await fixture.stop()
  })
  const createWorker = (onChunk?: () => Promise<void>) =>
    createRehearsalWorker({
      database: place.database,
      pollMs: 20,
      log: { info() {}, warn() {}, error() {} },
      ...(onChunk ? { onChunk } : {}),
    })
  /** A process that hangs after its first chunk, and was not heard of for a minute. */
  const dieOf = async (id: string) => {
    const hung = Promise.withResolvers<void>()
    void createWorker(() => {
      hung.resolve()
      return new Promise(() => undefined)
    }).turn()
    await hung.promise
    await fixture.query(`update rehearsal set lease_until = '-infinity' where id = $1`, [id])
  }
  const draft = mappingOf(field('amount', '{{amount}}0'))

  it('goes on behind the last chunk when its process died, and no record counts twice', async () => {
    const id = await request(draft)
    await dieOf(id)
    expect(await readJob(id)).toMatchObject({ state: 'running', examined: '1000' })
    engine = fixture.createEngine({ roles: WITH_JOBS })
    await engine.start()
    const { summary } = await waitFor(id)
    expect(kindsOf(summary)).toEqual({ changed: 2500 })
    const [count] = await fixture.query<{ all: number; keys: number }>(
      'select count(*)::int as all, count(distinct key)::int as keys from rehearsal_difference where rehearsal_id = $1',
      [id],
    )
    expect(count).toEqual({ all: 2500, keys: 2500 })
  })

  it('ends as cancelled after the records in hand; a process that lost it changes nothing any more', async () => {
    const id = await request(draft)
    const { tenantId } = fixture
    const cancel = async () =>
      void (await place.database.withTenant(tenantId, tx => engine.rehearsals.cancel(tx, { tenantId, id })))
    const wake = Promise.withResolvers<void>()
    const late = createWorker(() => wake.promise).turn()
    await expect.poll(async () => (await readJob(id)).examined).toBe('1000')
    await fixture.query(`update rehearsal set lease_until = '-infinity' where id = $1`, [id])
    await createWorker(cancel).turn()
    expect(await readJob(id)).toMatchObject({ state: 'cancelled', examined: '2500' })
    wake.resolve()
    await late
    expect(await readJob(id)).toMatchObject({ state: 'cancelled', examined: '2500' })
    const queued = await request(draft)
    await place.database.withTenant(tenantId, tx => engine.rehearsals.cancel(tx, { tenantId, id: queued }))
    expect(await readJob(queued)).toMatchObject({ state: 'cancelled' })
  })

  it('is handed back when the process stops, and is given up after several that died of it', async () => {
    const id = await request(draft)
    const stopped = createWorker()
    await stopped.stop()
    await stopped.turn()
    expect(await readJob(id)).toMatchObject({ state: 'running', examined: '0' })
    for (let deaths = 0; deaths < 3; deaths += 1) {
      await fixture.query(`update rehearsal set holder = gen_random_uuid(), attempts = attempts + 1 where id = $1`, [
        id,
      ])
    }
    await createWorker().turn()
    expect(await readJob(id)).toMatchObject({ state: 'failed', failure: { code: 'rehearsal.givenUp' } })
    expect(await fixture.query('select kind, object_id from notice')).toEqual([
      { kind: 'job.setAside', object_id: fixture.strategyId },
    ])
  })

  it('never holds more records than a chunk', async () => {
    const id = await request(draft)
    const [job] = await fixture.query<RehearsalWork>('select * from rehearsal where id = $1', [id])
    const rows = await place.database.withTenant(fixture.tenantId, tx => chooseRecords(tx, job!, 1000))
    expect(rows).toHaveLength(1000)
    let chunks = 0
    await createWorker(async () => {
      chunks += 1
    }).turn()
    expect(chunks).toBe(3)
    expect(await readJob(id)).toMatchObject({ state: 'done', examined: '2500' })
  })
})
