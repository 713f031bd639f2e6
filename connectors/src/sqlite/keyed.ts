import {
  CHECKPOINT_DAYS,
  CHECKPOINT_TABLE,
  type CheckpointStore,
  type KeyedStatements,
} from '@sluice/connector-kit/sql'
import { explainRow, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'
import { toCell } from './types.ts'

/** Statements about one row each, many in one message to the session's process. */
export const makeStatements = (session: Session): KeyedStatements => ({
  mark: () => '?',
  equals: (column, mark) => `${column.sqlName} is ${mark} collate binary`,
  each: async (sql, columns, rows, confirm) => {
    try {
      await session.exec('begin immediate')
      const cells = rows.map(row => columns.map((column, at) => toCell(row[at] ?? null, column.kind)))
      const changed = await session.each(sql, cells)
      await confirm?.()
      await session.exec('commit')
      return changed
    } catch (error) {
      await session.exec('rollback').catch(() => undefined)
      throw error
    }
  },
  ask: async (sql, columns, values) => {
    const cells = columns.map((column, at) => toCell(values[at] ?? null, column.kind))
    return (await session.all(sql, cells)).map(row => row.map(cell => (cell === null ? null : String(cell))))
  },
  toSessionFailure,
  explain: explainRow,
})

/** The notes of a database; the table is made when it is missing, and old notes go. */
export async function openCheckpoint(session: Session): Promise<CheckpointStore> {
  await session.exec(
    `create table if not exists ${CHECKPOINT_TABLE} (id text primary key, written_at text not null default current_timestamp) without rowid`,
  )
  await session.exec(`delete from ${CHECKPOINT_TABLE} where written_at < datetime('now', '-${CHECKPOINT_DAYS} days')`)
  return {
    find: async ids => {
      const rows = await session.all(
        `select id from ${CHECKPOINT_TABLE} where id in (select value from json_each(?))`,
        [JSON.stringify(ids)],
      )
      return new Set(rows.map(([id]) => String(id)))
    },
    add: async ids => {
      await session.each(
        `insert into ${CHECKPOINT_TABLE} (id) values (?)`,
        ids.map(id => [id]),
      )
    },
  }
}
