import { openOwner } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { verifyLogFile } from '../system/index.ts'

let server: TestServer
let admin: string
let owner: Awaited<ReturnType<typeof openOwner>>
const USERS = '/api/dp/system/lessee-user'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin-a', PASSWORD)
  owner = await openOwner(server.databaseUrl)
})
afterAll(async () => {
  await owner.end()
  await server.drop()
})

const call = (method: string, path: string, body?: unknown, token = admin) => server.call(method, path, { token, body })
const listRoles = async () =>
  (await call('GET', '/api/dp/system/role')).json().content as { id: string; name: string }[]

/** Somebody who did things: signed in, made and changed objects, keeps things of their own. */
async function newPerson(username: string) {
  const role = (await listRoles()).find(({ name }) => name === '管理员')!
  const email = `${username}@mail.example`
  const made = await call('POST', `${USERS}/store`, {
    ...{ username, nickname: `Nick ${username}`, email, phone: '', remark: '', role_id: role.id },
    ...{ password: PASSWORD, password2: PASSWORD },
  })
  const id = made.json().content.id as string
  await owner.query('update app_user set must_change_password = false where id = $1', [id])
  const token = await server.signIn(username, PASSWORD)
  const { id: connector, version } = (await call('POST', '/api/dh/lessee/connector', connectorBody(), token)).json()
    .content
  const params = { host: 'other.test', password: 'another-password' }
  await call('PUT', `/api/dh/lessee/connector/${connector}`, { name: `by ${connector}`, params, version }, token)
  await call('POST', '/api/dp/saved-filter', { list: 'strategies', name: 'mine', filter: { keyword: 'x' } }, token)
  await call('POST', '/api/dp/account/token', { name: 'ci', permissions: ['connector:query'], days: 30 }, token)
  await call('POST', '/api/dp/assistant/collection', { name: '2026-01-02 03:04:05' }, token)
  await call('POST', '/api/dh/lessee/tenant/export', {}, token)
  await owner.query(`update tenant_export set state = 'failed'`)
  await owner.query(
    `insert into alert_channel (tenant_id, id, name, kind, settings, language) values ($1, gen_random_uuid(), $2, 'email', $3, 'en')`,
    [server.a.tenantId, `mails ${id.slice(-6)}`, JSON.stringify({ to: [email] })],
  )
  return { id, token, email, username, connector }
}

/** Tables of the tenant in which a text stands anywhere. */
async function findText(text: string): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const found: string[] = []
  for (const { table } of rows) {
    const hits = await owner.query(`select from ${table} t where strpos(t::text, $1) > 0 limit 1`, [text])
    if (hits.rowCount) found.push(table)
  }
  return found
}

const verify = async () => (await call('POST', '/api/dp/system/log/verify', {})).json().content

test('everything that names a person is found, with what becomes of it', async () => {
  const { id } = await newPerson('found-one')
  const { content } = (await call('GET', `${USERS}/${id}/data`)).json()
  expect(content).toMatchObject({ username: 'found-one', alias: `person-${id.slice(-12)}` })
  const outcomes = Object.fromEntries(
    content.places.map(({ table, outcome }: { table: string; outcome: string }) => [`${table} ${outcome}`, true]),
  )
  expect(outcomes).toMatchObject({
    'app_user erased': true,
    'session erased': true,
    'access_token erased': true,
    'saved_filter erased': true,
    'assistant_conversation erased': true,
    'connector unnamed': true,
    'connector_version renamed': true,
    'tenant_export renamed': true,
    'alert_channel kept': true,
    'operation_log masked': true,
  })
  const log = content.places.find(({ table }: { table: string }) => table === 'operation_log')
  expect(Date.parse(log.kept_until)).toBeGreaterThan(Date.now() + 179 * 86_400_000)
  // Whatever table holds the name is told.
  const told = new Set(content.places.map(({ table }: { table: string }) => table))
  expect((await findText('found-one')).filter(table => !told.has(table))).toEqual([])
})

test('the export has the rows of the person, and neither hash nor secret', async () => {
  const { id, token } = await newPerson('exported-one')
  const answer = await call('GET', `${USERS}/${id}/data/export`)
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines[0]).toMatchObject({ format: 'sluice/person-data/1', username: 'exported-one' })
  const tables = new Set(lines.slice(1).map(({ table }) => table))
  for (const table of ['app_user', 'session', 'access_token', 'saved_filter', 'operation_log'])
    expect(tables).toContain(table)
  const [{ password_hash: hash }] = (await owner.query('select password_hash from app_user where id = $1', [id])).rows
  expect([answer.body.includes(hash), answer.body.includes(token), answer.body.includes('_hash')]).toEqual([
    false,
    false,
    false,
  ])
})

test('an erased person is named nowhere but where somebody wrote the address, and the chain of the log still holds', async () => {
  const { id, token, email, connector } = await newPerson('erased-one')
  const wrong = await call('POST', `${USERS}/${id}/data/erase`, { username: 'erased' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'conflict.personName'])
  const { alias } = (await call('POST', `${USERS}/${id}/data/erase`, { username: 'erased-one' })).json().content
  expect(await findText('erased-one')).toEqual(['alert_channel'])
  expect(await findText(email)).toEqual(['alert_channel'])
  expect((await call('GET', '/api/user', undefined, token)).statusCode).toBe(401)
  const { rows } = await owner.query('select username from connector_version where connector_id = $1', [connector])
  expect(rows.map(row => row.username)).toContain(alias)
  const log = await owner.query(
    `select username, user_id, ip, is_masked from operation_log where username = $1 and action = 'connector.create'`,
    [alias],
  )
  expect(log.rows).toEqual([{ username: alias, user_id: null, ip: null, is_masked: true }])
  expect(await verify()).toMatchObject({ broken: null, next: null })
  const file = (await call('GET', '/api/dp/system/log/export?format=jsonl')).body
  expect([file.includes('erased-one'), await verifyLogFile(file.split('\n'))]).toMatchObject([false, { ok: true }])
  expect((await call('GET', `${USERS}/${id}/data`)).statusCode).toBe(404)
})

test('a masked row that is changed later, or masked without being told, is found by the chain', async () => {
  await newPerson('watched-one')
  expect((await verify()).broken).toBe(null)
  const { rows } = await owner.query(
    `select l.id from operation_log l where not l.is_masked and l.tenant_id = $1 and l.action = 'connector.create' limit 1`,
    [server.a.tenantId],
  )
  await owner.query(`update operation_log set is_masked = true, username = 'nobody' where id = $1`, [rows[0].id])
  expect((await verify()).broken).toMatchObject({ problem: 'missing' })
})

test('nobody erases themselves, and the log of somebody who is still there cannot be masked', async () => {
  const me = (await call('GET', '/api/user')).json().content
  const own = await call('POST', `${USERS}/${me.user_id}/data/erase`, { username: 'admin-a' })
  expect(own.json().code).toBe('conflict.ownAccount')
  await expect(
    server.database.withTenant(server.a.tenantId, tx =>
      tx.query('select mask_operation_log($1, $2, $2, $1)', [me.user_id, 'x']),
    ),
  ).rejects.toThrow('still there')
})

test('how long data is kept is told for each kind, by the tenant’s own rule where there is one', async () => {
  const read = async () => (await call('GET', '/api/dh/lessee/tenant/retention')).json().content
  const before = await read()
  expect(before.find(({ kind }: { kind: string }) => kind === 'pages')).toMatchObject({ days: 90, said_by: 'default' })
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute('insert into retention (scope_id, finished_days, log_days) values ($1, 30, 0)', [server.a.tenantId]),
  )
  const after = await read()
  expect(after.find(({ kind }: { kind: string }) => kind === 'pages')).toMatchObject({ days: 30, said_by: 'tenant' })
  expect(after.find(({ kind }: { kind: string }) => kind === 'run_log')).toMatchObject({
    days: null,
    said_by: 'tenant',
  })
})
