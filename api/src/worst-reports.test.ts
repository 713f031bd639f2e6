import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from './testing/drive.ts'
import { limitTurn, tellExcess } from './testing/measure-turn.ts'
import { newStrategy } from './testing/objects.ts'
import type { World } from './testing/sample.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

/** A report reads as much as there is; meanwhile others are answered. */
let server: TestServer
let world: World
let path: string
let limitMs: number

const RECORDS = 300
const LINES = 100

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  limitMs = await limitTurn(100)
  const { id } = await newStrategy(world)
  path = `/api/dh/lessee/strategy-aggregate/${id}`
  const { run_id } = await world.post<{ run_id: string }>(`/api/dh/lessee/strategy/${id}/run`, {})
  await server.database.withTenant(world.tenantId, tx =>
    tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       select $1, 'k' || at, nextval('record_id'), 1, now(), at, 2, 1, '\\x00', $2 from generate_series(1, $3) at`,
      [id, run_id, RECORDS],
    ),
  )
  const record = JSON.stringify({
    lines: Array.from({ length: LINES }, (_, at) => ({ sku: `sku-${at}`, amount: at, remark: 'x'.repeat(1000) })),
  })
  Object.assign(server.engine.engine.records, {
    readOriginals: async (_tx: unknown, rows: readonly { readonly id: string }[]) =>
      new Map(rows.map(row => [row.id, record])),
  })
}, 180_000)
afterAll(() => server.drop())

const field = (name: string) => ({ of: 'data', name })
const definition = {
  expand: 'lines',
  conditions: Array.from({ length: 20 }, () =>
    Array.from({ length: 20 }, (_, at) => ({ field: 'lines.sku', logic: 'neq', value: at === 19 ? 'sku-1' : 'none' })),
  ),
  group_by: ['sku', 'amount', 'remark'].map(name => ({ field: field(`lines.${name}`) })),
  metrics: Array.from({ length: 10 }, () => ({ op: 'count_distinct', field: field('lines.amount') })),
}

test.each(['preview', 'drill'])('the %s of a report over many lines holds nobody up', async door => {
  const body = door === 'preview' ? definition : { definition, keys: [{ kind: 'text', text: 'none' }, null, null] }
  const knock = () => server.call('POST', `${path}/${door}`, { token: world.token, body })
  const answer = await knock()
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  if (door === 'preview') expect(answer.json().content.coverage.read).toBeGreaterThan(0)
  expect(await tellExcess(limitMs, knock)).toBe('')
})
