import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress } from '@sluice/connector-kit'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Delivery, Subscription } from './contract.ts'
import { createWebhookWorker, type WebhookWorker } from './worker.ts'

interface Event {
  readonly type: string
  readonly data: {
    readonly id: string
    readonly key: string | null
    readonly number: string | null
    readonly target_key: string | null
    readonly error: object | null
  }
}

let server: TestServer
let token: string
let strategyId: string
let applicationId: string
let url: string
let worker: WebhookWorker
/** Accepted by the public library, in their order; and what the far side answers next. */
let accepted: { readonly id: string; readonly event: Event }[] = []
let answers: number[] = []
let secret = ''
const far = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const status = answers.shift() ?? 204
    const id = String(req.headers['webhook-id'])
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(req.headers['webhook-timestamp']),
      'webhook-signature': String(req.headers['webhook-signature']),
    }
    const event = new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers) as Event // throws on a wrong one
    if (status < 300) accepted.push({ id, event })
    res.writeHead(status).end()
  })
})

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(far.address() as AddressInfo).port}/hook` // it listens on a port
  const connector = await ask<{ id: string }>('POST', '/api/dh/lessee/connector', connectorBody())
  strategyId = (
    await ask<{ id: string }>('POST', '/api/dh/lessee/strategy', { name: 'orders', config: configOf(connector.id) })
  ).id
  applicationId = (await makeApplication([])).id
  worker = createWebhookWorker({
    ...{ database: server.database, vault: server.vault, outgoing: createEgress({ allowPrivate: true }) },
    ...{ log: { error: () => {} }, now: Date.now, pauseMs: 1 },
  })
})
beforeEach(async () => {
  accepted = []
  answers = []
  await query('delete from gateway_subscription')
  await query('delete from record_state')
})
afterAll(async () => {
  far.close()
  await server.drop()
})

async function ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  const answer = await server.call(method, path, { token, ...(body && { body }) })
  return answer.json().content as T
}

const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.query<Row>(text, [...values]))

const makeApplication = (rowFilter: readonly object[]) =>
  ask<{ id: string }>('POST', '/api/dh/lessee/gateway/application', {
    ...{ name: `partner ${rowFilter.length}`, remark: '', expires_at: null, ip_allow: [], plan_id: null },
    ...{ rate_per_minute: 60, burst: 60, quota_per_day: null, quota_per_month: null, concurrency: null },
    scopes: [{ strategy_id: strategyId, operations: ['query'], fields: ['id'], masks: {}, row_filter: rowFilter }],
  })

const pathOf = (id: string): string => `/api/dh/lessee/gateway/webhook/${id}`

async function subscribe(events: readonly string[]): Promise<Subscription> {
  const path = `/api/dh/lessee/gateway/application/${applicationId}/webhook`
  const made = await ask<Subscription & { secret: string }>('POST', path, { strategy_id: strategyId, events, url })
  ;({ secret } = made)
  return made
}

/** A record as a run leaves it. */
const put = (key: string, status: number, set: { attempts?: number; isChanged?: boolean } = {}) =>
  query(
    `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, attempts, version, hash, run_id, target_key)
     values ($1, $2, nextval('record_id'), $5::int, case $5::int when 1 then '2020-01-01' else now() + interval '1 second' end, 0, $3, $4, 1, '\\x00',
       gen_random_uuid(), 't-' || $2)
     on conflict (tenant_id, strategy_id, key) do update set status = excluded.status, attempts = excluded.attempts,
       page_id = excluded.page_id, page_at = excluded.page_at, updated_at = now()`,
    [strategyId, key, status, set.attempts ?? 0, set.isChanged ? 2 : 1],
  )

async function pass(): Promise<void> {
  await worker.look()
  while (await worker.turn());
}

const told = () => accepted.map(({ event }) => `${event.type} ${event.data.key}`)
const deliveriesOf = (id: string) => ask<Delivery[]>('GET', `${pathOf(id)}/delivery`)

test('an alert about the strategy arrives when it begins and when it is over, and quotes no row', async () => {
  const of = (objectId: string) =>
    query<{ id: string }>(
      `insert into alert_event (id, rule_id, object_type, object_id, object_name, text)
       values (gen_random_uuid(), (select id from alert_rule limit 1), 'strategy', $1, 'orders', 'Card 4111 was refused') returning id`,
      [objectId],
    )
  await query(
    `insert into alert_rule (id, name, kind, threshold, scope) values (gen_random_uuid(), 'three failures', 'failures', 3, 'all')`,
  )
  await of(strategyId)
  await subscribe(['alert', 'recovered'])
  const [began] = await of(strategyId.replace(/.$/, last => (last === '0' ? '1' : '0'))).then(() =>
    query<{ id: string }>(`update alert_event set resolved_at = now() where object_id = $1 returning id`, [strategyId]),
  )
  await pass()
  const [again] = await of(strategyId)
  await pass()
  await pass()
  expect(accepted.map(({ event }) => event)).toEqual([
    {
      type: 'alert.recovered',
      timestamp: expect.any(String),
      data: {
        strategy_id: strategyId,
        id: began?.id,
        rule: 'three failures',
        kind: 'failures',
        since: expect.any(String),
      },
    },
    expect.objectContaining({ type: 'alert.began', data: expect.objectContaining({ id: again?.id }) }),
  ])
})

test('of two alerts the one that is sent again is sent again alone, and of another subscription none is', async () => {
  const { id } = await subscribe(['alert', 'recovered'])
  await query('update alert_event set first_at = now(), resolved_at = now() where object_id = $1', [strategyId])
  await pass()
  const [last] = await deliveriesOf(id)
  const before = accepted.length
  expect(before).toBeGreaterThan(1)
  expect(await ask('POST', `${pathOf(id)}/replay`, { delivery: last!.id })).toEqual({ count: 1 })
  await pass()
  expect(accepted.slice(before)).toMatchObject([{ id: last!.id }])
  const other = await subscribe(['created'])
  expect(await ask('POST', `${pathOf(other.id)}/replay`, { delivery: last!.id })).toEqual({ count: 0 })
})

test('what becomes of a record arrives once, in its order, signed so that the public library accepts it', async () => {
  await subscribe(['created', 'changed', 'written', 'error'])
  await put('a', 0)
  await pass()
  await put('a', 3, { attempts: 1 })
  await pass()
  // Looked at again, nothing new is found.
  await pass()
  await put('a', 2, { attempts: 2 })
  await pass()
  await put('a', 2, { attempts: 2, isChanged: true })
  await pass()
  expect(told()).toEqual([
    'record.created a',
    'record.error a',
    'record.written a',
    'record.changed a',
    'record.written a',
  ])
  expect(accepted[2]?.event.data.target_key).toBe('t-a')
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(5)
})

test('one that is refused is tried again under its id, and the next of the same record waits for it', async () => {
  const { id } = await subscribe(['created', 'written'])
  answers = [503, 500]
  await put('a', 2)
  await worker.look()
  await expect.poll(async () => (await worker.turn()) || told()).toEqual(['record.created a', 'record.written a'])
  const [last, first] = await deliveriesOf(id)
  expect([first, last]).toMatchObject([
    { event: 'created', state: 'sent', tries: 3, last_status: 204 },
    { event: 'written', state: 'sent', tries: 1 },
  ])
})

test('an address that is gone is called no more until somebody has looked; then everything arrives', async () => {
  const made = await subscribe(['created'])
  answers = [410]
  await put('a', 0)
  await pass()
  await put('b', 0)
  await pass()
  const [stopped] = await ask<Subscription[]>('GET', `/api/dh/lessee/gateway/application/${applicationId}/webhook`)
  expect([stopped, told()]).toMatchObject([{ stopped_by: 'gone', waiting: 2 }, []])
  const { version, url: address, events } = made
  await ask('PUT', pathOf(made.id), { url: address, events, is_enabled: true, version })
  await pass()
  expect(told().sort()).toEqual(['record.created a', 'record.created b'])
})

test('after three days of tries it is given up, and a replay sends it under the same id', async () => {
  const { id } = await subscribe(['created'])
  answers = [500]
  await put('a', 0)
  await worker.look()
  await query("update gateway_delivery set begun_at = now() - interval '3 days'")
  await worker.turn()
  const [failed] = await deliveriesOf(id)
  expect(failed).toMatchObject({ state: 'failed', failure: 'HTTP 500' })
  await query('update gateway_subscription set stopped_by = null')
  expect(await ask('POST', `${pathOf(id)}/replay`, { record: failed!.record_id })).toEqual({ count: 1 })
  await pass()
  expect(accepted).toMatchObject([{ id: failed!.id, event: { type: 'record.created' } }])
  const span = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  expect(await ask('POST', `${pathOf(id)}/replay`, span)).toEqual({ count: 1 })
})

test('an application that sees only some rows is not told of others', async () => {
  const { id } = await makeApplication([{ field: 'id', op: 'is', values: ['1'] }])
  const body = { strategy_id: strategyId, events: ['created'], url }
  const refused = await server.call('POST', `/api/dh/lessee/gateway/application/${id}/webhook`, { token, body })
  expect(refused.statusCode).toBe(409)
  await subscribe(['created'])
  // It came to see only some of them afterwards.
  await query(
    `update gateway_scope set row_filter = '[{"field":"id","op":"is","values":["1"]}]' where application_id = $1`,
    [applicationId],
  )
  await put('a', 0)
  await pass()
  expect(accepted).toEqual([])
  await query(`update gateway_scope set row_filter = '[]' where application_id = $1`, [applicationId])
})

test('of a record an event tells what the application may read, and of its failure the code alone', async () => {
  await subscribe(['written', 'error'])
  const tellOf = async (key: string, scope: string): Promise<Event['data'] | undefined> => {
    await query(`update gateway_scope set ${scope} where application_id = $1`, [applicationId])
    await put(key, 3)
    await query(
      "update record_state set number = 'n-1', error_code = 'refused', error_message = 'no phone canary-1' where key = $1",
      [key],
    )
    await pass()
    return accepted.at(-1)?.event.data
  }
  const open = await tellOf('open-1', `fields = '{id}', masks = '{}'`)
  expect(open).toMatchObject({ key: 'open-1', number: 'n-1', error: { code: 'refused' } })
  const masked = await tellOf('masked-1', `masks = '{"id":"hide"}'`)
  expect(masked).toMatchObject({ key: '****', number: '****' })
  const unpublished = await tellOf('hidden-1', `fields = '{status}', masks = '{}'`)
  expect(unpublished).toMatchObject({ key: null, number: null, error: { code: 'refused' } })
  // A target is asked by the same key as often as not.
  await put('hidden-1', 2)
  await pass()
  expect(accepted.at(-1)?.event).toMatchObject({ type: 'record.written', data: { target_key: null } })
  const bodies = await query<{ body: string }>('select body from gateway_delivery')
  expect(bodies).toHaveLength(4)
  expect(JSON.stringify(bodies)).not.toMatch(/canary|masked-1|hidden-1/)
  await query(`update gateway_scope set fields = '{id}' where application_id = $1`, [applicationId])
})
