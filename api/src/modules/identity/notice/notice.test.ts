import { type NewNotice, raiseNotice, settleNotices } from '@sluice/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Notice, NoticePreference, Unread } from './contract.ts'
import type { MailOutcome } from './index.ts'

let server: TestServer
let token: string
let strategyId: string
let connectorId: string
let outcome: MailOutcome = { kind: 'taken' }

beforeAll(async () => {
  server = await startTestServer({}, async () => outcome)
  token = await server.signIn('admin-a', PASSWORD)
  const post = async (path: string, body: object) =>
    (await server.call('POST', path, { token, body })).json<{ content: { id: string } }>().content.id
  connectorId = await post('/api/dh/lessee/connector', connectorBody())
  strategyId = await post('/api/dh/lessee/strategy', { name: '订单', config: configOf(connectorId) })
})
beforeEach(() =>
  server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute('delete from notice')
    await tx.execute('delete from notice_preference')
  }),
)
afterAll(() => server.drop())

const tell = (change: Partial<NewNotice> = {}) =>
  server.database.withTenant(server.a.tenantId, tx =>
    raiseNotice(tx, {
      tenantId: server.a.tenantId,
      kind: 'run.failed',
      objectId: strategyId,
      cause: 'fake.down',
      text: 'waits for a worker',
      ...change,
    }),
  )
const get = async (query = '', as = token) =>
  (await server.call('GET', `/api/dp/notice${query}`, { token: as })).json<{ content: Notice[]; total: number }>()
const unread = async (as = token) =>
  (await server.call('GET', '/api/dp/notice/unread', { token: as })).json<{ content: Unread }>().content
const post = async (path: string, body: object) =>
  (await server.call('POST', `/api/dp/notice/${path}`, { token, body })).json<{ content: Unread }>().content

test('a notice has the fields of the specification, in the reader’s language, and leads to its page', async () => {
  await tell()
  await tell()
  const { content, total } = await get()
  expect(total).toBe(1)
  expect(content[0]).toMatchObject({
    title: '方案“订单”运行失败',
    description: '等待执行进程',
    avatar: null,
    extra: '×2',
    status: 'open',
    read: false,
    path: `/strategy/detail/${strategyId}?tab=runs`,
  })
  expect(Date.parse(content[0]!.datetime)).toBeGreaterThanOrEqual(Date.parse(content[0]!.first_at))
  const english = await server.call('GET', '/api/dp/notice', { token, headers: { 'accept-language': 'en' } })
  expect(english.json().content[0]).toMatchObject({
    title: 'The strategy "订单" failed',
    description: 'waits for a worker',
  })
})

test('each user reads for themselves; a to-do that goes on stays read, a message that comes again is unread', async () => {
  await tell()
  await tell({ kind: 'process.lost', cause: '' })
  const second = await addUser('reader', ['strategy:query', 'connector:query'])
  expect(await unread()).toEqual({ message: 1, todo: 1 })
  const keys = (await get()).content.map(row => row.key)
  expect(await post('read', { keys })).toEqual({ message: 0, todo: 0 })
  expect(await unread(second)).toEqual({ message: 1, todo: 1 })
  await tell()
  await tell({ kind: 'process.lost', cause: '' })
  expect(await unread()).toEqual({ message: 1, todo: 0 })
  await server.database.withTenant(server.a.tenantId, tx =>
    settleNotices(tx, server.a.tenantId, strategyId, ['run.failed']),
  )
  expect(await unread(second)).toEqual({ message: 1, todo: 0 })
  expect((await get('?group=todo')).content).toMatchObject([{ status: 'settled', read: true }])
  await tell()
  expect(await unread()).toEqual({ message: 1, todo: 1 })
})

test('all are read at once, or one group; what is put away comes back when it happens again', async () => {
  await tell()
  await tell({ kind: 'quota.records', objectId: '', cause: 'near' })
  expect(await post('read-all', { group: 'message' })).toEqual({ message: 0, todo: 1 })
  expect(await post('read-all', {})).toEqual({ message: 0, todo: 0 })
  await post('clear', { group: 'todo' })
  expect((await get()).content.map(row => row.kind)).toEqual(['quota.records'])
  await post('clear', {})
  expect((await get()).total).toBe(0)
  await tell()
  expect((await get()).content).toMatchObject([{ kind: 'run.failed', count: 2 }])
})

test('a kind that a user switched off is neither listed nor counted, for them alone', async () => {
  await tell()
  const second = await addUser('other', ['strategy:query'])
  const save = (in_app: boolean) =>
    server.call('PUT', '/api/dp/notice/preference', {
      token,
      body: { preferences: [{ kind: 'run.failed', in_app, email: true }] },
    })
  const saved = (await save(false)).json<{ content: NoticePreference[] }>().content
  expect(saved.find(row => row.kind === 'run.failed')).toEqual({ kind: 'run.failed', in_app: false, email: true })
  expect(saved.filter(row => row.in_app).length).toBe(saved.length - 1)
  expect([await unread(), (await get()).total]).toEqual([{ message: 0, todo: 0 }, 0])
  expect(await unread(second)).toEqual({ message: 0, todo: 1 })
  await save(true)
  expect((await get()).total).toBe(1)
})

describe('by e-mail', () => {
  const ask = async () => (await server.call('GET', '/api/dp/notice/mail', { token })).json().content
  const sendTest = (language = 'pt-BR') =>
    server.call('POST', '/api/dp/notice/mail/test', { token, headers: { 'accept-language': language } })
  const setAddress = (email: string | null) =>
    server.database.withTenant(server.a.tenantId, tx =>
      tx.execute('update app_user set email = $1, email_confirmed_at = now()', [email]),
    )

  test('people see whether it is sent, where to, and try it in their language', async () => {
    await setAddress(null)
    expect(await ask()).toEqual({ is_on: true, address: null })
    expect((await sendTest('en')).json()).toMatchObject({
      code: 'conflict.noMailAddress',
      message: 'Enter and confirm your e-mail address in your basic settings first.',
    })
    await setAddress('a@example.test')
    expect(await ask()).toEqual({ is_on: true, address: 'a@example.test' })
    expect((await sendTest()).json().content).toEqual({ address: 'a@example.test' })
    expect(server.mails).toMatchObject([{ to: 'a@example.test', subject: '[Sluice] E-mail de teste' }])
    const log = await server.call('GET', '/api/dp/system/log?action=notice.testMail', { token })
    expect(log.json<{ content: { result: string }[] }>().content.map(row => row.result)).toEqual(['ok', 'refused'])
  })

  test('a mail that the server does not take says why, and nobody tries without end', async () => {
    await setAddress('a@example.test')
    outcome = { kind: 'later', reason: 'ECONNREFUSED', isAway: true }
    const answer = await sendTest('en')
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toBe('The mail was not sent: ECONNREFUSED')
    outcome = { kind: 'taken' }
    expect([(await sendTest()).statusCode, (await sendTest()).statusCode]).toEqual([200, 429])
  })

  test('an installation without a mail service says so', async () => {
    const bare = await startTestServer({}, null)
    const as = await bare.signIn('admin-a', PASSWORD)
    await bare.database.withTenant(bare.a.tenantId, tx =>
      tx.execute(`update app_user set email = 'a@example.test', email_confirmed_at = now()`),
    )
    const mail = await bare.call('GET', '/api/dp/notice/mail', { token: as })
    expect(mail.json().content).toEqual({ is_on: false, address: 'a@example.test' })
    const refused = await bare.call('POST', '/api/dp/notice/mail/test', { token: as })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict.noMail'])
    await bare.drop()
  })

  test('who never chose a language gets mails in the one they chose e-mail in', async () => {
    const lang = async () => (await server.call('GET', '/api/user', { token })).json().content.settings.lang
    const save = (language: string) =>
      server.call('PUT', '/api/dp/notice/preference', {
        token,
        headers: { 'accept-language': language },
        body: { preferences: [{ kind: 'run.failed', in_app: true, email: true }] },
      })
    await server.database.withTenant(server.a.tenantId, tx => tx.execute(`update app_user set settings = '{}'`))
    await save('zh-TW')
    expect(await lang()).toBe('zh-TW')
    await save('en')
    expect(await lang()).toBe('zh-TW')
  })
})

describe('nobody is told of what they may not see', () => {
  test('kinds ask for the permission of their page', async () => {
    await tell()
    await tell({ kind: 'account.open', objectId: connectorId })
    const reader = await addUser('connectors-only', ['connector:query'])
    expect((await get('', reader)).content.map(row => row.kind)).toEqual(['account.open'])
    expect(await unread(reader)).toEqual({ message: 0, todo: 1 })
  })

  test('a notice for one person is seen by that person only', async () => {
    const reader = await addUser('somebody', ['strategy:query'])
    const { user_id } = (await server.call('GET', '/api/user', { token: reader })).json().content
    await tell({ kind: 'approval.asked', objectId: '', objectName: 'x', userId: user_id })
    expect([(await get()).total, (await get('', reader)).total]).toEqual([0, 1])
  })

  test('another tenant sees, marks and clears nothing', async () => {
    await tell()
    const stranger = await server.signIn('admin-b', PASSWORD)
    const [mine] = (await get()).content
    const body = { keys: [mine!.key] }
    for (const path of ['read', 'clear'])
      expect((await server.call('POST', `/api/dp/notice/${path}`, { token: stranger, body })).statusCode).toBe(200)
    expect((await get('', stranger)).total).toBe(0)
    expect(await unread()).toEqual({ message: 0, todo: 1 })
  })

  test('what is about a strategy that is gone is gone with it', async () => {
    await tell({ objectId: '00000000-0000-7000-8000-00000000dead', objectName: 'gone' })
    expect([(await get()).total, await unread()]).toEqual([0, { message: 0, todo: 0 }])
  })
})

test('they are found by group, kind, word and state, page by page', async () => {
  for (const cause of ['a', 'b', 'c']) await tell({ cause, text: `Trouble ${cause}_1.` })
  await tell({ kind: 'quota.storage', objectId: '', cause: 'near', text: 'x' })
  expect((await get('?page=2&pageSize=3')).content).toHaveLength(1)
  expect((await get('?keyword=b_1')).content).toMatchObject([{ description: 'Trouble b_1.' }])
  expect((await get('?kind=quota.storage')).total).toBe(1)
  expect((await get('?group=todo')).total).toBe(3)
  const [first] = (await get('?keyword=a_1')).content
  await post('read', { keys: [first!.key] })
  expect((await get('?unread=1')).total).toBe(3)
})

/** Another user of the first tenant. */
async function addUser(username: string, permissions: readonly string[]): Promise<string> {
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `with r as (insert into role (id, name, permissions) values (gen_random_uuid(), $1, $2) returning id)
       insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), $1, '', u.password_hash, r.id from app_user u, r where u.username = 'admin-a'`,
      [username, permissions],
    ),
  )
  return server.signIn(username, PASSWORD)
}
