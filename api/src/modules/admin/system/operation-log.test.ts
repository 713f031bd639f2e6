import { readdirSync, readFileSync } from 'node:fs'
import { walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '../../../server/contracts.ts'
import { names } from '../../../server/names.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { verifyLogFile } from './verify-log-file.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const save = (theme: string) => server.call('PUT', '/api/dp/account/settings', { token, body: { theme } })
const list = async (query = '') => (await server.call('GET', `/api/dp/system/log?${query}`, { token })).json()
const verify = async () => (await server.call('POST', '/api/dp/system/log/verify', { token, body: {} })).json().content
const exportChain = async () =>
  (await server.call('GET', '/api/dp/system/log/export?format=jsonl', { token })).body.split('\n')

test('every route that writes a row has a readable name, and no name is left over', () => {
  const writes = [...walkRoutes(contracts)].filter(([, route]) => route.audit !== 'query').map(([name]) => name)
  expect(writes.filter(name => !names.actions[name])).toEqual([])
  const known = new Set([...writes, ...listWritten('action')])
  expect(Object.keys(names.actions).filter(name => !known.has(name))).toEqual([])
})

test('every kind of object that the log names has a readable name', () => {
  expect(listWritten('objectType').filter(name => !names.objects[name])).toEqual([])
})

/** Values that the sources of this room write under a name. */
function listWritten(key: string): string[] {
  const folder = new URL('../../../', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /(?<!test)\.ts$/.test(name))
  const texts = files.map(name => readFileSync(new URL(name, folder), 'utf8'))
  return [
    ...new Set(
      texts.flatMap(text => [...text.matchAll(new RegExp(`${key}: '([\\w.]+)'`, 'g'))].map(match => match[1]!)),
    ),
  ]
}

describe('what the log tells', () => {
  test('filters by who, what, object, result, address and time, and by the name people read', async () => {
    await save('dark')
    for (const query of [
      'user=admin-a',
      'action=user.saveSettings',
      'object_type=user',
      'ip=127.',
      'operation=update',
      'result=ok',
    ])
      expect([query, (await list(query)).total > 0]).toEqual([query, true])
    for (const query of [
      'user=nobody',
      'action=x',
      'object_type=strategy',
      'ip=10.',
      'operation=delete',
      'result=failed',
      'to=2000-01-01T00:00:00Z',
    ])
      expect([query, (await list(query)).total]).toEqual([query, 0])
    const named = (await list(`keyword=${encodeURIComponent('保存界面')}`)).content
    expect(named[0]).toMatchObject({
      action: 'user.saveSettings',
      action_name: '保存界面设置',
      object_type_name: '用户',
      role: '管理员',
    })
  })

  test('the CSV holds the filtered rows with readable names', async () => {
    const file = await server.call('GET', '/api/dp/system/log/export?action=user.saveSettings', { token })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body).toContain('保存界面设置')
    expect(file.body).not.toContain('登录,passport.login')
  })
})

describe('the chain', () => {
  test('holds for what the product wrote, in the product and without it', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => save(`theme-${index}`)))
    const seen = await verify()
    expect(seen).toMatchObject({ broken: null, next: null })
    expect(Number(seen.total)).toBe(seen.checked)
    const lines = await exportChain()
    const verdict = await verifyLogFile(lines)
    expect(verdict).toMatchObject({ ok: true, deleted: 0 })
    // The export's own row came before the file was begun.
    expect(verdict).toMatchObject({ seq: String(Number(seen.total) + 1), rows: Number(seen.total) + 1 })
  })

  test('1,000 single changes of a file: 1,000 found', async () => {
    const text = (await exportChain()).join('\n')
    const missed: string[] = []
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    for (let round = 0; round < 1000; round++) {
      const at = next(text.length - 1)
      const letter = String.fromCharCode(32 + next(95))
      const changed =
        round % 2 === 0 ? text.slice(0, at) + letter + text.slice(at + 1) : text.slice(0, at) + text.slice(at + 1)
      if (changed === text) continue
      if ((await verifyLogFile(changed.split('\n'))).ok) missed.push(`${at}: ${letter}`)
    }
    expect(missed).toEqual([])
  })

  test('a row taken out, doubled, moved, put in, or cut off at the end is found at its line', async () => {
    const lines = await exportChain()
    const without = (at: number) => lines.toSpliced(at, 1)
    expect(await verifyLogFile(without(3))).toMatchObject({
      ok: false,
      line: 4,
      problem: 'a row is missing, doubled or moved',
    })
    expect(await verifyLogFile(lines.toSpliced(3, 0, lines[3]!))).toMatchObject({ ok: false, line: 5 })
    expect(await verifyLogFile(lines.toSpliced(2, 2, lines[3]!, lines[2]!))).toMatchObject({ ok: false, line: 3 })
    expect(await verifyLogFile(lines.slice(0, -2))).toMatchObject({
      ok: false,
      problem: 'the end is missing: rows were cut off',
    })
    expect(await verifyLogFile([...lines.slice(0, 3), lines.at(-2)!])).toMatchObject({ ok: false, line: 4 })
    expect(await verifyLogFile([])).toMatchObject({ ok: false })
  })

  test.each([
    [
      'changed',
      `update operation_log set username = 'someone else' where id = (select log_id from operation_chain where seq = 5 and tenant_id = T)`,
    ],
    [
      'missing',
      'delete from operation_log where id = (select log_id from operation_chain where seq = 5 and tenant_id = T)',
    ],
    ['order', 'delete from operation_chain where seq = 5 and tenant_id = T'],
    ['link', `update operation_chain set hash = sha256('x') where seq = 5 and tenant_id = T`],
    [
      'unchained',
      `insert into operation_log (tenant_id, id, username, action, operation, object_type) values (T, gen_random_uuid(), 'x', 'x', 'x', 'x')`,
    ],
    ['head', `update operation_chain_head set hash = sha256('x') where tenant_id = T`],
    ['tombstone', `update operation_chain set deleted_by = gen_random_uuid() where seq = 5 and tenant_id = T`],
  ])('a hand in the database is found: %s', async (problem, sql) => {
    const fresh = await startTestServer()
    try {
      const bearer = await fresh.signIn('admin-a', PASSWORD)
      for (let round = 0; round < 8; round++)
        await fresh.call('PUT', '/api/dp/account/settings', { token: bearer, body: { theme: String(round) } })
      const ask = async () =>
        (await fresh.call('POST', '/api/dp/system/log/verify', { token: bearer, body: {} })).json().content.broken
      expect(await ask()).toBe(null)
      await fresh.database.withSystem(async tx => {
        await tx.execute('reset role')
        await tx.execute(`select set_config('session_replication_role', 'replica', true)`)
        await tx.execute(sql.replaceAll(/\bT\b/g, `'${fresh.a.tenantId}'`))
      })
      expect(await ask()).toMatchObject({ problem })
    } finally {
      await fresh.drop()
    }
  })
})

describe('deleting', () => {
  const dellog = (before: string) => server.call('POST', '/api/dp/system/dellog', { token, body: { before } })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

  test('takes only rows older than 180 days, and the database itself holds to that', async () => {
    const refused = await dellog(daysAgo(179))
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid.logRetention'])
    await expect(
      server.database.withTenant(server.a.tenantId, tx =>
        tx.query(`select delete_operation_log(now(), gen_random_uuid())`),
      ),
    ).rejects.toThrow('180 days')
  })

  test('leaves a tombstone that is logged itself, and a chain that still holds', async () => {
    await server.database.withTenant(server.a.tenantId, async tx => {
      for (const days of [400, 300, 200])
        await tx.execute(
          `insert into operation_log (id, username, action, operation, object_type, created_at) values (gen_random_uuid(), 'old', 'strategy.start', 'update', 'strategy', $1)`,
          [daysAgo(days)],
        )
    })
    const answer = await dellog(daysAgo(250))
    expect(answer.json().content).toEqual({ deleted: 2 })
    expect((await list('user=old')).total).toBe(1)
    const [tombstone] = (await list('action=system.deleteLog&result=ok')).content
    expect(tombstone).toMatchObject({ username: 'admin-a', after: { deleted: 2 } })
    expect(await verify()).toMatchObject({ broken: null })
    const lines = await exportChain()
    expect(await verifyLogFile(lines)).toMatchObject({ ok: true, deleted: 2 })
    // A row that somebody else took out cannot hide behind the tombstone.
    const at = lines.findIndex(line => line.includes('"deleted_by":null') && line.includes('saveSettings'))
    const { entry: _, ...link } = JSON.parse(lines[at]!)
    const forged = JSON.stringify({ ...link, deleted_by: tombstone.id, entry: null })
    expect(await verifyLogFile(lines.with(at, forged))).toMatchObject({ ok: false })
  })

  test('the product’s own role can neither change nor cut the chain', async () => {
    const inTenant = (sql: string) => server.database.withTenant(server.a.tenantId, tx => tx.execute(sql))
    for (const sql of [
      'delete from operation_chain',
      'update operation_chain set seq = 0',
      'delete from operation_chain_head',
      'update operation_chain_head set seq = 0',
      `insert into operation_chain (seq, log_id, entry_hash, hash) values (1, gen_random_uuid(), '', '')`,
    ])
      await expect(inTenant(sql)).rejects.toThrow(/permission denied/)
    await expect(inTenant('select append_operation_chain(l) from operation_log l')).rejects.toThrow(/permission denied/)
  })
})
