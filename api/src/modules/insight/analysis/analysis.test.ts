import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type AnalysisRow, measures, type Part, spans } from './contract.ts'
import { findAnomalies } from './find-anomalies.ts'

let server: TestServer
let world: World
let one: { id: string; connectorId: string }
let two: { id: string; connectorId: string }
/** Asia/Shanghai: 2026-03-10 00:30. */
const NOW = Date.parse('2026-03-09T16:30:00Z')

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  one = await newStrategy(world)
  two = await newStrategy(world)
})
afterAll(() => server.drop())

const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
const tally = (id: string, at: string, sums: { written?: number; read?: number; errors?: number; rejected?: number }) =>
  execute(
    `insert into strategy_tally (strategy_id, at, written, read, errors, rejected, runs, run_ms) values ($1, $2, $3, $4, $5, $6, 1, 500)
     on conflict (tenant_id, strategy_id, at) do update set written = strategy_tally.written + excluded.written`,
    [id, at, sums.written ?? 0, sums.read ?? 0, sums.errors ?? 0, sums.rejected ?? 0],
  )
async function get(path: string, token = world.token) {
  const answer = await server.call('GET', `/api/dp/${path}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** Beyond the age that a reading may have. */
const later = () => server.advance(21_000)
/** Times relative to the server's clock. */
const before = (ms: number) => new Date(Math.floor((Date.now() - ms) / 900_000) * 900_000).toISOString()
const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a tenant without records has figures of nothing, and a share of nothing is none', async () => {
  for (const span of spans) {
    const { content } = await get(`analysis?span=${span}`)
    expect(content.now).toEqual({ read: 0, written: 0, rejected: 0, errors: 0, runs: 0, failed_runs: 0, success: null })
    expect(content.parts).toEqual({ strategies: [], connectors: [], platforms: [] })
    expect([content.silent, content.anomalies]).toEqual([0, []])
  }
})

test('a figure is the sum of the list it opens, for every span, measure and part', async () => {
  await tally(one.id, before(HOUR / 2), { read: 10, written: 7, errors: 3, rejected: 2 })
  for (let day = 1; day < 60; day += 1) {
    if (day > 6)
      await tally(two.id, before(day * DAY), { read: day, written: day % 9, errors: day % 3, rejected: day % 2 })
    await tally(one.id, before(day * DAY + HOUR), { read: 1, written: 1 })
  }
  later()
  for (const span of spans) {
    const { content } = await get(`analysis?span=${span}`)
    const list = async (filter: string): Promise<AnalysisRow[]> =>
      (await get(`analysis-strategies?span=${span}&pageSize=200&${filter}`)).content
    const sum = (rows: AnalysisRow[], key: 'read' | 'written' | 'rejected' | 'errors' | 'failed_runs') =>
      rows.reduce((all, row) => all + row[key], 0)
    for (const only of measures) {
      const rows = await list(`only=${only}`)
      if (only === 'silent') expect(rows).toHaveLength(content.silent)
      else expect(sum(rows, only), `${span} ${only}`).toBe(content.now[only])
    }
    for (const key of ['read', 'written', 'rejected', 'errors'] as const)
      expect(content.points.reduce((all: number, point: AnalysisRow) => all + point[key], 0)).toBe(content.now[key])
    for (const part of content.parts.connectors as Part[])
      expect(sum(await list(`only=written&target=${part.id}`), 'written')).toBe(part.value)
    for (const part of content.parts.platforms as Part[])
      expect(sum(await list(`only=written&platform=${part.id}`), 'written')).toBe(part.value)
  }
  const week = (await get('analysis?span=7d')).content
  expect([week.silent, week.top.silent[0].id]).toEqual([1, two.id])
  const csv = await server.call('GET', '/api/dp/analysis-export?span=30d', { token: world.token })
  expect(csv.body.trimEnd().split('\n')).toHaveLength(3)
})

test('a day begins at midnight of the zone, and clocks that are put forward lose no record', async () => {
  for (const zone of ['Asia/Shanghai', 'America/Sao_Paulo', 'Pacific/Chatham', 'America/New_York']) {
    await server.database.withSystem(tx =>
      tx.execute('update tenant set time_zone = $2 where id = $1', [server.a.tenantId, zone]),
    )
    later()
    for (const span of spans) {
      const { content } = await get(`analysis?span=${span}`)
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'medium' })
      expect(clock.format(Date.parse(content.from)), `${zone} ${span}`).toBe('00:00:00')
      const [row] = await server.database.withTenant(server.a.tenantId, tx =>
        tx.query<{ written: string }>(
          'select coalesce(sum(written), 0)::bigint as written from strategy_tally where at >= $1 and at < $2',
          [content.from, content.read_at],
        ),
      )
      expect(content.now.written, `${zone} ${span}`).toBe(Number(row?.written))
      expect(content.points.reduce((all: number, point: AnalysisRow) => all + point.written, 0)).toBe(
        content.now.written,
      )
    }
  }
})

test('what another tenant moved is in no figure of mine', async () => {
  const stranger = await openWorld(server, 'admin-b', server.b.tenantId)
  const { content } = await get('analysis?span=30d', stranger.token)
  expect([content.strategies, content.now.written]).toEqual([0, 0])
  expect((await get('analysis-strategies?span=30d', stranger.token)).total).toBe(0)
})

test('a day beyond the usual of its weekday is found with what coincided, and an odd week before hides nothing', async () => {
  const days = (of: (back: number) => number) =>
    Array.from(
      { length: 61 },
      (_, back) => `${new Date(NOW - back * DAY).toISOString().slice(0, 10)}:${of(back)}:0`,
    ).join()
  const history = (of: (back: number) => number) => [
    { strategy_id: 'a', yesterday: new Date(NOW).toISOString().slice(0, 10), days: days(of) },
  ]
  expect(
    findAnomalies(
      history(() => 1000),
      7,
      12,
    ),
  ).toEqual([])
  const dropped = findAnomalies(
    history(back => (back === 2 ? 0 : back === 9 ? 90_000 : 1000)),
    7,
    12,
  )
  expect(dropped).toMatchObject([{ day: '2026-03-07', measure: 'written', value: 0, usual: 1000 }])
  // Weekends are not held against workdays.
  expect(
    findAnomalies(
      history(back => (back % 7 < 2 ? 0 : 1000)),
      7,
      12,
    ),
  ).toEqual([])
  // Of two weeks nobody knows which is the usual one.
  const young = history(back => (back === 1 ? 0 : 1000)).map(row => ({
    ...row,
    days: row.days.split(',').slice(0, 20).join(),
  }))
  expect(findAnomalies(young, 7, 12)).toEqual([])
})

test('an odd day names the version saved on it and the connector that failed', async () => {
  await execute('delete from strategy_tally')
  for (let day = 1; day < 60; day += 1) await tally(one.id, before(day * DAY), { written: day === 2 ? 5000 : 100 })
  await execute(
    `insert into strategy_version (strategy_id, version, config, created_at)
    select strategy_id, 2, config, $2 from strategy_version where strategy_id = $1 and version = 1`,
    [one.id, before(2 * DAY)],
  )
  await execute(
    `insert into connector_account (connector_id, failing_since) values ($1, $2)
    on conflict (tenant_id, connector_id) do update set failing_since = excluded.failing_since`,
    [one.connectorId, before(5 * DAY)],
  )
  later()
  const { content } = await get('analysis?span=7d')
  expect(content.anomalies).toHaveLength(1)
  expect(content.anomalies[0]).toMatchObject({ strategy_id: one.id, value: 5000, usual: 100 })
  expect(
    content.anomalies[0].causes.map(({ kind, text }: { kind: string; text: string }) => [
      kind,
      kind === 'version' && text,
    ]),
  ).toEqual([
    ['outage', false],
    ['version', '2'],
  ])
})

test('a cursor that somebody moved and a connector that was changed that day are named before the version', async () => {
  await execute('delete from connector_account')
  await execute(
    `insert into cursor_change (strategy_id, kind, before, after, reason, changed_by, created_at) values ($1, 'reset', '5', null, 'again', $2, $3)`,
    [one.id, world.userId, before(2 * DAY)],
  )
  await execute(
    `insert into connector_version (connector_id, version, kind, name, env, params, remark, username, created_at)
     select id, 2, 'update', name, env, params, remark, 'wang', $2 from connector where id = $1`,
    [one.connectorId, before(2 * DAY)],
  )
  later()
  const { content } = await get('analysis?span=7d')
  expect(content.anomalies[0].causes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'cursor',
    'version',
    'changed',
  ])
})

test('a thousand strategies of sixty days are read once for all who look', async () => {
  const { connectorId } = one
  await execute(
    `insert into strategy (id, code, name, source_connector_id, target_connector_id)
     select gen_random_uuid(), 'many' || n, 'many ' || n, $1, $1 from generate_series(1, 1000) n`,
    [connectorId],
  )
  await execute(
    `insert into strategy_tally (strategy_id, at, read, written)
     select s.id, date_bin('15 minutes', $1::timestamptz - make_interval(hours => n * 4), 'epoch'), 5, 5
       from strategy s, generate_series(1, 360) n where s.code like 'many%'`,
    [before(0)],
  )
  await server.database.withSystem(tx => tx.execute('analyze strategy_tally'))
  later()
  const all = await Promise.all(Array.from({ length: 20 }, () => get('analysis?span=30d')))
  expect(new Set(all.map(({ content }) => content.read_at)).size).toBe(1)
  expect(all[0].content.parts.strategies).toHaveLength(11)
  expect((await get('analysis-strategies?span=30d&only=written&page=5')).total).toBeGreaterThanOrEqual(1000)
})
