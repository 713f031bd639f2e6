import { type RouteDef, walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openWorld } from './testing/drive.ts'
import type { Sample, World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

/**
 * Whoever has a line of IPv6 has 2^64 addresses. What counts the calls of one address counts them all as one, or it counts
 * nothing.
 */
const open = [...walkRoutes(contracts)].filter(
  ([, route]) => route.permission === 'public' && route.content !== 'sse' && !route.upload,
)
/** More than any route allows at once; and so many that a slow machine gives back less than it takes. */
const MANY = { uncounted: 130, counted: 2000 } as const
/** What no address is counted for: it costs no more than its answer, or something of its own stands before it. */
const uncounted: Readonly<Record<string, string>> = {
  'health.live': 'costs nothing',
  'health.ready': 'costs nothing',
  'website.attributes': 'costs nothing',
  'passport.loginKey': 'costs nothing',
  'passport.options': 'costs nothing',
  'digraph.openShare':
    'a hundred screens of one building are one address: a link has its own count, and wrong ones are counted',
  'push.receive': 'a strategy has its own count of pushes',
  'captcha.sms': 'a question is answered first, and those are counted',
}

let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>
beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
})
afterAll(() => server.drop())

const forget = () => server.database.withSystem(tx => tx.execute('delete from throttle'))

/** Whether one of many calls is told to wait. */
async function isCounted(
  route: RouteDef,
  sample: Sample,
  many: number,
  ipOf: (at: number) => string,
): Promise<boolean> {
  await forget()
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? 'x'))
  const url = sample.query ? `${path}?${new URLSearchParams(sample.query)}` : path
  for (let at = 0; at < many; at++) {
    const answer = await server.call(route.method, url, { ip: ipOf(at), ...(sample.body ? { body: sample.body } : {}) })
    if (answer.statusCode === 429) return true
  }
  return false
}

test.each(open)('%s counts a line of IPv6 as it counts one address', async (name, route) => {
  const sample = await samples[name]!(world)
  const many = name in uncounted ? MANY.uncounted : MANY.counted
  const ofOne = await isCounted(route, sample, many, () => '192.0.2.7')
  const ofLine = await isCounted(route, sample, many, at => `2001:db8:7:7:${(at + 1).toString(16)}::1`)
  expect([ofOne, ofLine]).toEqual(Array(2).fill(!(name in uncounted)))
})
