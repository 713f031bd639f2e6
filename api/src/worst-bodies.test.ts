import { measureTurn } from '@sluice/connector-kit/conformance'
import { bodyBytesOf, type RouteDef, walkRoutes } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openWorld, sendSample } from './testing/drive.ts'
import { limitTurn, tellExcess } from './testing/measure-turn.ts'
import type { Sample, World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'
import { fillWide, type LongText, listLongTexts, putText } from './testing/worst-bodies.ts'

/**
 * Nothing that a caller sends may hold the process. Every route gets bodies that are as bad as its contract allows; what
 * is measured is the computing of this thread in one turn of the event loop, compared with reading the largest body
 * there is, on the same machine in the same minute. So a slow or busy machine changes nothing.
 */
// Public ones first; last the one that bounds what others may ask for.
const rankOf = ([name, route]: readonly [string, RouteDef]): number =>
  route.permission === 'public' ? 0 : name === 'totp.savePolicy' ? 2 : 1
const routes = [...walkRoutes(contracts)].filter(([, route]) => route.body).sort((a, b) => rankOf(a) - rankOf(b))

let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>
/** Computing that one turn may take, in ms. */
let limitMs: number

beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  limitMs = await limitTurn(100)
}, 180_000)
afterAll(() => server.drop())

/** As much as shows what grows with the square; more would only take longer. */
const SLOW_AT = 60_000
const NAMES = 'k: '
const VALUES = '[1'
/** What reads texts slowly: letters, blanks, brackets, templates, lists and names of YAML, XML, patterns. */
const fills: readonly string[] = ['a', ' ', '(', '{{a', '- a\n', NAMES, '<a>', '(a+)+', VALUES]

const fillOf = (piece: string, length: number): string =>
  // Names of YAML are compared with each other.
  piece === NAMES
    ? Array.from({ length: length / 10 }, (_, at) => `k${at}: 1\n`).join('')
    : // What holds records is read at its full length: each value costs.
      piece === VALUES
      ? `{"a":[1${',1'.repeat(length / 2 - 10)}]}`
      : piece.repeat(Math.floor(length / piece.length))

/** Texts of one name and length are the same field of the contract wherever they stand. */
const seen = new Set<string>()
const isNew = (route: RouteDef, { path, maxLength }: LongText): boolean => {
  const name = route.permission === 'public' ? route.path + path.join('.') : `${path.slice(-3).join('.')} ${maxLength}`
  const known = seen.has(name)
  seen.add(name)
  return !known
}

const bodiesOf = function* (route: RouteDef, sample: Sample): Generator<readonly [what: string, body: unknown]> {
  const room = Math.min(bodyBytesOf(route) - 1000, SLOW_AT)
  yield ['wide', fillWide(route.body, sample.body, room)]
  for (const [at, text] of listLongTexts(route.body)
    .filter(each => isNew(route, each))
    .entries())
    for (const piece of takeTurn(fills, at)) {
      // Twice as many names: fewer are compared with each other too quickly to be told from what is linear.
      const most = piece === NAMES ? bodyBytesOf(route) / 2 : room
      const chars = piece === VALUES ? bodyBytesOf(route) * 0.8 : Math.min(most * 0.8, SLOW_AT * 2)
      const long = fillOf(piece, Math.min(text.maxLength, chars))
      yield [`${text.path.join('.')} ${piece}`, putText(route.body, sample.body, text, long)]
    }
}

test('the documents of the API are made without holding the thread', async () => {
  // Once for each process, so the first ones count.
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const tookMs = await measureTurn(() => server.call('GET', path))
    expect([path, Math.round(Math.max(0, tookMs - limitMs))]).toEqual([path, 0])
  }
})

// An event stream does not end by itself.
test.each(routes.filter(([, route]) => route.content !== 'sse'))(
  '%s is answered without holding the thread',
  async (name, route) => {
    const sample = await samples[name]!(world)
    for (const [what, body] of bodiesOf(route, sample)) {
      const given = { ...sample, body: body as Record<string, unknown> } // what schemas of bodies allow are objects
      const excess = await tellExcess(limitMs, () => sendSample(server, route, given, world.token))
      expect([what, excess]).toEqual([what, ''])
    }
  },
)
