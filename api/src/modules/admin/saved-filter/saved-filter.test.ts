import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const PATH = '/api/dp/saved-filter'
const call = async (method: string, path: string, body?: object, as = token) =>
  server.call(method, path, { token: as, ...(body && { body }) })
const keep = (name: string, more: object = {}, as = token) =>
  call('POST', PATH, { list: 'strategies', name, filter: { keyword: name, status: 'running' }, ...more }, as)
const listed = async (as = token, list = 'strategies') =>
  (await call('GET', `${PATH}?list=${list}`, undefined, as)).json().content

test('a filter is kept under its name and comes back as it was', async () => {
  const { id } = (await keep('late orders')).json().content
  expect(await listed()).toMatchObject([
    { id, name: 'late orders', filter: { keyword: 'late orders', status: 'running' }, is_own: true, is_default: false },
  ])
  expect(await listed(token, 'records')).toEqual([])
  const again = await keep('late orders')
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict.filterName'])
})

test('a list opens with one filter: the next default takes its place', async () => {
  await keep('first', { is_default: true })
  await keep('second', { is_default: true })
  const defaults = (await listed()).filter((each: { is_default: boolean }) => each.is_default)
  expect(defaults.map((each: { name: string }) => each.name)).toEqual(['second'])
})

test('others see what is shared and change nothing of it; another tenant sees nothing', async () => {
  const { id } = (await keep('shared', { is_shared: true })).json().content
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect(await listed(stranger)).toEqual([])
  for (const [method, body] of [
    ['PUT', { name: 'mine', filter: {} }],
    ['DELETE', undefined],
  ] as const)
    expect((await call(method, `${PATH}/${id}`, body, stranger)).statusCode).toBe(404)
  // A colleague of the same tenant, as the database sees one.
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'other-owner', 'Other', 'x', role_id from app_user limit 1`,
    )
    await tx.execute(
      `insert into saved_filter (id, user_id, list, name, filter, is_shared, is_default)
       select gen_random_uuid(), id, 'strategies', n, '{}', n = 'theirs', n = 'theirs'
         from app_user, unnest(array['theirs', 'hidden']) n where username = 'other-owner'`,
    )
  })
  const theirs = (await listed()).filter((each: { is_own: boolean }) => !each.is_own)
  expect(theirs).toMatchObject([{ name: 'theirs', owner: 'Other', is_default: false }])
  expect((await call('DELETE', `${PATH}/${theirs[0].id}`)).statusCode).toBe(404)
})

test('what is no filter is refused by name', async () => {
  const answer = await keep('x', { filter: { keyword: { deep: 1 } } })
  expect([answer.statusCode, answer.json().content[0].field]).toEqual([422, 'filter.keyword'])
  expect((await call('GET', `${PATH}?list=No%20list`)).statusCode).toBe(422)
})
