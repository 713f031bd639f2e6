import { afterAll, beforeAll, expect, test } from 'vitest'
import { newInstallation, newWish } from '../../../testing/package-objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { countUse } from './count-use.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const post = async <T>(path: string, body: unknown): Promise<T> => {
  const answer = await server.call('POST', path, { token, body })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ content: T }>().content
}
const figures = async (ref: string): Promise<object> => {
  const answer = await server.call('GET', `/api/dh/lessee/market/${encodeURIComponent(ref)}`, { token })
  const { installs, records, errors } = answer.json().content
  return { installs, records, errors }
}
const move = (strategyId: string): Promise<number> =>
  server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into strategy_tally (strategy_id, at, read, written, errors, unknown) values
         ($1, date_bin('1 minute', now(), '2000-01-01Z'), 12, 10, 2, 0),
         ($1, date_bin('1 minute', now() - interval '40 days', '2000-01-01Z'), 5, 5, 0, 0)`,
      [strategyId],
    ),
  )

test('figures of the market count installations, and records of the last 30 days only where it was agreed to', async () => {
  const world = { token, tenantId: server.a.tenantId, userId: '', post }
  const quiet = await newInstallation(world)
  const wish = { ...(await newWish(world)), tells_use: true }
  const { hash } = await post<{ hash: string }>('/api/dh/lessee/installation/plan', wish)
  const told = await post<{ flows: { strategy_id: string }[] }>('/api/dh/lessee/installation', { ...wish, hash })
  const { flows } = (await server.call('GET', `/api/dh/lessee/installation/${quiet.id}`, { token })).json().content
  for (const flow of [...flows, ...told.flows]) await move(flow.strategy_id)
  for (const _twice of [1, 2]) await countUse(server.database)
  expect(await figures(quiet.ref)).toEqual({ installs: 1, records: '0', errors: '0' })
  expect(await figures(wish.ref)).toEqual({ installs: 1, records: '10', errors: '2' })
})
