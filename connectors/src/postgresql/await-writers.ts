import { setTimeout as wait } from 'node:timers/promises'
import type { Column, Table } from '@sluice/connector-kit/sql'
import type { Session } from './session.ts'

/** Writers under way are waited for this long, then the bound is taken back before them. */
const PATIENCE_MS = 3000

// A writer keeps this lock from its first write to its commit; partitions are locked, not their parent alone.
const WRITERS = `select distinct l.pid, l.virtualtransaction from pg_locks l
  where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid()
    and l.database = (select oid from pg_database where datname = current_database())
    and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and l.relation in (select $1::regclass union all select relid from pg_partition_tree($1::regclass))`

/**
 * The greatest value of a column that no commit to come can undercut.
 *
 * A row that is written but not committed has its time or its number already, and is not seen yet: with the plain
 * maximum as the upper bound, a commit that appears late lies below the next window and is missed. So those who were
 * writing this table when the maximum was read are waited for, as CREATE INDEX CONCURRENTLY does: once they have
 * ended, every value up to the maximum is committed or will never be. Who writes on for long is not waited for: a time
 * is then taken back to before the oldest of them began (a transaction's `now()` is when it began); a number is taken
 * back to rows of transactions older than all that run (pg_snapshot_xmin), which is right where numbers are given out
 * in the order of writing, and the look-back covers what is not.
 *
 * A transaction that has taken its time and written nothing yet holds no lock and is not seen here: for programs that
 * do so there is the lag of the increment (`endLagSeconds`).
 */
export async function findSafeGreatest(
  session: Session,
  table: Table,
  column: Column,
  where: string,
): Promise<string | null> {
  const greatest = await findGreatest(session, table, column, where)
  if (greatest === null || table.kind !== 'table') return greatest
  const writers = await findWriters(session, table)
  if (writers.size === 0 || (await haveEnded(session, table, writers))) return greatest
  return takeBack(session, table, column, where, writers)
}

async function findGreatest(
  session: Session,
  table: Table,
  { sqlName }: Column,
  where: string,
): Promise<string | null> {
  // Without a name of its own the text would bear the column's, and be what is ordered by: 9 before 25.
  const rows = await session.query(
    `select ${sqlName}::text as sluice_text from ${table.sqlName} where ${where} order by ${sqlName} desc limit 1`,
  )
  return rows[0]?.[0] ?? null
}

/** Process ids by the transaction they are in. */
async function findWriters(session: Session, table: Table): Promise<Map<string, string>> {
  const rows = await session.query(WRITERS, [table.sqlName])
  return new Map(rows.map(([pid, transaction]) => [transaction ?? '', pid ?? '']))
}

async function haveEnded(session: Session, table: Table, writers: ReadonlyMap<string, string>): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 250)) {
    await wait(pauseMs)
    const now = await findWriters(session, table)
    if (![...writers.keys()].some(transaction => now.has(transaction))) return true
  }
  return false
}

/** Values that would be later than a far bound are none; null then, and the watermark stays. */
async function takeBack(
  session: Session,
  table: Table,
  column: Column,
  where: string,
  writers: ReadonlyMap<string, string>,
): Promise<string | null> {
  const isTime = column.kind.is === 'datetime'
  if (isTime) {
    const pids = `{${[...writers.values()].join(',')}}`
    // Hidden from users without pg_read_all_stats when the writer is another's.
    const [[began = null, hidden = null] = []] = await session.query(
      `select min(xact_start)::${column.nativeType}::text, bool_or(xact_start is null)::text from pg_stat_activity where pid = any($1::int[])`,
      [pids],
    )
    if (began !== null && hidden !== 'true') {
      const rows = await session.query(
        `select least(max(${column.sqlName}), $1::${column.nativeType})::text from ${table.sqlName} where ${where}`,
        [began],
      )
      return rows[0]?.[0] ?? null
    }
  }
  const old = `age(xmin) > (select age((pg_snapshot_xmin(pg_current_snapshot())::text::bigint % 4294967296)::text::xid))`
  return findGreatest(session, table, column, `${where} and ${old}`)
}
