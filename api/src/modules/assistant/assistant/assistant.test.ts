import { createTestContext } from '@sluice/connector-kit/conformance'
import { connectors } from '@sluice/connectors'
import { startModel } from '@sluice/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { ChatMessage, Conversation } from './contract.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
beforeEach(async () => {
  server.engine.seen.converse = async () => ({ content: 'fine', tokens: 3 })
  server.engine.seen.prompts.length = 0
  // The bucket of questions is full again.
  server.advance(30_000)
  await server.database.withTenant(server.a.tenantId, async tx => {
    for (const table of ['assistant_conversation', 'assistant_usage', 'connector'])
      await tx.execute(`delete from ${table}`)
  })
})
afterAll(() => server.drop())

const collection = '/api/dp/assistant/collection'
const chatOf = (id: string) => `/api/dp/assistant/chat/${id}`

async function begin(name = '2026-11-22 08:00:00', as = token): Promise<string> {
  const answer = await server.call('POST', collection, { token: as, body: { name } })
  return answer.json<{ content: Conversation[] }>().content[0]!._id.$oid
}
const ask = (id: string, msg: string, as = token) => server.call('POST', chatOf(id), { token: as, body: { msg } })
const read = async (id: string, as = token) =>
  (await server.call('GET', chatOf(id), { token: as })).json<{ content: ChatMessage[] }>().content
const list = async (query = '', as = token) =>
  (await server.call('GET', `${collection}${query}`, { token: as })).json<{ content: Conversation[]; total: number }>()
const addModel = async () => {
  const body = { platform_id: 'fake', name: 'our model', params: { host: 'model.test', password: 'p' } }
  const answer = await server.call('POST', '/api/dh/lessee/connector', { token, body })
  return answer.json<{ content: { id: string } }>().content.id
}

describe('a conversation', () => {
  test('is created with its id as the specification reads it, and keeps question and answer', async () => {
    await addModel()
    const id = await begin()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const answer = await ask(id, '  How do I map a field?  ')
    expect(answer.json()).toMatchObject({
      success: true,
      content: [{ role: 'assistant', content: 'fine' }, { role: 'user' }],
    })
    const messages = await read(id)
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'How do I map a field?'],
      ['assistant', 'fine'],
    ])
    // The database leaves out zeros at the end of a second.
    const plain = ({ created_at, ...message }: ChatMessage) => ({ ...message, atMs: Date.parse(created_at) })
    expect([...messages].reverse().map(plain)).toEqual(answer.json<{ content: ChatMessage[] }>().content.map(plain))
    const [row] = (await list()).content
    expect(row).toMatchObject({ _id: { $oid: id }, message_count: 2, summary: 'How do I map a field?' })
  })

  test('is found by its name, renamed, pinned to the top and deleted with what was said', async () => {
    await addModel()
    const first = await begin('orders')
    const second = await begin('refunds')
    await ask(first, 'a')
    expect((await list('?used=1')).content.map(row => row.name)).toEqual(['orders'])
    const change = (id: string, body: object) => server.call('PUT', `${collection}/${id}`, { token, body })
    expect((await change(second, { name: 'refunds 100%', pinned: true })).json().content).toMatchObject([
      { name: 'refunds 100%', pinned: true },
    ])
    expect((await list()).content.map(row => row.name)).toEqual(['refunds 100%', 'orders'])
    expect((await list('?keyword=100%25')).total).toBe(1)
    expect((await list('?keyword=FINE')).content.map(row => row.name)).toEqual(['orders'])
    expect((await change(first, { name: ' ' })).statusCode).toBe(422)
    expect((await server.call('DELETE', `${collection}/${first}`, { token })).statusCode).toBe(200)
    expect((await server.call('GET', chatOf(first), { token })).statusCode).toBe(404)
    const left = await server.database.withTenant(server.a.tenantId, tx => tx.query('select 1 from assistant_message'))
    expect(left).toEqual([])
  })

  test('in which nothing was said goes after a day, when its user begins another', async () => {
    await addModel()
    const [empty, used] = [await begin('empty'), await begin('used')]
    await ask(used, 'a')
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute("update assistant_conversation set created_at = now() - interval '2 days'"),
    )
    await begin('new')
    expect((await list()).content.map(row => row.name).sort()).toEqual(['new', 'used'])
    expect((await ask(empty, 'a')).statusCode).toBe(404)
  })

  test('is another user’s secret, and another tenant’s', async () => {
    await addModel()
    const id = await begin()
    await ask(id, 'between us')
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(
        `insert into app_user (id, username, nickname, password_hash, role_id)
         select gen_random_uuid(), 'colleague', '', password_hash, role_id from app_user where username = 'admin-a'
         on conflict do nothing`,
      ),
    )
    for (const name of ['colleague', 'admin-b']) {
      const other = await server.signIn(name, PASSWORD)
      expect((await list('', other)).total).toBe(0)
      const tries = [
        server.call('GET', chatOf(id), { token: other }),
        ask(id, 'what was said?', other),
        server.call('PUT', `${collection}/${id}`, { token: other, body: { name: 'mine' } }),
        server.call('DELETE', `${collection}/${id}`, { token: other }),
      ]
      for (const answer of await Promise.all(tries)) expect([name, answer.statusCode]).toEqual([name, 404])
    }
    expect(server.engine.seen.prompts).toHaveLength(1)
    expect(await read(id)).toHaveLength(2)
  })

  test('that was deleted while the model was thinking stays deleted', async () => {
    await addModel()
    const id = await begin()
    server.engine.seen.converse = async () => {
      await server.call('DELETE', `${collection}/${id}`, { token })
      return { content: 'too late', tokens: 1 }
    }
    expect((await ask(id, 'a')).statusCode).toBe(404)
    expect((await list()).total).toBe(0)
  })

  test('holds 200 messages, and then asks for a new one', async () => {
    await addModel()
    const id = await begin()
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(
        `insert into assistant_message (conversation_id, id, role, content, created_at)
         select $1, gen_random_uuid(), 'user', 'x', now() from generate_series(1, 200)`,
        [id],
      ),
    )
    expect((await ask(id, 'a')).json()).toMatchObject({ success: false, code: 'conflict.conversationFull' })
  })
})

describe('what the model is given', () => {
  test('is its task, the newest history and the question', async () => {
    await addModel()
    const id = await begin()
    await ask(id, 'first')
    await ask(id, 'second')
    expect(server.engine.seen.prompts.at(-1)!.map(({ role, content }) => (role === 'system' ? role : content))).toEqual(
      ['system', 'first', 'fine', 'second'],
    )
  })

  test('holds no phone number, identity number, password or key; the conversation keeps what was written', async () => {
    await addModel()
    const id = await begin()
    const question = 'call 13812345678, ID 11010519491231002X, password: Hunter-2, sk-abcdefghijklmnop1234'
    await ask(id, question)
    await ask(id, 'again')
    const sent = JSON.stringify(server.engine.seen.prompts)
    for (const secret of ['13812345678', '11010519491231002X', 'Hunter-2', 'abcdefghijklmnop'])
      expect(sent).not.toContain(secret)
    expect((await read(id))[0]!.content).toBe(question)
    const log = await server.call('GET', '/api/dp/system/log', { token })
    expect(log.body).not.toContain('Hunter-2')
    expect(server.readLog()).not.toContain('Hunter-2')
  })
})

describe('without an answer', () => {
  test('no model: says so, names the platform to connect, and counts nothing', async () => {
    const id = await begin()
    const answer = await ask(id, 'a')
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.noModel'])
    const provider = (await server.call('GET', '/api/dp/assistant/provider', { token })).json().content
    expect(provider).toEqual({
      connector: null,
      connect_path: '/connector/create?step=basic&platform=fake',
      asked: 0,
      daily_limit: 500,
    })
  })

  test('the day’s questions of the tenant are used up: 429 until tomorrow, for everybody', async () => {
    const connectorId = await addModel()
    const id = await begin()
    await ask(id, 'a')
    const provider = (await server.call('GET', '/api/dp/assistant/provider', { token })).json().content
    expect(provider).toMatchObject({ connector: { id: connectorId, name: 'our model' }, asked: 1 })
    await server.database.withTenant(server.a.tenantId, tx => tx.execute('update assistant_usage set asked = 500'))
    const refused = await ask(id, 'b')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooMany.questions'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(server.engine.seen.prompts).toHaveLength(1)
  })

  test('questions come faster than a person asks: 429', async () => {
    await addModel()
    const id = await begin()
    let count = 0
    // However slow the machine, more than one question in three seconds.
    while (count < 150 && (await ask(id, 'a')).statusCode === 200) count++
    expect(count).toBeGreaterThanOrEqual(10)
    expect((await ask(id, 'a')).json()).toMatchObject({ success: false, code: 'tooMany.attempts' })
  })

  test('an empty or endless question is refused by its field', async () => {
    const id = await begin()
    for (const msg of ['', '   ', 'x'.repeat(4001)]) {
      const answer = await ask(id, msg)
      expect([answer.statusCode, answer.body.includes('msg')]).toEqual([422, true])
    }
  })

  test.each([
    ['its key is refused', 'key', 'connector.auth'],
    ['it is asked too often', 'limited', 'http.limited'],
    ['its answer is cut', 'cut', 'egress.broken'],
    ['its answer is no JSON', 'page', 'http.notJson'],
  ] as const)('%s: an error with its own code, and nothing is kept', async (_title, fault, code) => {
    const model = await startModel('sk-canary-model')
    const context = createTestContext()
    try {
      if (fault !== 'key') model.fault = fault
      const params = { base_url: model.url, api_key: fault === 'key' ? 'sk-other' : model.key, model: 'm' }
      const connector = connectors.find(each => each.manifest.converses)!
      const connection = await connector.open(params, context)
      server.engine.seen.converse = (_tenant, _connector, messages) =>
        connection.converse!(messages, AbortSignal.timeout(20_000)) // its manifest says so
      await addModel()
      const id = await begin()
      const answer = await ask(id, 'a private matter')
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.json()).toMatchObject({ success: false, code })
      expect(answer.body).not.toMatch(/private matter|canary/)
      expect(await read(id)).toEqual([])
    } finally {
      await context.dispose()
      await model.close()
    }
  })
})
