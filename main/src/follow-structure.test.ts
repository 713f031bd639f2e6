import { takeTurn } from '@sluice/contract/testing'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import type { Engine } from '@sluice/engine'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasMariaDb, startBinlogServer } from './testing/binlog-server.ts'
import { createFollowEngine, FollowedStrategy, LIMITS as QUICK } from './testing/follow-bench.ts'
import { startLogicalServer } from './testing/logical-server.ts'

let place: TestDatabase
let logical: Awaited<ReturnType<typeof startLogicalServer>>
let binlog: Awaited<ReturnType<typeof startBinlogServer>> | undefined
let client: pg.Client
let engine: Engine
beforeAll(async () => {
  place = await createTestDatabase({ poolSize: 12 })
  logical = await startLogicalServer()
  client = new pg.Client({ connectionString: logical.url })
  await client.connect()
  if (!hasMariaDb && process.env['CI']) throw new Error('CI must have mariadbd')
  if (hasMariaDb) binlog = await startBinlogServer()
  await binlog?.connection.query('use shop')
  engine = createFollowEngine(place.database, { limits: LIMITS, now })
  await engine.start()
})
afterAll(async () => {
  await engine.stop({ timeoutMs: 2000 })
  await client.end()
  await binlog?.stop()
  await logical.stop()
  await place.drop()
})

let strategy: FollowedStrategy
let number = 0
/** What a log does not tell is looked for every ten seconds of the connectors' clock, which waits for nobody. */
let skippedMs = 0
const now = (): number => Date.now() + skippedMs
/** Readers that earlier tests left at rest are measured as seldom as in the product: each time takes connections of its own. */
const LIMITS = { ...QUICK, followLagMs: 15_000 }
beforeEach(() => {
  number += 1
})
afterEach(() => strategy.rest())

const WAIT = { timeout: 40_000, interval: 50 }

interface Kind {
  readonly platform: 'postgresql' | 'mysql'
  run(...sql: string[]): Promise<void>
  table(): string
}
const postgres: Kind = {
  platform: 'postgresql',
  run: async (...all) => {
    for (const sql of all) await client.query(sql)
  },
  table: () => `o${number}`,
}
const mariadb: Kind = {
  platform: 'mysql',
  run: async (...all) => {
    for (const sql of all) await binlog!.connection.query(sql) // its tests run with it alone
  },
  table: () => `o${number}`,
}

const readTarget = async (): Promise<string> =>
  (await client.query(`select id, note from c${number} order by id`)).rows.map(row => `${row.id}${row.note}`).join(' ')

/** Followed as far as three rows. */
async function follow({ platform, run, table }: Kind, change: object = {}, make?: string): Promise<void> {
  await run(
    make ?? `create table ${table()} (id int primary key, note varchar(40), other int)`,
    `insert into ${table()} (id, note) values (1, 'a'), (2, 'b')`,
  )
  await client.query(`create table c${number} (id int primary key, note text)`)
  const params = platform === 'mysql' ? binlog!.params : logical.params // as above
  const resource = platform === 'mysql' ? table() : `public.${table()}`
  strategy = await FollowedStrategy.create(
    place.database,
    { platform, params, resource },
    { platform: 'postgresql', params: logical.params, resource: `public.c${number}` },
    change,
  )
  await expect.poll(readTarget, WAIT).toBe('1a 2b')
  await run(`insert into ${table()} (id, note) values (3, 'c')`)
  await expect.poll(readTarget, WAIT).toBe('1a 2b 3c')
}

/** While it is followed, or while nobody does. */
async function meanwhile(when: string, work: () => Promise<void>): Promise<void> {
  if (when === 'live') {
    await work()
    skippedMs += 10_000
    return
  }
  await engine.stop({ timeoutMs: 5000 })
  await work()
  engine = createFollowEngine(place.database, { limits: LIMITS, now })
  await engine.start()
}

/** The run has ended with the reason, is told, and nothing came to the target after it. */
async function expectStop(code: string, rows = '1a 2b 3c'): Promise<void> {
  await expect.poll(() => strategy.lastFailure(), WAIT).toBe(code)
  expect(await readTarget()).toBe(rows)
  expect(await strategy.query(`select cause from notice where kind = 'run.failed' and cause = '${code}'`)).toHaveLength(
    1,
  )
}

type Alteration = readonly [what: string, sql: (table: string) => string[]]
const moments = ['live', 'away'] as const

function addTests(kind: Kind, replaced: string): void {
  const { run, table } = kind
  const place = kind.platform === 'mysql' ? moments.length : 0
  for (const [at, when] of moments.entries()) {
    it(`${when}: a table that is emptied is emptied at the target, and what comes after it stays`, async () => {
      await follow(kind)
      await meanwhile(when, () =>
        run(
          `update ${table()} set note = 'x' where id = 1`,
          `truncate table ${table()}`,
          `insert into ${table()} (id, note) values (2, 'new')`,
        ),
      )
      await expect.poll(readTarget, WAIT).toBe('2new')
      await run(`insert into ${table()} (id, note) values (9, 'z')`)
      await expect.poll(readTarget, WAIT).toBe('2new 9z')
    })

    it.each(
      takeTurn<Alteration>(
        [
          ['is renamed', (name: string) => [`alter table ${name} rename column note to remark`]],
          ['is dropped', (name: string) => [`alter table ${name} drop column note`]],
          [
            'has another type',
            (name: string) =>
              kind.platform === 'mysql'
                ? [`update ${name} set note = '1'`, `alter table ${name} modify note int`]
                : [`alter table ${name} alter note type int using 1`],
          ],
        ],
        place + at,
      ),
    )(`${when}: a column of the mapping that %s stops the run before the rows after it`, async (_, alter) => {
      await follow(kind)
      await meanwhile(when, () => run(...alter(table()), `insert into ${table()} (id, other) values (4, 4)`))
      await expect.poll(() => strategy.lastFailure(), WAIT).toBe('source.drift')
      expect(await readTarget()).not.toContain('4')
    })

    it(`${when}: columns that nothing reads come and go`, async () => {
      await follow(kind)
      await meanwhile(when, () =>
        run(
          `alter table ${table()} drop column other`,
          `insert into ${table()} values (4, 'd')`,
          `alter table ${table()} add column extra int default 7`,
          `insert into ${table()} values (5, 'e', 8)`,
        ),
      )
      await expect.poll(readTarget, WAIT).toBe('1a 2b 3c 4d 5e')
      expect(await strategy.lastFailure()).toBeNull()
    })

    it(`${when}: a table that was dropped and made anew stops the run`, async () => {
      await follow(kind)
      await meanwhile(when, () =>
        run(
          `drop table ${table()}`,
          `create table ${table()} (id int primary key, note varchar(40), other int)`,
          `insert into ${table()} (id, note) values (7, 'new')`,
        ),
      )
      await expectStop(replaced)
    })

    it(`${when}: a table that changes names with another one stops the run`, async () => {
      await follow(kind)
      await meanwhile(when, async () => {
        await run(
          `create table ${table()}_new (id int primary key, note varchar(40), other int)`,
          `insert into ${table()}_new select * from ${table()}`,
        )
        if (kind.platform === 'mysql')
          await run(`rename table ${table()} to ${table()}_old, ${table()}_new to ${table()}`)
        else
          await run(
            `begin`,
            `alter table ${table()} rename to ${table()}_old`,
            `alter table ${table()}_new rename to ${table()}`,
            `commit`,
          )
        await run(
          `insert into ${table()}_old (id, note) values (7, 'wrong')`,
          `insert into ${table()} (id, note) values (8, 'new')`,
        )
      })
      await expectStop(replaced)
    })
  }
}

describe('what becomes of a followed table of PostgreSQL', () => {
  addTests(postgres, 'follow.lost')
  const { run } = postgres
  const partitioned =
    () => `create table o${number} (id int, note varchar(40), other int, primary key (id)) partition by range (id);
    create table o${number}_a partition of o${number} for values from (0) to (10)`
  const attach = () => [
    `create table o${number}_b (id int primary key, note varchar(40), other int)`,
    `insert into o${number}_b (id, note) values (11, 'k')`,
    `alter table o${number} attach partition o${number}_b for values from (10) to (20)`,
  ]

  for (const [at, when] of moments.entries()) {
    it(`${when}: partitions that were made empty bring their rows, and ones that had rows stop the run`, async () => {
      await follow(postgres, {}, partitioned())
      await meanwhile(when, () =>
        run(
          `create table o${number}_c partition of o${number} for values from (20) to (30)`,
          `insert into o${number} (id, note) values (21, 'm')`,
        ),
      )
      await expect.poll(readTarget, WAIT).toBe('1a 2b 3c 21m')
      await meanwhile(when, () => run(...attach()))
      await expectStop('source.replaced', '1a 2b 3c 21m')
    })

    it.each(
      takeTurn<readonly [string, () => string]>(
        [
          ['detached', () => `alter table o${number} detach partition o${number}_a`],
          ['dropped', () => `drop table o${number}_a`],
          ['emptied', () => `truncate o${number}_a`],
        ],
        at,
      ),
    )(`${when}: one that is %s with its rows stops the run`, async (_, sql) => {
      await follow(postgres, {}, partitioned())
      await meanwhile(when, () => run(sql()))
      await expectStop('source.replaced')
    })
  }

  const name = async (): Promise<string> =>
    (await client.query(`select pubname from pg_publication_tables where tablename = 'o${number}'`)).rows[0].pubname
  const altered: readonly [string, (publication: string) => string][] = [
    ['no longer of the table', publication => `alter publication ${publication} drop table o${number}`],
    ['of inserts alone', publication => `alter publication ${publication} set (publish = 'insert')`],
    ['of some rows', publication => `alter publication ${publication} set table o${number} where (id < 5)`],
    ['of some columns', publication => `alter publication ${publication} set table o${number} (id, other)`],
  ]
  for (const [at, when] of moments.entries())
    it.each(takeTurn(altered, at))(`${when}: a publication that is made %s stops the run`, async (_, alter) => {
      await follow(postgres)
      await meanwhile(when, async () => run(alter(await name()), `delete from o${number} where id = 1`))
      await expectStop('follow.lost')
    })

  it('one that is as it was again stops it too, and a full read follows by a new one', async () => {
    await follow(postgres)
    await meanwhile('away', async () => {
      const publication = await name()
      await run(
        `alter publication ${publication} set (publish = 'insert')`,
        `update o${number} set note = 'lost' where id = 1`,
        `alter publication ${publication} set (publish = 'insert, update, delete, truncate')`,
      )
    })
    await expectStop('source.replaced')
    await run(`alter publication ${await name()} set (publish = 'insert')`)
    await place.database.withTenant(strategy.tenantId, tx =>
      engine.runs.request(tx, {
        tenantId: strategy.tenantId,
        strategyId: strategy.strategyId,
        trigger: 'manual',
        full: true,
      }),
    )
    await expect.poll(readTarget, WAIT).toBe('1lost 2b 3c')
    await run(`update o${number} set note = 'seen' where id = 2`)
    await expect.poll(readTarget, WAIT).toBe('1lost 2seen 3c')
  })

  it('a partition that is only written anew is nothing', async () => {
    await follow(postgres, {}, partitioned())
    await run(`vacuum full o${number}_a`)
    await meanwhile('away', () => run(`insert into o${number} (id, note) values (4, 'd')`))
    await expect.poll(readTarget, WAIT).toBe('1a 2b 3c 4d')
    expect(await strategy.lastFailure()).toBeNull()
  })

  it('goes on by policy past rows that joined untold, and says so', async () => {
    await follow(postgres, { drift: 'accept' }, partitioned())
    await meanwhile('live', () => run(...attach(), `insert into o${number} (id, note) values (12, 'l')`))
    await expect
      .poll(() => strategy.query(`select 1 from run_log where detail ->> 'code' = 'source.replaced'`), WAIT)
      .toHaveLength(1)
    await expect.poll(readTarget, WAIT).toBe('1a 2b 3c 12l')
  })

  it('rows of a table that inherits are read by its own columns', async () => {
    await follow(postgres)
    await strategy.rest()
    number += 1
    await follow(
      postgres,
      {},
      `create table o${number} (id int primary key, note varchar(40), other int);
       create table o${number}_kid (extra int, primary key (id)) inherits (o${number});
       alter table o${number}_kid add column more text`,
    )
    await run(
      `insert into o${number}_kid (id, note, extra) values (5, 'kid', 1)`,
      `alter table o${number} add column late int`,
      `insert into o${number}_kid (id, note, extra) values (6, 'kid', 1)`,
      `insert into o${number} (id, note) values (7, 'own')`,
    )
    await expect.poll(readTarget, WAIT).toBe('1a 2b 3c 5kid 6kid 7own')
  })
})

describe.runIf(hasMariaDb)('what becomes of a followed table of MariaDB', () => {
  addTests(mariadb, 'source.replaced')
  const { run } = mariadb
  const partitioned = () => `create table o${number} (id int primary key, note varchar(40), other int)
    partition by range (id) (partition a values less than (10), partition b values less than (20))`

  for (const [at, when] of moments.entries())
    it.each(
      takeTurn<readonly [string, () => string[]]>(
        [
          ['dropped', () => [`alter table o${number} drop partition a`]],
          ['emptied', () => [`alter table o${number} truncate partition a`]],
          [
            'exchanged',
            () => [
              `create table s${number} (id int primary key, note varchar(40), other int)`,
              `alter table o${number} exchange partition a with table s${number}`,
            ],
          ],
        ],
        at,
      ),
    )(`${when}: a partition that is %s stops the run`, async (_, statements) => {
      await follow(mariadb, {}, partitioned())
      await meanwhile(when, () => run(...statements()))
      await expectStop('source.replaced')
    })

  it('goes on by policy where a tool has altered it by a copy, and says so', async () => {
    await follow(mariadb, { drift: 'accept' })
    await run(
      `create table o${number}_new like o${number}`,
      `alter table o${number}_new add column extra int`,
      `insert into o${number}_new select o.*, 1 from o${number} o`,
      `rename table o${number} to o${number}_old, o${number}_new to o${number}`,
      `insert into o${number} (id, note) values (4, 'd')`,
    )
    await expect.poll(readTarget, WAIT).toBe('1a 2b 3c 4d')
    const lines = await strategy.query(`select 1 from run_log where detail ->> 'code' = 'source.replaced'`)
    expect(lines).toHaveLength(1)
  })
})
