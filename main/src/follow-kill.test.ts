import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newId, StrategyConfig } from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasMariaDb, startBinlogServer } from './testing/binlog-server.ts'
import { startLogicalServer } from './testing/logical-server.ts'

/** Kills of each kind; `FOLLOW_KILLS=30` for the long way round. */
const KILLS = Number(process.env['FOLLOW_KILLS'] ?? 3)
const ROWS = 1500
const CHILD = fileURLToPath(new URL('./testing/follow-child.ts', import.meta.url))

let place: TestDatabase
let logical: Awaited<ReturnType<typeof startLogicalServer>>
let target: pg.Client
beforeAll(async () => {
  place = await createTestDatabase()
  logical = await startLogicalServer()
  target = new pg.Client({ connectionString: logical.url })
  await target.connect()
})
afterAll(async () => {
  await target.end()
  await logical.stop()
  await place.drop()
})

interface Origin {
  readonly platform: 'postgresql' | 'mysql'
  readonly params: object
  readonly resource: string
  run(sql: string): Promise<unknown>
  read(): Promise<string[]>
}

interface Warm {
  readonly child: ChildProcess
  readonly loaded: Promise<unknown>
}

const warmUp = (): Warm => {
  const child = spawn(process.execPath, [CHILD, place.url], { stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, loaded: Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]) } // stdout is a pipe
}

const start = async ({ child, loaded }: Warm): Promise<ChildProcess> => {
  await loaded
  child.stdin!.write('go\n') // stdin is a pipe
  await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]) // as above
  return child
}

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The same numbers each time: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function makeStrategy(origin: Origin, targetTable: string): Promise<{ tenantId: string; strategyId: string }> {
  const { tenantId } = await createTestTenant(place.database)
  const [sourceId, targetId, strategyId] = [newId(), newId(), newId()]
  const config = StrategyConfig.parse({
    source: {
      connector_id: sourceId,
      resource: origin.resource,
      key: ['id'],
      follow: true,
      pageSize: 20,
      deletes: { policy: 'delete' },
    },
    target: { connector_id: targetId, resource: targetTable, key: ['id'], batchSize: 20 },
    mapping: { copyAll: true, fields: [] },
  })
  await place.database.withTenant(tenantId, async tx => {
    const connector = `insert into connector (id, platform_id, name, params, status) values ($1, $2, $3, $4, 'ok')`
    await tx.execute(connector, [sourceId, origin.platform, 'source', JSON.stringify(origin.params)])
    await tx.execute(connector, [targetId, 'postgresql', 'target', JSON.stringify(logical.params)])
    await tx.execute(
      `insert into strategy (id, code, name, status, source_connector_id, target_connector_id) values ($1, 's', 's', 'running', $2, $3)`,
      [strategyId, sourceId, targetId],
    )
    await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
      strategyId,
      JSON.stringify(config),
    ])
  })
  return { tenantId, strategyId }
}

/** Transactions of inserts, updates, deletes and changed keys, until it is told to stop. */
function startWriter(origin: Origin, random: () => number): () => Promise<void> {
  let isStopped = false
  let next = ROWS
  const pick = (): number => 1 + Math.floor(random() * next)
  const statement = (): string => {
    const kind = random()
    next += 1
    if (kind < 0.3) return `insert into origin (id, v, note) values (${next}, 0, 'new ${next}')`
    if (kind < 0.7) return `update origin set v = v + 1, note = 'v${next}' where id = ${pick()}`
    if (kind < 0.9) return `delete from origin where id = ${pick()}`
    return `update origin set id = ${next} where id = ${pick()}`
  }
  const work = async (): Promise<void> => {
    while (!isStopped) {
      await origin.run('begin')
      for (let count = 1 + Math.floor(random() * 8); count > 0; count -= 1) await origin.run(statement())
      await origin.run(random() < 0.1 ? 'rollback' : 'commit')
      await wait(20)
    }
  }
  const end = work()
  return async () => {
    isStopped = true
    await end
  }
}

async function surviveKills(origin: Origin, targetTable: string, seed: number): Promise<void> {
  const random = seeded(seed)
  await origin.run('create table origin (id int primary key, v int not null, note varchar(100))')
  await target.query(`create table ${targetTable} (id int primary key, v int not null, note varchar(100))`)
  for (let from = 1; from <= ROWS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => `(${from + at}, 0, 'n')`)
    await origin.run(`insert into origin (id, v, note) values ${rows.join(', ')}`)
  }
  const { tenantId, strategyId } = await makeStrategy(origin, `public.${targetTable}`)
  const stopWriter = startWriter(origin, random)
  let next = warmUp()
  for (let killed = 0; killed < KILLS; killed += 1) {
    const child = await start(next)
    next = warmUp()
    await wait(150 + random() * 1500)
    await kill(child)
  }
  const child = await start(next)
  await wait(500)
  await stopWriter()
  const readTarget = async (): Promise<string[]> =>
    (await target.query(`select id, v, note from ${targetTable} order by id`)).rows.map(row =>
      JSON.stringify(Object.values(row)),
    )
  const expected = await origin.read()
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await wait(100))
    if (JSON.stringify(await readTarget()) === JSON.stringify(expected)) break
  await kill(child)
  expect(await readTarget()).toEqual(expected)
  await place.database.withTenant(tenantId, async tx => {
    expect(await tx.query('select 1 from run where imbalance is not null')).toEqual([])
    expect(await tx.query(`select 1 from follow_reader where state <> 'following'`)).toEqual([])
    await tx.execute(`update strategy set status = 'stopped' where id = $1`, [strategyId])
    await tx.execute(`update run set state = 'stopped' where state in ('queued', 'running', 'stopping')`)
  })
}

describe('kill -9 of the process, again and again, while the source is written to', () => {
  it('the target ends as PostgreSQL is: snapshot, hand-over and stream', {
    timeout: 120_000 + KILLS * 15_000,
  }, async () => {
    const client = new pg.Client({ connectionString: logical.url })
    await client.connect()
    await surviveKills(
      {
        platform: 'postgresql',
        params: logical.params,
        resource: 'public.origin',
        run: sql => client.query(sql),
        read: async () =>
          (await client.query('select id, v, note from origin order by id')).rows.map(row =>
            JSON.stringify(Object.values(row)),
          ),
      },
      'copied_pg',
      Number(process.env['FOLLOW_SEED'] ?? 11),
    )
    await client.end()
  })

  it.runIf(hasMariaDb)('the target ends as MariaDB is', { timeout: 120_000 + KILLS * 15_000 }, async () => {
    const server = await startBinlogServer()
    await server.connection.query('use shop')
    await surviveKills(
      {
        platform: 'mysql',
        params: server.params,
        resource: 'origin',
        run: sql => server.connection.query(sql),
        read: async () => {
          const [rows] = await server.connection.query('select id, v, note from origin order by id')
          return (rows as object[]).map(row => JSON.stringify(Object.values(row)))
        },
      },
      'copied_my',
      Number(process.env['FOLLOW_SEED'] ?? 12),
    )
    await server.stop()
  })
})
