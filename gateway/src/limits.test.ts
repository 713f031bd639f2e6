import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type TestApp, type TestWorld } from './testing/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld(2)
})
afterAll(() => world.close())

const read = (app: TestApp, at = 0) =>
  world.call(world.pathOf(app, 'query'), { token: app.token, body: { pageSize: 1 }, at })

interface Logged {
  readonly failure: string
  readonly times: number
  readonly status: number
}

const refusedOf = (app: TestApp) =>
  world.query<Logged>(
    'select failure, sum(times)::int as times, status from gateway_call where application_id = $1 and status <> 200 group by 1, 3',
    [app.id],
  )

/** Both processes know it. */
async function settle(app: TestApp): Promise<void> {
  await expect.poll(async () => (await world.call('/v2/limits', { token: app.token, at: 1 })).status).toBe(200)
}

test('two processes let in what one budget holds, within two of a hundred', async () => {
  const [rate, burst] = [600, 20]
  const app = await world.makeApp({ rate, burst })
  await settle(app)
  const startedMs = performance.now()
  let [accepted, refused] = [0, 0]
  // Ten lines of calls without a pause: far more than the budget.
  const line = async (at: number) => {
    while (performance.now() - startedMs < 4000) {
      const { status } = await read(app, at)
      if (status === 200) accepted++
      else refused++
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, at) => line(at)))
  const seconds = (performance.now() - startedMs) / 1000
  const wanted = burst + (rate / 60) * seconds
  expect(refused).toBeGreaterThan(accepted / 2)
  expect(accepted).toBeLessThanOrEqual(wanted * 1.02)
  // A token that has half grown is not there yet, and each process asks again only when it thinks the next one is.
  expect(accepted).toBeGreaterThanOrEqual(wanted * 0.98 - 2)
  const [usage] = await world.query<{ calls: string }>('select calls from gateway_usage where application_id = $1', [
    app.id,
  ])
  // The sign-in is one more.
  expect(Number(usage?.calls)).toBe(accepted + 1)
  await expect.poll(() => refusedOf(app)).toEqual([{ failure: 'rate', times: refused, status: 429 }])
})

test('a quota ends with the day or the month, says when it is whole again, and what is refused uses none of it', async () => {
  const app = await world.makeApp({ perDay: 3, perMonth: 100 })
  const answers = [await read(app), await read(app), await read(app), await read(app, 1)]
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 429, 429])
  expect(answers[1]?.headers.get('ratelimit-policy')).toMatch(
    /^"rate";q=10000;w=10, "day";q=3;w=86400, "month";q=100;w=2678400$/,
  )
  expect(answers[1]?.headers.get('ratelimit')).toMatch(/^"rate";r=99\d\d;t=\d+, "day";r=0;t=\d+, "month";r=97;t=\d+$/)
  const wait = Number(answers[2]?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect(answers[2]?.headers.get('ratelimit')).toContain('"day";r=0')
  const { json } = await world.call('/v2/limits', { token: app.token })
  expect(json.content).toMatchObject({
    day: { quota: 3, used: 3, left: 0 },
    month: { quota: 100, used: 3, left: 97 },
    concurrency: { most: null, under_way: 0 },
  })
  const monthly = await world.makeApp({ perDay: 10, perMonth: 2 })
  expect([(await read(monthly)).status, (await read(monthly)).json.code]).toEqual([200, 42901])
  await expect.poll(() => refusedOf(monthly)).toEqual([{ failure: 'month', times: 1, status: 429 }])
})

test('a plan counts for all that take it, its own limits go before it, and a raised one acts at once', async () => {
  const planId = newId()
  await world.query("insert into gateway_plan (id, name, rate_per_minute, burst) values ($1::uuid, 'basic', 1, 2)", [
    planId,
  ])
  const [first, second] = [await world.makeApp({ planId }), await world.makeApp({ planId, burst: 5 })]
  expect([(await read(first)).status, (await read(first)).status]).toEqual([200, 429])
  expect((await world.call('/v2/limits', { token: first.token })).json.content).toMatchObject({
    plan: 'basic',
    rate: { per_minute: 1, burst: 2, left: 0 },
  })
  for (let n = 0; n < 4; n++) expect((await read(second)).status).toBe(200)
  expect((await read(second)).status).toBe(429)
  await world.query('update gateway_plan set rate_per_minute = 60000, burst = 1000 where id = $1', [planId])
  await world.tellChange()
  await expect.poll(async () => (await read(first)).status, { timeout: 1000 }).toBe(200)
})

test('no more calls are under way than the limit allows, over both processes; a lost one frees its place', async () => {
  const app = await world.makeApp({ concurrency: 2 })
  await settle(app)
  const take = (seconds: number) =>
    world.query(
      'insert into gateway_slot (application_id, call_id, ends_at) values ($1, $2, clock_timestamp() + make_interval(secs => $3))',
      [app.id, newId(), seconds],
    )
  await take(60)
  expect((await read(app)).status).toBe(200)
  await take(60)
  const refused = [await read(app), await read(app, 1)]
  expect(refused.map(({ status, json }) => [status, json.code])).toEqual([
    [429, 42901],
    [429, 42901],
  ])
  expect((await world.call('/v2/limits', { token: app.token })).json.content.concurrency).toEqual({
    most: 2,
    under_way: 2,
  })
  // As those of a process that was killed.
  await world.query(
    "update gateway_slot set ends_at = clock_timestamp() - interval '1 second' where application_id = $1",
    [app.id],
  )
  expect([(await read(app)).status, (await read(app, 1)).status]).toEqual([200, 200])
  expect(await world.query('select 1 from gateway_slot where application_id = $1', [app.id])).toEqual([])
})
