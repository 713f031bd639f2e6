import { randomBytes } from 'node:crypto'
import { parseParams } from '@sluice/connector-kit'
import type { ParamValues, Right, TestStep } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseHost } from './explain-sign-in.ts'
import mysql from './index.ts'
import { readRights as askRights } from './rights.ts'
import type { Session } from './session.ts'
import { createTestDatabase, isReachable, type TestDatabase } from './testing.ts'

const isThere = await isReachable()
const user = `user_${randomBytes(4).toString('hex')}`
const password = `pw-${randomBytes(8).toString('hex')}`
let database: TestDatabase

describe.skipIf(!isThere)('what the user may and may not do', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.run('create table seen (id int primary key)', 'create table other (id int primary key)')
    await database.runAsAdmin([
      `create user ${user}@'%' identified by '${password}'`,
      `grant select on ${database.params.database}.seen to ${user}@'%'`,
    ])
  })
  afterAll(async () => {
    await database.runAsAdmin([`drop user ${user}@'%'`])
    await database.dispose()
  })

  const runTest = async (change: ParamValues = {}): Promise<TestStep[]> => {
    const mine = { ...database.params, username: user, password, ...change }
    const connection = await mysql.open(parseParams(mysql.manifest.params, mine), database.context)
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
    return steps
  }
  const readRights = async (): Promise<readonly Right[]> => (await runTest()).flatMap(step => step.rights ?? [])
  const find = (rights: readonly Right[], name: string): Right => rights.find(right => right.name === name)!

  test('each right has its state, and its repair names the real user and database', async () => {
    const rights = await readRights()
    expect(find(rights, 'read')).toMatchObject({ state: 'yes', detail: 'all 1 tables and views that the user sees' })
    expect(find(rights, 'write')).toMatchObject({
      state: 'no',
      detail: '0 of 1 tables; not: seen',
      repair: `GRANT SELECT, INSERT, UPDATE, DELETE ON \`${database.params.database}\`.* TO '${user}'@'%';`,
    })
    expect(['create', 'follow'].map(name => find(rights, name).state)).toEqual(['no', 'no'])
  })

  test('what the repair says is enough: run as it is, the right is there', async () => {
    const before = await readRights()
    await database.runAsAdmin(['write', 'create', 'follow'].map(name => find(before, name).repair!))
    const rights = await readRights()
    expect(rights.map(right => right.state)).toEqual(['yes', 'yes', 'yes', 'yes'])
    expect(find(rights, 'read').detail).toBe('all 2 tables and views')
  })

  test('an unknown database is answered with those that this user may choose', async () => {
    const last = (await runTest({ database: 'no_such_database' })).at(-1)
    expect(last).toMatchObject({ name: 'auth', ok: false, error: { code: 'connector.database' } })
    expect(`${last?.error?.advice}${last?.error?.repair}`).toMatch(/sluice_test_|GRANT SELECT/)
  })

  test('a wrong password says as whom the server sees us', async () => {
    const last = (await runTest({ password: 'wrong' })).at(-1)
    expect(last).toMatchObject({ name: 'auth', ok: false, error: { code: 'connector.auth' } })
    expect(last?.error?.advice).toContain(`${user}@`)
  })
})

test('a host that the server does not know gets the account to make', () => {
  const params = { host: 'h', port: 3306, database: 'shop', username: 'bob' }
  expect(refuseHost(1130, "Host '10.1.2.3' is not allowed to connect to this MySQL server", params)).toMatchObject({
    code: 'connector.auth',
    repair: "CREATE USER 'bob'@'10.1.2.3' IDENTIFIED BY '…';",
  })
  expect(refuseHost(1040, 'Too many connections', params)).toMatchObject({ code: 'connector.busy' })
})

test('grants of a hostile server cost no time', async () => {
  const long = 'a'.repeat(64)
  const grants = [
    `GRANT SELECT ON \`${'%a'.repeat(25_000)}b\`.* TO \`x\`@\`%\``,
    ...Array.from({ length: 20_000 }, (_, at) => `GRANT SELECT, INSERT ON \`${long}\`.\`t${at}\` TO \`x\``),
    `GRANT ${'a ON `'.repeat(20_000)}`,
    `GRANT ${'('.repeat(100_000)} ON *.* TO \`x\``,
  ].map(line => [line])
  const tables = Array.from({ length: 20_000 }, (_, at) => [`t${at}`, 1])
  const query = async (sql: string) =>
    sql.startsWith('select database()') ? [[long, 'x@y']] : sql.startsWith('show grants') ? grants : tables
  const startedMs = performance.now()
  const { visible } = await askRights({ query, isMariaDb: true } as unknown as Session) // it is asked for nothing else
  expect(visible).toBe(20_000)
  expect(performance.now() - startedMs).toBeLessThan(1000)
})
