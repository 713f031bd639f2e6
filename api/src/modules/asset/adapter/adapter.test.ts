import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { docOf, templateOf } from '../../../testing/asset-objects.ts'
import { configOf } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let other: string
const ADAPTER = '/api/dh/lessee/adapter'
const ASSET = '/api/dh/lessee/api-asset'
const APPROVAL = '/api/dh/lessee/approval'
const NOTICE = '/api/dp/notice'
let counter = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  // Another who may approve.
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'approver-a', 'Approver', password_hash, role_id from app_user where username = 'admin-a'`,
    ),
  )
  other = await server.signIn('approver-a', PASSWORD)
})
afterAll(() => server.drop())

const callAs = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { token: who, body })
  return { status: answer.statusCode, ...answer.json() }
}
const call = (method: string, path: string, body?: unknown) => callAs(token, method, path, body)
const adapterOf = (change: object = {}) => ({ name: `Signed ${++counter}`, ...change })
const trialOf = {
  request: null,
  answer: null,
  exchanges: [],
  adapter: null,
  count: null,
  lacking: { records: 0, ids: 0 },
  response: [],
  hasNext: false,
  logs: [],
  proposals: [],
}
const make = async (change: object = {}, platform_id = 'fake') =>
  (await call('POST', ADAPTER, { platform_id, doc: adapterOf(change) })).content

test('an adapter as source is judged whole, and told where it is wrong in the reader’s language', async () => {
  const check = async (text: string, language = 'zh-CN') => {
    const headers = { 'accept-language': language }
    return (await server.call('POST', `${ADAPTER}/check`, { token, body: { text }, headers })).json()
  }
  expect((await check('{"name":"Signed"}')).content).toMatchObject({ name: 'Signed', kind: 'http' })
  const broken = await check('{\n  "name": "a"\n  "kind": "http"\n}')
  expect(broken).toMatchObject({ code: 'invalid.importSyntax' })
  expect(broken.message).toContain('Line 3, column 3')
  expect((await check('{"name":"a","nam":1}')).content).toMatchObject([{ field: 'nam' }])
})

describe('an adapter', () => {
  test('is at work as it was published; a later version waits until it is published too', async () => {
    const made = await make()
    expect(made).toMatchObject({ status: 'draft', version: 1, published_version: null })
    expect((await call('POST', `${ADAPTER}/${made.id}/publish`)).content).toMatchObject({ published_version: 1 })
    const doc = { ...made.doc, describe: 'second' }
    expect((await call('PUT', `${ADAPTER}/${made.id}`, { doc, version: 1 })).content).toMatchObject({
      status: 'published',
      version: 2,
      published_version: 1,
    })
    expect(await call('PUT', `${ADAPTER}/${made.id}`, { doc, version: 1 })).toMatchObject({
      code: 'conflict.version',
      content: [{ version: 2, username: 'admin-a' }],
    })
    expect((await call('POST', `${ADAPTER}/${made.id}/restore`, { version: 1 })).content).toMatchObject({
      version: 3,
      doc: { describe: '' },
    })
    expect((await call('GET', `${ADAPTER}/${made.id}/version`)).content).toHaveLength(3)
  })

  test('that cannot work is refused at its field', async () => {
    const doc = adapterOf({ request: { headers: [{ name: 'X', value: '{{auth.none}}' }] } })
    const refused = await call('POST', ADAPTER, { platform_id: 'fake', doc })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused)).toContain('doc.request.headers.0.value')
    const made = await make()
    expect(await call('POST', ADAPTER, { platform_id: 'fake', doc: { name: made.name } })).toMatchObject({
      code: 'conflict.name',
    })
  })

  test('is tried, and the problem is told in the caller’s language', async () => {
    const params = { host: 'h', password: 'p' }
    const connector = (await call('POST', '/api/dh/lessee/connector', { platform_id: 'fake', name: 'tried', params }))
      .content
    const { connections } = server.engine.engine
    const problem = { code: 'http.noList', message: 'Field "qty": "x" is no number.', advice: '' }
    const tryAsset = vi.spyOn(connections, 'tryAsset').mockResolvedValue({ ...trialOf, problem })
    try {
      const body = { connector_id: connector.id, platform_id: 'fake', doc: adapterOf(), request: { api: '/orders' } }
      const answer = await server.call('POST', `${ADAPTER}/try`, {
        token,
        body,
        headers: { 'accept-language': 'zh-CN' },
      })
      expect(answer.json().content.problem.message).toBe('字段“qty”：“x”不是数字。')
    } finally {
      tryAsset.mockRestore()
    }
  })

  test('says who names it, which level won, and is neither stopped nor deleted under them', async () => {
    const platform = (await call('POST', '/api/dh/lessee/platform', templateOf())).content
    const [far, mine, near] = [await make({}, platform.id), await make({}, platform.id), await make({}, platform.id)]
    for (const { id } of [far, mine, near]) await call('POST', `${ADAPTER}/${id}/publish`)
    const stored = (await call('GET', `/api/dh/lessee/platform/${platform.id}/template`)).content
    const put = (adapter: string) =>
      call('PUT', `/api/dh/lessee/platform/${platform.id}`, {
        ...stored.template,
        adapter,
        version: stored.version,
      })
    expect(await put((await make()).id)).toMatchObject({ code: 'notFound.adapter' })
    expect((await put(far.id)).status).toBe(200)
    const asset = (await call('POST', ASSET, { platform_id: platform.id, doc: docOf({ adapter: mine.id }) })).content
    const connector = (
      await call('POST', '/api/dh/lessee/connector', {
        platform_id: platform.id,
        name: 'c',
        params: { shop: 's', password: 'p' },
      })
    ).content
    const config = configOf(connector.id)
    const side = (options: object) => ({ ...config.source, resource: asset.resource, options })
    const body = { ...config, source: side({ adapter: near.id }), target: { ...config.target, resource: 'orders' } }
    const strategy = (await call('POST', '/api/dh/lessee/strategy', { name: 'goes through', config: body })).content
    expect(strategy.id).toBeDefined()
    const references = async (id: string) =>
      (await call('GET', `${ADAPTER}/${id}/reference`)).content
        .filter((row: { kind: string }) => row.kind === 'strategy')
        .map((row: { role: string; level: string; is_in_force: boolean }) => [row.role, row.level, row.is_in_force])
    const inherited = async (query: string) =>
      (await call('GET', `${ADAPTER}/inherited?platform_id=${platform.id}${query}`)).content
    expect(await inherited('')).toEqual({ id: far.id, name: far.name, version: 1, level: 'platform' })
    expect(await inherited('&resource=orders')).toMatchObject({ id: far.id, level: 'platform' })
    expect(await inherited(`&resource=${asset.resource}`)).toMatchObject({ id: mine.id, level: 'api' })
    // Another version of the interface may name another one.
    await call('PUT', `${ASSET}/${asset.id}`, { doc: { ...asset.doc, adapter: '' }, version: 1 })
    expect(await inherited(`&resource=${asset.resource}`)).toMatchObject({ id: mine.id, level: 'api' })
    expect(await inherited(`&resource=${asset.resource.replace('@1', '@2')}`)).toMatchObject({ id: far.id })
    expect((await call('GET', `${ADAPTER}/inherited?platform_id=fake`)).content).toBeNull()
    expect(await references(near.id)).toEqual([['source', 'strategy', true]])
    expect(await references(mine.id)).toEqual([['source', 'strategy', false]])
    expect(await references(far.id)).toEqual([
      ['source', 'strategy', false],
      ['target', 'platform', true],
    ])
    expect((await call('GET', `${ADAPTER}/${near.id}`)).content.strategy_count).toBe(1)
    await call('POST', `/api/dh/lessee/strategy/${strategy.id}/start`)
    expect(await call('POST', `${ADAPTER}/${near.id}/stop`)).toMatchObject({ code: 'conflict.adapterRunning' })
    expect((await call('POST', `${ADAPTER}/${mine.id}/stop`)).status).toBe(200)
    expect(await inherited(`&resource=${asset.resource}`)).toMatchObject({ id: mine.id, version: null })
    for (const { id } of [far, mine, near])
      expect(await call('DELETE', `${ADAPTER}/${id}`)).toMatchObject({ code: 'conflict.adapterInUse' })
  })
})

describe('publishing that needs approval', () => {
  const demand = (is_required: boolean) => call('POST', `${APPROVAL}-policy`, { is_required })
  const todos = async (who: string) =>
    (await callAs(who, 'GET', `${NOTICE}?group=todo`)).content.filter(
      (row: { kind: string; settled_at: string | null }) => row.kind === 'approval.asked' && row.settled_at === null,
    )

  const messages = async () => (await call('GET', `${NOTICE}?group=message`)).content

  test('asks the others, never oneself, and applies the version that was submitted', async () => {
    await demand(true)
    const made = await make()
    const asked = (await call('POST', `${ADAPTER}/${made.id}/publish`)).content
    expect(asked).toMatchObject({ status: 'draft', published_version: null, approval_id: expect.any(String) })
    expect(await call('POST', `${ADAPTER}/${made.id}/publish`)).toMatchObject({ code: 'conflict.approvalAsked' })
    const later = { ...made.doc, describe: 'later' }
    await call('PUT', `${ADAPTER}/${made.id}`, { doc: later, version: 1 })
    const place = `${APPROVAL}/${asked.approval_id}`
    expect(await call('POST', `${place}/approve`, {})).toMatchObject({ code: 'conflict.ownApproval' })
    expect((await callAs(other, 'GET', place)).content).toMatchObject({
      can_decide: true,
      is_own: false,
      before: null,
      after: { describe: '' },
    })
    expect((await callAs(other, 'POST', `${place}/approve`, {})).content).toMatchObject({ status: 'approved' })
    expect(await messages()).toMatchObject([{ kind: 'approval.approved', path: '/api-assets/approval?tab=mine' }])
    expect((await call('GET', `${ADAPTER}/${made.id}`)).content).toMatchObject({ version: 2, published_version: 1 })
    expect(await callAs(other, 'POST', `${place}/approve`, {})).toMatchObject({ code: 'conflict.approvalHandled' })
    await demand(false)
  })

  test('is told to those who may approve, and settled by the decision', async () => {
    await demand(true)
    const made = await make()
    const { approval_id } = (await call('POST', `${ADAPTER}/${made.id}/publish`)).content
    const open = () =>
      server.database.withTenant(server.a.tenantId, tx =>
        tx.query<{ username: string; settled: boolean }>(
          `select u.username, n.settled_at is not null as settled from notice n join app_user u on u.id = n.user_id
            where n.kind = 'approval.asked' and n.object_id = $1`,
          [approval_id],
        ),
      )
    expect(await open()).toEqual([{ username: 'approver-a', settled: false }])
    expect((await callAs(other, 'POST', `${APPROVAL}/${approval_id}/refuse`, { opinion: '' })).status).toBe(422)
    await callAs(other, 'POST', `${APPROVAL}/${approval_id}/refuse`, { opinion: 'not yet' })
    expect(await open()).toEqual([{ username: 'approver-a', settled: true }])
    expect((await call('GET', `${ADAPTER}/${made.id}`)).content).toMatchObject({ status: 'draft', approval_id: null })
    expect((await call('GET', `${APPROVAL}?tab=mine`)).content[0]).toMatchObject({ opinion: 'not yet' })
    expect((await messages())[0]).toMatchObject({ kind: 'approval.refused', description: 'not yet' })
    await demand(false)
    expect(await todos(other)).toEqual([])
  })

  test('keeps offering the approved version of an API asset until the next is approved', async () => {
    const asset = (await call('POST', ASSET, { platform_id: 'fake', doc: docOf() })).content
    await call('POST', `${ASSET}/${asset.id}/publish`)
    await demand(true)
    await call('PUT', `${ASSET}/${asset.id}`, { doc: { ...asset.doc, describe: 'new' }, version: 1 })
    expect((await call('GET', `${ASSET}/${asset.id}`)).content).toMatchObject({ version: 2, published_version: 1 })
    const { approval_id } = (await call('POST', `${ASSET}/${asset.id}/publish`)).content
    expect(await callAs(other, 'POST', `${APPROVAL}/${approval_id}/withdraw`)).toMatchObject({
      code: 'conflict.notOwnApproval',
    })
    await callAs(other, 'POST', `${APPROVAL}/${approval_id}/approve`, {})
    expect((await call('GET', `${ASSET}/${asset.id}`)).content).toMatchObject({ published_version: 2 })
    await demand(false)
  })
})

describe('adapters from a file', () => {
  const file = (docs: readonly object[]) =>
    JSON.stringify({ adapters: docs.map(doc => ({ platform_id: 'fake', doc })) })
  const load = (text: string, rest: object = {}) => call('POST', `${ADAPTER}/import`, { text, ...rest })

  test('what export gives comes back, with every fault at its field and nothing half stored', async () => {
    const [good, bad] = [adapterOf(), adapterOf({ request: { headers: [{ name: 'a b', value: '{{none}}' }] } })]
    const seen = await load(file([good, bad]), { preview: false })
    expect(seen.content.is_done).toBe(false)
    expect(seen.content.adapters.map((row: { act: string }) => row.act)).toEqual(['add', 'refuse'])
    expect(seen.content.adapters[1].faults.map((fault: { field: string }) => fault.field)).toEqual([
      'adapters.1.doc.request.headers.0.name',
      'adapters.1.doc.request.headers.0.value',
    ])
    const stored = async () => (await call('GET', `${ADAPTER}?pageSize=500&keyword=${good.name}`)).total
    expect(await stored()).toBe(0)
    expect((await load(file([good]))).content).toMatchObject({ is_done: false, adapters: [{ act: 'add', faults: [] }] })
    expect(await stored()).toBe(0)
    expect((await load(file([good]), { preview: false })).content.is_done).toBe(true)
    expect(await stored()).toBe(1)
    const again = (existing: string) => load(file([{ ...good, describe: 'again' }]), { preview: false, existing })
    for (const act of ['skip', 'version', 'copy']) expect((await again(act)).content.adapters[0].act).toBe(act)
    const rows = (await call('GET', `${ADAPTER}?pageSize=500&keyword=${good.name}`)).content
    expect(
      rows
        .map((row: { name: string; version: number }) => [row.name, row.version])
        .toSorted((a: unknown[], b: unknown[]) => String(a[0]).length - String(b[0]).length),
    ).toEqual([
      [good.name, 2],
      [`${good.name} (2)`, 1],
    ])
  })

  test('a text that is none says so', async () => {
    expect(await load('{')).toMatchObject({ code: 'invalid.importText' })
    expect(await load('{"adapters":[]}')).toMatchObject({ code: 'invalid.importEmpty' })
    expect((await load('{"adapters":[5]}')).content.adapters[0].faults[0].field).toBe('adapters.0')
    expect((await load(file([adapterOf()]), { platform_id: 'none' })).content.adapters[0].faults[0].field).toBe(
      'adapters.0.platform_id',
    )
  })
})

test('a statement stays one: SQL and the other kinds do not change into each other', async () => {
  const made = await make({
    kind: 'sql',
    sql: { text: 'select id from orders where day = {{day}}', values: [{ name: 'day', type: 'date' }] },
  })
  expect(made).toMatchObject({ kind: 'sql' })
  expect(await call('PUT', `${ADAPTER}/${made.id}`, { doc: { name: made.name }, version: 1 })).toMatchObject({
    code: 'invalid.adapterKind',
  })
  for (const text of [
    "select '{{day}}'",
    'select 1; drop table x',
    'delete from x',
    'select {{none}}',
    'select (1',
    'select 1 -- x',
  ])
    expect(
      (await call('POST', ADAPTER, { platform_id: 'fake', doc: adapterOf({ kind: 'sql', sql: { text } }) })).content[0]
        .field,
      text,
    ).toBe('doc.sql.text')
})

describe('a further domain that credentials may go to', () => {
  const hosts = ['collector.example']
  const signInWith = async (permissions: readonly string[]) => {
    const username = `hosts-${++counter}`
    await server.database.withTenant(server.a.tenantId, async tx => {
      const [role] = await tx.query<{ id: string }>(
        `insert into role (id, name, permissions) values (gen_random_uuid(), $1, $2) returning id`,
        [username, permissions],
      )
      await tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id)
         select gen_random_uuid(), $1, '', password_hash, $2 from app_user where username = 'admin-a'`,
        [username, role!.id],
      )
    })
    return server.signIn(username, PASSWORD)
  }
  const adapters = ['asset:query', 'asset:add', 'asset:update']
  const tries = async (who: string) => {
    const { id: connector_id } = await call('POST', '/api/dh/lessee/connector', {
      ...{ name: `C ${++counter}`, platform_id: 'fake', params: { host: 'shop.test', password: 'p' } },
    }).then(made => made.content)
    const doc = adapterOf({ hosts, request: { baseUrl: 'https://collector.example' } })
    const saved = await make()
    const request = { method: 'GET', api: '/x' }
    return {
      create: await callAs(who, 'POST', ADAPTER, { platform_id: 'fake', doc }),
      update: await callAs(who, 'PUT', `${ADAPTER}/${saved.id}`, {
        doc: { ...saved.doc, hosts },
        version: 1,
        note: '',
      }),
      try: await callAs(who, 'POST', `${ADAPTER}/try`, { connector_id, platform_id: 'fake', doc, request, values: {} }),
    }
  }

  test('is not added by whoever may only write adapters', async () => {
    for (const [way, answer] of Object.entries(await tries(await signInWith(adapters))))
      expect([way, answer.status, answer.code]).toEqual([way, 405, 'permission'])
  })

  test('is added by whoever may change connectors, once they have shown who they are', async () => {
    const who = await signInWith([...adapters, 'connector:update'])
    server.advance(11 * 60_000)
    for (const [way, answer] of Object.entries(await tries(who)))
      expect([way, answer.status, answer.code]).toEqual([way, 403, 'stepUp.needed'])
    await callAs(who, 'POST', '/api/dp/account/step-up', { password: PASSWORD })
    expect(Object.values(await tries(who)).map(answer => answer.status)).toEqual([200, 200, 200])
  })
})
