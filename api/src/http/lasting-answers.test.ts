import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createSessions, type Sessions } from './create-sessions.ts'
import { whileHeld } from './while-held.ts'

let server: TestServer
let origin: string
let admin: string
let strategyId: string
let writing: NodeJS.Timeout
/** Ends well after what a change may take, and well before a test does. */
const PATIENCE_MS = 9000

beforeAll(async () => {
  server = await startTestServer()
  origin = await server.listen('127.0.0.1', 0)
  admin = await server.signIn('admin-a', PASSWORD)
  const post = async (path: string, body: unknown) =>
    (await server.call('POST', path, { token: admin, body })).json().content
  strategyId = (await newStrategy({ token: admin, tenantId: server.a.tenantId, userId: '', post })).id
  // A busy strategy: its log is never quiet.
  writing = setInterval(() => {
    const sql = `insert into run_log (strategy_id, level, text) values ($1, 'record', 'One more')`
    server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, [strategyId])).catch(() => undefined)
  }, 300)
})
afterAll(async () => {
  clearInterval(writing)
  await server.drop()
})

/** A person with a role of their own, who follows the log; `ended` tells whether that came to its end in time. */
async function follow(username: string) {
  const roleId = newId()
  const inTenant = (sql: string, values: unknown[] = []) =>
    server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
  await inTenant(`insert into role (id, name, permissions, groups) values ($1, $2, '{strategy:query}', null)`, [
    roleId,
    username,
  ])
  await inTenant(
    `insert into app_user (id, username, nickname, password_hash, role_id)
     select $1::uuid, $2, '', password_hash, $3::uuid from app_user where username = 'admin-a'`,
    [newId(), username, roleId],
  )
  const token = await server.signIn(username, PASSWORD)
  const leave = new AbortController()
  const answer = await fetch(`${origin}/api/dh/lessee/strategy-log/${strategyId}/tail`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  expect(answer.status).toBe(200)
  const reader = answer.body!.getReader() // an event stream has one
  let isOver = false
  const reading = (async () => {
    while (!(await reader.read()).done);
    isOver = true
  })().catch(() => undefined)
  const isOverIn = async (ms: number): Promise<boolean> => {
    await Promise.race([reading, new Promise(resolve => setTimeout(resolve, ms))])
    leave.abort()
    return isOver
  }
  return { inTenant, roleId, token, isOverIn }
}

test('a busy stream ends with the sign-in, with the right to it and with the sight of it, and else goes on', {
  timeout: 60_000,
}, async () => {
  const names = ['stays', 'signs-out', 'disabled', 'no-right', 'other-group'] as const
  const [stays, out, disabled, noRight, group] = await Promise.all(names.map(follow))
  await server.call('POST', '/api/account/logout', { token: out!.token })
  await disabled!.inTenant(`update app_user set status = 'disabled' where username = 'disabled'`)
  await noRight!.inTenant(`update role set permissions = '{run:query}' where id = $1`, [noRight!.roleId])
  await group!.inTenant(`update role set groups = '{elsewhere}' where id = $1`, [group!.roleId])
  const over = await Promise.all([stays, out, disabled, noRight, group].map(each => each!.isOverIn(PATIENCE_MS)))
  expect(Object.fromEntries(names.map((name, at) => [name, over[at]]))).toEqual({
    stays: false,
    'signs-out': true,
    disabled: true,
    'no-right': true,
    'other-group': true,
  })
})

/** What came of a download before it was cut. */
async function take(isHeld: () => Promise<boolean>): Promise<{ pieces: number[]; problem: string }> {
  const pieces: number[] = []
  async function* make() {
    for (let at = 1; at <= 5; at += 1) {
      await new Promise(resolve => setTimeout(resolve, 20))
      yield at
    }
  }
  try {
    for await (const piece of whileHeld(make(), isHeld, 0)) pieces.push(piece)
    return { pieces, problem: '' }
  } catch (error) {
    return { pieces, problem: String(error) }
  }
}

test('a download is cut, not ended, when whoever asked for it may not have it any more', async () => {
  expect(await take(async () => true)).toEqual({ pieces: [1, 2, 3, 4, 5], problem: '' })
  let asked = 0
  expect(await take(async () => ++asked < 3)).toEqual({
    pieces: [1, 2],
    problem: expect.stringContaining('may not have it any more'),
  })
})

test('a download goes on after its access token has ended, and not without sign-in, right, sight or account', async () => {
  const sessions: Sessions = createSessions(server.database, Date.now)
  const open = async (username: string) => {
    const { token, inTenant, roleId, isOverIn } = await follow(username)
    await isOverIn(0)
    const principal = await sessions.authenticate(`Bearer ${token}`)
    return { token, inTenant, roleId, isHeld: () => sessions.isHeld(principal, 'strategy:query') }
  }
  const held = await open('held')
  expect(await held.isHeld()).toBe(true)
  await held.inTenant(`update session set access_expires_at = now() - interval '1 minute' where user_id =
    (select id from app_user where username = 'held')`)
  expect(await held.isHeld()).toBe(true)
  await held.inTenant(`update role set groups = '{elsewhere}' where id = $1`, [held.roleId])
  expect(await held.isHeld()).toBe(false)
  await held.inTenant(`update role set groups = null, permissions = '{*}' where id = $1`, [held.roleId])
  expect(await held.isHeld()).toBe(true)
  await held.inTenant(`update role set permissions = '{run:query}' where id = $1`, [held.roleId])
  expect(await held.isHeld()).toBe(false)
  const gone = await open('gone')
  await gone.inTenant(`update app_user set status = 'disabled' where username = 'gone'`)
  expect(await gone.isHeld()).toBe(false)
  const left = await open('left')
  await server.call('POST', '/api/account/logout', { token: left.token })
  expect(await left.isHeld()).toBe(false)
})
