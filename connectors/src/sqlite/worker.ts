import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Answer, Cell, Question, Row } from './messages.ts'

// A process of its own, started by the session; see there.
let database: DatabaseSync | undefined
let reading: { readonly rows: Iterator<Row>; readonly maxBytes: number } | undefined

process.on('message', (question: Question) => process.send?.(answer(question)))
// The session's process has ended: nobody asks any more.
process.on('disconnect', () => process.exit())

function answer(question: Question): Answer {
  try {
    return act(question)
  } catch (error) {
    const errorCode = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0
    return { error: { message: error instanceof Error ? error.message : String(error), errorCode } }
  }
}

function act(question: Question): Answer {
  if (question.kind === 'open') return open(question.path, question.mode)
  if (question.kind === 'close') {
    reading = undefined
    database?.close()
    database = undefined
    return {}
  }
  if (question.kind === 'more') return readOn()
  if (question.kind === 'exec') {
    get().exec(question.sql)
    return {}
  }
  if (question.kind === 'columns')
    return {
      columns: prepare(question.sql)
        .columns()
        .map(({ name, type }) => [name, type ?? '']),
    }
  if (question.kind === 'all')
    return {
      rows: prepare(question.sql)
        .all(...question.params)
        .map(toRow),
    }
  if (question.kind === 'each') return runEach(question.sql, question.rows)
  reading = {
    rows: prepare(question.sql).iterate(...question.params) as unknown as Iterator<Row>,
    maxBytes: question.maxBytes,
  } // setReturnArrays
  return readOn()
}

function open(path: string, mode: 'immutable' | 'read' | 'write'): Answer {
  const url = pathToFileURL(path)
  // An upload never changes; without this, a database in WAL mode could not be opened in a place nobody may write to.
  if (mode === 'immutable') url.searchParams.set('immutable', '1')
  database = new DatabaseSync(url, { readOnly: mode !== 'write', timeout: 10_000, allowExtension: false })
  database.exec(
    `pragma trusted_schema = off; pragma cell_size_check = on${mode === 'write' ? '' : '; pragma query_only = on'}`,
  )
  // Reads the header: a file that is no database is told at once.
  prepare('select count(*) from sqlite_schema').all()
  return {}
}

function get(): DatabaseSync {
  if (!database) throw new Error('the database is not open')
  return database
}

function prepare(sql: string): StatementSync {
  const statement = get().prepare(sql)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  return statement
}

function readOn(): Answer {
  const rows: Row[] = []
  let bytes = 0
  while (reading) {
    const next = reading.rows.next()
    if (next.done) {
      reading = undefined
      break
    }
    const row = toRow(next.value)
    rows.push(row)
    for (const cell of row) bytes += typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8
    if (bytes >= reading.maxBytes) return { rows, isDone: false }
  }
  return { rows, isDone: true }
}

/** Small whole numbers as number, which is cheaper to hand over. */
function toRow(cells: unknown): Row {
  return (cells as Cell[]).map(
    cell => // setReturnArrays
      typeof cell === 'bigint' && cell >= Number.MIN_SAFE_INTEGER && cell <= Number.MAX_SAFE_INTEGER
        ? Number(cell)
        : cell,
  )
}

function runEach(sql: string, rows: readonly Row[]): Answer {
  const statement = get().prepare(sql)
  return { changes: rows.map(row => Number(statement.run(...row).changes)) }
}
