import { type Connection, parseParams, type TargetRecord } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { TargetConfig } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { places, type SqlPlace } from './sql-places.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const signal = new AbortController().signal
const ids = [1, 2, 3, 4, 5]

/** What stands between a statement that succeeds and its rows, and which of five rows it lets through. */
interface Swallower {
  readonly name: string
  readonly place: string
  readonly make: readonly string[]
  readonly mode: 'upsert' | 'insert'
  readonly taken: readonly number[]
  /** Written once before. */
  readonly isRepeated?: true
}

const table = 'create table counted (id integer primary key, note varchar(40))'
const skipThird = `create function skip_third() returns trigger language plpgsql as $$ begin
  if new.id = 3 then return null; end if; return new; end $$`
const both = (name: string, place: string, make: readonly string[], taken: readonly number[]): Swallower[] =>
  (['upsert', 'insert'] as const).map(mode => ({ name: `${name}, by ${mode}`, place, make, mode, taken }))

const swallowers: readonly Swallower[] = [
  ...both(
    'a trigger that leaves a row out',
    'PostgreSQL',
    [table, skipThird, 'create trigger t before insert on counted for each row execute function skip_third()'],
    [1, 2, 4, 5],
  ),
  {
    name: 'a trigger that spares updates which change nothing',
    place: 'PostgreSQL',
    make: [
      table,
      'create trigger t before update on counted for each row execute function suppress_redundant_updates_trigger()',
    ],
    mode: 'upsert',
    isRepeated: true,
    taken: ids,
  },
  {
    name: 'a trigger that stores the rows in a child table',
    place: 'PostgreSQL',
    make: [
      table,
      'create table child () inherits (counted)',
      'create function to_child() returns trigger language plpgsql as $$ begin insert into child values (new.*); return null; end $$',
      'create trigger t before insert on counted for each row execute function to_child()',
    ],
    mode: 'insert',
    taken: ids,
  },
  {
    name: 'a trigger that ignores updates of a row',
    place: 'PostgreSQL',
    make: [
      table,
      "insert into counted values (3, 'old')",
      skipThird,
      'create trigger t before update on counted for each row execute function skip_third()',
    ],
    mode: 'upsert',
    taken: [1, 2, 4, 5],
  },
  ...both(
    'a trigger that ignores a row',
    'SQLite',
    [table, 'create trigger t before insert on counted when new.id = 3 begin select raise(ignore); end'],
    [1, 2, 4, 5],
  ),
  {
    name: 'a view that hands its rows on',
    place: 'SQLite',
    make: [
      'create table held (id integer primary key, note varchar(40))',
      'create view counted as select id, note from held',
      'create trigger t instead of insert on counted begin insert into held values (new.id, new.note); end',
    ],
    mode: 'insert',
    taken: ids,
  },
  {
    name: 'a view that drops its rows',
    place: 'SQLite',
    make: [
      'create table held (id integer primary key, note varchar(40))',
      'create view counted as select id, note from held',
      'create trigger t instead of insert on counted when new.id > 4 begin insert into held values (new.id, new.note); end',
    ],
    mode: 'insert',
    taken: [5],
  },
  ...places.map(
    ([place]): Swallower => ({
      name: 'nothing, and the rows stay as they are',
      place,
      make: [table],
      mode: 'upsert',
      isRepeated: true,
      taken: ids,
    }),
  ),
]

describe.each(places)('%s counts what it took through', (name, connector, create) => {
  let context: TestContext
  let place: SqlPlace | null = null
  let connection: Connection
  beforeAll(() => {
    context = createTestContext()
  })
  beforeEach(async each => {
    await place?.dispose()
    await context.dispose()
    context = createTestContext()
    place = await create(context)
    if (place === null) return each.skip()
    connection = await connector.open(parseParams(connector.manifest.params, place.params), context)
    return () => connection.close()
  })
  afterAll(async () => {
    await place?.dispose()
    await context.dispose()
  })

  test.each(swallowers.filter(each => each.place === name))('$name', async ({ make, mode, taken, isRepeated }) => {
    const { run, rows, resource } = place! // else skipped
    for (const sql of make) await run(sql)
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: connectorId, resource: resource('counted'), mode }),
    )
    const batch = ids.map((id): TargetRecord => ({ data: { id, note: `n${id}` }, idempotencyKey: `s:${id}:1` }))
    const isOnce = isRepeated === undefined
    if (!isOnce) await target.write(batch, signal)
    const outcomes = await target.write(batch, signal)
    await target.close()
    expect(outcomes.flatMap((each, at) => (each.kind === 'written' ? [ids[at]] : []))).toEqual(taken)
    for (const [at, id] of ids.entries())
      if (!taken.includes(id))
        expect(outcomes[at]).toMatchObject({ kind: 'failed', failure: { code: 'target.notTaken', retry: 'skip' } })
    const held = await rows("select id from counted where note like 'n%' order by id")
    expect(held.map(([id]) => Number(id))).toEqual(taken)
  })
})
