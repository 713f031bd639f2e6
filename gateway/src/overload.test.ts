import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimits } from './limits.ts'
import { listApplications } from './setting-rows.ts'
import { database, inTenant, makeApp, startGateways, stopGateways } from './testing.ts'

beforeAll(startGateways)
afterAll(stopGateways)

/** An application whose plan is of this priority; none: without a plan. */
async function makeCaller(priority: 'high' | 'normal' | 'low' | null) {
  const { id } = await makeApp()
  if (priority !== null) {
    const planId = newId()
    await inTenant(async tx => {
      await tx.execute(
        'insert into gateway_plan (id, name, rate_per_minute, burst, priority) values ($1::uuid, $1::uuid::text, 60, 60, $2)',
        [planId, priority],
      )
      await tx.execute('update gateway_application set plan_id = $2 where id = $1', [id, planId])
    })
  }
  const application = (await database.withSystem(listApplications)).find(row => row.id === id)!
  return { application, secretId: null, nonce: null, stamp: null }
}

test('whose plan is of low priority is turned away first, whose plan is of high priority last', async () => {
  const callers = { low: await makeCaller('low'), normal: await makeCaller('normal'), high: await makeCaller('high') }
  const all = { ...callers, none: await makeCaller(null) }
  const limits = createLimits({ database, now: Date.now, report: error => expect.unreachable(String(error)) })
  const ends: (() => void)[] = []
  const held: Promise<void>[] = []
  const fillTo = (calls: number): void => {
    while (ends.length < calls) held.push(limits.hold(() => new Promise<void>(resolve => ends.push(resolve))))
  }
  const ask = async () => {
    const told: string[] = []
    for (const [name, caller] of Object.entries(all)) {
      const asked = { callId: null, operation: 'query', method: 'POST', ip: '::1', strategyId: null, assetId: null }
      const answer = limits.admit(caller, asked).then(
        () => 'in',
        ({ status, said, options }) => `${status} ${said} ${options.waitMs}`,
      )
      told.push(`${name}: ${await answer}`)
    }
    return told
  }
  const out = '503 overload 1000'
  for (const [calls, low, normal, high] of [
    [63, 'in', 'in', 'in'],
    [64, out, 'in', 'in'],
    [95, out, 'in', 'in'],
    [96, out, out, 'in'],
    [127, out, out, 'in'],
    [128, out, out, out],
  ] as const) {
    fillTo(calls)
    const wanted = [`low: ${low}`, `normal: ${normal}`, `high: ${high}`, `none: ${normal}`]
    expect([calls, ...(await ask())]).toEqual([calls, ...wanted])
  }
  for (const end of ends) end()
  await Promise.all(held)
  expect(await ask()).toEqual(['low: in', 'normal: in', 'high: in', 'none: in'])
  await limits.stop()
  const rows = await inTenant(tx =>
    tx.query<{ application_id: string; times: number }>(
      "select application_id, sum(times)::int as times from gateway_call where failure = 'overload' group by 1",
    ),
  )
  const timesOf = (caller: typeof all.low) => rows.find(row => row.application_id === caller.application.id)?.times
  expect(Object.values(all).map(timesOf)).toEqual([5, 3, 1, 3])
})
