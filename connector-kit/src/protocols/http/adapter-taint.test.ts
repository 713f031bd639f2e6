import { createHash, createHmac } from 'node:crypto'
import { Adapter, type AdapterInput, ApiAsset, toAssetResource, toFailure, toJson } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineManifest } from '../../manifest.ts'
import { createHttpConnector } from './http-connector.ts'
import { type Scripted, startScripted } from './testing.ts'

// Whoever edits adapters places a secret anywhere a declared adapter can place one, turned by all that it can calculate.
// The far system gets it; nothing that a person is shown holds it, or what it could be guessed back from.

const SECRET = 'kQ7/!can"ary~Zx 93vw'
const ASSET = toAssetResource('00000000-0000-7000-8000-000000000001', 1)
type Calculation = NonNullable<NonNullable<AdapterInput['request']>['calculations']>[number]

const connector = createHttpConnector({
  manifest: defineManifest({
    id: 'far',
    name: { zh: 'f', en: 'Far' },
    group: 'general',
    describe: { zh: 'f', en: 'f' },
    icon: { text: 'F', color: '#000000' },
    roles: ['source', 'target'],
    params: [
      { field: 'base_url', label: { zh: 'a', en: 'a' }, type: 'text', is_required: true },
      { field: 'secret', label: { zh: 's', en: 's' }, type: 'password', encryption: true },
    ],
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

/** What is calculated; `{{calc.made}}` is the last of them. */
const turns: Readonly<Record<string, readonly Omit<Calculation, 'name'>[]>> = {
  base64: [{ function: 'base64', text: '{{param.secret}}' }],
  'base64 of a longer text': [{ function: 'base64', text: 'A{{param.secret}}' }],
  'base64 twice': [
    { function: 'base64', text: 'AB{{param.secret}}' },
    { function: 'base64', text: 'A{{calc.made0}}' },
  ],
  'URL-encoded': [{ function: 'urlEncode', text: '{{param.secret}}' }],
  'URL-encoded twice': [
    { function: 'urlEncode', text: '{{param.secret}}' },
    { function: 'urlEncode', text: '{{calc.made0}}' },
  ],
  'base64, URL-encoded': [
    { function: 'base64', text: '{{param.secret}}' },
    { function: 'urlEncode', text: '{{calc.made0}}' },
  ],
  'a digest': [{ function: 'md5', text: '{{param.secret}}' }],
  'a digest in capitals': [{ function: 'md5', text: 'a{{param.secret}}', encoding: 'HEX' }],
  'a digest in base64': [{ function: 'sha1', text: '{{param.secret}}', encoding: 'base64' }],
  'a keyed digest': [{ function: 'hmac-sha256', text: 'x', key: '{{param.secret}}' }],
  'a digest of a digest': [
    { function: 'sha256', text: '{{param.secret}}' },
    { function: 'md5', text: '{{calc.made0}}' },
  ],
}

/** Where a text may be placed. */
const places: Readonly<Record<string, (text: string) => AdapterInput['request']>> = {
  'a header': text => ({ headers: [{ name: 'x-made', value: text.replace('param.secret', 'param.secret') }] }),
  'a header between others': text => ({ headers: [{ name: 'x-made', value: `a=${text}; b="${text}"` }] }),
  'the query': text => ({ query: [{ name: 'made', value: text }] }),
  'the query behind a text': text => ({ query: [{ name: 'made', value: `x/${text}/y` }] }),
  'the body': text => ({ body: [{ name: 'made', value: text }] }),
  'a form': text => ({ body: [{ name: 'made', value: text }], bodyKind: 'form' }),
  'a body in a field': text => ({ body: [{ name: 'made', value: text }], bodyKind: 'form', bodyField: 'json' }),
  'the path of the address': text => ({ baseUrl: `{{param.base_url}}/${text}` }),
  'the query of the address': text => ({ baseUrl: `{{param.base_url}}/?a=${text}&b=` }),
  'a host': text => ({ baseUrl: `http://${text}.far.test` }),
  'an address that is none': text => ({ baseUrl: `${text}://far` }),
  'a name that is not known': text => ({ headers: [{ name: 'x-made', value: `${text}{{param.nothing}}` }] }),
}

const cased = (texts: readonly string[]): string[] =>
  texts.flatMap(text => [text, text.toUpperCase(), text.toLowerCase()])
const digests = (['md5', 'sha1', 'sha256'] as const).flatMap(algorithm =>
  [SECRET, `a${SECRET}`].flatMap(text => {
    const made = createHash(algorithm).update(text).digest()
    return [made.toString('hex'), made.toString('base64')]
  }),
)
const traces = cased([
  SECRET,
  ...['kQ7/!can', '~Zx 93vw', 'ary~Zx', '93vw'],
  encodeURIComponent(SECRET),
  JSON.stringify(SECRET).slice(1, -1),
  ...[0, 1, 2].map(pad =>
    Buffer.from('AB'.slice(0, pad) + SECRET)
      .toString('base64')
      .slice(pad === 0 ? 0 : 4, -4),
  ),
  Buffer.from(SECRET).toString('hex'),
  ...digests,
  createHmac('sha256', SECRET).update('x').digest('hex'),
  createHash('md5').update(createHash('sha256').update(SECRET).digest('hex')).digest('hex'),
])

let far: Scripted
beforeAll(async () => {
  far = await startScripted(request => ({
    body: toJson({ list: [{ id: 1 }], said: request.url.href, sent: request.body }),
  }))
})
afterAll(() => far.close())

async function show(request: AdapterInput['request']): Promise<string> {
  const doc = Adapter.parse({ name: 'Own', request })
  const asset = ApiAsset.parse({
    name: 'Orders',
    type: 'QUERY',
    method: 'POST',
    api: '/orders',
    id: ['id'],
    listPath: 'list',
  })
  const seen: unknown[] = []
  const context = {
    ...far.context,
    adapters: { platform: 'p', find: async () => ({ name: doc.name, version: 1, doc }) },
    assets: { list: async () => [], find: async () => asset },
    notes: {
      adapter: (each: unknown) => void seen.push(each),
      log: (each: unknown) => void seen.push(each),
      tried: (each: unknown) => void seen.push(each),
    },
  }
  const signal = AbortSignal.timeout(30_000)
  const note = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      seen.push(await work())
    } catch (error) {
      const failure = toFailure(error)
      seen.push(failure.toDetail(), failure.message)
    }
  }
  const connection = await connector.open({ base_url: far.url, secret: SECRET }, context)
  const adapter = { id: 'a', name: 'Own', version: 1, level: 'platform', doc } as const
  await note(() => connection.tryAsset!(asset, { options: {}, window: null, pageSize: 5, adapter }, signal))
  await note(async () => {
    const config = { connector_id: '', resource: ASSET, options: {}, key: ['id'], idCheck: true, pageSize: 10 }
    const source = await connection.openSource!(config)
    const pages: unknown[] = []
    for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal })) pages.push(page.request)
    return pages
  })
  await connection.close()
  return seen.map(each => JSON.stringify(each)).join('\n')
}

const cases = Object.entries(places).flatMap(([place, put]) => [
  [place, 'as it is', put('{{param.secret}}')] as const,
  ...Object.entries(turns).map(([turn, steps]) => {
    const calculations = steps.map((each, at) => ({ ...each, name: at === steps.length - 1 ? 'made' : `made${at}` }))
    return [place, turn, { ...put('{{calc.made}}'), calculations }] as const
  }),
])

test.each(cases)('%s, %s', async (_place, _turn, request) => {
  const text = await show(request).catch((error: unknown) => String(error))
  expect(traces.filter(trace => text.includes(trace))).toEqual([])
})
