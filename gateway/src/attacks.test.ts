import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  callWith,
  forgetRuns,
  gateways,
  inTenant,
  makeApp,
  pathOf,
  send,
  sign,
  startGateways,
  stopGateways,
  tellChange,
  tokenOf,
} from './testing.ts'

beforeAll(startGateways)
beforeEach(forgetRuns)
afterAll(stopGateways)

/** Head of a call whose body never comes; what is answered, and how long the connection lived. */
async function sendHead(head: readonly string[]): Promise<{ text: string; ms: number }> {
  const { app } = gateways[0]!
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on TCP
  const startedMs = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.write([...head, 'host: x', 'content-type: application/json', 'content-length: 1000000', '', '{'].join('\r\n'))
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  await new Promise(resolve => socket.on('close', resolve).on('error', () => undefined))
  return { text, ms: performance.now() - startedMs }
}

test('of a stranger no body is read: the head alone is refused, and the connection ends', async () => {
  const app = await makeApp({ ip: ['127.0.0.0/8'] })
  const url = `POST ${pathOf(app.strategyId, 'store')} HTTP/1.1`
  const signature = { 'x-timestamp': '1700000000', 'x-nonce': 'n'.repeat(12), 'x-signature': 'a'.repeat(64) }
  const signed = (key: string) => Object.entries({ 'x-app-key': key, ...signature }).map(pair => pair.join(': '))
  for (const [head, status] of [
    [[url], 401],
    [[url, 'authorization: Bearer v1.x'], 401],
    [[url, ...signed('unknown12345')], 401],
    [[url, ...signed(app.key).slice(0, 3)], 401],
    [[url, ...signed(app.key), 'authorization: Bearer x'], 401],
    [['POST /v2/oauth HTTP/1.1'], 413],
  ] as const) {
    const { text, ms } = await sendHead(head)
    expect(text, head.join()).toContain(`HTTP/1.1 ${status}`)
    expect(ms).toBeLessThan(400)
  }
})

test('a body that never ends is given up, and no more of them are read from one address than a few', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  const head = [`POST ${pathOf(app.strategyId, 'store')} HTTP/1.1`, `authorization: Bearer ${token}`]
  const ends = await Promise.all(Array.from({ length: 136 }, () => sendHead(head)))
  const refused = ends.filter(({ text }) => text.includes('HTTP/1.1 429'))
  expect(refused).toHaveLength(8)
  for (const { text, ms } of ends) expect([text.includes('429') || text === '', ms < 8000]).toEqual([true, true])
  expect((await callWith(token, pathOf(app.strategyId, 'query'), {})).statusCode).toBe(200)
})

test('a token in the address is none', async () => {
  const app = await makeApp()
  const url = `${pathOf(app.strategyId, 'query')}?access_token=${await tokenOf(app)}`
  const answer = await gateways[0]!.app.inject({ method: 'POST', url, payload: {} })
  expect(answer.json()).toMatchObject({ code: 40101 })
})

test('nonces are kept of calls that are let in alone', async () => {
  const app = await makeApp({ burst: 3 })
  const calls = Array.from({ length: 20 }, () => sign(app))
  const statuses = []
  for (const call of calls) statuses.push((await send(call)).statusCode)
  expect(statuses.filter(status => status === 200)).toHaveLength(2)
  for (const change of [{ 'x-signature': 'b'.repeat(64) }, { 'x-timestamp': '1700000000' }]) {
    const call = sign(app)
    await send({ ...call, headers: { ...call.headers, ...change } })
  }
  const kept = await inTenant(tx => tx.query('select 1 from gateway_nonce where application_id = $1', [app.id]))
  expect(kept).toHaveLength(2)
  // This process knows that the bucket is empty, and looks no further; the other one asks the store.
  expect((await send(calls[0]!, 1)).json()).toMatchObject({ code: 40101 })
})

test('key and number of a record are values of its fields: handed out where these are', async () => {
  const app = await makeApp()
  await inTenant(async tx => {
    await tx.execute("update gateway_scope set fields = '{amount}' where application_id = $1", [app.id])
    await tx.execute(
      `insert into record_state (strategy_id, key, number, id, page_id, page_at, ordinal, status, version, hash, run_id)
       values ($1, 'r1', 'n1', nextval('record_id'), 1, now(), 1, 2, 1, '\\x00', gen_random_uuid())`,
      [app.strategyId],
    )
  })
  await tellChange()
  const read = async () => (await send(sign(app))).json().content.items[0]
  await expect.poll(read).toMatchObject({ key: null, number: null, content: { amount: 12.5 } })
})
