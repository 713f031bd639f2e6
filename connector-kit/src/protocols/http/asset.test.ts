import { Adapter, ApiAsset, type ApiAssetInput, ExactNumber, toAssetResource, toJson } from '@sluice/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { AdapterInForce, AssetStore } from '../../asset-store.ts'
import { createTestContext } from '../../conformance/test-context.ts'
import { defineManifest } from '../../manifest.ts'
import { toEndpoint } from './asset-endpoint.ts'
import { createHttpConnector } from './http-connector.ts'
import { createHttpSource } from './http-source.ts'
import { createHttpTarget } from './http-target.ts'
import { readSeenAnswer } from './read-seen.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'
import { tryAsset } from './try-asset.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const make = (input: Partial<ApiAssetInput>): ApiAsset =>
  ApiAsset.parse({ name: 'Orders', type: 'QUERY', method: 'POST', api: '/orders/query', id: ['id'], ...input })
const signal = new AbortController().signal
const ok = (body: object) => ({ body: toJson(body as never) })

async function readIds(script: Script, asset: ApiAsset, values: Record<string, string> = {}): Promise<unknown[]> {
  running = await startScripted(script)
  const list = Object.entries(values).map(([name, value]) => ({ name, value }))
  const { read } = toEndpoint('a', asset, { asset_values: list })
  const found: unknown[] = []
  const request = { cursor: null, window: null, pageSize: 2, signal }
  for await (const page of createHttpSource(running.client, 'a', read!).read(request))
    found.push(...page.records.map(record => record.data?.['id']))
  return found
}

describe('an asset that reads', () => {
  test('is not whole where its answer says that there is more, unless its end is believed', async () => {
    const more = () => ok({ list: [{ id: 1 }], total: 500 })
    expect(await readIds(more, make({ listPath: 'list' }))).toEqual([1, undefined])
    await running?.close()
    expect(await readIds(more, make({ listPath: 'list', pagination: { believesEnd: true } }))).toEqual([1])
  })

  test('sends each parameter to its place with its type, and every digit of it', async () => {
    const asset = make({
      api: '/shops/{shop}/orders',
      listPath: 'list',
      request: [
        { field: 'shop', type: 'string', place: 'path', default: 'a b' },
        { field: 'X-Trace', type: 'string', place: 'header', default: 't1' },
        { field: 'lang', type: 'string', place: 'query', default: '中' },
        { field: 'min', type: 'float', default: '12.50' },
        { field: 'open', type: 'bool', default: 'true' },
        { field: 'empty', type: 'string' },
        { field: 'raw', type: 'json', default: '{"big":9007199254740993}' },
        { field: 'lines', type: 'array', fields: [{ field: 'sku', type: 'string', default: 'S-1' }] },
      ],
      otherRequest: [{ field: 'FormId', type: 'string', default: 'SAL_Order' }],
    })
    expect(await readIds(() => ok({ list: [{ id: 1 }] }), asset)).toEqual([1])
    const asked = running!.asked[0]!
    expect(asked.url.pathname + asked.url.search).toBe('/shops/a%20b/orders?lang=%E4%B8%AD')
    expect(asked.headers['x-trace']).toBe('t1')
    expect(asked.body).toBe(
      '{"min":12.50,"open":true,"raw":{"big":9007199254740993},"lines":[{"sku":"S-1"}],"FormId":"SAL_Order"}',
    )
  })

  test.each([
    ['page', { mode: 'page', pageField: 'n', sizeField: 's', place: 'body', totalPath: 'total' }],
    ['offset', { mode: 'offset', pageField: 'n', sizeField: 's', place: 'body', totalPath: 'total' }],
    ['cursor', { mode: 'cursor', pageField: 'n', nextPath: 'next', place: 'body' }],
    ['link', { mode: 'link', nextPath: 'next' }],
  ] as const)('pages by %s', async (mode, pagination) => {
    const asset = make({ listPath: 'list', pagination: { pageSize: 2, ...pagination } })
    const script: Script = ({ url, body }) => {
      const { n } = JSON.parse(body || '{}')
      const at =
        mode === 'page'
          ? n - 1
          : mode === 'offset'
            ? n / 2
            : mode === 'cursor'
              ? Number(n ?? 0)
              : Number(url.searchParams.get('n') ?? 0)
      const rows = [[1, 2], [3, 4], [5]][at] ?? []
      const next = at === 2 ? null : mode === 'link' ? `/orders/query?n=${at + 1}` : String(at + 1)
      return ok({ list: rows.map(id => ({ id })), total: 5, ...(mode === 'page' || mode === 'offset' ? {} : { next }) })
    }
    expect(await readIds(script, asset)).toEqual([1, 2, 3, 4, 5])
  })

  test('takes the variables that ERP people know', async () => {
    const asset = make({
      listPath: '',
      pagination: { mode: 'offset', pageSize: 2 },
      request: [
        { field: 'StartRow', type: 'int', default: '{{PAGINATION_START_ROW}}' },
        { field: 'Limit', type: 'int', default: '{{PAGINATION_PAGE_SIZE}}' },
      ],
    })
    const script: Script = ({ body }) => ok((JSON.parse(body).StartRow === 0 ? [{ id: 1 }, { id: 2 }] : []) as never)
    expect(await readIds(script, asset)).toEqual([1, 2])
    expect(running!.asked.map(each => each.body)).toEqual(['{"StartRow":0,"Limit":2}', '{"StartRow":2,"Limit":2}'])
  })

  test('names the values of records that come as lists, and keeps one that does not fit as a failure', async () => {
    const asset = make({
      listOfValues: true,
      response: [
        { field: 'id', type: 'int' },
        { field: 'name', type: 'string' },
      ],
    })
    expect(await readIds(() => ok([[9007199254740991, 'a'], [2]] as never), asset)).toEqual([
      9007199254740991,
      undefined,
    ])
  })

  test('believes a total in a header: the last page needs no empty one after it, a missing record is told', async () => {
    const pagination = { mode: 'page', pageField: 'p', totalHeader: 'X-Total' } as const
    const script =
      (total: string): Script =>
      ({ body }) => ({
        ...ok([{ id: JSON.parse(body).p }, { id: JSON.parse(body).p * 10 }]),
        headers: { 'x-total': total },
      })
    expect(await readIds(script('4'), make({ pagination: { ...pagination, place: 'body' } }))).toEqual([1, 10, 2, 20])
    expect(running!.asked).toHaveLength(2)
    await running!.close()
    await expect(readIds(script('many'), make({ pagination: { ...pagination, place: 'body' } }))).rejects.toMatchObject(
      { code: 'http.noTotal' },
    )
  })

  test('waits as long as a vendor asks in parts of a second', async () => {
    let asked = 0
    const script: Script = () =>
      asked++ === 0 ? { status: 429, headers: { 'retry-after': '2.5' }, body: '{}' } : ok([{ id: 1 }])
    expect(await readIds(script, make({}))).toEqual([1])
    expect(running!.slept.some(ms => ms >= 2500)).toBe(true)
  })

  test('takes the values of a strategy instead of its defaults, and refuses one it has no parameter for', async () => {
    const asset = make({ request: [{ field: 'state', type: 'int', default: '1' }] })
    await readIds(() => ok([] as never), asset, { state: '2' })
    expect(running!.asked[0]!.body).toBe('{"state":2}')
    const give = (name: string, value: string) => () => toEndpoint('a', asset, { asset_values: [{ name, value }] })
    expect(give('stat', '2')).toThrow(/has no parameter stat/)
    expect(give('state', 'two')).toThrow(/must be a number/)
    expect(() =>
      toEndpoint('a', make({ request: [{ field: 'must', type: 'string', is_required: true }] }), {}),
    ).toThrow(/must is required/)
  })
})

describe('an asset that writes', () => {
  const asset = make({
    type: 'EXECUTE',
    api: '/bills/{FBillNo}',
    request: [
      { field: 'FBillNo', type: 'string' },
      { field: 'FOrg', type: 'string', default: '100' },
      { field: 'FEntry', type: 'array', fields: [{ field: 'FUnit', type: 'string', default: 'Pcs' }] },
    ],
    otherRequest: [
      { field: 'FormId', type: 'string', default: 'SAL' },
      { field: 'dry', type: 'string', place: 'query', default: '0' },
    ],
    success: { path: 'ok', messagePath: 'msg' },
    write: { bodyKey: 'Model', targetKeyPath: 'id' },
  })
  const write = async (script: Script) => {
    running = await startScripted(script)
    const { write: plan } = toEndpoint('a', asset, {})
    const data = { FBillNo: 'B/1', FEntry: [{ FQty: new ExactNumber('1.50') }] }
    return createHttpTarget(running.client, 'a', plan!).write([{ data, idempotencyKey: 'k' }], signal)
  }

  test('sends the record with fixed fields and defaults, lines too', async () => {
    expect(await write(() => ok({ ok: true, id: 'T1' }))).toMatchObject([{ kind: 'written', targetKey: 'T1' }])
    const asked = running!.asked[0]!
    expect(asked.url.pathname + asked.url.search).toBe('/bills/B%2F1?dry=0')
    expect(asked.body).toBe(
      '{"FormId":"SAL","Model":{"FBillNo":"B/1","FEntry":[{"FQty":1.50,"FUnit":"Pcs"}],"FOrg":"100"}}',
    )
  })

  test('puts the record at a place deep in the body, and leaves what stands beside it', async () => {
    const deep = make({
      type: 'EXECUTE',
      otherRequest: [
        { field: 'formid', type: 'string', default: 'SAL' },
        { field: 'data', type: 'object', fields: [{ field: 'Check', type: 'bool', default: 'false' }] },
      ],
      write: { bodyKey: 'data.Model' },
    })
    running = await startScripted(() => ok({}))
    const { write: plan } = toEndpoint('a', deep, {})
    await createHttpTarget(running.client, 'a', plan!).write([{ data: { id: 1 }, idempotencyKey: 'k' }], signal)
    expect(running.asked[0]!.body).toBe('{"formid":"SAL","data":{"Check":false,"Model":{"id":1}}}')
  })

  test('understands a refusal', async () => {
    expect(await write(() => ok({ ok: false, msg: 'closed' }))).toMatchObject([
      { kind: 'failed', failure: { message: expect.stringMatching(/closed/) } },
    ])
  })
})

describe('a trial', () => {
  const auth = { kind: 'bearer', token: 'very-secret-token' } as const

  test('shows the request and the answer without secrets, and what the records hold', async () => {
    running = await startScripted(
      () =>
        ok({
          list: [
            { id: 1, sum: '2', at: '2025-01-01T08:00:00.5+08:00', day: '2025-01-01T08:00:00Z', lines: [{ sku: 'a' }] },
            { id: 2, sum: '2', at: null, day: '2025-01-02 08:00:00', lines: [] },
          ],
          total: 3,
          echo: 'very-secret-token',
        }),
      { auth },
    )
    const asset = make({
      listPath: 'list',
      pagination: { mode: 'page', pageField: 'p', totalPath: 'total', place: 'body' },
    })
    const trial = await tryAsset(running.client, asset, { options: {}, window: null, pageSize: 5 }, signal)
    expect(JSON.stringify(trial)).not.toContain('very-secret-token')
    expect(running.asked[0]!.headers.authorization).toBe('Bearer very-secret-token')
    expect(trial).toMatchObject({
      request: {
        method: 'POST',
        body: '{"p":1}',
        headers: expect.arrayContaining([{ name: 'authorization', value: 'Bearer ***' }]),
      },
      answer: { status: 200 },
      count: 2,
      hasNext: true,
      problem: null,
      response: [
        { field: 'id', type: 'int' },
        { field: 'sum' },
        { field: 'at', type: 'instant' },
        { field: 'day', type: 'datetime' },
        { field: 'lines', type: 'array', fields: [{ field: 'sku' }] },
      ],
    })
  })

  test('of a wrong list path or a refusal says so and keeps the answer', async () => {
    running = await startScripted(() => ok({ code: 7, msg: 'no way', list: { id: 1 } }))
    const run = (input: Partial<ApiAssetInput>) =>
      tryAsset(running!.client, make(input), { options: {}, window: null, pageSize: 5 }, signal)
    const noList = await run({ listPath: 'rows' })
    expect(noList).toMatchObject({ answer: { status: 200 }, problem: { message: expect.stringMatching(/no way/) } })
    const refused = await run({ success: { path: 'code', values: ['0'], messagePath: 'msg' } })
    expect(refused).toMatchObject({
      answer: { status: 200 },
      problem: { code: 'http.refused', message: expect.stringMatching(/no way/) },
    })
  })
})

describe('what a trial proposes', () => {
  const propose = async (answer: ReturnType<Script>, input: Partial<ApiAssetInput> = {}, adapter?: AdapterInForce) => {
    running = await startScripted(() => answer)
    const given = { options: {}, window: null, pageSize: 5, ...(adapter ? { adapter } : {}) }
    const { proposals } = await tryAsset(running.client, make({ listPath: 'list', ...input }), given, signal)
    await running.close()
    return proposals
  }
  const form = (seen: string, ...more: string[]) => [{ code: 'nothing', seen, patch: { nothing: [...more, seen] } }]

  test.each<[string, ReturnType<Script>]>([
    ['status204', { status: 204, body: '' }],
    ['status404', { status: 404, body: '{"message":"none"}' }],
    ['emptyBody', { body: '' }],
    ['null', { body: '{"list":null}' }],
    ['emptyText', { body: '{"list":""}' }],
    ['emptyObject', { body: '{"list":{}}' }],
    ['missingList', { body: '{"page":1}' }],
  ])('%s is offered once', async (seen, answer) => {
    expect(await propose(answer)).toEqual(form(seen))
    expect(await propose(answer, { nothing: [seen as 'null'] })).toEqual([])
  })

  test('what is accepted already is kept, a single record and lists in other places are offered', async () => {
    expect(await propose({ status: 204, body: '' }, { nothing: ['null'] })).toEqual(form('status204', 'null'))
    expect(await propose({ body: '{"list":{"id":1}}' })).toEqual([
      { code: 'loneRecord', seen: 'list', patch: { loneRecord: true } },
    ])
    expect(await propose({ body: '{"list":{"SO-1":{"id":1},"SO-2":{"id":2}}}' })).toMatchObject([
      { code: 'keyedRecords', seen: 'list', patch: { keyedRecords: true } },
      { code: 'loneRecord' },
    ])
    expect(await propose({ body: '{"data":{"rows":[{"id":1}]},"tags":[1]}' })).toEqual([
      { code: 'listPath', seen: 'data.rows', patch: { listPath: 'data.rows' } },
    ])
  })

  test('a refusal, a page for people, and what the adapter knows as an error are offered as nothing', async () => {
    const success = { path: 'code', values: ['0'], messagePath: 'msg' }
    expect(await propose({ body: '{"code":7,"msg":"down","list":null}' }, { success })).toEqual([])
    expect(await propose({ body: '{"msg":"down","list":null}' }, { success })).toEqual([])
    expect(await propose({ status: 404, body: ' <html></html>' })).toEqual([])
    expect(await propose({ status: 500, body: '' })).toEqual([])
    expect(await propose({ body: '{"list":[]}' })).toEqual([])
    const doc = Adapter.parse({ name: 'A', kind: 'http', errors: [{ statuses: [404], kind: 'credential' }] })
    const adapter: AdapterInForce = { id: 'a', name: 'A', version: 1, level: 'api', doc }
    expect(await propose({ status: 404, body: '{}' }, {}, adapter)).toEqual([])
    const seen = { status: 404, headers: {}, body: '{}' }
    expect(readSeenAnswer(make({ listPath: 'list' }), [], seen).proposals).toEqual(form('status404'))
    expect(readSeenAnswer(make({ listPath: 'list' }), [], seen, adapter).proposals).toEqual([])
  })
})

test('entries that no run would take are counted: those that are no objects, and those without an id', async () => {
  const entries = [{ id: 1 }, { id: '' }, { id: null }, { no: 1 }, 'text', 7, null, { id: { a: 1 } }]
  const read = (input: Partial<ApiAssetInput>, list: readonly unknown[]) =>
    readSeenAnswer(make(input), [], { status: 200, headers: {}, body: JSON.stringify(list) })
  expect(read({ id: ['id'] }, entries)).toMatchObject({ count: 8, lacking: { records: 3, ids: 3 }, problem: null })
  expect(read({ id: ['head.no'] }, [{ head: { no: 1 } }, { head: {} }]).lacking).toEqual({ records: 0, ids: 1 })
  expect(read({ id: ['id'], detail: { api: '/detail' } }, [{ no: 1 }]).lacking).toEqual({ records: 0, ids: 0 })
  running = await startScripted(() => ({ body: JSON.stringify(entries) }))
  const given = { options: {}, window: null, pageSize: 50 }
  const { lacking } = await tryAsset(running.client, make({ id: ['id'] }), given, signal)
  await running.close()
  expect(lacking).toEqual({ records: 3, ids: 3 })
})

test('a connector offers the assets of its platform by the part they play, and opens the version a strategy names', async () => {
  running = await startScripted(() => ok([{ id: 1 }] as never))
  const id = '0190a0a0-0000-7000-8000-000000000001'
  const query = make({
    method: 'GET',
    api: '/q',
    response: [{ field: 'id', type: 'int' }],
    number: 'no',
    idCheck: false,
  })
  const execute = make({ type: 'EXECUTE', name: 'Save', api: '/w' })
  const [one, two] = [toAssetResource(id, 3), toAssetResource(id, 4)]
  const assets: AssetStore = {
    list: async () => [
      { resource: one, asset: query },
      { resource: two, asset: execute },
    ],
    find: async resource => (resource === one ? query : null),
  }
  const manifest = defineManifest({
    id: 'reader',
    name: { zh: '读', en: 'Reader' },
    group: 'other',
    describe: { zh: '', en: '' },
    icon: { text: 'R', color: '#000000' },
    roles: ['source'],
    params: [],
  })
  const connector = createHttpConnector({
    manifest,
    connect: () => ({ baseUrl: running!.url, headers: {}, auth: { kind: 'none' }, skipTlsVerify: false }),
    endpoints: [],
    probe: () => null,
  })
  const context = createTestContext()
  const connection = await connector.open({}, { ...context, assets })
  expect(await connection.discover()).toEqual([
    {
      id: one,
      label: 'Orders',
      kind: 'endpoint',
      direction: 'source',
      key: ['id'],
      number: 'no',
      idCheck: false,
      fields: [{ name: 'id', type: 'int' }],
    },
  ])
  const config = { connector_id: id, key: ['id'], idCheck: false, pageSize: 10, options: {} }
  const source = await connection.openSource!({ ...config, resource: one })
  for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
    expect(page.records).toHaveLength(1)
  await expect(connection.openSource!({ ...config, resource: two })).rejects.toMatchObject({ code: 'resource.missing' })
  await context.dispose()
})
