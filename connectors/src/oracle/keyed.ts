import {
  CHECKPOINT_DAYS,
  CHECKPOINT_TABLE,
  type CheckpointStore,
  type Column,
  type KeyedStatements,
} from '@sluice/connector-kit/sql'
import type { Bind, Binds } from './driver.ts'
import { explainRow, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'
import { convertBind, isLob, makeSelectTerm, toBindText } from './types.ts'

/** A list of names ends at 1000. */
const IDS_AT_ONCE = 500

type Encoded = string | Uint8Array | null

/** A value as its column's conversion takes it. */
export const toBind = (value: Encoded, { nativeType }: Column): Bind =>
  value instanceof Uint8Array ? Buffer.from(value) : value === null ? null : toBindText(value, nativeType)

/** Statements about one row each; a round trip each, for deletes and questions, which are few. */
export const makeStatements = (session: Session): KeyedStatements => ({
  mark: (column, position) => convertBind(`:p${position}`, column.nativeType),
  equals,
  each: async (sql, columns, rows, confirm) => {
    const changed: number[] = []
    try {
      for (const row of rows) changed.push(await session.execute(sql, nameBinds(session, columns, row)))
      await confirm?.()
      await session.commit()
      return changed
    } catch (error) {
      await session.rollback().catch(() => session.destroy())
      throw error
    }
  },
  ask: async (sql, columns, values) => {
    const rows = await session.query(sql, nameBinds(session, columns, values))
    return rows.map(row => row.map(cell => (cell === null ? null : String(cell))))
  },
  toSessionFailure,
  explain: explainRow,
})

const nameBinds = ({ driver }: Session, columns: readonly Column[], row: readonly Encoded[]): Binds =>
  Object.fromEntries(
    columns.map((column, at): [string, Bind] => {
      const value = row[at] ?? null
      if (!isLob(column.nativeType)) return [`p${at + 1}`, toBind(value, column)]
      const type = column.kind.is === 'bytes' ? driver.DB_TYPE_BLOB : driver.DB_TYPE_CLOB
      return [`p${at + 1}`, { val: value, type }]
    }),
  )

/** Null equal to null. A large object that is empty is none here, as no empty one is written. */
function equals({ sqlName, nativeType }: Column, mark: string): string {
  if (!isLob(nativeType) && nativeType !== 'JSON' && nativeType !== 'XMLTYPE')
    return `decode(${sqlName}, ${mark}, 1, 0) = 1`
  const empty = nativeType === 'BLOB' ? 'empty_blob()' : 'empty_clob()'
  const [held, wanted] = [sqlName, mark].map(sql => `nvl(${makeSelectTerm(sql, nativeType)}, ${empty})`)
  return `dbms_lob.compare(${held}, ${wanted}) = 0`
}

/** The notes of a database; the table is made when it is missing, and old notes go. */
export async function openCheckpoint(session: Session): Promise<CheckpointStore> {
  const name = CHECKPOINT_TABLE.toUpperCase()
  const [found] = await session.query('select 1 from user_tables where table_name = :name', { name })
  if (!found)
    await session.execute(
      `create table ${name} (id varchar2(32) primary key, written_at timestamp default sys_extract_utc(systimestamp) not null)`,
    )
  await session.execute(
    `delete from ${name} where written_at < sys_extract_utc(systimestamp) - interval '${CHECKPOINT_DAYS}' day`,
  )
  await session.commit()
  return {
    find: async ids => {
      const noted = new Set<string>()
      for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
        const part = ids.slice(start, start + IDS_AT_ONCE)
        const marks = part.map((_, at) => `:p${at + 1}`).join(', ')
        const binds = Object.fromEntries(part.map((id, at) => [`p${at + 1}`, id]))
        for (const [id] of await session.query(`select id from ${name} where id in (${marks})`, binds))
          noted.add(String(id))
      }
      return noted
    },
    add: async ids => {
      const defs = { p1: { type: session.driver.DB_TYPE_VARCHAR, maxSize: 32 } }
      const [refused] = await session.executeMany(
        `insert into ${name} (id) values (:p1)`,
        ids.map(id => ({ p1: id })),
        defs,
      )
      if (refused) throw refused.error
    },
  }
}
