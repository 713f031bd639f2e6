import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newRun, newStrategy } from '../../../testing/objects.ts'
import { unique, type World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { connectorFilters, liveStates, type MonitorObjective, objectiveFilters } from './contract.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
})
afterAll(() => server.drop())

const goal = { days: 28, success_percent: 99, fresh_field: null, fresh_minutes: null, fresh_percent: null }
const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
const tally = (id: string, minutes: number, written: number, errors: number) =>
  execute(
    `insert into strategy_tally (strategy_id, at, written, errors)
     values ($1, date_bin('15 minutes', now() - make_interval(mins => $2), 'epoch'), $3, $4)
     on conflict (tenant_id, strategy_id, at) do update set written = strategy_tally.written + excluded.written,
       errors = strategy_tally.errors + excluded.errors`,
    [id, minutes, written, errors],
  )
async function get(path: string, token = world.token) {
  const answer = await server.call('GET', `/api/dp/${path}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const save = (id: string, body: object, token = world.token) =>
  server.call('PUT', `/api/dp/monitor-objectives/${id}`, { token, body: { ...goal, version: 0, ...body } })
/** Beyond the age that a reading may have. */
const later = () => server.advance(5000)

test('a tenant without anything has figures of nothing, and is held to nothing', async () => {
  const { content } = await get('monitor')
  expect(content).toMatchObject({
    running: 0,
    queued: 0,
    stopping: 0,
    waits_since: null,
    looked_at: null,
    followers: [],
  })
  expect(content.objectives).toEqual({ set: 0, none: 0, stale: 0, burning: 0, spent: 0, unmeasured: 0 })
  expect(content.pools).toHaveLength(1)
})

describe('an objective', () => {
  test('is set where one reads it, at once, and by whoever read it last', async () => {
    const { id } = await newStrategy(world)
    later()
    const row = async (): Promise<MonitorObjective> =>
      (await get('monitor-objectives?pageSize=200')).content.find((each: MonitorObjective) => each.id === id)
    expect((await row()).goal).toBeNull()
    expect((await save(id, {})).json().content.goal).toEqual({ ...goal, version: 1 })
    expect((await row()).goal).toEqual({ ...goal, version: 1 })
    expect((await save(id, {})).statusCode).toBe(409)
    expect((await save(id, { success_percent: 95, version: 1 })).json().content.goal.version).toBe(2)
    const gone = await server.call('DELETE', `/api/dp/monitor-objectives/${id}`, { token: world.token })
    expect(gone.statusCode).toBe(200)
    expect((await row()).goal).toBeNull()
    const again = await server.call('DELETE', `/api/dp/monitor-objectives/${id}`, { token: world.token })
    expect(again.statusCode).toBe(404)
  })

  test('that says nothing, or half of something, is told where it is wrong', async () => {
    const { id } = await newStrategy(world)
    const told = async (body: object) => {
      const answer = await save(id, body)
      return [answer.statusCode, answer.json().content?.issues?.[0]?.path ?? answer.body.match(/"field":"(\w+)"/)?.[1]]
    }
    expect((await told({ success_percent: null }))[0]).toBe(422)
    expect((await told({ fresh_minutes: 60 }))[0]).toBe(422)
    expect((await told({ success_percent: 100 }))[0]).toBe(422)
    expect((await told({ days: 30 }))[0]).toBe(422)
    expect((await told({ fresh_field: '  ', fresh_minutes: 60, fresh_percent: 99 }))[0]).toBe(422)
    expect((await save('00000000-0000-7000-8000-000000000000', {})).statusCode).toBe(404)
  })
})

test('a figure is the length of the list it opens, for whatever there is', async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let at = 0; at < 40; at += 1) {
    const { strategyId: id } = await newRun(world)
    await execute(`update run set state = $2, started_at = now() where strategy_id = $1`, [id, liveStates[random(3)]])
    await execute(`update strategy set status = $2 where id = $1`, [id, random(4) === 0 ? 'stopped' : 'running'])
    if (random(4) > 0)
      await execute(
        `insert into strategy_objective (strategy_id, days, success_percent, fresh_field, fresh_minutes, fresh_percent, newest_at)
         values ($1, $2, $3, 'day', 60, 95, now() - make_interval(mins => $4))`,
        [id, random(2) === 0 ? 7 : 28, random(2) === 0 ? null : 90 + random(10), random(120)],
      )
    for (let quarter = 0; quarter < 6; quarter += 1)
      if (random(3) > 0) await tally(id, quarter * 15, random(50), random(4) === 0 ? random(50) : 0)
  }
  await execute(`update connector set rate_per_second = 1`)
  await execute(
    `insert into connector_call (connector_id, minute, calls, failures, latency)
     select id, date_trunc('minute', now()), (row_number() over (order by id) % 3) * 450, 1, array[1, 2, 3] from connector`,
  )
  await execute(
    `insert into connector_account (connector_id, paused_until, failing_since)
     select id, case when row_number() over (order by id) % 3 = 0 then now() + interval '1 hour' end,
            case when row_number() over (order by id) % 5 = 0 then now() end from connector
     on conflict (tenant_id, connector_id) do update set paused_until = excluded.paused_until, failing_since = excluded.failing_since`,
  )
  later()
  const { content } = await get('monitor')
  const counts: Record<string, number> = {}
  for (const state of liveStates) {
    counts[state] = content[state]
    const list = await get(`monitor-runs?pageSize=200&state=${state}`)
    expect([list.total, list.content.length], state).toEqual([content[state], content[state]])
  }
  for (const only of objectiveFilters) {
    counts[only] = content.objectives[only]
    const list = await get(`monitor-objectives?pageSize=200&only=${only}`)
    expect(list.total, only).toBe(content.objectives[only])
  }
  for (const only of connectorFilters) {
    counts[only] = content.connectors[only]
    expect((await get(`monitor-connectors?pageSize=200&only=${only}`)).total, only).toBe(content.connectors[only])
  }
  // Nothing is proved by lists that are empty.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
  const words = ['', 'orders-1', '%', '_', 'ORDERS', '9']
  for (let times = 0; times < 100; times += 1) {
    const only = objectiveFilters[random(objectiveFilters.length)]
    const filter = `only=${only}&keyword=${encodeURIComponent(words[random(words.length)] ?? '')}&sort=${random(2) === 0 ? 'left' : '-burn'}`
    const { total } = await get(`monitor-objectives?${filter}`)
    const pages: MonitorObjective[] = []
    for (let page = 1; pages.length < total; page += 1)
      pages.push(...(await get(`monitor-objectives?${filter}&page=${page}&pageSize=7`)).content)
    expect(new Set(pages.map(({ id }) => id)).size, filter).toBe(total)
    const csv = await server.call('GET', `/api/dp/monitor-export?${filter}`, { token: world.token })
    expect(csv.body.trimEnd().split('\r\n'), filter).toHaveLength(total + 1)
  }
})

test('who waits says for what, and in which order', async () => {
  const { content } = await get('monitor-runs?state=queued&pageSize=200&sort=-behind')
  expect(content[0].waits).toEqual(expect.any(String))
  expect(content.map((run: { behind: number }) => run.behind)).toEqual(
    content.map((_: unknown, at: number) => content.length - 1 - at),
  )
})

test('many who look share one reading, and the next comes when it is due', async () => {
  later()
  const first = await Promise.all(Array.from({ length: 20 }, () => get('monitor')))
  const times = new Set(first.map(({ content }) => content.read_at))
  expect(times.size).toBe(1)
  later()
  expect(times.has((await get('monitor')).content.read_at)).toBe(false)
})

test('a colleague of other groups sees and sets nothing of mine', async () => {
  const { id } = await newStrategy(world)
  await save(id, {})
  await execute(
    `insert into role (id, name, permissions, groups) values ('00000000-0000-7000-8000-000000000009', 'elsewhere', '{*}', '{elsewhere}')`,
  )
  await execute(`insert into app_user (id, username, nickname, password_hash, role_id)
    select gen_random_uuid(), 'colleague', '', password_hash, '00000000-0000-7000-8000-000000000009' from app_user where username = 'admin-a'`)
  const colleague = await server.signIn('colleague', PASSWORD)
  const { content } = await get('monitor', colleague)
  expect([content.running, content.queued, content.stopping]).toEqual([0, 0, 0])
  expect(Object.values(content.objectives)).toEqual([0, 0, 0, 0, 0, 0])
  expect((await get('monitor-objectives', colleague)).content).toEqual([])
  expect((await save(id, { version: 1, success_percent: 60 }, colleague)).statusCode).toBe(404)
  const stranger = await openWorld(server, 'admin-b', server.b.tenantId)
  expect((await get('monitor-objectives', stranger.token)).content).toEqual([])
  expect((await save(id, { version: 1 }, stranger.token)).statusCode).toBe(404)
})

test('a name that is a formula or markup is data in the file', async () => {
  const { id } = await newStrategy(world)
  const name = `${unique('=cmd|')}<script>`
  await execute('update strategy set name = $2 where id = $1', [id, name])
  later()
  const csv = await server.call('GET', '/api/dp/monitor-export?keyword=cmd', { token: world.token })
  expect(csv.body).toContain(`'${name}`)
})
