import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openOwner, type TestDatabase } from './testing.ts'

// The catalogue of the database itself says what there is, so a table that comes tomorrow is asked for, too.

/** Tables that belong to the installation as a whole, and what is in them. Whoever adds one says here why no tenant owns it. */
const ofNoTenant: Readonly<Record<string, string>> = {
  alert_watch: 'when the rules were last looked at',
  captcha: 'pictures asked of people who are not known yet',
  login_challenge: 'numbers used once, of people who are not known yet',
  login_failure: 'counters by digest of a name and of an address',
  maintenance: 'when the installation last cleaned up',
  market_collection: 'packages that the operator puts together for all',
  market_offer: 'packages that tenants offer to all, or to whoever has a code',
  market_review: 'what is said of packages, to be read by all',
  market_use: 'what installations of a package did over all tenants',
  process: 'the processes of the installation',
  schema_migration: 'which migrations ran; not readable by the product',
  setting: 'secrets of the installation, sealed',
  throttle: 'counters by digest',
  work_kind: 'the kinds of work there are',
}

let home: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 1 })
  owner = await openOwner(home.url)
})
afterAll(async () => {
  await owner.end()
  await home.drop()
})

/** Everything the product could read over the wall between tenants, and how. */
async function findHoles(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; kind: string; forced: boolean; wall: string; invoker: boolean }>(
    `select c.relname as name, c.relkind::text as kind, c.relrowsecurity and c.relforcerowsecurity as forced,
            (select case when count(*) = 0 then 'none'
                         when bool_and(pg_get_expr(p.polqual, p.polrelid) like '%app_tenant()%' or pg_get_expr(p.polqual, p.polrelid) = 'app_system()') then 'tenant' else 'open' end
                        from pg_policy p where p.polrelid = c.oid and p.polpermissive) as wall,
            coalesce('security_invoker=true' = any(c.reloptions), false) as invoker
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  )
  return rows.flatMap(({ name, kind, forced, wall, invoker }) => {
    if (name in ofNoTenant) return []
    if (kind === 'v') return invoker ? [] : [`view ${name} reads with the rights of its owner`]
    if (kind !== 'r' && kind !== 'p') return [`${name} is kept outside of row-level security`]
    if (!forced) return [`table ${name} has no forced row-level security`]
    return wall === 'tenant'
      ? []
      : [`table ${name} has ${wall === 'none' ? 'no policy' : 'a policy that asks for no tenant'}`]
  })
}

test('every table and view belongs to the installation by name, or lies behind the wall', async () => {
  expect(await findHoles()).toEqual([])
})

test('a table that is excepted is there, and holds no column of a tenant', async () => {
  const { rows } = await owner.query(
    `select c.relname as name, count(a.attname)::int as columns from pg_class c
       left join pg_attribute a on a.attrelid = c.oid and a.attname ~ 'tenant|strategy|connector|user_id'
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) group by 1 order by 1`,
    [Object.keys(ofNoTenant)],
  )
  expect(rows).toEqual(Object.keys(ofNoTenant).map(name => ({ name, columns: 0 })))
})

const columns = '(tenant_id uuid not null, id uuid, note text)'
test.each([
  ['a table without', `create table planted ${columns}`, 'table planted has no forced row-level security'],
  [
    'a table that names a tenant by another column',
    'create table planted (id uuid, strategy_id uuid, body text)',
    'table planted has no forced row-level security',
  ],
  [
    'a table whose owner passes',
    `create table planted ${columns}; alter table planted enable row level security`,
    'table planted has no forced row-level security',
  ],
  [
    'a table without a policy',
    `create table planted ${columns}; alter table planted enable row level security, force row level security`,
    'table planted has no policy',
  ],
  [
    'a table with a second, open policy',
    `create table planted ${columns}; call protect('planted'); create policy wide on planted using (true)`,
    'table planted has a policy that asks for no tenant',
  ],
  ['a view', 'create view planted as select * from connector', 'view planted reads with the rights of its owner'],
  [
    'a stored view',
    'create materialized view planted as select * from connector',
    'planted is kept outside of row-level security',
  ],
])('%s is found', async (_name, plant, hole) => {
  await owner.query('begin')
  try {
    await owner.query(plant)
    expect(await findHoles()).toEqual([hole])
  } finally {
    await owner.query('rollback')
  }
})

test('a function with the rights of the owner looks for names nowhere but at home', async () => {
  const { rows } = await owner.query(
    `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and not coalesce('search_path=public, pg_temp' = any(proconfig), false)`,
  )
  expect(rows).toEqual([])
})
