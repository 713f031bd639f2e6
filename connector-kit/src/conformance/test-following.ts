import { newId, type ParamValues, SourceConfig, toJson } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import type { Connection, Connector, SourceRecord } from '../connector.ts'
import { type CuttingProxy, openProxy } from './cutting-proxy.ts'
import { Followed, type FollowFrom } from './followed.ts'
import { openLedger } from './ledger.ts'
import { createTestContext, FOLLOWED_HOST, FOLLOWED_POLICY } from './test-context.ts'

export interface FollowSuite {
  readonly connector: Connector
  /** The server as it runs for this file, with a database in which tables can be made. */
  server(): FollowServer
}

export interface FollowServer {
  /** Those of a server at a port of 127.0.0.1. */
  readonly params: ParamValues & { readonly port: number }
  /** In one session, in this order. */
  run(...statements: string[]): Promise<void>
  /** The resource of a table without a schema. */
  resource(table: string): string
  /** A relation whose column `n` counts from 1. */
  count(to: number): string
}

/** What every table that is followed must keep: nothing lost and nothing doubled between snapshot and stream, order, restarts, deletes. */
export function testFollowing(suite: FollowSuite): void {
  describe(`following ${suite.connector.manifest.id}`, { timeout: 90_000 }, () => {
    const bench = createBench(suite)
    beforeAll(bench.start, 60_000)
    afterAll(bench.stop)
    beforeEach(bench.next)
    afterEach(bench.rest)
    addHandOverTests(bench)
    addChangeTests(bench)
    addRestartTests(bench)
  })
}

type Bench = ReturnType<typeof createBench>

interface Opening extends FollowFrom {
  readonly pageSize?: number
}

function createBench({ connector, server }: FollowSuite) {
  const check = openLedger(connector.manifest, ['following'])
  const context = createTestContext({ policy: FOLLOWED_POLICY })
  const opened: Followed[] = []
  let proxy: CuttingProxy
  let connection: Connection
  let number = 0
  return {
    check,
    start: async () => {
      proxy = await openProxy(server().params.port)
      connection = await connector.open({ ...server().params, host: FOLLOWED_HOST, port: proxy.port }, context)
    },
    stop: async () => {
      await connection.close()
      await proxy.close()
      await context.dispose()
    },
    next: () => {
      number += 1
    },
    rest: async () => {
      for (const each of opened.splice(0)) await each.close()
    },
    table: () => `followed_${number}`,
    run: (...statements: string[]) => server().run(...statements),
    count: (to: number) => server().count(to),
    /** Every line between connector and server breaks. */
    cut: () => proxy.cut(),
    open: async ({ pageSize = 10, ...from }: Opening = {}): Promise<Followed> => {
      const resource = server().resource(`followed_${number}`)
      const config = { connector_id: newId(), resource, key: ['id'], pageSize, follow: true }
      const followed = await Followed.open(connection, SourceConfig.parse(config), from)
      opened.push(followed)
      return followed
    },
    /** The table's rows as text, by id. */
    read: async (): Promise<Map<string, string>> => {
      const resource = server().resource(`followed_${number}`)
      const source = await connection.openSource!(
        SourceConfig.parse({ connector_id: newId(), resource, key: ['id'] }), // what is followed can be read
      )
      const rows: SourceRecord[] = []
      const { signal } = new AbortController()
      for await (const page of source.read({ cursor: null, window: null, pageSize: 500, signal }))
        rows.push(...page.records)
      await source.close()
      return replay(rows)
    },
  }
}

const idOf = (record: SourceRecord): string => String(record.data?.['id'])
const idsOf = (records: readonly SourceRecord[]): number[] => records.map(record => Number(idOf(record)))
const between = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** What a target holds that takes each record in turn. */
function replay(records: readonly SourceRecord[]): Map<string, string> {
  const rows = new Map<string, string>()
  for (const record of records)
    if ('change' in record && record.change === 'delete') rows.delete(idOf(record))
    else rows.set(idOf(record), toJson(record.data))
  return new Map([...rows].toSorted(([a], [b]) => Number(a) - Number(b)))
}

function addHandOverTests({ check, open, run, read, table, count }: Bench): void {
  check('C-8.2', 'what changes while the snapshot is read is neither lost nor older than what was read', async () => {
    await run(
      `create table ${table()} (id int primary key, note varchar(40))`,
      `insert into ${table()} select n, 'old' from ${count(3000)}`,
    )
    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const each = await open({ gate })
    await each.until(() => each.pages.length > 0)
    await run(
      `update ${table()} set note = 'early' where id <= 5`,
      `update ${table()} set note = 'late' where id between 2990 and 2995`,
      `delete from ${table()} where id in (7, 2997)`,
      `update ${table()} set id = 4000 where id = 2999`,
      `insert into ${table()} values (3001, 'new')`,
    )
    release()
    await each.reach('stream')
    await run(`insert into ${table()} values (5000, 'last')`)
    await each.until(() => each.records.some(record => idOf(record) === '5000'))
    expect(replay(each.records)).toEqual(await read())
  })

  check('C-8.2', 'an empty table is a snapshot of nothing, and then its changes', async () => {
    await run(`create table ${table()} (id int primary key)`)
    const each = await open()
    await each.reach('stream')
    expect(each.records).toEqual([])
    await run(`insert into ${table()} values (1)`)
    expect(await each.take(1)).toEqual([{ data: { id: 1 } }])
  })
}

function addChangeTests({ check, open, run, table, count }: Bench): void {
  check('C-8.3', 'changes come in the order of their commits, with deletes and changed keys', async () => {
    await run(
      `create table ${table()} (id int primary key, note varchar(40))`,
      `insert into ${table()} select n, concat('n', n) from ${count(25)}`,
    )
    const each = await open()
    await each.reach('stream')
    expect(idsOf(each.records)).toEqual(between(1, 25))
    await run(
      'begin',
      `insert into ${table()} values (26, 'x')`,
      `update ${table()} set note = 'y' where id = 1`,
      'commit',
      `delete from ${table()} where id = 2`,
      `update ${table()} set id = 30 where id = 3`,
    )
    expect(await each.take(5)).toEqual([
      { data: { id: 26, note: 'x' } },
      { data: { id: 1, note: 'y' } },
      { change: 'delete', data: { id: 2 } },
      { change: 'delete', data: { id: 3 } },
      { data: { id: 30, note: 'n3' } },
    ])
  })

  check('C-8.4', 'what is rolled back never comes', async () => {
    await run(`create table ${table()} (id int primary key)`)
    const each = await open()
    await each.reach('stream')
    await run('begin', `insert into ${table()} select n from ${count(500)}`, 'rollback')
    await run(`insert into ${table()} values (1000)`)
    expect(idsOf(await each.take(1))).toEqual([1000])
  })

  check(
    'C-8.5',
    'new and removed columns are told, and a table that was emptied between the rows before it and after',
    async () => {
      await run(`create table ${table()} (id int primary key, note varchar(40))`)
      const each = await open()
      await each.reach('stream')
      await run(`insert into ${table()} values (1, 'a')`)
      await each.take(1)
      await run(`alter table ${table()} add column extra int default 5`, `insert into ${table()} values (2, 'b', 6)`)
      expect(await each.take(1)).toEqual([{ data: { id: 2, note: 'b', extra: 6 } }])
      await run(`alter table ${table()} drop column note`, `insert into ${table()} values (3, 7)`)
      expect(await each.take(1)).toEqual([{ data: { id: 3, extra: 7 } }])
      await run(
        `insert into ${table()} values (4, 8)`,
        `truncate table ${table()}`,
        `insert into ${table()} values (5, 9)`,
      )
      expect(idsOf(await each.take(2))).toEqual([4, 5])
      expect(each.notices).toEqual(['follow.columns', 'follow.columns'])
      const shapes = each.pages.flatMap(({ structure }) => structure?.fields?.map(({ name }) => name).join() ?? [])
      expect([...new Set(shapes)]).toEqual(['id,note', 'id,note,extra', 'id,extra'])
      const emptied = each.pages.findIndex(page => page.structure?.isEmptied)
      const [before, after] = [each.pages.slice(0, emptied), each.pages.slice(emptied)]
      expect(before.flatMap(page => idsOf(page.records)).at(-1)).toBe(4)
      expect(after.flatMap(page => idsOf(page.records))).toEqual([5])
    },
  )
}

function addRestartTests({ check, open, run, read, table, count, cut }: Bench): void {
  check('C-8.6', 'after any page it goes on from its cursor, in the snapshot and in the stream', async () => {
    await run(`create table ${table()} (id int primary key)`, `insert into ${table()} select n from ${count(25)}`)
    let each = await open()
    const { reader } = each
    const records: SourceRecord[] = []
    // Each reader dies with its newest page in hand; what lies before that is staged.
    const die = async (): Promise<void> => {
      const staged = each.pages.slice(0, -1)
      records.push(...staged.flatMap(page => page.records))
      const cursor = staged.at(-1)?.cursor ?? before
      await each.close()
      before = cursor
      each = await open({ cursor, reader })
    }
    let before: string | null = null
    const come = (count: number) => each.until(() => records.length + each.records.length >= count)
    await come(12)
    await die()
    await come(25)
    await die()
    // Before it has read the table, a row that is new would come twice: with the table and by the log.
    await each.reach('stream')
    for (const first of [26, 126, 226]) {
      await run(`insert into ${table()} select n + ${first - 1} from ${count(100)}`)
      await come(first + 30)
      await die()
    }
    await come(325)
    expect(idsOf([...records, ...each.records])).toEqual(between(1, 325))
  })

  check('C-8.6', 'in the middle of a large transaction it goes on where the last page ended', async () => {
    await run(`create table ${table()} (id int primary key)`)
    const first = await open({ pageSize: 100 })
    await first.reach('stream')
    await run(`insert into ${table()} select n from ${count(950)}`, `insert into ${table()} values (1000)`)
    await first.take(300)
    const page = first.pages.findLast(each => each.records.length > 0)
    const seen = first.records.length
    await first.close()
    const second = await open({ pageSize: 100, cursor: page?.cursor ?? null, reader: first.reader })
    await second.take(951 - seen)
    expect(idsOf([...first.records, ...second.records])).toEqual([...between(1, 950), 1000])
  })

  check('C-8.7', 'what was not acknowledged is there again; what was, need not be', async () => {
    await run(`create table ${table()} (id int primary key)`)
    const first = await open()
    await first.reach('stream')
    const start = first.pages.at(-1)?.cursor ?? null
    await run(`insert into ${table()} select n from ${count(30)}`)
    await first.take(30)
    await first.close()
    const second = await open({ cursor: start, reader: first.reader })
    expect(idsOf(await second.take(30))).toEqual(between(1, 30))
    const staged = second.pages.at(-1)?.cursor ?? null
    await second.source.acknowledge?.(staged ?? '')
    await second.close()
    const third = await open({ cursor: staged, reader: first.reader })
    await run(`insert into ${table()} values (31)`)
    expect(idsOf(await third.take(1))).toEqual([31])
    await third.source.forget?.(third.reader)
  })

  check('C-8.8', 'a line that breaks is a failure to be tried again, never the end of the changes', async () => {
    await run(`create table ${table()} (id int primary key)`)
    const first = await open()
    await first.reach('stream')
    await run(`insert into ${table()} values (1000)`)
    await first.take(1)
    const { cursor } = first.pages.at(-1) ?? { cursor: null }
    cut()
    await run(`insert into ${table()} select n from ${count(50)}`)
    await first.until(() => first.failure !== null)
    expect(first.failure?.retry).not.toBe('never')
    expect(idsOf(first.records)).toEqual([1000])
    // The server may hold the place for the reader that is gone until it has noticed.
    const reopen = async (): Promise<Followed> => {
      const again = await open({ cursor, reader: first.reader })
      await again.until(() => again.failure !== null || again.records.length >= 50)
      return again.failure?.retry === 'later' ? reopen() : again
    }
    expect(replay([...first.records, ...(await reopen()).records])).toEqual(await read())
  })
}
