import { errorDataStates, type RecordState, recordStandings, recordStates, sumStanding } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { StrategyDay } from './contract.ts'
import { COUNT_CHANGED } from './store.ts'

let server: TestServer
let token: string
const ids: string[] = []
const runId = crypto.randomUUID()
const HOUR_MS = 3_600_000
const nowMs = Date.now()

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const world: World = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await call('POST', path, body)).json().content,
  }
  for (let n = 0; n < 3; n += 1) ids.push((await newStrategy(world)).id)
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into run (id, strategy_id, version, trigger, state, created_at) values ($1, $2, 1, 'manual', 'partial', now() - interval '5 hours')`,
      [runId, ids[0]],
    )
    // 900 records of every state, changed over the last three days, in an order of their own.
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number,
         error_code, error_message, updated_at)
       select ($1::uuid[])[1 + n % 3], 'K' || n, n, 1, now(), n, (n / 3 * 7) % 12, 1, '\\x00', $2, 'N' || n % 97,
              case when n % 4 = 0 then 'target.refused' when n % 9 = 0 then 'map.type' end,
              case when n % 4 = 0 then 'No stock of A' || n end,
              $3::timestamptz - make_interval(secs => (n * 7919) % 259200)
         from generate_series(1, 900) n`,
      [ids, runId, new Date(nowMs)],
    )
    // As the engine keeps them: a counter for each state, and the group of each record in error.
    await tx.execute(
      `insert into record_count (strategy_id, status, count)
       select strategy_id, status, count(*) from record_state group by strategy_id, status`,
    )
    await tx.execute(
      `insert into error_group (id, strategy_id, category, code, pattern, sample)
       select s.id, s.id, 'business', 'target.refused', 'refused', 'refused' from unnest($1::uuid[]) s(id)`,
      [ids],
    )
    await tx.execute(
      'update record_state set error_group = strategy_id, error_code = coalesce(error_code, $2) where status = any($1::smallint[])',
      [errorDataStates, 'target.busy'],
    )
    await tx.execute('insert into strategy_pulse (strategy_id, rejected) select unnest($1::uuid[]), 2', [ids])
  })
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const contentOf = async (path: string, body: object) => (await call('POST', path, body)).json().content
const at = (hoursAgo: number): string => new Date(nowMs - hoursAgo * HOUR_MS).toISOString()

/** Every row of the list, page after page. */
async function walk(id: string, filter: object): Promise<number> {
  let [rows, cursor]: [number, string | null] = [0, null]
  do {
    const page: { rows: object[]; next: string | null } = await contentOf(
      `/api/dh/lessee/strategy-data/${id}/searchv2`,
      { ...filter, pageSize: 120, ...(cursor === null ? {} : { cursor }) },
    )
    rows += page.rows.length
    cursor = page.next
  } while (cursor !== null)
  return rows
}

/** The same filters in each run of the test. */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

function throwFilter(dice: (sides: number) => number): Record<string, unknown> {
  const filter: Record<string, unknown> = {}
  if (dice(2) === 0) filter['status'] = recordStates.filter(() => dice(3) === 0)
  if (dice(3) === 0) filter['from'] = at(dice(80))
  if (dice(4) === 0) filter['to'] = at(dice(40))
  if (dice(4) === 0) filter['keyword'] = ['1', 'K2', 'stock', 'N9', '%'][dice(5)]
  if (dice(5) === 0) filter['error_code'] = ['target.refused', 'map.type', 'none'][dice(3)]
  if (dice(6) === 0) filter['keys'] = Array.from({ length: 1 + dice(6) }, () => `${'KN'[dice(2)]}${dice(900)}`)
  if (dice(6) === 0) filter['run_id'] = runId
  return filter
}

test('the count of 200 filters is the length of the list each of them opens', async () => {
  const dice = createDice(7)
  const wrong: object[] = []
  let found = 0
  for (let n = 0; n < 200; n += 1) {
    const [id, filter] = [ids[dice(3)] ?? '', throwFilter(dice)]
    const { count, is_more } = await contentOf(`/api/dh/lessee/strategy-data/${id}/count`, filter)
    const length = await walk(id, filter)
    found += length
    if (count !== length || is_more) wrong.push({ filter, count, length })
  }
  expect(wrong).toEqual([])
  expect(found).toBeGreaterThan(1000)
})

test('the figures of a day are the lists they open, state by state', async () => {
  for (const hours of [1, 7, 24, 60]) {
    const from = at(hours)
    const days: StrategyDay[] = await contentOf('/api/dh/lessee/strategy-day', { ids, from })
    expect(days.map(({ id }) => id).sort()).toEqual([...ids].sort())
    for (const { id, counts, is_more } of days) {
      expect(is_more).toBe(false)
      const lists = await Promise.all(recordStates.map(status => walk(id, { status: [status], from })))
      const figures = recordStates.map(status => counts.find(each => each.status === status)?.count ?? 0)
      expect(figures).toEqual(lists)
    }
  }
})

test('what stands on the screens is the length of the list it opens, and the parts of error data are all of it', async () => {
  const lengthOf = async (states: readonly RecordState[]): Promise<number[]> =>
    Promise.all(ids.map(id => walk(id, { status: states })))
  const sum = (lengths: readonly number[]): number => lengths.reduce((all, length) => all + length, 0)
  const errors = await lengthOf(errorDataStates)
  const retrying = await lengthOf(recordStandings.retrying)
  const unknown = await lengthOf(recordStandings.unknown)
  const waiting = await lengthOf(recordStandings.waiting)
  expect(Math.min(...errors, ...retrying, ...unknown, ...waiting)).toBeGreaterThan(0)
  const list = await contentOf('/api/dh/lessee/strategy/searchv2', { hasErrors: true })
  const rows = ids.map(id => list.find((row: { id: string }) => row.id === id))
  expect(rows.map(row => [row.waiting, row.errors, row.retrying, row.unknown])).toEqual(
    ids.map((_id, n) => [waiting[n], errors[n], retrying[n], unknown[n]]),
  )
  const workplace = (await call('GET', '/api/dp/workplace')).json().content
  expect(workplace).toMatchObject({ errors: sum(errors), retrying: sum(retrying), unknown: sum(unknown) })
  expect(workplace.rejected).toBe(sum(rows.map(row => row.rejected)))
  expect(workplace.rejected).toBe(2 * ids.length)
  const { categories } = await contentOf('/api/dh/lessee/error-group/summary', { range: '24h' })
  expect(categories).toEqual([{ category: 'business', groups: ids.length, records: sum(errors) }])
  for (const [n, id] of ids.entries()) {
    const { records } = (await call('GET', `/api/dh/lessee/strategy/${id}/counters`)).json().content
    for (const states of Object.values(recordStandings))
      expect(sumStanding(records, states)).toBe(await walk(id, { status: states }))
    const group = (await call('GET', `/api/dh/lessee/error-group/${id}`)).json().content
    expect(group.open_count).toBe(errors[n])
  }
})

test('every state has one standing', () => {
  expect(
    Object.values(recordStandings)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(recordStates.toSorted((a, b) => a - b))
})

test('the hours are the last 24, and hold what the books of runs moved in each', async () => {
  const books = (read: number, written: number, failed: number, dead: number, unknown: number) =>
    JSON.stringify({ read, written, failed, dead, unknown })
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute('update run set counts = $2 where id = $1', [runId, books(10, 6, 1, 2, 0)])
    await tx.execute('update run set counts = $2 where id = $1', [runId, books(25, 20, 0, 3, 1)])
    // Nothing moves: no hour is touched.
    await tx.execute('update run set counts = counts where id = $1', [runId])
  })
  const [day]: StrategyDay[] = await contentOf('/api/dh/lessee/strategy-day', { ids: [ids[0]], from: at(1) })
  expect(day?.hours).toHaveLength(24)
  expect(day?.hours.map(({ hour }) => hour)).toEqual([...(day?.hours ?? [])].map(({ hour }) => hour).sort())
  expect(day?.hours.at(-1)).toMatchObject({ read: 25, written: 20, failed: 3, unknown: 1 })
  expect(day?.hours.slice(0, -1).every(({ read, written }) => read + written === 0)).toBe(true)
})

test('a day is counted by the index by time and ends after ten thousand', async () => {
  const plan = await server.database.withTenant(server.a.tenantId, async tx => {
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${COUNT_CHANGED}`, [ids, at(24)])
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('record_state_time')
  expect(plan).not.toContain('Seq Scan on record_state')
})

test('counters tell why nothing is read any more until something is read again, whatever is replayed meanwhile', async () => {
  const post: World['post'] = async (path, body) => (await call('POST', path, body)).json().content
  const { id } = await newStrategy({ token, tenantId: server.a.tenantId, userId: '', post })
  const gone = { code: 'resource.missing', message: 'There is no queue orders.', retry: 'never' }
  const lost = { ...gone, code: 'run.nothingArrived', message: 'None of 20 records arrived.' }
  const ran = async (minute: number, trigger: string, state: string, failure: object | null = null) => {
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(
        `insert into run (id, strategy_id, version, trigger, state, failure, created_at)
         values ($1, $2, 1, $3, $4, $5, now() - interval '1 hour' + make_interval(mins => $6))`,
        [crypto.randomUUID(), id, trigger, state, failure && JSON.stringify(failure), minute],
      ),
    )
    return (await call('GET', `/api/dh/lessee/strategy/${id}/counters`)).json().content.broken
  }
  expect(await ran(1, 'schedule', 'failed', gone)).toBe(gone.message)
  expect(await ran(2, 'retry', 'succeeded')).toBe(gone.message)
  expect(await ran(3, 'manual', 'succeeded')).toBe(null)
  // These are records in error, which have figures of their own.
  expect(await ran(4, 'schedule', 'failed', lost)).toBe(null)
  expect(await ran(5, 'schedule', 'failed', gone)).toBe(gone.message)
  expect(await ran(6, 'schedule', 'running')).toBe(null)
})
