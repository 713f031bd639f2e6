import {
  CHECKPOINT_DAYS,
  CHECKPOINT_TABLE,
  type CheckpointStore,
  type KeyedStatements,
} from '@sluice/connector-kit/sql'
import { quoteName } from './dialect.ts'
import { explainRow, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'

const toParam = (value: string | Uint8Array | null): string | null =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value

/** Statements about one row each; a round trip each, for deletes and questions, which are few. */
export const makeStatements = (session: Session): KeyedStatements => ({
  mark: (column, position) => `$${position}::${column.nativeType}`,
  // As text: json has no equality of its own.
  equals: (column, mark) => `${column.sqlName}::text is not distinct from (${mark})::text`,
  each: async (sql, _columns, rows, confirm) => {
    const changed: number[] = []
    try {
      await session.run('begin; set constraints all immediate')
      for (const row of rows) changed.push((await session.query(`${sql} returning 1`, row.map(toParam))).length)
      await confirm?.()
      await session.run('commit')
      return changed
    } catch (error) {
      await session.run('rollback').catch(() => session.destroy())
      throw error
    }
  },
  ask: (sql, _columns, values) => session.query(sql, values.map(toParam)),
  toSessionFailure,
  explain: error => explainRow(error, {}),
})

/** The notes of a schema; the table is made when it is missing, and old notes go. */
export async function openCheckpoint(session: Session, schema: string): Promise<CheckpointStore> {
  const table = `${quoteName(schema)}.${CHECKPOINT_TABLE}`
  const [[found] = []] = await session.query('select to_regclass($1)', [table])
  if (!found)
    await session.run(
      `create table if not exists ${table} (id bytea primary key, written_at timestamptz not null default now())`,
    )
  await session.run(`delete from ${table} where written_at < now() - interval '${CHECKPOINT_DAYS} days'`)
  return {
    find: async ids => {
      const rows = await session.query(
        `select encode(id, 'hex') from ${table} where id = any(array(select decode(x, 'hex') from unnest($1::text[]) x))`,
        [`{${ids.join(',')}}`],
      )
      return new Set(rows.map(([id]) => id ?? ''))
    },
    add: async ids => {
      await session.query(`insert into ${table} (id) select decode(x, 'hex') from unnest($1::text[]) x`, [
        `{${ids.join(',')}}`,
      ])
    },
  }
}
