import { toAssetResource } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docOf, templateOf } from '../../../testing/asset-objects.ts'
import { configOf } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
const ASSET = '/api/dh/lessee/api-asset'
const PLATFORM = '/api/dh/lessee/platform'
const COLLECTION = '/api/dh/lessee/collection'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { token, body })
  return { status: answer.statusCode, ...answer.json() }
}
const make = async (change: object = {}, more: object = {}) =>
  (await call('POST', ASSET, { platform_id: 'fake', doc: docOf(change), ...more })).content
const connectorOn = async (platform_id: string, params: object) =>
  call('POST', '/api/dh/lessee/connector', { platform_id, name: `c-${Math.random()}`, params })

describe("a platform of one's own", () => {
  test('is listed in its group, makes connectors by its own form, and names them', async () => {
    const made = (await call('POST', PLATFORM, templateOf({ group: 'wms', concurrency: 3 }))).content
    expect(made).toMatchObject({ is_own: true, base: 'fake', group: 'wms', takes_assets: true })
    const groups = (await call('GET', `${PLATFORM}?group=1`)).content
    expect(groups.wms).toMatchObject([
      { id: made.id, connector_params: [{ field: 'shop' }, { field: 'password' }, { field: 'expires_at' }] },
    ])
    const connector = await connectorOn(made.id, { shop: 's1', password: 'secret-1' })
    expect(connector.content).toMatchObject({
      platform_name: made.name,
      concurrency: 3,
      params: { shop: 's1', password: '******' },
    })
    expect((await connectorOn(made.id, { host: 'x' })).status).toBe(422)
    expect(await call('DELETE', `${PLATFORM}/${made.id}`)).toMatchObject({
      status: 409,
      code: 'conflict.platformInUse',
    })
  })

  test('is found by the ways to sign in that its form and its app leave', async () => {
    const add = async (group: string, change: object) =>
      (await call('POST', PLATFORM, templateOf({ group, ...change }))).content
    const [plain] = templateOf().params
    const key = { field: 'app_key', label: { zh: '密钥', en: 'Key' }, type: 'password', encryption: true }
    const app = [{ name: 'app_secret', value: 'isv-secret', secret: true }]
    const oauth2 = { token_url: '/token' }
    const made = {
      password: await add('oa', {}),
      none: await add('oa', { params: [plain] }),
      secret: await add('oa', { params: [plain, { ...key, is_required: true }] }),
      app: await add('oa', { params: [plain], app }),
      optional: await add('oa', { params: [plain, key] }),
      oauth2: await add('oa', { oauth2 }),
      grant: await add('oa', { oauth2: { ...oauth2, grant_type: 'authorization_code', authorize_url: '/grant' } }),
    }
    expect(Object.values(made).map(each => each.sign_ins)).toEqual([
      ['password'],
      ['none'],
      ['secret'],
      ['secret'],
      ['none', 'secret'],
      ['oauth2'],
      ['grant'],
    ])
    const find = async (way: string): Promise<string[]> => {
      const { content } = await call('GET', `${PLATFORM}?group=1&sign_in=${way}`)
      const found = Object.values<{ id: string }[]>(content).flat()
      return found.map(each => each.id)
    }
    expect(await find('oauth2')).toEqual([made.oauth2.id])
    expect(await find('grant')).toEqual([made.grant.id])
    expect(await find('password')).toEqual(expect.arrayContaining(['fake', 'reader', made.password.id]))
    const keys = await find('secret')
    expect(keys).toEqual(expect.arrayContaining([made.secret.id, made.app.id, made.optional.id]))
    expect(keys).not.toContain('fake')
    expect((await call('GET', `${PLATFORM}?sign_in=magic`)).status).toBe(422)
  })

  test('that is stopped takes no new connectors and is left out of the choice', async () => {
    const made = (await call('POST', PLATFORM, templateOf({ group: 'crm' }))).content
    expect((await call('POST', `${PLATFORM}/${made.id}/stop`)).content.status).toBe('stopped')
    expect(await connectorOn(made.id, { shop: 's', password: 'p' })).toMatchObject({
      status: 409,
      code: 'conflict.platformStopped',
    })
    expect((await call('GET', `${PLATFORM}?group=1`)).content.crm).toBeUndefined()
    expect((await call('GET', `${PLATFORM}?group=1&all=1`)).content.crm).toMatchObject([{ id: made.id }])
  })

  test('keeps secrets of its app sealed; a mask keeps the stored one', async () => {
    const app = [{ name: 'app_secret', value: 'isv-secret-value', secret: true }]
    const body = templateOf({ app, settings: { host: 'h', password: '{{app.app_secret}}' } })
    const made = (await call('POST', PLATFORM, body)).content
    const stored = (await call('GET', `${PLATFORM}/${made.id}/template`)).content
    expect(stored.template.app).toEqual([{ name: 'app_secret', value: '******', secret: true }])
    const saved = await call('PUT', `${PLATFORM}/${made.id}`, { ...stored.template, version: stored.version })
    expect(saved.status).toBe(200)
    const [row] = await server.database.withTenant(server.a.tenantId, tx =>
      tx.query<{ app: { app_secret: string }; all: string }>(
        'select app, template::text || app::text as all from platform where id = $1',
        [made.id],
      ),
    )
    expect(row!.all).not.toContain('isv-secret-value')
    expect(await server.vault.open(server.a.tenantId, `platform/${made.id}/app/app_secret`, row!.app.app_secret)).toBe(
      'isv-secret-value',
    )
    expect(await call('PUT', `${PLATFORM}/${made.id}`, { ...stored.template, version: 1 })).toMatchObject({
      status: 409,
    })
  })

  test('asks for a secret again, at its place, once another server would get it', async () => {
    const app = [
      { name: 'client_id', value: 'us', secret: false },
      { name: 'client_secret', value: 'isv-secret-value', secret: true },
    ]
    const made = (await call('POST', PLATFORM, templateOf({ app, settings: { host: 'h' } }))).content
    const { template } = (await call('GET', `${PLATFORM}/${made.id}/template`)).content
    const save = (change: object, version: number) =>
      call('PUT', `${PLATFORM}/${made.id}`, { ...template, ...change, version })
    const oauth2 = { grant_type: 'client_credentials', token_url: '/token', scope: '', expires_field: 'expires_in' }
    expect(await save({ oauth2 }, 1)).toMatchObject({ status: 200 })
    const refused = await save({ oauth2: { ...oauth2, token_url: 'https://other.example/token' } }, 2)
    expect(refused).toMatchObject({ status: 422, code: 'invalid.secretAnew' })
    expect(refused.content).toMatchObject([{ field: 'app.1.value' }])
    const anew = app.map(entry => ({ ...entry, value: entry.secret ? 'another-secret' : entry.value }))
    const moved = { oauth2: { ...oauth2, token_url: 'https://other.example/token' }, app: anew }
    expect(await save(moved, 2)).toMatchObject({ status: 200 })
  })

  test.each([
    [{ base: 'nothing' }, 'notFound.platform'],
    [{ settings: { nope: '1' } }, 'invalid.setting'],
    [{ settings: { host: '{{unknown}}' } }, 'invalid.variable'],
    [{ settings: { password: 'in the open' } }, 'invalid.openSecret'],
    [{ params: [{ field: 'password', label: { zh: 'p', en: 'p' }, type: 'text' }], settings: {} }, 'invalid.openParam'],
    [
      { params: [{ field: 'a', label: { zh: 'a', en: 'a' }, type: 'text', pattern: '(a+)+$' }], settings: {} },
      'invalid.pattern',
    ],
    [{ app: [{ name: 'x', value: '******' }] }, 'invalid.appSecret'],
  ])('is refused with %j', async (change, code) => {
    expect((await call('POST', PLATFORM, templateOf(change))).code).toBe(code)
  })
})

describe('an API asset', () => {
  test('gets a version by each save; an earlier one comes back as the newest', async () => {
    const made = await make({ request: [{ field: 'a', type: 'int', default: '1' }] })
    expect(made).toMatchObject({ status: 'draft', version: 1, resource: toAssetResource(made.id, 1) })
    const doc = { ...made.doc, request: [{ field: 'a', type: 'int', default: '12345678901234567890' }] }
    const saved = (await call('PUT', `${ASSET}/${made.id}`, { doc, version: 1, note: 'more' })).content
    expect(saved).toMatchObject({ version: 2, doc: { request: [{ default: '12345678901234567890' }] } })
    expect(await call('PUT', `${ASSET}/${made.id}`, { doc, version: 1 })).toMatchObject({
      status: 409,
      code: 'conflict.version',
      content: [{ version: 2, username: 'admin-a', created_at: expect.any(String) }],
    })
    expect((await call('POST', `${ASSET}/${made.id}/restore`, { version: 1 })).content).toMatchObject({
      version: 3,
      doc: made.doc,
    })
    const versions = (await call('GET', `${ASSET}/${made.id}/version`)).content
    expect(versions.map((row: { version: number; note: string }) => [row.version, row.note])).toEqual([
      [3, 'v1'],
      [2, 'more'],
      [1, ''],
    ])
  })

  test('that cannot work is refused with its place; a draft may lack its key, a published one not', async () => {
    const bad = docOf({
      request: [
        { field: 'a', type: 'string' },
        { field: 'a', type: 'string' },
      ],
    })
    expect(await call('POST', ASSET, { platform_id: 'fake', doc: bad })).toMatchObject({
      status: 422,
      code: 'invalid.asset',
    })
    const draft = await make({ id: [] })
    expect(await call('POST', `${ASSET}/${draft.id}/publish`)).toMatchObject({ status: 422, code: 'invalid.asset' })
    expect((await call('POST', ASSET, { platform_id: 'none', doc: docOf() })).status).toBe(404)
  })

  test('in use says by whom, and is neither deleted nor stopped under a running strategy', async () => {
    const made = await make()
    await call('POST', `${ASSET}/${made.id}/publish`)
    const connector = (await connectorOn('fake', { host: 'h', password: 'p' })).content
    const config = configOf(connector.id)
    const source = { ...config.source, resource: made.resource }
    const strategy = (await call('POST', '/api/dh/lessee/strategy', { name: 'uses it', config: { ...config, source } }))
      .content
    expect((await call('GET', `${ASSET}/${made.id}/reference`)).content).toMatchObject([
      { name: 'uses it', role: 'source', version: 1 },
    ])
    expect(await call('DELETE', `${ASSET}/${made.id}`)).toMatchObject({ status: 409, code: 'conflict.assetInUse' })
    await call('POST', `/api/dh/lessee/strategy/${strategy.id}/start`)
    expect(await call('POST', `${ASSET}/${made.id}/stop`)).toMatchObject({ status: 409, code: 'conflict.assetRunning' })
    expect((await call('GET', `${ASSET}/${made.id}`)).content).toMatchObject({
      strategy_count: 1,
      running_strategy_count: 1,
    })
  })

  test('an answer that somebody has is read without sending anything, and its lists are proposed', async () => {
    const status = {
      IsSuccess: false,
      SuccessEntitys: [{ Number: 'A', DIndex: 0 }],
      Errors: [{ Message: '客户必填', FieldName: 'FCustId', DIndex: 1 }],
    }
    const answer = JSON.stringify({ Result: { ResponseStatus: status } })
    const success = { path: 'Result.ResponseStatus.IsSuccess', values: ['true'] }
    const doc = docOf({ type: 'EXECUTE', method: 'POST', success, write: { rows: 10 } })
    const body = { doc, records: '[{}, {}]', body: answer }
    const first = (await call('POST', `${ASSET}/read`, body)).content
    expect(first.rows.map((row: { outcome: string }) => row.outcome)).toEqual(['unknown', 'unknown'])
    expect(first.problem).toMatchObject({ code: 'target.rowsUntold' })
    expect(first.proposals).toMatchObject([{ code: 'rowLists' }])
    const write = { rows: 10, ...first.proposals[0].patch.write }
    expect((await call('POST', `${ASSET}/read`, { ...body, doc: { ...doc, write } })).content).toMatchObject({
      problem: null,
      rows: [
        { outcome: 'written', targetKey: 'A' },
        { outcome: 'failed', field: 'FCustId', message: '客户必填' },
      ],
      proposals: [],
    })
    for (const records of ['no', '[{}, ', '[1]'])
      expect(await call('POST', `${ASSET}/read`, { ...body, records })).toMatchObject({
        ...{ status: 422, code: 'invalid.assetRecords', message: expect.stringContaining('[{"id": 1}]') },
      })
    expect((await server.call('POST', `${ASSET}/read`, { body })).statusCode).toBe(401)
  })

  test('is tried only with a connector of its own platform', async () => {
    const other = (await call('POST', PLATFORM, templateOf())).content
    const connector = (await connectorOn('fake', { host: 'h', password: 'p' })).content
    const body = { connector_id: connector.id, platform_id: 'fake', doc: docOf() }
    expect((await call('POST', `${ASSET}/try`, body)).content).toMatchObject({ answer: { status: 200 }, count: 1 })
    expect(await call('POST', `${ASSET}/try`, { ...body, platform_id: other.id })).toMatchObject({
      code: 'invalid.assetConnector',
    })
  })

  test('is imported with its group as category; the same address is left alone, renewed or added as told', async () => {
    const item = { group: '订单', doc: docOf() }
    const send = async (existing: string) =>
      (await call('POST', `${ASSET}/import`, { platform_id: 'fake', existing, items: [item] })).content
    expect(await send('skip')).toMatchObject({ added: 1, updated: 0, skipped: 0 })
    expect(await send('skip')).toMatchObject({ added: 0, skipped: 1 })
    expect(await send('update')).toMatchObject({ updated: 1 })
    expect(await send('add')).toMatchObject({ added: 1 })
    const list = await call('GET', `${ASSET}?keyword=${encodeURIComponent(item.doc.api)}&sort=created_at`)
    expect(list.content).toMatchObject([{ version: 2, collection_name: '订单' }, { version: 1 }])
    expect(list.total).toBe(2)
  })

  test.each(['json', 'yaml'])('exported as %s comes back as it was', async format => {
    const made = await make({ describe: '中文 "q"', request: [{ field: 'a', type: 'string', default: '007' }] })
    const file = await server.call('POST', `${ASSET}/export`, { token, body: { ids: [made.id], format } })
    const parsed = (await call('POST', `${ASSET}/parse`, { text: file.body })).content
    expect(parsed).toMatchObject({ kind: 'assets', items: [{ doc: made.doc }] })
  })
})

describe('a category', () => {
  const add = async (name: string, parent_id: string | null = null) =>
    (await call('POST', COLLECTION, { platform_id: 'fake', parent_id, name })).content

  test('keeps the order of its interfaces; an order made from another one comes too late', async () => {
    const { id } = await add('Ordered')
    const made = await Promise.all([1, 2, 3].map(() => make({}, { collection_id: id })))
    const list = async (): Promise<string[]> =>
      (await call('GET', `${ASSET}?collection_id=${id}&sort=sort`)).content.map((each: { id: string }) => each.id)
    const order = (ids: readonly string[], seen?: readonly string[]) =>
      call('POST', `${COLLECTION}/${id}/order`, { ids, ...(seen && { seen }) })
    const seen = await list()
    expect(seen.toSorted()).toEqual(made.map(each => each.id).toSorted())
    const [a, b, c] = seen as [string, string, string] // three were made
    expect((await order([c, a, b], seen)).status).toBe(200)
    expect(await list()).toEqual([c, a, b])
    expect(await order([b, a, c], seen)).toMatchObject({ status: 409, code: 'conflict.collectionOrder' })
    // One that was not seen yet stays behind; one that is gone is no longer what was seen.
    const { id: late } = await make({}, { collection_id: id })
    expect((await order([b, c, a], [c, a, b])).status).toBe(200)
    expect(await list()).toEqual([b, c, a, late])
    await call('POST', `${ASSET}/move`, { ids: [b], collection_id: null })
    expect((await order([c, b, a], [b, c, a])).status).toBe(409)
    expect((await order([a, c])).status).toBe(200)
    expect(await list()).toEqual([a, c, late])
  })

  test('moves to where it was seen to go; a place that is no longer that one comes too late', async () => {
    const top = await add('Seen')
    const [a, b, c] = [await add('1', top.id), await add('2', top.id), await add('3', top.id)]
    const list = async (): Promise<string[]> =>
      (await call('GET', `${COLLECTION}?platform_id=fake`)).content
        .filter((each: { parent_id: string }) => each.parent_id === top.id)
        .map((each: { id: string }) => each.id)
    const move = (id: string, parent_id: string, index: number, seen: readonly string[]) =>
      call('POST', `${COLLECTION}/${id}/move`, { parent_id, index, seen })
    const seen = [a.id, b.id, c.id]
    expect((await move(a.id, top.id, 2, seen)).status).toBe(200)
    expect(await list()).toEqual([b.id, c.id, a.id])
    expect(await move(b.id, top.id, 1, seen)).toMatchObject({ status: 409, code: 'conflict.collectionTree' })
    // Under another one it was that one's children that were seen.
    expect((await move(c.id, a.id, 0, [])).status).toBe(200)
    expect(await move(b.id, a.id, 0, [a.id])).toMatchObject({ status: 409 })
    expect(await list()).toEqual([b.id, a.id])
  })

  test('moves within its tree, never below itself, and goes only when empty', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')]
    await call('POST', `${COLLECTION}/${c.id}/move`, { parent_id: null, index: 0 })
    const mine = [a.id, b.id, c.id]
    const listed = async () =>
      (await call('GET', `${COLLECTION}?platform_id=fake`)).content.filter((each: { id: string }) =>
        mine.includes(each.id),
      )
    expect((await listed()).map((each: { name: string }) => each.name)).toEqual(['C', 'A', 'B'])
    await call('POST', `${COLLECTION}/${b.id}/move`, { parent_id: a.id, index: 0 })
    expect(await call('POST', `${COLLECTION}/${a.id}/move`, { parent_id: b.id, index: 0 })).toMatchObject({
      code: 'invalid.collectionCycle',
    })
    expect(await call('DELETE', `${COLLECTION}/${a.id}`)).toMatchObject({ status: 409 })
    const asset = await make({}, { collection_id: b.id })
    expect((await call('GET', `${ASSET}?collection_id=${a.id}`)).content).toMatchObject([{ id: asset.id }])
    expect((await call('POST', `${ASSET}/move`, { ids: [asset.id], collection_id: null })).content).toEqual({
      moved: 1,
    })
    expect((await call('DELETE', `${COLLECTION}/${b.id}`)).status).toBe(200)
    expect(await call('POST', COLLECTION, { platform_id: 'fake', name: 'C' })).toMatchObject({ code: 'conflict.name' })
  })
})

test('an interface as source is judged whole, and told where it is wrong in the reader’s language', async () => {
  const doc = docOf({ number: 'no', request: [{ field: 'n', type: 'int', default: '0071234567890123456789' }] })
  const check = (text: string) => call('POST', `${ASSET}/check`, { text })
  const read = (await check(JSON.stringify(doc))).content
  expect(read).toMatchObject({ ...doc, pagination: { mode: 'none' } })
  // What it gives comes back the same, in either format.
  expect((await check(JSON.stringify(read))).content).toEqual(read)
  expect((await check(`name: Orders\ntype: QUERY\nmethod: GET\napi: /o\nid: [id]`)).content.api).toBe('/o')
  const told = async (text: string) => {
    const headers = { 'accept-language': 'zh-CN' }
    return (await server.call('POST', `${ASSET}/check`, { token, body: { text }, headers })).json()
  }
  expect((await told(JSON.stringify({ ...doc, other: 1 }))).content).toMatchObject([{ field: 'other' }])
  expect(await told('{ "name": ')).toMatchObject({ code: 'invalid.importSyntax' })
  for (const text of [JSON.stringify({ ...doc, type: 'X' }), 'null'])
    expect((await told(text)).message).toMatch(/\p{Script=Han}/u)
})
