import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure, newId } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeConnector, FakeStream, FakeSystem } from '../testing/fake-connector.ts'
import { createFixture, type Fixture, makeOrders, WITH_SCHEDULE } from '../testing/fixture.ts'
import type { FaultPoint } from './fault-points.ts'
import { blameRun } from './run-scope.ts'

let place: TestDatabase
let fixture: Fixture
let stream: FakeStream
const neighbour = new FakeSystem()
const unheard: unknown[] = []
const listen = (error: unknown): void => void unheard.push(error)
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
  process.on('unhandledRejection', listen)
})
afterAll(async () => {
  process.off('unhandledRejection', listen)
  await place.drop()
})
beforeEach(async () => {
  fixture = await createFixture(place.database)
  stream = new FakeStream()
  fixture.system.stream = stream
  neighbour.stream = new FakeStream()
  neighbour.table.clear()
  unheard.length = 0
})
afterEach(async () => {
  await fixture.query(`update strategy set status = 'stopped'`)
  await fixture.stop()
  await fixture.query(`update run set state = 'failed', finished_at = now() where finished_at is null`)
})

const FAST = { followTickMs: 20, followLagMs: 20, followPauseMs: 50 }

const push = (to: FakeStream, count: number, from: number): void =>
  to.push(...makeOrders(count, from).map(data => ({ data })))

/** Another strategy of the same process, between systems of its own. */
async function addNeighbour(): Promise<void> {
  const [connectorId, strategyId] = [newId(), newId()]
  await fixture.query(
    `insert into connector (id, platform_id, name, params, status) values ($1, 'other', 'other', '{"host":"h"}', 'ok')`,
    [connectorId],
  )
  await fixture.query(
    `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, 'n', 'n', 'running', $2, $2)`,
    [strategyId, connectorId],
  )
  await fixture.query(
    `insert into strategy_version (strategy_id, version, config)
     select $1, 1, replace(config::text, $2, $3)::jsonb from strategy_version where strategy_id = $4`,
    [strategyId, fixture.connectorId, connectorId, fixture.strategyId],
  )
}

/** Both strategies follow; at the point's second meeting in the first one, `strike` happens. */
async function followBoth(point: FaultPoint, strike: () => void | Promise<void>): Promise<{ struck(): boolean }> {
  await fixture.saveConfig({ source: { follow: true } })
  await addNeighbour()
  const other = createFakeConnector(neighbour)
  let met = 0
  let isArmed = false
  fixture
    .createEngine(
      {
        roles: WITH_SCHEDULE,
        connectors: [createFakeConnector(fixture.system), { ...other, manifest: { ...other.manifest, id: 'other' } }],
        faultpoint: async name => {
          if (name !== point || !isArmed || ++met !== 1) return
          await strike()
        },
      },
      FAST,
    )
    .start()
  push(stream, 3, 1)
  push(neighbour.stream!, 3, 1) // set before each
  await expect.poll(() => [fixture.system.table.size, neighbour.table.size], { timeout: 20_000 }).toEqual([3, 3])
  isArmed = true
  return { struck: () => met > 0 }
}

const listRuns = (): Promise<{ state: string; failure: { code: string } | null }[]> =>
  fixture.query('select state, failure from run where strategy_id = $1 order by created_at', [fixture.strategyId])

const points = [
  'page.read',
  'page.landing',
  'page.sorted',
  'page.inserted',
  'page.landed',
  'page.handedOn',
  'page.mapping',
  'page.mapped',
  'batch.sending',
  'batch.written',
  'page.judged',
  'records.settling',
  'page.settled',
] satisfies FaultPoint[]

const errors: readonly [what: string, error: () => unknown, code: string | null][] = [
  [
    'is deleted',
    () => new Failure({ code: 'resource.missing', message: 'There is no queue orders.' }),
    'resource.missing',
  ],
  ['has lost its place', () => new Failure({ code: 'follow.lost', message: 'The log is gone.' }), 'follow.lost'],
  ['is cut off', () => new Failure({ code: 'connector.broken', message: 'Cut off.', retry: 'later' }), null],
  ['breaks in a way its connector does not know', () => new TypeError('x is not a function'), 'source.broken'],
]

describe('a followed source that breaks while a page is under way', () => {
  for (const point of points)
    for (const [what, makeError, code] of errors)
      it(`at ${point} because it ${what}: its own run says so, the process and the strategy beside it go on`, async () => {
        const { struck } = await followBoth(point, async () => {
          stream.break(makeError())
          // The rejection has its turn, and whoever looks for unheard ones has theirs.
          for (let turn = 0; turn < 3; turn += 1) await nextTurn()
        })
        push(stream, 20, 4)
        await expect.poll(() => (struck() ? fixture.system.table.size : 0), { timeout: 20_000 }).toBeGreaterThan(3)
        if (code === null) await expect.poll(() => fixture.system.table.size, { timeout: 20_000 }).toBe(23)
        else
          await expect
            .poll(async () => (await listRuns())[0], { timeout: 20_000 })
            .toMatchObject({ state: 'failed', failure: { code } })
        push(neighbour.stream!, 7, 4) // set before each
        await expect.poll(() => neighbour.table.size, { timeout: 20_000 }).toBe(10)
        expect(unheard).toEqual([])
      })
})

describe('an error that nothing had caught', () => {
  for (const [what, throwIt] of [
    ['a rejection', () => void Promise.reject(new TypeError('x is not a function'))],
    [
      'an exception of a timer',
      () =>
        void setImmediate(() => {
          throw new TypeError('x is not a function')
        }),
    ],
  ] as const)
    it(`ends the run in whose name ${what} came up, as failed and told, and no other`, async () => {
      const blamed: unknown[] = []
      const guard = (error: unknown): void => void blamed.push(blameRun(error))
      // The test runner's own listeners would call it a failure of the test.
      const events = ['unhandledRejection', 'uncaughtException'] as const
      const others = events.map(event => process.listeners(event as 'uncaughtException'))
      for (const event of events) process.removeAllListeners(event).on(event, guard)
      try {
        const { struck } = await followBoth('page.landed', throwIt)
        push(stream, 5, 4)
        await expect
          .poll(async () => (await listRuns())[0], { timeout: 20_000 })
          .toMatchObject({ state: 'failed', failure: { code: 'run.uncaught' } })
        expect(struck()).toBe(true)
        expect(blamed).toEqual([expect.objectContaining({ strategyId: fixture.strategyId })])
        await expect.poll(() => fixture.system.table.size, { timeout: 20_000 }).toBe(8)
        push(neighbour.stream!, 7, 4) // set before each
        await expect.poll(() => neighbour.table.size, { timeout: 20_000 }).toBe(10)
        const notices = await fixture.query(
          `select object_id from notice where kind = 'run.failed' and cause = 'run.uncaught'`,
        )
        expect(notices).toEqual([{ object_id: fixture.strategyId }])
      } finally {
        events.forEach((event, index) => {
          process.removeAllListeners(event)
          for (const other of others[index] ?? []) process.on(event, other)
        })
      }
    })

  it('belongs to nobody outside of a run', () => {
    expect(blameRun(new Error('x'))).toBeNull()
  })
})
