import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestContext, makeRecords, testConnector } from '@sluice/connector-kit/conformance'
import {
  type Data,
  Failure,
  type ParamValues,
  SourceConfig,
  TargetConfig,
  type TestStep,
  toNumber,
  toText,
} from '@sluice/contract'
import { startSandbox } from '@sluice/sandbox'
import { describe, expect, test } from 'vitest'
import http from './index.ts'
import { type JsonService, startJsonService } from './testing.ts'

let service: JsonService
let next = 1

const listOptions: ParamValues = {
  list_path: 'data.list',
  success_path: 'code',
  success_values: '0',
  message_path: 'msg',
  pagination: 'page',
  page_param: 'page',
  size_param: 'size',
  total_path: 'data.total',
  query: [
    { name: 'from', value: '{{from}}' },
    { name: 'to', value: '{{to}}' },
  ],
}
const saveOptions: ParamValues = {
  success_path: 'code',
  success_values: '0',
  message_path: 'msg',
  idempotency_header: 'Idempotency-Key',
  target_key_path: 'id',
}

function addTable(records: readonly Data[]): string {
  const name = `t${next++}`
  service.tables.set(name, [...records])
  return name
}

testConnector({
  connector: http,
  prepare: async () => {
    service = await startJsonService('canary-token-93b1')
    return {
      params: { base_url: service.url, auth: 'bearer', token: service.token },
      dispose: () => service.close(),
    }
  },
  wrong: [
    { title: 'port', change: { base_url: 'http://127.0.0.1:1' }, step: 'network' },
    { title: 'host', change: { base_url: 'http://no-such-host.invalid' }, step: 'network' },
    { title: 'private address', change: { base_url: 'http://169.254.169.254' }, step: 'network' },
    { title: 'token', change: { token: 'wrong-canary-88' }, step: 'auth' },
    { title: 'test path', change: { test_path: '/nothing' }, step: 'answer' },
  ],
  source: {
    put: async records => ({ resource: addTable(records), options: listOptions }),
    windowField: 'updated_at',
    bound: record => `${toText(record['updated_at']).replace(' ', 'T')}Z`,
    countRequests: () => service.countRequests(),
    slow: async () => ({ resource: 'slow', options: listOptions }),
    isDiscovered: false,
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: addTable([]), options: saveOptions }),
    readBack: async place => service.tables.get(place.resource) ?? [],
    spoil: record => ({ ...record, name: 'bad' }),
  },
})

const id = '01900000-0000-7000-8000-000000000009'

async function readAll(params: ParamValues, resource: string, options: ParamValues): Promise<Data[]> {
  const context = createTestContext()
  const connection = await http.open(params, context)
  try {
    const source = await connection.openSource?.(
      SourceConfig.parse({ connector_id: id, resource, options, key: ['order_no'] }),
    )
    const records: Data[] = []
    const signal = new AbortController().signal
    for await (const page of source?.read({ cursor: null, window: null, pageSize: 50, signal }) ?? [])
      for (const record of page.records) if (record.data) records.push(record.data)
    return records
  } finally {
    await connection.close()
    await context.dispose()
  }
}

describe('ways to sign in, against the sandbox shop', () => {
  const options: ParamValues = {
    ...listOptions,
    query: [],
    size_param: 'page_size',
  }

  test('API key in header and query, Basic, OAuth2 in both styles and the HMAC signature are all accepted', async () => {
    const sandbox = await startSandbox({ orders: 120, faults: 'none' })
    const base_url = sandbox.shop.url
    const oauth = {
      auth: 'oauth2',
      token_url: '/oauth/token',
      client_id: sandbox.clientId,
      client_secret: sandbox.clientSecret,
    }
    const apiKey = { auth: 'apiKey', api_key: sandbox.apiKey }
    const basic = { auth: 'basic', username: sandbox.username, password: sandbox.password }
    const hmac = { auth: 'hmac', app_key: sandbox.appKey, app_secret: sandbox.appSecret }
    const ways: readonly (readonly [string, ParamValues])[] = [
      ['/apikey/orders', { ...apiKey, api_key_name: 'X-Api-Key' }],
      ['/apikey/orders', { ...apiKey, api_key_name: 'api_key', api_key_place: 'query' }],
      ['/basic/orders', basic],
      ['/api/orders', { ...oauth, client_style: 'body' }],
      ['/api/orders', { ...oauth, client_style: 'basic' }],
      ['/signed/orders', hmac],
    ]
    try {
      for (const [path, auth] of ways) {
        const params = withDefaults({ base_url, ...auth })
        expect(await readAll(params, path, options), `${path} ${auth['auth']}`).toHaveLength(120)
      }
    } finally {
      await sandbox.stop()
    }
  })

  test('every order arrives under all faults, tokens expiring in the middle', async () => {
    const sandbox = await startSandbox({ orders: 300, faults: 'all', tokenTtlMs: 700 })
    try {
      const params = withDefaults({
        base_url: sandbox.shop.url,
        auth: 'oauth2',
        token_url: '/oauth/token',
        client_id: sandbox.clientId,
        client_secret: sandbox.clientSecret,
      })
      const records = await readAll(params, '/api/orders', { ...options, busy_values: '50001', max_page_size: 20 })
      const numbers = new Set(records.map(record => toText(record['order_no'])))
      expect([...numbers].sort()).toEqual(sandbox.shop.orders.map(order => order.no).sort())
      expect(records.every(record => /^69\d{17}$/.test(toText(record['order_id'])))).toBe(true)
    } finally {
      await sandbox.stop()
    }
  })
})

/** What the host does before `open`: defaults filled in. */
function withDefaults(values: ParamValues): ParamValues {
  const defaults = http.manifest.params.flatMap(param =>
    param.default === undefined ? [] : [[param.field, param.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...values }
}

describe('paging by ids', () => {
  test('reads every record of a big table, ids beyond a double', async () => {
    const plain = await startJsonService('canary-plain-2')
    try {
      const records = Array.from({ length: 7 }, (_, at) => ({ id: toNumber(`${9_007_199_254_740_993n + BigInt(at)}`) }))
      plain.tables.set('items', records)
      const params = withDefaults({ base_url: plain.url, auth: 'bearer', token: plain.token })
      const options: ParamValues = {
        list_path: 'data.list',
        pagination: 'id_gt',
        page_param: 'after',
        size_param: 'size',
        max_page_size: 3,
        id_path: 'id',
        first_id: '0',
      }
      expect(await readAll(params, '/items', options)).toEqual(records)
      expect(plain.countRequests()).toBe(4)
    } finally {
      await plain.close()
    }
  })
})

describe('writing with a plain far system', () => {
  test('PUT to a path made of the record, and a record without that value fails alone', async () => {
    const context = createTestContext()
    const plain = await startJsonService('canary-plain-1')
    try {
      plain.tables.set('items/1', []).set('items/3', [])
      const params = withDefaults({ base_url: plain.url, auth: 'bearer', token: plain.token })
      const connection = await http.open(params, context)
      const options: ParamValues = { method: 'PUT', success_path: 'code', success_values: '0' }
      const target = await connection.openTarget?.(
        TargetConfig.parse({ connector_id: id, resource: '/items/{{id}}', options }),
      )
      const [one, two, three] = makeRecords(3) as [Data, Data, Data] // three were asked for
      const batch = [one, { ...two, id: null }, three].map((data, at) => ({ data, idempotencyKey: `k${at}` }))
      const outcomes = await target?.write(batch, new AbortController().signal)
      expect(outcomes?.map(outcome => outcome.kind)).toEqual(['written', 'failed', 'written'])
      expect(target?.guarantee).toBe('none')
    } finally {
      await plain.close()
      await context.dispose()
    }
  })

  test('fixed fields that are no JSON object are refused by name', async () => {
    const context = createTestContext()
    const connection = await http.open(withDefaults({ base_url: 'http://127.0.0.1:1' }), context)
    const options: ParamValues = { body_key: 'Model', extra_body: '[1' }
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id: id, resource: '/x', options }))
    const write = target?.write([{ data: { id: 1 }, idempotencyKey: 'k' }], new AbortController().signal)
    await expect(write).rejects.toThrow(Failure)
    await expect(write).rejects.toMatchObject({ field: 'extra_body' })
    await context.dispose()
  })
})

test('without a test path, a public address says nothing of the credential, and the sign-in admits it', async () => {
  const context = createTestContext()
  const open = createServer((_, answer) => answer.end('welcome')).listen(0, '127.0.0.1')
  await once(open, 'listening')
  const { port } = open.address() as AddressInfo // of a listening server
  const params = { base_url: `http://127.0.0.1:${port}`, auth: 'bearer', token: 'wrong-canary-88' }
  const connection = await http.open(withDefaults(params), context)
  const steps: TestStep[] = []
  for await (const step of connection.test()) steps.push(step)
  expect(steps.at(-1)).toMatchObject({
    name: 'auth',
    ok: true,
    detail: 'HTTP 200 from the base address, which may not look at the credential; fill in a test path to be sure',
  })
  await connection.close()
  open.close()
  await context.dispose()
})

test('several API keys travel with every request, each in its place, and none is shown', async () => {
  const context = createTestContext()
  const seen: (readonly [unknown, string | null])[] = []
  let headers: unknown
  const far = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://far')
    headers = request.headers
    seen.push([request.headers['x-app-key'], url.searchParams.get('access_token')])
    answer.statusCode = seen.length > 1 ? 403 : 200
    answer.setHeader('content-type', 'application/json').end('[{"id":1}]')
  }).listen(0, '127.0.0.1')
  await once(far, 'listening')
  const { port } = far.address() as AddressInfo // of a listening server
  const keys = {
    base_url: `http://127.0.0.1:${port}`,
    auth: 'apiKeys',
    api_key_name: 'X-App-Key',
    api_key: 'app-canary-1',
    second_key_place: 'query',
    second_key_name: 'access_token',
    second_key: 'token-canary-2',
  }
  try {
    expect(await readAll(withDefaults(keys), '/x', { method: 'GET' })).toHaveLength(1)
    expect(seen).toEqual([['app-canary-1', 'token-canary-2']])
    const refused = readAll(withDefaults(keys), '/x', { method: 'GET' })
    await expect(refused).rejects.toThrow(/403/)
    await expect(refused).rejects.not.toThrow(/canary/)
    const four = { ...keys, auth: 'apiKeys4', third_key_name: 'X-Third', third_key: 'canary-3' }
    const named = { ...four, fourth_key_name: 'X-Fourth', fourth_key: 'canary-4' }
    await readAll(withDefaults(named), '/x', { method: 'GET' }).catch(() => undefined)
    expect(headers).toMatchObject({ 'x-app-key': 'app-canary-1', 'x-third': 'canary-3', 'x-fourth': 'canary-4' })
    const again = { ...named, fourth_key_name: 'x-third' }
    await expect(http.open(withDefaults(again), context)).rejects.toMatchObject({ field: 'fourth_key_name' })
    const twice = { ...keys, second_key_place: 'header', second_key_name: 'x-app-key' }
    await expect(http.open(withDefaults(twice), context)).rejects.toMatchObject({ field: 'second_key_name' })
  } finally {
    far.close()
    await context.dispose()
  }
})
