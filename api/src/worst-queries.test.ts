import { type RouteDef, walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openWorld, sendSample } from './testing/drive.ts'
import { limitTurn, tellExcess } from './testing/measure-turn.ts'
import type { World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import { listTexts } from './testing/worst-bodies.ts'

/** What lists are narrowed by, sorted by and asked with: as long as an address may be, in whatever slows a reader down. */
const routes: readonly (readonly [string, RouteDef, string])[] = [...walkRoutes(contracts)]
  .filter(([, { query, content }]) => query !== undefined && content !== 'sse')
  .flatMap(([name, route]) =>
    listTexts(route.query)
      .filter(({ path }) => path.length === 1)
      .map(({ path }) => [name, route, String(path[0])] as const),
  )

/** Of an address with its headers. */
const CHARS = 12_000
const pieces: readonly string[] = ['a', '%', '%_', '(a+)+', '"', '[', '{"a":', '\\', '１', '0,', '2026-', ' or ']

let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>
let limitMs: number

beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  limitMs = await limitTurn(100)
}, 180_000)
afterAll(() => server.drop())

test('there are queries with texts', () => expect(routes.length).toBeGreaterThan(30))

test.each(routes)('%s holds nobody up, whatever stands in a text of its query', async (name, route, field) => {
  const sample = await samples[name]!(world)
  for (const piece of pieces) {
    const query = { ...sample.query, [field]: piece.repeat(CHARS / piece.length) }
    const knock = () => sendSample(server, route, { ...sample, query }, world.token)
    expect([field, piece, await tellExcess(limitMs, knock)]).toEqual([field, piece, ''])
  }
})
