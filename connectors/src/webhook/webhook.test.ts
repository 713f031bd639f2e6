import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseParams } from '@sluice/connector-kit'
import { createTestContext, testConnector } from '@sluice/connector-kit/conformance'
import { type Data, isData, type ParamValues, parseJson, TargetConfig, toJson, type Value } from '@sluice/contract'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import webhook from './index.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000009'
const SECRET = `whsec_${randomBytes(24).toString('base64')}`

interface Receiver {
  readonly url: string
  readonly events: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** What was taken, each id once. */
  readonly taken: Map<string, Value>
  /** Given instead of a good answer, once each. */
  readonly answers: { status: number; headers?: Record<string, string> }[]
  close(): Promise<void>
}

/** Verifies by the reference library of Standard Webhooks, and does each id once. */
async function startReceiver(): Promise<Receiver> {
  const events: Receiver['events'] = []
  const taken: Receiver['taken'] = new Map()
  const answers: Receiver['answers'] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    if (req.method === 'HEAD') return res.writeHead(req.url === '/shut' ? 401 : 405).end()
    events.push({ headers: req.headers, body })
    const planned = answers.shift()
    if (planned) return res.writeHead(planned.status, planned.headers).end('no')
    const event = parseJson(body) as Data // the connector sends objects
    const record = isData(event['data']) && 'type' in event ? event['data'] : event
    try {
      if ('webhook-signature' in req.headers) new Webhook(SECRET).verify(body, req.headers as Record<string, string>)
    } catch {
      return res.writeHead(400).end('the signature is wrong')
    }
    if (record['name'] === 'bad') return res.writeHead(422).end('{"message":"bad is no name"}')
    taken.set(String(req.headers['webhook-id']), record)
    return res.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/hook?tenant=7`,
    events,
    taken,
    answers,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

let receiver: Receiver

testConnector({
  connector: webhook,
  prepare: async () => {
    receiver = await startReceiver()
    return { params: { url: receiver.url, secret: SECRET }, dispose: () => receiver.close() }
  },
  wrong: [
    { title: 'the port', change: { url: 'http://127.0.0.1:1/' }, step: 'network' },
    { title: 'the address', change: { url: 'http://169.254.169.254/' }, step: 'network' },
  ],
  target: {
    prepare: async () => {
      receiver.taken.clear()
      return { resource: 'event', options: { once: true } }
    },
    readBack: async () => [...receiver.taken.values()] as Data[], // the connector sends objects
    spoil: record => ({ ...record, name: 'bad' }),
  },
})

describe('events', () => {
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())

  async function send(records: readonly Data[], options: ParamValues = {}, change: ParamValues = {}) {
    const context = createTestContext({ sleep: async () => undefined, now: () => Date.now() })
    const params = parseParams(webhook.manifest.params, { url: receiver.url, secret: SECRET, ...change })
    const connection = await webhook.open(params, context)
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: CONNECTOR_ID, resource: 'event', options }),
    )
    const batch = records.map((data, at) => ({ data, idempotencyKey: `strategy:${at}:é` }))
    const outcomes = await target.write(batch, new AbortController().signal).finally(() => context.dispose())
    return { guarantee: target.guarantee, outcomes }
  }

  test('an event has type and data, a stable id, and the order of the records', async () => {
    await send([{ id: 1 }, { id: 2 }], { event_type: 'order.paid' })
    expect(receiver.events.map(event => event.body)).toEqual([
      '{"type":"order.paid","data":{"id":1}}',
      '{"type":"order.paid","data":{"id":2}}',
    ])
    const ids = receiver.events.map(event => event.headers['webhook-id'])
    await send([{ id: 1 }, { id: 2 }])
    expect(receiver.events.slice(2).map(event => event.headers['webhook-id'])).toEqual(ids)
    expect(new Set(ids).size).toBe(2)
    expect(receiver.events[0]?.headers['content-type']).toBe('application/json')
  })

  test('the record alone, signed over its body as GitHub does', async () => {
    await send([{ id: 1, amount: null }], { form: 'record' }, { signature: 'hub' })
    const [event] = receiver.events
    expect(event?.body).toBe('{"id":1,"amount":null}')
    const wanted = createHmac('sha256', SECRET)
      .update(event?.body ?? '')
      .digest('hex')
    expect(event?.headers['x-hub-signature-256']).toBe(`sha256=${wanted}`)
  })

  test('a signature by another secret is refused, as everything is that the receiver does not take', async () => {
    const { outcomes } = await send([{ id: 1 }], {}, { secret: `whsec_${randomBytes(24).toString('base64')}` })
    expect(outcomes).toEqual([expect.objectContaining({ kind: 'failed' })])
    expect(toJson(outcomes as never)).toContain('the signature is wrong')
  })

  test('a receiver in trouble: asked again where ids are done once, unknown where they are not', async () => {
    receiver.answers.push({ status: 500 }, { status: 502 })
    const once = await send([{ id: 1 }], { once: true })
    expect(once.guarantee).toBe('idempotencyKey')
    expect(once.outcomes.map(each => each.kind)).toEqual(['written'])
    expect(new Set(receiver.events.map(event => event.headers['webhook-id'])).size).toBe(1)
    receiver.answers.push({ status: 500 })
    const loose = await send([{ id: 2 }])
    expect(loose.guarantee).toBe('none')
    expect(loose.outcomes.map(each => each.kind)).toEqual(['unknown'])
    // "Too many" is said before anything is done.
    receiver.answers.push({ status: 429, headers: { 'retry-after': '1' } })
    expect((await send([{ id: 3 }])).outcomes.map(each => each.kind)).toEqual(['written'])
  })

  test('fixed headers go along, and their values show nowhere', async () => {
    const headers = [{ name: 'x-key', value: 'canary-header-5512' }]
    const { outcomes } = await send([{ id: 1, name: 'bad' }], {}, { headers, signature: 'none' })
    expect(receiver.events[0]?.headers['x-key']).toBe('canary-header-5512')
    expect(receiver.events[0]?.headers['webhook-signature']).toBeUndefined()
    expect(toJson(outcomes as never)).not.toContain('canary')
  })

  test('the test sends no event, and says when it is not let in', async () => {
    const context = createTestContext()
    for (const [path, isIn] of [
      ['/hook', true],
      ['/shut', false],
    ] as const) {
      const url = new URL(path, receiver.url).href
      const connection = await webhook.open(parseParams(webhook.manifest.params, { url, secret: SECRET }), context)
      let last = true
      for await (const step of connection.test()) last = step.ok
      expect(last).toBe(isIn)
    }
    expect(receiver.events).toEqual([])
    await context.dispose()
  })
})
