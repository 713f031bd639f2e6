import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { plantFailedIntake } from './testing.ts'

const ADDRESS = '/api/dh/lessee/gateway/log'
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  await server.database.withTenant(server.a.tenantId, async tx => {
    const [role] = await tx.query<{ id: string }>(
      "insert into role (id, name, permissions) values (gen_random_uuid(), 'auditor', '{gateway:query}') returning id",
    )
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'auditor', '', password_hash, $1 from app_user where username = 'admin-a'`,
      [role!.id],
    )
  })
})
afterAll(() => server.drop())

const get = async (id: string, by = token) => (await server.call('GET', `${ADDRESS}/${id}`, { token: by })).json()
const replay = async (id: string, by = token) =>
  (await server.call('POST', `${ADDRESS}/${id}/replay`, { token: by })).json()
const run = (sql: string, id: string) => server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, [id]))
const countStaged = async (id: string) =>
  (
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.query<{ n: number }>('select count(*)::int as n from inbox where inbox_id = $1', [id]),
    )
  )[0]?.n

test('a failed intake is sent again once, whoever presses how often, and says its new receipt', async () => {
  const id = await plantFailedIntake(server, server.a)
  expect((await get(id)).content).toMatchObject({ may_replay: true, replay_id: null, bodies: { is_withheld: false } })
  const answers = await Promise.all(Array.from({ length: 6 }, () => replay(id)))
  const [done, ...more] = answers.filter(each => each.content?.call_id)
  expect(more).toEqual([])
  expect(done.content).toMatchObject({ staged: 1, rejected: 0, receipts: [expect.any(String)] })
  expect(new Set(answers.filter(each => each !== done).map(each => each.code))).toEqual(
    new Set(['conflict.alreadyReplayed']),
  )
  expect(await countStaged(id)).toBe(1)
  expect((await get(id)).content).toMatchObject({ may_replay: false, replay_id: done.content.call_id })
  // The new one is a call of its own, and cannot be sent again.
  expect((await get(done.content.call_id)).content).toMatchObject({ replay_of: id, status: 200, may_replay: false })
  expect((await replay(done.content.call_id)).code).toBe('conflict.nothingToReplay')
})

test.each([
  ['it was switched off', 'update gateway_application set is_enabled = false where id = $1'],
  ['it has expired', "update gateway_application set expires_at = now() - interval '1 day' where id = $1"],
  ['it may not send any more', "update gateway_scope set operations = '{query}' where application_id = $1"],
  ['the strategy is not published to it any more', 'delete from gateway_scope where application_id = $1'],
  ['its version has ended', "update gateway_scope set sunset_at = now() - interval '1 day' where application_id = $1"],
  ['it was deleted', 'delete from gateway_application where id = $1'],
])('with the rights of today: %s', async (_name, sql) => {
  const id = await plantFailedIntake(server, server.a)
  await run(sql, id)
  expect((await replay(id)).code).toBe('conflict.replayRights')
  expect(await countStaged(id)).toBe(0)
  expect((await get(id)).content.replay_id).toBe(null)
})

test("what is refused now as well says why and may be tried later; what has ended or is another tenant's is not there", async () => {
  const id = await plantFailedIntake(server, server.a)
  await run("update strategy set status = 'draft' where id = (select strategy_id from gateway_call where id = $1)", id)
  expect(await replay(id)).toMatchObject({ code: 'conflict.replayRefused' })
  expect((await get(id)).content.may_replay).toBe(true)
  await run("update gateway_call_body set ends_at = now() - interval '1 second' where call_id = $1", id)
  expect((await replay(id)).code).toBe('conflict.nothingToReplay')
  expect((await get(id)).content).toMatchObject({ bodies: null, may_replay: false })
  const foreign = await plantFailedIntake(server, server.b)
  expect([(await replay(foreign)).code, (await get(foreign)).code]).toEqual([
    'notFound.gatewayCall',
    'notFound.gatewayCall',
  ])
})

test('who may look at calls but not read strategies sees sizes and no text, and sends nothing again', async () => {
  const id = await plantFailedIntake(server, server.a, '{"content":[{"id":"canary"}]}')
  const auditor = await server.signIn('auditor', PASSWORD)
  const { content } = await get(id, auditor)
  expect(content.bodies).toMatchObject({
    is_withheld: true,
    request: { text: null, bytes: 24 },
    answer: { text: null },
  })
  expect(JSON.stringify((await get(id)).content)).not.toContain('canary')
  expect((await replay(id, auditor)).content?.call_id).toBeUndefined()
  expect(await countStaged(id)).toBe(0)
})
