import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newErrorGroup, newStrategy, startedStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type Board, type Strip, standings } from './board-contract.ts'

let server: TestServer
let world: World
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
})
afterAll(() => server.drop())

const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
async function get<T>(path: string, token = world.token): Promise<{ content: T; total: number }> {
  const answer = await server.call('GET', `/api/dp/${path}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const board = async (token?: string) => (await get<Board>('workplace-board', token)).content
const strips = (search: string, token?: string) => get<Strip[]>(`workplace-strategies?pageSize=100&${search}`, token)
const later = () => server.advance(11_000)
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const tally = (id: string, ms: number, sums: { written?: number; errors?: number; fresh?: number }) =>
  execute(
    `insert into strategy_tally (strategy_id, at, written, errors, fresh) values ($1, date_bin('15 minutes', $2, 'epoch'), $3, $4, $5)
     on conflict (tenant_id, strategy_id, at) do update set written = strategy_tally.written + excluded.written`,
    [id, ago(ms), sums.written ?? 0, sums.errors ?? 0, sums.fresh ?? 0],
  )
const pulse = (id: string, recordMs: number | null) =>
  execute(
    `insert into strategy_pulse (strategy_id, pulled_at, record_at, record_of)
     select $1, now(), $2, concat(config #>> '{source,connector_id}', ' ', config #>> '{source,increment,field}', ' ', config #>> '{source,resource}')
       from strategy_version where strategy_id = $1 and version = 1
     on conflict (tenant_id, strategy_id) do update set pulled_at = excluded.pulled_at, record_at = excluded.record_at,
       record_of = excluded.record_of`,
    [id, recordMs === null ? null : ago(recordMs)],
  )

test('of a tenant in which nothing is, nothing is said to be well', async () => {
  const { verdict, needs, day, steps, finance } = await board()
  expect(verdict).toMatchObject({ judged: 0, undated: 0, standings: { well: 0, failed: 0 } })
  expect([needs, day?.usual, Object.values(steps).filter(Boolean)]).toEqual([[], null, []])
  expect(finance).toMatchObject({ open: 0, overdue: 0, mine: 0, accounts: [] })
})

test('each figure of the sentence is as long as the list that it opens, whatever happened', {
  timeout: 120_000,
}, async () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 25; round += 1) {
    const { id, connectorId } = random(4) === 0 ? await newStrategy(world) : await startedStrategy(world)
    if (random(3) > 0) await pulse(id, [null, HOUR, 5 * DAY][random(3)]!)
    if (random(2) === 0) await tally(id, random(20) * HOUR, { written: random(50), errors: random(20), fresh: 1 })
    if (random(2) === 0) await tally(id, 7 * DAY + HOUR, { written: 100, fresh: 40 })
    if (random(5) === 0) await execute('update strategy set paused_at = now() where id = $1', [id])
    if (random(6) === 0)
      await execute(
        `insert into connector_account (connector_id, failing_since, reason, tries)
         values ($1, now(), '{"code":"http.401","message":"The far system refuses the token."}', 3)`,
        [connectorId],
      )
    if (round % 5 !== 4) continue
    later()
    const { verdict, needs } = await board()
    const all = await strips('')
    for (const only of standings) expect((await strips(`only=${only}`)).total, only).toBe(verdict?.standings[only])
    expect(standings.reduce((sum, only) => sum + (verdict?.standings[only] ?? 0), 0)).toBe(verdict?.judged)
    for (const only of ['undated', 'paused'] as const)
      expect((await strips(`only=${only}`)).total, only).toBe(verdict?.[only])
    expect(all.content.filter(({ standing }) => standing !== 'none')).toHaveLength(verdict?.judged ?? 0)
    // What failed or stalled is always among what needs somebody: by itself, by its system or by its causes.
    const systems = new Set(needs.filter(({ kind }) => kind === 'outage').map(({ id: of }) => of))
    for (const strip of all.content.filter(({ standing }) => standing === 'failed' || standing === 'stalled')) {
      const own = needs.some(({ strategy }) => strategy?.id === strip.id)
      expect(own || systems.size > 0, `${strip.name} ${strip.reason}`).toBe(true)
    }
    const harms = needs.map(({ harm }) => ['bad', 'warn', 'calm'].indexOf(harm))
    expect(harms).toEqual(harms.toSorted((a, b) => a - b))
  }
})

test('a system that refuses a token is one thing to do, however many strategies wait for it', async () => {
  const { needs } = await board()
  const outages = needs.filter(({ kind }) => kind === 'outage')
  expect(outages.length).toBeGreaterThan(0)
  for (const need of outages) {
    expect(need).toMatchObject({ cause: 'credential', text: expect.stringContaining('refuses the token') })
    expect(needs.filter(({ text }) => text?.includes(need.name))).toEqual([])
  }
})

test('records are late by their own dates, however lately they were read, and only where new ones used to come', async () => {
  const { id } = await startedStrategy(world)
  await pulse(id, 3 * DAY)
  await tally(id, 2 * HOUR, { written: 10, fresh: 10 })
  later()
  const find = async () => (await strips('')).content.find(strip => strip.id === id)
  expect(await find()).toMatchObject({ standing: 'well', late_from: null })
  for (const weeks of [1, 2, 3, 4]) await tally(id, weeks * 7 * DAY + 2 * HOUR, { fresh: 10, written: 10 })
  later()
  expect(await find()).toMatchObject({ standing: 'late' })
  expect((await board()).needs).toContainEqual(
    expect.objectContaining({ kind: 'strategy', id, harm: 'warn', text: null, since: expect.any(String) }),
  )
  await pulse(id, HOUR)
  later()
  expect(await find()).toMatchObject({ standing: 'well' })
})

test('causes name the version that was saved shortly before, and the hours of a strip are those of its tallies', async () => {
  const group = await newErrorGroup(server, world)
  const [row] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ strategy_id: string }>('select strategy_id from error_group where id = $1', [group.id]),
  )
  await execute(
    `insert into strategy_version (strategy_id, version, config, created_at)
     select strategy_id, 2, config, now() - interval '1 hour' from strategy_version where strategy_id = $1 and version = 1`,
    [row?.strategy_id],
  )
  await tally(row!.strategy_id, 30 * 60_000, { written: 3, errors: 9 })
  await tally(row!.strategy_id, 26 * HOUR, { written: 1000 })
  later()
  const { needs } = await board()
  expect(needs.find(({ id }) => id === group.id)).toMatchObject({
    kind: 'errors',
    count: 1,
    version: { version: 2 },
    strategy: { id: row?.strategy_id },
  })
  const strip = (await strips('')).content.find(({ id }) => id === row?.strategy_id)
  expect(strip?.hours.reduce((sum, hour) => sum + hour.written, 0)).toBe(3)
  expect(strip?.hours.reduce((sum, hour) => sum + hour.errors, 0)).toBe(9)
})

test('an application near its quota and an ended grant are there, each once', async () => {
  const { connectorId } = await newStrategy(world)
  await execute(
    `insert into connector_grant (connector_id, env, tokens, issuer, granted_by, failure) values ($1, 'production', 'v1.x', 'i', 'w', 'invalid_grant')`,
    [connectorId],
  )
  await execute(
    `insert into gateway_application (id, name, app_key, quota_per_day, rate_per_minute, burst) values (gen_random_uuid(), 'near', 'abcdefghijkl', 100, 60, 60)`,
  )
  await execute(
    `insert into gateway_usage (application_id, day, calls)
     select a.id, (now() at time zone t.time_zone)::date, 85 from gateway_application a, tenant t where t.id = a.tenant_id and a.name = 'near'`,
  )
  const { needs } = await board()
  expect(needs.filter(({ kind }) => kind === 'gateway')).toMatchObject([
    { name: 'near', harm: 'warn', quota: { used: '85', limit: '100', of: 'day' } },
  ])
  expect(needs.filter(({ kind }) => kind === 'credential')).toMatchObject([{ id: connectorId, harm: 'bad' }])
})

test('nobody sees what is another tenant’s', async () => {
  const stranger = await openWorld(server, 'admin-b', server.b.tenantId)
  const theirs = await board(stranger.token)
  expect([theirs.verdict?.judged, theirs.needs]).toEqual([0, []])
  expect((await strips('', stranger.token)).total).toBe(0)
})

test('a role of some groups is told of its own strategies alone, and of nothing that is the whole tenant’s', async () => {
  const { id } = await startedStrategy(world)
  await execute(`update strategy set group_name = 'elsewhere' where id = $1`, [id])
  await execute(
    `insert into role (id, name, permissions, groups) values ('00000000-0000-7000-8000-000000000001', 'e', '{*}', '{elsewhere}')`,
  )
  await execute(`insert into app_user (id, username, nickname, password_hash, role_id)
    select gen_random_uuid(), 'colleague', '', password_hash, '00000000-0000-7000-8000-000000000001' from app_user where username = 'admin-a'`)
  const token = await server.signIn('colleague', PASSWORD)
  const { verdict, needs, upcoming } = await board(token)
  expect(verdict?.judged).toBe(1)
  expect((await strips('', token)).content.map(strip => strip.id)).toEqual([id])
  expect(needs.flatMap(({ strategy }) => (strategy && strategy.id !== id ? [strategy.name] : []))).toEqual([])
  expect(needs.filter(({ kind }) => kind === 'gateway')).toEqual([])
  expect(upcoming.every(run => run.strategy_id === id)).toBe(true)
})
