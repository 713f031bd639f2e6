import {
  CHECKPOINT_DAYS,
  CHECKPOINT_TABLE,
  type CheckpointStore,
  type Column,
  type KeyedStatements,
} from '@sluice/connector-kit/sql'
import { explainRow, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'

/** Statements about one row each; a round trip each, for deletes and questions, which are few. */
export const makeStatements = (session: Session): KeyedStatements => ({
  mark: () => '?',
  equals,
  each: async (sql, _columns, rows, confirm) => {
    const changed: number[] = []
    try {
      await session.query('start transaction')
      for (const row of rows) changed.push((await session.execute(sql, row)).affectedRows)
      await confirm?.()
      await session.query('commit')
      return changed
    } catch (error) {
      await session.query('rollback').catch(() => session.destroy())
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

/** A text is compared with a number or a time as a float unless it is cast; a text column under its collation. */
function equals({ sqlName, kind, nativeType }: Column, mark: string): string {
  // A YEAR is compared by what it makes of the other side: 26 is 2026.
  if (/^year/.test(nativeType)) return `cast(${sqlName} as unsigned) <=> cast(${mark} as decimal(65,0))`
  if (kind.is === 'integer' || kind.is === 'boolean') return `${sqlName} <=> cast(${mark} as decimal(65,0))`
  if (kind.is === 'decimal') return `${sqlName} <=> cast(${mark} as decimal(65,${kind.scale ?? 30}))`
  if (kind.is === 'datetime') return `${sqlName} <=> cast(${mark} as datetime(6))`
  if (kind.is === 'date') return `${sqlName} <=> cast(${mark} as date)`
  if (kind.is === 'time') return `${sqlName} <=> cast(${mark} as time(6))`
  // Only the nearest number of 32 bits is kept, and it is compared as one of 64.
  if (kind.is === 'float' && kind.bits === 32)
    return `(select if(sluice_v is null, ${sqlName} is null, abs(${sqlName} - sluice_v) <= abs(${sqlName}) * 6e-8) from (select ${mark} sluice_v) sluice_m)`
  if (kind.is === 'bits') return `hex(${sqlName} + 0) <=> hex(conv(hex(${mark}), 16, 10) + 0)`
  // Labels too are found under the collation, whatever their case.
  if (kind.is === 'text' || kind.is === 'json' || /^(?:enum|set)/.test(nativeType))
    return `cast(convert(${sqlName} using utf8mb4) as binary) <=> cast(convert(${mark} using utf8mb4) as binary)`
  return `${sqlName} <=> ${mark}`
}

/** The notes of a database; the table is made when it is missing, and old notes go. */
export async function openCheckpoint(session: Session): Promise<CheckpointStore> {
  await session.query(
    `create table if not exists ${CHECKPOINT_TABLE} (id binary(16) primary key, written_at timestamp not null default current_timestamp) engine = InnoDB`,
  )
  await session.query(`delete from ${CHECKPOINT_TABLE} where written_at < now() - interval ${CHECKPOINT_DAYS} day`)
  const marks = (ids: readonly string[], mark: string) => ids.map(() => mark).join(',')
  return {
    find: async ids => {
      const sql = `select lower(hex(id)) from ${CHECKPOINT_TABLE} where id in (${marks(ids, 'unhex(?)')})`
      const rows = await session.query(sql, ids)
      return new Set(rows.map(([id]) => String(id)))
    },
    add: async ids => {
      await session.query(`insert into ${CHECKPOINT_TABLE} (id) values ${marks(ids, '(unhex(?))')}`, ids)
    },
  }
}
