import { randomBytes } from 'node:crypto'
import { parseParams } from '@sluice/connector-kit'
import type { ParamValues, Right, TestStep } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainSignIn } from './explain-sign-in.ts'
import { toSessionFailure } from './failure.ts'
import postgresql from './index.ts'
import { statements } from './statements.ts'
import { createTestDatabase, isReachable, type TestDatabase } from './testing.ts'

const isThere = await isReachable()
const user = `sluice_user_${randomBytes(4).toString('hex')}`
let database: TestDatabase

describe.skipIf(!isThere)('what the user may and may not do', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.session.run(`
      create role ${user} login password 'pw';
      revoke temporary, create on database ${database.params.database} from public;
      revoke create on schema public from public;
      create schema "Sales";
      create table public.seen (id int primary key);
      create table public.hidden (id int primary key);
      create table "Sales"."Orders" (id int primary key);
      grant select on public.seen to ${user}`)
  })
  afterAll(async () => {
    await database.session.run(`drop owned by ${user}; drop role ${user}`)
    await database.dispose()
  })

  const runTest = async (change: ParamValues = {}): Promise<TestStep[]> => {
    const params = parseParams(postgresql.manifest.params, { ...database.params, username: user, ...change })
    const connection = await postgresql.open(params, database.context)
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
    return steps
  }
  const readRights = async (): Promise<readonly Right[]> => (await runTest()).flatMap(step => step.rights ?? [])
  const find = (rights: readonly Right[], name: string): Right => rights.find(right => right.name === name)!

  test('the server itself takes no second statement in a query or a change', async () => {
    const second = 'select 1 as a) q limit 0; rollback; drop table seen; select * from (select 1 as a'
    await expect(statements.describe(database.session, second, [])).rejects.toThrow(/multiple commands/)
    await expect(database.session.execute('select 1; drop table seen', [])).rejects.toThrow(/multiple commands/)
    expect(await database.session.query('select id from seen')).toEqual([])
  })

  test('each right has its state, and its repair names the real user, schema and tables', async () => {
    const rights = await readRights()
    expect(find(rights, 'read')).toMatchObject({
      state: 'part',
      detail: '1 of 3 tables and views; not: Sales.Orders, public.hidden',
      repair: [
        `grant usage on schema "Sales" to "${user}";`,
        `grant select on all tables in schema "Sales" to "${user}";`,
        `grant select on all tables in schema "public" to "${user}";`,
      ].join('\n'),
    })
    expect(find(rights, 'write')).toMatchObject({ state: 'no' })
    expect(find(rights, 'create')).toMatchObject({
      state: 'no',
      detail: 'not in the schema public',
      repair: `grant usage, create on schema "public" to "${user}";`,
    })
    expect(find(rights, 'follow').state).toBe('no')
    expect(find(rights, 'follow').repair).toContain(`alter role "${user}" replication;`)
  })

  test('rows that row level security may hide are told, by the rights and by the table', async () => {
    const { session } = database
    await session.run(`
      alter table public.seen enable row level security; create policy few on public.seen using (id < 10);
      grant select on public.hidden to ${user}; grant usage on schema "Sales" to ${user};
      grant select on "Sales"."Orders" to ${user}`)
    expect(find(await readRights(), 'read')).toMatchObject({
      state: 'part',
      detail: 'row level security may hide rows of 1 tables: public.seen',
      repair: `alter role "${user}" bypassrls;`,
    })
    const describe = async (change: ParamValues) => {
      const params = parseParams(postgresql.manifest.params, { ...database.params, ...change })
      const connection = await postgresql.open(params, database.context)
      const resource = await connection.describe('public.seen', {})
      await connection.close()
      return resource.notes
    }
    expect(await describe({ username: user })).toMatchObject([
      { level: 'warning', text: expect.stringContaining('The table public.seen has row level security') },
    ])
    expect(await describe({})).toBeUndefined()
    await session.run(`
      alter table public.seen disable row level security; revoke select on public.hidden from ${user};
      revoke usage on schema "Sales" from ${user}; revoke select on "Sales"."Orders" from ${user}`)
  })

  test('what the repair says is enough: run as it is, the right is there', async () => {
    for (const name of ['read', 'write', 'create']) await database.session.run(find(await readRights(), name).repair!)
    const rights = await readRights()
    expect(['read', 'write', 'create'].map(name => find(rights, name).state)).toEqual(['yes', 'yes', 'yes'])
    await database.session.run(find(rights, 'follow').repair!.split('\n')[0]!)
    expect(find(await readRights(), 'follow').detail).toMatch(/^wal_level/)
  })

  test('an unknown database is answered with those that this user may choose', async () => {
    const last = (await runTest({ database: 'no_such_database' })).at(-1)
    expect(last).toMatchObject({ name: 'auth', ok: false, error: { code: 'connector.database' } })
    expect(last?.error?.advice).toContain(database.params.database)
  })

  test('a user who may do nothing is refused with the statements that let it in', async () => {
    const nobody = `${user}_nobody`
    await database.session.run(`create role ${nobody} login`)
    const last = (await runTest({ username: nobody })).at(-1)
    expect(last).toMatchObject({ name: 'permission', ok: false, error: { code: 'connector.permission' } })
    await database.session.run(last!.error!.repair!)
    expect((await runTest({ username: nobody })).at(-1)?.ok).toBe(true)
    await database.session.run(`drop owned by ${nobody}; drop role ${nobody}`)
  })
})

test('a host that pg_hba.conf does not know gets the line to add', async () => {
  const refusal = Object.assign(
    new Error('no pg_hba.conf entry for host "10.1.2.3", user "bob", database "shop", no encryption'),
    { code: '28000' },
  )
  const params = { host: 'h', port: 5432, database: 'shop', username: 'bob' }
  // It asks nothing of the far system.
  await expect(explainSignIn(toSessionFailure(refusal), params, {} as never)).rejects.toMatchObject({
    code: 'connector.auth',
    repair: 'host "shop" "bob" 10.1.2.3/32 scram-sha-256',
  })
})
