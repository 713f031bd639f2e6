import { appendFileSync } from 'node:fs'
import type pg from 'pg'
import { watchStatements } from '../tx.ts'

/** What the server said of the answer to one statement, at the place of the sources that sent it. */
export interface RecordedStatement {
  /** Path of the file, from the root. */
  readonly path: string
  readonly line: number
  readonly columns: readonly RecordedColumn[]
}

export interface RecordedColumn {
  readonly name: string
  /** PostgreSQL's number of the type. */
  readonly type: number
  /** The column of a table that it is, if it is one that may be NULL and the statement does not ask that it is not: `strategy.remark`. */
  readonly nullable?: string
  /** A NULL was in the answer. */
  readonly hadNull?: true
}

/**
 * From now on every kind of answer that this process gets to a statement is a line of `file`, once: a
 * `RecordedStatement`. `root` is the folder that paths begin at.
 */
export function recordStatements(file: string, root: string): void {
  const known = new Set<string>()
  const nullables = new Map<string, Promise<Nullables>>()
  watchStatements(async (client, text, pending) => {
    const place = placeOf(new Error().stack ?? '', root)
    const answer = await pending
    if (place === null) return answer
    const database = databaseOf(client)
    if (!nullables.has(database)) nullables.set(database, readNullables(client))
    const line = JSON.stringify({ ...place, columns: describe(text, answer, await nullables.get(database)!) })
    if (!known.has(line)) {
      known.add(line)
      appendFileSync(file, `${line}\n`)
    }
    return answer
  })
}

type Nullables = ReadonlyMap<string, string>

const databaseOf = (client: pg.PoolClient): string => (client as pg.PoolClient & { database: string }).database

/** The first place outside of this room. */
function placeOf(stack: string, root: string): Pick<RecordedStatement, 'path' | 'line'> | null {
  for (const frame of stack.split('\n').slice(1)) {
    const [, file = '', line] = /\(?(?:file:\/\/)?(\/[^()]*?):(\d+):\d+\)?$/.exec(frame) ?? []
    if (!file.startsWith(root) || file.includes('/node_modules/') || INSIDE.test(file)) continue
    return { path: file.slice(root.length + 1), line: Number(line) }
  }
  return null
}

const INSIDE = /\/db\/src\/(tx|testing\/record-statements)\.ts$/

async function readNullables(client: pg.PoolClient): Promise<Nullables> {
  const { rows } = await client.query<{ place: string; name: string }>(
    `select a.attrelid || '.' || a.attnum as place, c.relname || '.' || a.attname as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attnotnull`,
  )
  return new Map(rows.map(({ place, name }) => [place, name]))
}

function describe(text: string, answer: pg.QueryResult, nullables: Nullables): RecordedColumn[] {
  return (answer.fields ?? []).map(({ name, dataTypeID, tableID, columnID }) => {
    const column = nullables.get(`${tableID}.${columnID}`)
    const nullable = column && !text.includes(`${column.split('.')[1]} is not null`) ? column : undefined
    const hadNull = answer.rows.some(row => row[name] === null)
    return { name, type: dataTypeID, ...(nullable && { nullable }), ...(hadNull && { hadNull }) }
  })
}
