import {
  CHECKPOINT_DAYS,
  CHECKPOINT_TABLE,
  type CheckpointStore,
  type Column,
  type KeyedStatements,
} from '@sluice/connector-kit/sql'
import { explainRow, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'
import { convertText } from './types.ts'

/** Statements about one row each; a round trip each, for deletes and questions, which are few. */
export const makeStatements = (session: Session): KeyedStatements => ({
  mark: (column, position) => convertText(`@p${position}`, column.nativeType),
  equals,
  each: async (sql, _columns, rows, confirm) => {
    const changed: number[] = []
    try {
      await session.query('begin transaction')
      for (const row of rows) changed.push(await session.execute(sql, row))
      await confirm?.()
      await session.query('commit transaction')
      return changed
    } catch (error) {
      await session.query('if @@trancount > 0 rollback transaction').catch(() => session.destroy())
      throw error
    }
  },
  ask: async (sql, _columns, values) => {
    const rows = await session.query(sql, values)
    return rows.map(row => row.map(cell => (cell === null ? null : String(cell))))
  },
  toSessionFailure,
  explain: explainRow,
})

/** INTERSECT holds null equal to null; texts are compared by their bytes and not under a collation. */
function equals({ sqlName, nativeType }: Column, mark: string): string {
  const isText = /char|text|xml/.test(nativeType)
  const bytes = (sql: string) => (isText ? `convert(varbinary(max), convert(nvarchar(max), ${sql}))` : sql)
  return `exists (select ${bytes(sqlName)} intersect select ${bytes(mark)})`
}

/** The notes of a database; the table is made when it is missing, and old notes go. */
export async function openCheckpoint(session: Session): Promise<CheckpointStore> {
  await session.query(
    `if object_id(N'${CHECKPOINT_TABLE}') is null create table ${CHECKPOINT_TABLE} (id char(32) collate Latin1_General_BIN2 not null primary key, written_at datetime2(0) not null default sysutcdatetime())`,
  )
  await session.query(
    `delete from ${CHECKPOINT_TABLE} where written_at < dateadd(day, -${CHECKPOINT_DAYS}, sysutcdatetime())`,
  )
  return {
    find: async ids => {
      const rows = await session.query(
        `select id from ${CHECKPOINT_TABLE} where id in (select convert(char(32), value) collate Latin1_General_BIN2 from openjson(@p1))`,
        [JSON.stringify(ids)],
      )
      return new Set(rows.map(([id]) => String(id)))
    },
    add: async ids => {
      await session.query(`insert into ${CHECKPOINT_TABLE} (id) select convert(char(32), value) from openjson(@p1)`, [
        JSON.stringify(ids),
      ])
    },
  }
}
