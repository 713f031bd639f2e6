import { createHmac } from 'node:crypto'
import { newId } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

interface Place {
  readonly id: string
  readonly inbox: string
  readonly url: string
  readonly pushToken: string
}

/** A strategy that is pushed to, with a token. The fake engine knows no platform `self`, so its rows are made here. */
async function makeStrategy(
  options: { readonly inbox?: string; readonly status?: string; readonly resource?: string } = {},
): Promise<Place> {
  const [id, connectorId] = [newId(), newId()]
  const inbox = options.inbox ?? id
  const config = {
    source: {
      connector_id: connectorId,
      resource: options.resource ?? 'passive.receive',
      options: { inbox },
      key: ['id'],
    },
  }
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into connector (id, platform_id, name) values ($1, 'self', $2)", [
      connectorId,
      connectorId,
    ])
    await tx.execute('insert into strategy (id, code, name, status, source_connector_id) values ($1, $5, $2, $3, $4)', [
      id,
      `orders ${id}`,
      options.status ?? 'running',
      connectorId,
      id,
    ])
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      id,
      JSON.stringify(config),
    ])
  })
  const answer = await server.call('POST', `/api/dh/lessee/strategy/${id}/push-token`, { token })
  const { content } = answer.json<{ content: { token: string; path: string } }>()
  return { id, inbox, url: content.path, pushToken: content.token }
}

const settle = (id: string, settings: object, secret = '') =>
  server.call('PUT', `/api/dh/lessee/strategy/${id}/push`, { token, body: { settings, secret } })
const send = (place: Place, body: unknown, headers: Record<string, string> = { 'x-push-token': place.pushToken }) =>
  server.call('POST', place.url, { body, headers: { 'content-type': 'application/json', ...headers } })
const taken = { accepted: 1, duplicate: 0, running: true, rejected: 0, refusals: [] }
const readInbox = (inbox: string) =>
  server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ body: string; delivery_id: string | null }>(
      'select body, delivery_id from inbox where inbox_id = $1 order by id',
      [inbox],
    ),
  )
const sign = (secret: string, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding)

describe('what is pushed', () => {
  test('an object, a list and an envelope arrive in order with every digit, and a run is asked for', async () => {
    const place = await makeStrategy()
    const first = await send(place, '{"id":12345678901234567890,"amount":12.50}')
    expect([first.statusCode, first.json().content]).toEqual([200, taken])
    expect((await send(place, '[{"id":2},{"id":3}]')).json().content.accepted).toBe(2)
    expect((await send(place, { content: [{ id: 4 }], multiple: true })).json().content.accepted).toBe(1)
    expect((await send(place, { content: '{"id":5}'.length, other: 1 })).json().content.accepted).toBe(1)
    expect((await readInbox(place.inbox)).map(row => row.body)).toEqual([
      '{"id":12345678901234567890,"amount":12.50}',
      '{"id":2}',
      '{"id":3}',
      '{"id":4}',
      '{"content":8,"other":1}',
    ])
    const runs = await server.database.withTenant(server.a.tenantId, tx =>
      tx.query('select trigger from run where strategy_id = $1', [place.id]),
    )
    expect(runs).toEqual([{ trigger: 'push' }])
  })

  test('a delivery that came before is answered and stored once, also when it comes a hundred times at once', async () => {
    const place = await makeStrategy()
    const headers = { 'x-push-token': place.pushToken, 'x-delivery-id': 'd-1' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(place, { id: 1 }, headers)))
    expect(answers.map(answer => answer.statusCode)).toEqual(Array(100).fill(200))
    expect(answers.reduce((sum, answer) => sum + answer.json().content.accepted, 0)).toBe(1)
    expect((await send(place, { content: { id: 9 }, id: 'd-1' })).json().content.duplicate).toBe(1)
    expect((await send(place, { content: { id: 9 }, id: 'd-1', idCheck: false })).json().content.accepted).toBe(1)
    expect(
      (await send(place, [{ id: 1 }, { id: 2 }], { ...headers, 'x-delivery-id': 'd-2' })).json().content.accepted,
    ).toBe(2)
    expect(
      (await send(place, [{ id: 1 }, { id: 2 }], { ...headers, 'x-delivery-id': 'd-2' })).json().content.duplicate,
    ).toBe(2)
    expect((await readInbox(place.inbox)).length).toBe(4)
  })

  test('what lacks its key is kept, and the answer says which, where and why', async () => {
    const place = await makeStrategy()
    const body = [{ id: 1 }, { no: 'A' }, { id: '' }]
    const answer = await send(place, body, { 'x-push-token': place.pushToken, 'accept-language': 'en' })
    expect([answer.statusCode, answer.json().content]).toEqual([
      200,
      {
        ...taken,
        accepted: 3,
        rejected: 2,
        refusals: [
          {
            at: 1,
            field: 'id',
            message: 'The key field "id" of this record is missing, so the record cannot be told from others.',
            advice: 'Fill the field in the source or choose other key fields in the strategy.',
          },
          expect.objectContaining({ at: 2, field: 'id', message: expect.stringContaining('is empty') }),
        ],
      },
    ])
    expect(await readInbox(place.inbox)).toHaveLength(3)
  })

  test.each([
    ['no JSON', 'id=1', 422],
    ['a number', '17', 422],
    ['a list with a text in it', '[{"id":1},"x"]', 422],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]), 422],
    ['a tower of brackets', '['.repeat(5000) + ']'.repeat(5000), 422],
    ['nothing', '', 422],
  ])('%s is refused with a reason and leaves nothing', async (_title, body, status) => {
    const place = await makeStrategy()
    const answer = await send(place, body)
    expect([answer.statusCode, answer.json().success]).toEqual([status, false])
    expect(answer.json().message).toBeTruthy()
    expect(await readInbox(place.inbox)).toEqual([])
  })

  test('more than the limit is 413, more often than the limit 429 with the time to wait', async () => {
    const place = await makeStrategy()
    await settle(place.id, { rate_per_minute: 3, max_kilobytes: 1 })
    expect((await send(place, { id: 1, text: 'x'.repeat(2000) })).statusCode).toBe(413)
    expect((await send(place, { id: 1 })).statusCode).toBe(200)
    expect((await send(place, { id: 2 })).statusCode).toBe(200)
    const late = await send(place, { id: 3 })
    expect([late.statusCode, late.json().code]).toEqual([429, 'tooMany.pushes'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    server.advance(60_000)
    expect((await send(place, { id: 3 })).statusCode).toBe(200)
    expect((await readInbox(place.inbox)).length).toBe(3)
  })

  test('a strategy that takes nothing says so (409), and a stopped one keeps it for later', async () => {
    const other = await makeStrategy({ resource: 'strategy.query/x' })
    expect((await send(other, { id: 1 })).json().code).toBe('conflict.notPassive')
    const draft = await makeStrategy({ status: 'draft' })
    expect([(await send(draft, { id: 1 })).statusCode]).toEqual([409])
    const stopped = await makeStrategy({ status: 'stopped' })
    expect((await send(stopped, { id: 1 })).json().content).toEqual({ ...taken, running: false })
  })

  test('two strategies never share an inbox', async () => {
    const [one, two] = [await makeStrategy({ inbox: 'shared' }), await makeStrategy({ inbox: 'shared' })]
    for (const place of [one, two]) expect((await send(place, { id: 1 })).json().code).toBe('conflict.inbox')
    expect(await readInbox('shared')).toEqual([])
  })
})

describe('who pushes', () => {
  test('the token counts in header, bearer and address; every wrong one and every strange strategy sounds the same', async () => {
    const place = await makeStrategy()
    const good = [{ 'x-push-token': place.pushToken }, { authorization: `Bearer ${place.pushToken}` }]
    for (const headers of good) expect((await send(place, { id: 1 }, headers)).statusCode).toBe(200)
    const url = `${place.url}?token=${place.pushToken}`
    expect((await send({ ...place, url }, { id: 1 }, {})).statusCode).toBe(200)
    const strange = { ...place, url: `/api/open/operation/${newId()}` }
    const wrong = [
      await send(place, { id: 1 }, {}),
      await send(place, { id: 1 }, { 'x-push-token': 'x' }),
      await send(place, { id: 1 }, { authorization: `Bearer ${token}` }),
      await send(strange, { id: 1 }),
    ]
    expect(new Set(wrong.map(answer => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
    expect(wrong[0]?.statusCode).toBe(401)
  })

  test('a new token ends the old one at once, and no answer or log shows either again', async () => {
    const place = await makeStrategy()
    const answer = await server.call('POST', `/api/dh/lessee/strategy/${place.id}/push-token`, { token })
    expect((await send(place, { id: 1 })).statusCode).toBe(401)
    const fresh = answer.json().content.token
    expect((await send({ ...place, pushToken: fresh }, { id: 1 })).statusCode).toBe(200)
    const shown = await server.call('GET', `/api/dh/lessee/strategy/${place.id}/push`, { token })
    expect(shown.json().content).toMatchObject({ is_passive: true, waiting: 1, secret: '' })
    for (const text of [shown.body, server.readLog()])
      for (const secret of [fresh, place.pushToken]) expect(text).not.toContain(secret)
  })

  const SECRET = 'signing-secret-5f3'
  const body = '{"id":1,"note":"東京"}'

  test.each([
    ['github', { scheme: 'github' }, () => ({ 'x-hub-signature-256': `sha256=${sign(SECRET, body)}` })],
    ['shopify', { scheme: 'shopify' }, () => ({ 'x-shopify-hmac-sha256': sign(SECRET, body, 'base64') })],
    [
      'stripe',
      { scheme: 'stripe' },
      (t: string) => ({ 'stripe-signature': `t=${t},v1=${'0'.repeat(64)},v1=${sign(SECRET, `${t}.${body}`)}` }),
    ],
    [
      'custom',
      { scheme: 'custom' },
      (t: string) => ({ 'x-timestamp': t, 'x-signature': sign(SECRET, `${t}.${body}`) }),
    ],
  ])('a signature in the way of %s is taken, and any change to it is refused', async (_title, settings, headersAt) => {
    const place = await makeStrategy()
    expect((await settle(place.id, { auth: 'signature', ...settings }, SECRET)).statusCode).toBe(200)
    const nowText = String(Math.floor(Date.now() / 1000))
    const headers: Record<string, string> = headersAt(nowText)
    expect((await send(place, body, headers)).statusCode).toBe(200)
    expect((await send(place, `${body} `, headers)).statusCode).toBe(401)
    expect((await send(place, body, {})).statusCode).toBe(401)
    for (const [name, value] of Object.entries(headers)) {
      const changed = value.replace(/[0-9a-f](?=[^0-9a-f]*$)/, digit => (digit === '0' ? '1' : '0'))
      expect([name, (await send(place, body, { ...headers, [name]: changed })).statusCode]).toEqual([name, 401])
    }
  })

  test('a signed time counts within the tolerance only, and a replay inside it is stored once', async () => {
    const place = await makeStrategy()
    await settle(place.id, { auth: 'signature', scheme: 'custom', delivery_header: '' }, SECRET)
    const at = (shiftSeconds: number) => {
      const time = String(Math.floor(Date.now() / 1000) + 60 + shiftSeconds)
      return { 'x-timestamp': time, 'x-signature': sign(SECRET, `${time}.${body}`) }
    }
    // The server's clock is ahead by the minute an earlier test moved it.
    expect((await send(place, body, at(-298))).json().content.accepted).toBe(1)
    expect((await send(place, body, at(297))).json().content.accepted).toBe(1)
    for (const shift of [-302, 302]) expect((await send(place, body, at(shift))).json().code).toBe('auth.timestamp')
    const replayed = at(0)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(place, body, replayed)))
    expect(answers.reduce((sum, answer) => sum + answer.json().content.accepted, 0)).toBe(1)
  })

  test('token and signature together need both; signatures without a secret cannot be switched on', async () => {
    const place = await makeStrategy()
    expect((await settle(place.id, { auth: 'both' })).json().code).toBe('invalid.pushSecret')
    await settle(place.id, { auth: 'both', scheme: 'github' }, SECRET)
    const signed = { 'x-hub-signature-256': `sha256=${sign(SECRET, body)}` }
    expect((await send(place, body, signed)).statusCode).toBe(401)
    expect((await send(place, body)).statusCode).toBe(401)
    expect((await send(place, body, { ...signed, 'x-push-token': place.pushToken })).statusCode).toBe(200)
    const kept = await settle(place.id, { auth: 'both', scheme: 'github' }, '******')
    expect(kept.json().content.secret).toBe('******')
    expect((await send(place, body, { ...signed, 'x-push-token': place.pushToken })).statusCode).toBe(200)
  })
})

test('the operation log has one row for an hour of pushes, in the transaction of its first, and tells the hour before', async () => {
  const place = await makeStrategy()
  for (let round = 0; round < 3; round++)
    expect((await send(place, [{ id: `${round}a` }, { id: `${round}b` }])).statusCode).toBe(200)
  const rows = async () =>
    (await server.call('GET', `/api/dp/system/log?action=push.receive&keyword=${place.id}`, { token })).json().content
  expect(await rows()).toMatchObject([
    { username: 'push', object_id: place.id, ip: '127.0.0.1', after: { previous: null } },
  ])
  server.advance(3_600_000)
  token = await server.signIn('admin-a', PASSWORD)
  await send(place, { id: 'later' })
  const [newest] = await rows()
  expect(newest.after.previous).toMatchObject({ pushes: '3', rows: '6' })
})
