import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WriteOutcome } from '@sluice/connector-kit'
import { type Data, Failure, type FailureDetail, judgeRun } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders, type RunRow } from '../testing/fixture.ts'
import { elsewhere } from '../testing/losses-elsewhere.ts'
import { defaultLimits } from './deps.ts'
import type { Engine } from './engine.ts'

let place: TestDatabase
let fixture: Fixture
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  // No lease runs out here: a thread that stood still three times would be taken for three dead processes.
  engine = fixture.createEngine({}, { leaseMs: 60_000, recordBytes: RECORD_BYTES })
  await engine.start()
})
afterEach(() => fixture.stop())

/** More would only take longer. */
const RECORD_BYTES = 2 ** 16

type Config = Parameters<Fixture['saveConfig']>[0]
type Code = readonly (number | null | undefined)[]
interface Loss {
  readonly stage: 'read' | 'stage' | 'map' | 'write' | 'replace' | 'delete' | 'increment' | 'retry'
  readonly name: string
  readonly config?: Config
  /** Five orders are at the source; here something goes wrong with them. */
  plant(): unknown
  readonly ends: RunRow['state']
  /** Left out by will: nothing is missing. */
  readonly isNone?: true
}

const failure = (code: string, retry: FailureDetail['retry'] = 'never'): FailureDetail => ({
  code,
  message: `${code}.`,
  retry,
})
const fail = (code: string): never => {
  throw new Failure({ code, message: `${code}.`, retry: 'never' })
}
const put = (id: number, data: Data | null, reason?: FailureDetail): void => {
  fixture.system.rows[id - 1] = reason ? { data, failure: reason } : { data: data ?? {} }
}
const judge = (ids: Code, outcome: WriteOutcome): void => {
  fixture.system.judge = ({ data }) => (ids.includes(Number(data['id'])) ? outcome : null)
}
const all = [1, 2, 3, 4, 5]
const putAll = (data: Data): unknown => all.map(id => put(id, data))
const expression = (text: string) => ({ kind: 'expression', expression: text })
const mapped = (text: string) => ({
  mapping: { copyAll: true, fields: [{ target: 'amount', value: expression(text) }] },
})
const scripted = (body: string) => ({
  mapping: { copyAll: true, fields: [], script: { code: `export function beforeMapping(record, ctx) { ${body} }` } },
})
const filter = (field: string, value: string) => [[{ field, logic: 'eq', value }]]
const refuse = (code: string, retry: FailureDetail['retry'] = 'never'): WriteOutcome => ({
  kind: 'failed',
  failure: failure(code, retry),
})
const lost: WriteOutcome = { kind: 'unknown', failure: failure('lost') }
const replace = { target: { mode: 'replace' } }
const lacking = (maxErrors: number) => ({ target: { mode: 'replace', replace: { maxErrors, allowEmpty: true } } })
const increment = { source: { increment: { field: 'updated_at' } } }

/** One line for each way to lose a record; whoever finds another one adds a line. */
const losses: readonly Loss[] = [
  {
    stage: 'read',
    name: 'a row broken at the source',
    plant: () => put(1, null, failure('row.broken')),
    ends: 'partial',
  },
  {
    stage: 'read',
    name: 'every row broken',
    plant: () => all.map(id => put(id, null, failure('row.broken'))),
    ends: 'failed',
  },
  {
    stage: 'read',
    name: 'the source breaks off',
    plant: () => (fixture.system.beforePage = () => fail('away')),
    ends: 'failed',
  },
  {
    stage: 'read',
    name: 'the source breaks off after a page',
    config: { source: { pageSize: 2 } },
    plant: () => (fixture.system.beforePage = start => (start > 0 ? fail('away') : undefined)),
    ends: 'failed',
  },
  {
    stage: 'read',
    name: 'the source does not open',
    plant: () => (fixture.system.openFailures = [new Failure(failure('away'))]),
    ends: 'failed',
  },
  { stage: 'stage', name: 'a row without its key', plant: () => put(1, { amount: 1 }), ends: 'partial' },
  { stage: 'stage', name: 'a key that is null', plant: () => put(1, { id: null, amount: 1 }), ends: 'partial' },
  { stage: 'stage', name: 'a key that is empty', plant: () => put(1, { id: '', amount: 1 }), ends: 'partial' },
  { stage: 'stage', name: 'no row has its key', plant: () => putAll({ amount: 1 }), ends: 'failed' },
  { stage: 'stage', name: 'a key that is too long', plant: () => put(1, { id: 'x'.repeat(3000) }), ends: 'partial' },
  { stage: 'stage', name: 'a key with a zero character', plant: () => put(1, { id: 'a\0b' }), ends: 'partial' },
  {
    stage: 'stage',
    name: 'a row beyond the size of one',
    plant: () => put(1, { id: 1, note: 'x'.repeat(RECORD_BYTES + 1) }),
    ends: 'partial',
  },
  {
    stage: 'stage',
    name: 'one of two key fields is missing',
    config: { source: { key: ['id', 'amount'] } },
    plant: () => put(1, { id: 1 }),
    ends: 'partial',
  },
  {
    stage: 'stage',
    name: 'rows that the filter leaves out',
    config: { source: { filter: filter('amount', '10') } },
    plant: () => undefined,
    ends: 'succeeded',
    isNone: true,
  },
  {
    stage: 'stage',
    name: 'a damaged row among those that the filter leaves out',
    config: { source: { filter: filter('amount', '10') } },
    plant: () => put(2, null, failure('row.broken')),
    ends: 'partial',
  },
  {
    stage: 'map',
    name: 'an expression refuses a record',
    config: mapped('row.amount / (row.id - 1)'),
    plant: () => undefined,
    ends: 'partial',
  },
  {
    stage: 'map',
    name: 'an expression refuses all',
    config: mapped('row.amount / 0'),
    plant: () => undefined,
    ends: 'failed',
  },
  {
    stage: 'map',
    name: 'a script refuses a record',
    config: scripted('if (record.id === 2) ctx.refuse("no")'),
    plant: () => undefined,
    ends: 'partial',
  },
  {
    stage: 'map',
    name: 'a script breaks on all',
    config: scripted('record.none.such = 1'),
    plant: () => undefined,
    ends: 'failed',
  },
  {
    stage: 'stage',
    name: 'another row under a key',
    plant: () => put(2, { id: 1, amount: 99 }),
    ends: 'partial',
  },
  {
    stage: 'replace',
    name: 'another row under a key',
    config: replace,
    plant: () => put(2, { id: 1, amount: 99 }),
    ends: 'failed',
  },
  { stage: 'write', name: 'a record refused for good', plant: () => judge([1], refuse('no')), ends: 'partial' },
  {
    stage: 'write',
    name: 'a record refused for now',
    plant: () => judge([1], refuse('busy', 'later')),
    ends: 'partial',
  },
  { stage: 'write', name: 'all refused for good', plant: () => judge(all, refuse('no')), ends: 'failed' },
  { stage: 'write', name: 'all refused for now', plant: () => judge(all, refuse('busy', 'later')), ends: 'failed' },
  {
    stage: 'write',
    name: 'a record that waits for master data',
    plant: () => judge([1], refuse('target.masterData')),
    ends: 'partial',
  },
  {
    stage: 'write',
    name: 'a record that waits for stock',
    plant: () => judge([1], refuse('target.negativeStock')),
    ends: 'partial',
  },
  { stage: 'write', name: 'a record without an answer', plant: () => judge([1], lost), ends: 'partial' },
  { stage: 'write', name: 'no record has an answer', plant: () => judge(all, lost), ends: 'failed' },
  {
    stage: 'write',
    name: 'the target goes away',
    plant: () => (fixture.system.beforeWrite = () => fail('away')),
    ends: 'failed',
  },
  {
    stage: 'write',
    name: 'the answer to a batch is lost, where a repeat may double',
    plant: () => {
      fixture.system.guarantee = 'none'
      fixture.system.afterWrite = () => {
        throw new Error('cut')
      }
    },
    ends: 'failed',
  },
  {
    stage: 'write',
    name: 'the target does not open',
    plant: () => (fixture.system.openFailures = [new Failure(failure('away'))]),
    ends: 'failed',
  },
  {
    stage: 'write',
    name: 'a record that the target has nothing to do for',
    plant: () => judge([1], { kind: 'skipped', reason: 'Known there.' }),
    ends: 'succeeded',
    isNone: true,
  },
  { stage: 'replace', name: 'a row is rejected', config: replace, plant: () => put(1, { amount: 1 }), ends: 'failed' },
  {
    stage: 'replace',
    name: 'a record is refused',
    config: replace,
    plant: () => judge([1], refuse('no')),
    ends: 'failed',
  },
  { stage: 'replace', name: 'a record has no answer', config: replace, plant: () => judge([1], lost), ends: 'failed' },
  {
    stage: 'replace',
    name: 'as many are missing as may be',
    config: lacking(2),
    plant: () => {
      put(1, { amount: 1 })
      judge([2], refuse('no'))
    },
    ends: 'partial',
  },
  {
    stage: 'replace',
    name: 'one more is missing than may be',
    config: lacking(1),
    plant: () => {
      put(1, { amount: 1 })
      judge([2], refuse('no'))
    },
    ends: 'failed',
  },
  {
    stage: 'replace',
    name: 'all are missing, and all may be',
    config: lacking(9),
    plant: () => putAll({ amount: 1 }),
    ends: 'failed',
  },
  {
    stage: 'replace',
    name: 'the source is empty',
    config: replace,
    plant: () => fixture.system.setRows([]),
    ends: 'failed',
  },
  {
    stage: 'replace',
    name: 'rows vanish from the new set',
    config: replace,
    plant: () => (fixture.system.beforeSwap = () => void fixture.system.sets.forEach(set => void set.delete('1'))),
    ends: 'failed',
  },
  {
    stage: 'delete',
    name: 'a delete without its key',
    config: { source: { deletes: { policy: 'delete' } } },
    plant: () => (fixture.system.rows[0] = { data: { amount: 1 }, change: 'delete' }),
    ends: 'partial',
  },
  {
    stage: 'delete',
    name: 'a delete that the strategy leaves alone',
    plant: () => (fixture.system.rows[0] = { data: { id: 1 }, change: 'delete' }),
    ends: 'succeeded',
    isNone: true,
  },
  {
    stage: 'increment',
    name: 'a row without its key',
    config: increment,
    plant: () => put(1, { updated_at: '2026-01-02T00:00:00' }),
    ends: 'partial',
  },
  {
    stage: 'increment',
    name: 'no row has its key',
    config: increment,
    plant: () => putAll({ updated_at: '2026-01-02T00:00:00' }),
    ends: 'failed',
  },
]

/** What says nothing of its target is written both ways. */
const planted = losses.flatMap(loss =>
  loss.config?.target
    ? [{ ...loss, mode: 'replace' }]
    : ['upsert', 'insert'].map(mode => ({ ...loss, mode, config: { ...loss.config, target: { mode } } })),
)

it.each(planted)('$mode, $stage: $name is $ends', async ({ config, plant, ends, isNone }) => {
  const saved = await fixture.saveConfig(config)
  fixture.system.setRows(makeOrders(5))
  plant()
  const run = await fixture.run(engine)
  const { counts, failure, imbalance, state } = run
  expect([state, imbalance]).toEqual([ends, null])
  const ending =
    failure && failure.code !== 'run.nothingArrived' && failure.code !== 'replace.errors' ? 'broken' : 'read'
  const judged = judgeRun(counts, ending, saved.target)
  // Every surface says what the rule says.
  expect(state).toBe(judged.state)
  expect(await readSurfaces(run.id)).toEqual({
    notice: judged.notice,
    level: ends === 'succeeded' ? 'success' : 'error',
    missing: String(judged.missing),
    failures: ends === 'failed' ? 1 : 0,
  })
  if (isNone) expect(judged.missing).toBe(0)
  else expect(state).not.toBe('succeeded')
})

async function readSurfaces(runId: string): Promise<object> {
  const [row] = await fixture.query<object>(
    `select (select n.kind from notice n where n.kind like 'run.%' and n.settled_at is null) as notice,
            (select l.level from run_log l where l.run_id = r.id order by l.id desc limit 1) as level,
            missing_of(r.counts) as missing, p.failures
       from run r join strategy_pulse p on p.strategy_id = r.strategy_id where r.id = $1`,
    [runId],
  )
  return row ?? {}
}

it('names where each kind of loss that is not planted here is seen', () => {
  const lost = Object.entries(elsewhere).flatMap(([stage, kinds]) =>
    kinds.flatMap(([kind, file, title]) => {
      const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
      return text.includes(title) ? [] : [`${stage}: ${kind} (${file})`]
    }),
  )
  expect(lost).toEqual([])
  // The size that counts where nobody set one.
  expect(defaultLimits.recordBytes).toBe(32 * 2 ** 20)
  expect(losses.length + Object.values(elsewhere).flat().length).toBeGreaterThanOrEqual(80)
})
