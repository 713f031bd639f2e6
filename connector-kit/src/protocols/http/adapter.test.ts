import { createHash, createHmac } from 'node:crypto'
import { Adapter, type AdapterInput, ApiAsset, ExactNumber, toAssetResource, toJson } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { AdapterStore, SharedTokens } from '../../asset-store.ts'
import type { Connection } from '../../connector.ts'
import { deriveConnector } from '../../derive-platform.ts'
import { defineManifest } from '../../manifest.ts'
import { createHttpConnector } from './http-connector.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

const SECRET = 'quirky-secret-value'
const ASSET = toAssetResource('00000000-0000-7000-8000-000000000001', 1)
const [STRATEGY, API, PLATFORM] = [2, 3, 4].map(n => `00000000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]
let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const base = createHttpConnector({
  manifest: defineManifest({
    id: 'base',
    name: { zh: 'b', en: 'Base' },
    group: 'general',
    describe: { zh: 'b', en: 'b' },
    icon: { text: 'B', color: '#000000' },
    roles: ['source', 'target'],
    params: [{ field: 'base_url', label: { zh: 'a', en: 'a' }, type: 'text', is_required: true }],
    sourceParams: [],
    targetParams: [],
  }),
  connect: params => ({
    baseUrl: String(params['base_url']),
    headers: {},
    auth: { kind: 'none' },
    skipTlsVerify: false,
  }),
  endpoints: [],
  probe: () => null,
})

interface World {
  readonly adapters: Readonly<Record<string, AdapterInput>>
  readonly platform?: string
  readonly asset?: object
  readonly tokens?: SharedTokens
}

/** A connection of a tenant's own platform, with one interface and some adapters. */
async function open(script: Script, { adapters, platform = '', asset = {}, tokens }: World): Promise<Connection> {
  running = await startScripted(script)
  const doc = ApiAsset.parse({
    name: 'Orders',
    type: 'QUERY',
    method: 'GET',
    api: '/orders',
    id: ['id'],
    listPath: 'list',
    pagination: { mode: 'adapter' },
    ...asset,
  })
  const store: AdapterStore = {
    platform: '',
    find: async id => (adapters[id] ? { name: adapters[id].name, version: 7, doc: Adapter.parse(adapters[id]) } : null),
  }
  const template = {
    base: 'base',
    name: 'Own',
    group: 'erp',
    describe: '',
    icon: { text: 'O', color: '#000000' },
    help_link: '',
    params: [
      { field: 'address', label: { zh: 'a', en: 'a' }, type: 'text' },
      { field: 'secret', label: { zh: 's', en: 's' }, type: 'password', encryption: true },
    ],
    settings: { base_url: '{{address}}' },
    oauth2: null,
    app: [{ name: 'key', value: 'K1', secret: false }],
    timeout_ms: null,
    adapter: platform,
  }
  const own = deriveConnector(base, { id: 'own', template: template as never }, {}) // what the derivation reads of it
  return own.open(
    { address: running.url, secret: SECRET },
    {
      ...running.context,
      assets: { list: async () => [], find: async () => doc },
      adapters: store,
      ...(tokens ? { tokens } : {}),
    },
  )
}

async function readIds(connection: Connection, options = {}): Promise<unknown[]> {
  const config = { connector_id: '', resource: ASSET, options, key: ['id'], idCheck: false, pageSize: 2 }
  const source = await connection.openSource!(config)
  const found: unknown[] = []
  const signal = new AbortController().signal
  for await (const page of source.read({ cursor: null, window: null, pageSize: 2, signal }))
    found.push(...page.records.map(record => record.data?.['id']))
  return found
}

const ok = (body: object) => ({ body: toJson(body as never) })

const signed: AdapterInput = {
  name: 'Signed token',
  auth: {
    steps: [
      {
        name: 'token',
        path: '/token',
        bodyKind: 'form',
        body: [
          { name: 'key', value: '{{app.key}}' },
          { name: 'time', value: '{{timestamp}}' },
          { name: 'sign', value: '{{calc.sign}}' },
        ],
        calculations: [
          {
            name: 'sign',
            function: 'md5',
            text: '{{param.secret}}{{allJoined}}{{param.secret}}',
            encoding: 'HEX',
          },
        ],
        success: { path: 'code', values: ['0'], messagePath: 'msg' },
        values: [{ name: 'token', path: 'data.token' }],
        expiresPath: 'data.ttl',
      },
    ],
  },
  request: {
    headers: [{ name: 'X-Sign', value: '{{calc.sign}}' }],
    query: [
      { name: 'token', value: '{{auth.token}}' },
      { name: 'nonce', value: '{{nonce}}' },
    ],
    calculations: [
      { name: 'sign', function: 'hmac-sha256', text: '{{method}}{{path}}{{query}}', key: '{{param.secret}}' },
    ],
  },
  pagination: { mode: 'page', pageField: 'p', sizeField: 'n', pageSize: 2, totalPath: 'total' },
  success: { path: 'code', values: ['0'], messagePath: 'msg' },
  errors: [
    { kind: 'credential', path: 'code', values: ['41'] },
    { kind: 'busy', statuses: [200], messages: ['slow down'] },
  ],
}

const IDS = [1, 2, 3, 4, 5]

/** Checks every signature itself; `refuse` says what the n-th request for orders gets instead of its page. */
function quirky(refuse: (count: number) => ReturnType<Script> | null = () => null): Script {
  let tokens = 0
  let asked = 0
  return ({ method, url, headers, body }) => {
    if (url.pathname === '/token') {
      const form = Object.fromEntries(new URLSearchParams(body))
      const text = `key${form['key']}time${form['time']}`
      const wanted = createHash('md5').update(`${SECRET}${text}${SECRET}`).digest('hex').toUpperCase()
      if (form['sign'] !== wanted) return ok({ code: 9, msg: 'bad sign' })
      return ok({ code: 0, data: { token: `token-no-${++tokens}`, ttl: 3600 } })
    }
    const query = [...url.searchParams]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(pair => pair.join('='))
      .join('&')
    const wanted = createHmac('sha256', SECRET).update(`${method}${url.pathname}${query}`).digest('hex')
    if (headers['x-sign'] !== wanted) return ok({ code: 9, msg: 'bad sign' })
    const refused = refuse(++asked)
    if (refused) return refused
    if (url.searchParams.get('token') !== `token-no-${tokens}`) return ok({ code: 41, msg: 'token ended' })
    const [page, size] = [Number(url.searchParams.get('p')), Number(url.searchParams.get('n'))]
    return ok({ code: 0, total: IDS.length, list: IDS.slice((page - 1) * size, page * size).map(id => ({ id })) })
  }
}

describe('requests through an adapter', () => {
  test('are signed, paged and read as it says', async () => {
    const connection = await open(quirky(), { adapters: { [PLATFORM]: signed }, platform: PLATFORM })
    expect(await readIds(connection)).toEqual(IDS)
    expect(running!.asked.map(each => each.url.pathname)).toEqual(['/token', '/orders', '/orders', '/orders'])
  })

  test.each([
    ['a 401', { status: 401, body: '{}' }],
    ['an answer of the credential class with status 200', ok({ code: 41, msg: 'token ended' })],
  ])('sign in once more after %s, and lose nothing', async (_, refusal) => {
    const script = quirky(count => (count === 2 ? refusal : null))
    const connection = await open(script, { adapters: { [PLATFORM]: signed }, platform: PLATFORM })
    expect(await readIds(connection)).toEqual(IDS)
    expect(running!.asked.filter(each => each.url.pathname === '/token')).toHaveLength(2)
  })

  test('end when fresh credentials are refused as well', async () => {
    const connection = await open(
      quirky(() => ok({ code: 41, msg: 'no right' })),
      { adapters: { [PLATFORM]: signed }, platform: PLATFORM },
    )
    await expect(readIds(connection)).rejects.toMatchObject({ code: 'connector.auth', retry: 'never' })
    expect(running!.asked.filter(each => each.url.pathname === '/orders')).toHaveLength(2)
  })

  test('wait where the far system says "slow down" in a 200', async () => {
    const script = quirky(count => (count === 1 ? ok({ code: 7, msg: 'Slow Down please' }) : null))
    const connection = await open(script, { adapters: { [PLATFORM]: signed }, platform: PLATFORM })
    expect(await readIds(connection)).toEqual(IDS)
    expect(running!.slept).toHaveLength(1)
  })

  test('take a token that another process has made, and make another when it is refused', async () => {
    const stored = { value: '{"auth.token":"token-of-old"}', expiresAtMs: Number.MAX_SAFE_INTEGER }
    const stales: (string | null)[] = []
    const tokens: SharedTokens = {
      get: async (_key, stale, make) => {
        stales.push(stale)
        return stale === null ? stored : make()
      },
    }
    const connection = await open(quirky(), { adapters: { [PLATFORM]: signed }, platform: PLATFORM, tokens })
    expect(await readIds(connection)).toEqual(IDS)
    expect(stales).toEqual([null, stored.value])
  })

  test.each([
    ['strategy', { adapter: STRATEGY }, API],
    ['api', {}, API],
    ['platform', {}, ''],
  ])('go through the one of the %s where it is the nearest', async (level, options, api) => {
    const named = (id: string) => ({ name: id, request: { headers: [{ name: 'x-level', value: id }] } })
    const adapters = { [STRATEGY]: named('strategy'), [API]: named('api'), [PLATFORM]: named('platform') }
    const asset = { adapter: api, pagination: {} }
    const connection = await open(() => ok({ list: [{ id: 1 }] }), { adapters, platform: PLATFORM, asset })
    expect(await readIds(connection, options)).toEqual([1])
    expect(running!.asked[0]!.headers['x-level']).toBe(level)
    const doc = ApiAsset.parse({
      name: 'n',
      type: 'QUERY',
      method: 'GET',
      api: '/orders',
      id: ['id'],
      listPath: 'list',
      adapter: api,
    })
    const trial = await connection.tryAsset!(doc, { options, window: null, pageSize: 2 }, new AbortController().signal)
    expect(trial.adapter).toMatchObject({ level, version: 7 })
  })

  test('are not sent past a named adapter that is gone', async () => {
    const connection = await open(() => ok({ list: [] }), { adapters: {}, platform: PLATFORM })
    await expect(readIds(connection)).rejects.toMatchObject({ code: 'adapter.missing' })
    expect(running!.asked).toEqual([])
  })

  test('are shown whole when tried, with every secret masked', async () => {
    const shown: AdapterInput = {
      ...signed,
      request: {
        ...signed.request,
        headers: [...(signed.request?.headers ?? []), { name: 'X-Basic', value: '{{calc.basic}}' }],
        calculations: [
          ...(signed.request?.calculations ?? []),
          { name: 'basic', function: 'base64', text: 'user:{{param.secret}}' },
        ],
      },
    }
    const connection = await open(quirky(), { adapters: { [PLATFORM]: shown }, platform: PLATFORM })
    const doc = ApiAsset.parse({
      name: 'n',
      type: 'QUERY',
      method: 'GET',
      api: '/orders',
      id: ['id'],
      listPath: 'list',
      pagination: { mode: 'adapter' },
    })
    const trial = await connection.tryAsset!(
      doc,
      { options: {}, window: null, pageSize: 2 },
      new AbortController().signal,
    )
    expect(trial).toMatchObject({ problem: null, count: 2, hasNext: true, exchanges: [{}, {}] })
    const text = JSON.stringify(trial)
    for (const secret of [SECRET, 'token-no-1', Buffer.from(`user:${SECRET}`).toString('base64')])
      expect(text).not.toContain(secret)
    expect(text).toContain('X-Sign')
  })
})

describe('records written through an adapter', () => {
  const write = { type: 'EXECUTE', method: 'POST', pagination: {}, api: '/orders' }
  const send = async (answer: ReturnType<Script>, adapter: AdapterInput) => {
    const connection = await open(() => answer, { adapters: { [PLATFORM]: adapter }, platform: PLATFORM, asset: write })
    const target = await connection.openTarget!({ connector_id: '', resource: ASSET, options: {}, key: [] } as never) // what a target of this kind reads
    return target.write([{ data: { id: 1 }, idempotencyKey: 'k' }], new AbortController().signal)
  }
  const rule = (kind: 'busy' | 'refused' | 'duplicate' | 'poison' | 'credential'): AdapterInput => ({
    name: 'a',
    errors: [{ kind, statuses: [200, 500], messages: ['e-7'] }],
  })

  test.each([
    ['{"msg":"ok","bad":"jim|joe"}', { failure: { retry: 'skip', message: expect.stringContaining('bad: jim|joe') } }],
    ['{"msg":"ok","bad":[]}', { kind: 'written' }],
  ])('are judged by whether anything stands at a path: %s', async (body, outcome) =>
    expect(await send({ body }, { name: 'a', errors: [{ kind: 'refused', path: 'bad' }] })).toMatchObject([outcome]),
  )

  test.each([
    ['duplicate', 200, { kind: 'skipped' }],
    ['refused', 500, { kind: 'failed', failure: { code: 'target.refused', retry: 'skip' } }],
    ['poison', 200, { kind: 'failed', failure: { code: 'target.poison', retry: 'skip' } }],
    ['busy', 200, { kind: 'failed', failure: { code: 'http.busy', retry: 'later' } }],
  ] as const)('are %s with status %i where it knows the message', async (kind, status, outcome) => {
    expect(await send({ status, body: '{"msg":"E-7 happened"}' }, rule(kind))).toMatchObject([outcome])
    expect(running!.asked).toHaveLength(1)
  })

  test('of the credential class concern the whole batch', async () => {
    await expect(send({ body: '{"msg":"e-7"}' }, rule('credential'))).rejects.toMatchObject({ code: 'connector.auth' })
  })

  test('keep every digit beside what the adapter adds to the body', async () => {
    const adapter: AdapterInput = { name: 'a', request: { body: [{ name: 'app', value: '{{app.key}}' }] } }
    const connection = await open(() => ok({}), { adapters: { [PLATFORM]: adapter }, platform: PLATFORM, asset: write })
    const target = await connection.openTarget!({ connector_id: '', resource: ASSET, options: {}, key: [] } as never) // as above
    const data = { id: new ExactNumber('9007199254740993') }
    await target.write([{ data, idempotencyKey: 'k' }], new AbortController().signal)
    expect(running!.asked[0]!.body).toBe('{"id":9007199254740993,"app":"K1"}')
  })
})

describe('a body that travels as a form', () => {
  const sent = async (request: NonNullable<AdapterInput['request']>): Promise<Record<string, string>> => {
    const adapter: AdapterInput = {
      name: 'a',
      request: {
        ...request,
        body: [
          { name: 'key', value: '{{app.key}}' },
          { name: 'sign', value: '{{calc.sign}}' },
        ],
        calculations: [{ name: 'sign', function: 'md5', text: '{{param.secret}}{{allJoined}}' }],
      },
    }
    const asset = { type: 'EXECUTE', method: 'POST', pagination: {} }
    const connection = await open(() => ok({}), { adapters: { [PLATFORM]: adapter }, platform: PLATFORM, asset })
    const target = await connection.openTarget!({ connector_id: '', resource: ASSET, options: {}, key: [] } as never) // what an endpoint reads of it
    const data = { no: 'B 1', lines: [{ qty: new ExactNumber('1.50') }] }
    await target.write([{ data, idempotencyKey: 'k' }], new AbortController().signal)
    const asked = running!.asked[0]!
    expect(asked.headers['content-type']).toBe('application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(asked.body))
  }
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

  test('holds its JSON as one text in a field, digit by digit, and is signed as it is sent', async () => {
    const biz = '{"no":"B 1","lines":[{"qty":1.50}]}'
    const sign = md5(`${SECRET}biz${biz}keyK1`)
    expect(await sent({ bodyKind: 'form', bodyField: 'biz' })).toEqual({ biz, key: 'K1', sign })
  })

  test('has its fields side by side, lists as JSON', async () => {
    const lines = '[{"qty":1.50}]'
    const sign = md5(`${SECRET}keyK1lines${lines}noB 1`)
    expect(await sent({ bodyKind: 'form' })).toEqual({ no: 'B 1', lines, key: 'K1', sign })
  })
})

test('a sign-in that the far system puts off for haste is tried again', async () => {
  let refused = 0
  const script = quirky()
  const hasty: Script = asked =>
    asked.url.pathname === '/token' && refused++ === 0 ? ok({ code: 7, msg: 'Slow down, please' }) : script(asked)
  const connection = await open(hasty, { adapters: { [PLATFORM]: signed }, platform: PLATFORM })
  expect(await readIds(connection)).toEqual(IDS)
})

test.each([
  [{ auth: { steps: [{ name: 's', path: 'https://else.test/x', values: [{ name: 'a', path: 'a' }] }] } }, 'path'],
  [{ request: { headers: [{ name: 'X', value: '{{auth.nothing}}' }] } }, 'request.headers.0.value'],
  [{ request: { headers: [{ name: 'X', value: '{{query}}' }] } }, 'request.headers.0.value'],
  [{ request: { headers: [{ name: 'X Y', value: '' }] } }, 'request.headers.0.name'],
  [{ request: { calculations: [{ name: 's', function: 'hmac-md5', text: 'a' }] } }, 'request.calculations.0.key'],
  [{ request: { calculations: [{ name: 's', function: 'md5', text: '{{calc.s}}' }] } }, 'request.calculations.0.text'],
  [{ errors: [{ kind: 'busy' }] }, 'errors.0'],
  [{ pagination: { mode: 'page' } }, 'pagination.pageField'],
])('%j is refused at its field', (change, field) => {
  const found = Adapter.safeParse({ name: 'a', ...change })
  expect(found.error?.issues.map(issue => issue.path.join('.')).join(' ')).toContain(field)
})
