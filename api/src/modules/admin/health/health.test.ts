import { expect, test } from 'vitest'
import { PASSWORD, startTestServer } from '../../../testing/start-test-server.ts'

test('strangers learn what a balancer needs; figures are for the tenant that runs the installation', async () => {
  const server = await startTestServer()
  const ask = async (path: string, token?: string) => {
    const answer = await server.call('GET', `/api/health/${path}`, token ? { token } : {})
    return [answer.statusCode, answer.json().content]
  }
  try {
    expect(await ask('live')).toEqual([200, { status: 'live' }])
    expect(await ask('ready')).toEqual([200, { status: 'ready' }])
    expect((await ask('figures'))[0]).toBe(401)
    expect(await ask('figures', await server.signIn('admin-b', PASSWORD))).toEqual([404, []])
    expect(await ask('figures', await server.signIn('admin-a', PASSWORD))).toEqual([
      200,
      {
        version: expect.any(String),
        event_loop: { p99_ms: expect.any(Number), max_ms: expect.any(Number), stalls: expect.any(Number) },
        database: { away_ms: null, outages: 0, last_outage_ms: null, longest_outage_ms: null },
      },
    ])
  } finally {
    await server.drop()
  }
})
