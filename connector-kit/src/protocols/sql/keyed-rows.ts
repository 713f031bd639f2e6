import { Failure, type FailureDetail } from '@sluice/contract'
import type { Confirm, FoundRow, TargetRecord, WriteOutcome } from '../../connector.ts'
import type { BatchPlanner, EncodedRow, RowGroup } from './batch.ts'
import type { Column } from './column.ts'
import type { Encoded } from './encode-value.ts'
import type { Table } from './table.ts'

/** Statements about one row each, in the words of a dialect. */
export interface KeyedStatements {
  /** A value of this column as it stands in SQL; `position` counts the values of the statement from 1. */
  mark(column: Column, position: number): string
  /** True where the column holds exactly the marked value, null included. */
  equals(column: Column, mark: string): string
  /** Runs the statement for each row, all in one transaction, and answers how many rows each one changed. */
  each(
    sql: string,
    columns: readonly Column[],
    rows: readonly (readonly Encoded[])[],
    confirm?: Confirm,
  ): Promise<readonly number[]>
  /** All rows of the answer, as text. A column for each value. */
  ask(
    sql: string,
    columns: readonly Column[],
    values: readonly Encoded[],
  ): Promise<readonly (readonly (string | null)[])[]>
  /** An error about the connection or the table as Failure; null when it is about the row. */
  toSessionFailure(error: unknown): Failure | null
  explain(error: unknown): FailureDetail
}

export interface KeyedRows {
  readonly table: Table
  readonly key: readonly string[]
  readonly planner: BatchPlanner
  readonly statements: KeyedStatements
}

/** Removes rows by key. A row that is not there is skipped; one that others still point to is refused by itself. */
export async function removeRows(
  records: readonly TargetRecord[],
  { table, key, planner, statements }: KeyedRows,
  confirm?: Confirm,
): Promise<WriteOutcome[]> {
  const keys = records.map(({ data }) => ({
    data: Object.fromEntries(key.flatMap(name => (data[name] === undefined ? [] : [[name, data[name]]]))),
    idempotencyKey: '',
  }))
  const { groups, outcomes } = planner.plan(keys, false, true)
  for (const group of groups) {
    const where = group.columns.map((column, at) => `${column.sqlName} = ${statements.mark(column, at + 1)}`)
    const sql = `delete from ${table.sqlName} where ${where.join(' and ')}`
    await removeHalves(sql, group, group.rows, { statements, outcomes, confirm })
  }
  return Array.from(outcomes, outcome => outcome ?? GONE)
}

const GONE: WriteOutcome = { kind: 'skipped', reason: 'There is no row with this key any more.' }
const REMOVED: WriteOutcome = { kind: 'written' }

interface Removal {
  readonly statements: KeyedStatements
  readonly outcomes: (WriteOutcome | undefined)[]
  readonly confirm: Confirm | undefined
}

async function removeHalves(
  sql: string,
  group: RowGroup,
  rows: readonly EncodedRow[],
  removal: Removal,
): Promise<void> {
  const { statements, outcomes, confirm } = removal
  try {
    const values = rows.map(row => row.values)
    const changed = await statements.each(sql, group.columns, values, confirm)
    rows.forEach(({ index }, at) => {
      outcomes[index] = (changed[at] ?? 0) > 0 ? REMOVED : GONE
    })
  } catch (error) {
    const failure = statements.toSessionFailure(error)
    if (failure) throw failure
    const only = rows.length === 1 ? rows[0] : undefined
    if (only) {
      outcomes[only.index] = { kind: 'failed', failure: statements.explain(error) }
      return
    }
    const middle = rows.length >> 1
    await removeHalves(sql, group, rows.slice(0, middle), removal)
    await removeHalves(sql, group, rows.slice(middle), removal)
  }
}

/** Values of one question; SQL Server takes 2100. */
const MOST_VALUES = 1000
/** As much of a held value as is shown; JSON is compared once more, since its names may stand in another order. */
const HELD_CHARS = 200
const HELD_JSON_CHARS = 20_000

/** Which rows are there, and whether they hold what the records say. Rows are compared by the database itself. */
export async function findRows(records: readonly TargetRecord[], rows: KeyedRows): Promise<FoundRow[]> {
  const { key, planner } = rows
  if (key.length === 0) return records.map(() => ({ kind: 'unclear', reason: 'Rows of this table have no key.' }))
  const { groups, outcomes } = planner.plan(records, false, true)
  const found = records.map((_, index): FoundRow => {
    const outcome = outcomes[index]
    return { kind: 'unclear', reason: outcome?.kind === 'failed' ? outcome.failure.message : '' }
  })
  for (const group of groups) {
    const atOnce = Math.max(1, Math.floor(MOST_VALUES / group.columns.length))
    for (let start = 0; start < group.rows.length; start += atOnce)
      await findGroup(records, { columns: group.columns, rows: group.rows.slice(start, start + atOnce) }, rows, found)
  }
  return found
}

/** One question for all rows of a group, each told by its place. */
async function findGroup(
  records: readonly TargetRecord[],
  group: RowGroup,
  { table, key, statements }: KeyedRows,
  found: FoundRow[],
): Promise<void> {
  const rest = group.columns.filter(column => !key.includes(column.name))
  const columns = [...rest, ...group.columns.filter(column => key.includes(column.name))]
  const held = rest.map(column => column.sqlName)
  const selects = group.rows.map((_, place) => {
    const mark = (column: Column, at: number) => statements.mark(column, place * columns.length + at + 1)
    const terms = rest.map((column, at) => `case when ${statements.equals(column, mark(column, at))} then 1 else 0 end`)
    const where = columns
      .slice(rest.length)
      .map((column, at) => `${column.sqlName} = ${mark(column, rest.length + at)}`)
    return `select ${[String(place), ...terms, ...held].join(', ')} from ${table.sqlName} where ${where.join(' and ')}`
  })
  const values = group.rows.flatMap(row => columns.map(column => row.values[group.columns.indexOf(column)] ?? null))
  const marked = group.rows.flatMap(() => columns)
  const answers = await statements.ask(selects.join(' union all '), marked, values).catch((error: unknown) => {
    throw statements.toSessionFailure(error) ?? new Failure({ ...statements.explain(error), cause: error })
  })
  group.rows.forEach(({ index }, place) => {
    // Where rows are appended, several may have this key; one of them is the one that was written.
    const there = answers.filter(answer => Number(answer[0]) === place)
    const judged = (there.length === 0 ? [null] : there).map(answer => judgeAnswer(records[index]!, answer, rest)) // index of a record
    found[index] = judged.find(({ kind }) => kind === 'equal') ?? judged[0]!
  })
}

/** Whether a row of these very values is there. */
export async function holdsRow(
  { table, key, statements }: Omit<KeyedRows, 'planner'>,
  { columns }: Pick<RowGroup, 'columns'>,
  row: EncodedRow,
): Promise<boolean> {
  const terms = columns.map((column, at) => {
    const mark = statements.mark(column, at + 1)
    return key.includes(column.name) ? `${column.sqlName} = ${mark}` : statements.equals(column, mark)
  })
  const sql = `select 1 from ${table.sqlName} where ${terms.join(' and ')}`
  return (await statements.ask(sql, columns, row.values)).length > 0
}

function judgeAnswer(
  record: TargetRecord,
  answer: readonly (string | null)[] | null,
  rest: readonly Column[],
): FoundRow {
  if (record.change === 'delete') {
    if (answer === null) return { kind: 'equal' }
    return { kind: 'different', fields: [] }
  }
  if (answer === null) return { kind: 'missing' }
  const differing = rest
    .flatMap(({ name, kind }, at) => (answer[at + 1] === '1' ? [] : [{ name, at, chars: mostHeld(kind) }]))
    .slice(0, 20)
  if (differing.length === 0) return { kind: 'equal' }
  // The columns themselves stand behind the comparisons; enough of each to see the difference by.
  const held = differing.map(
    ({ name, at, chars }) => [name, answer[1 + rest.length + at]?.slice(0, chars) ?? null] as const,
  )
  return { kind: 'different', fields: differing.map(({ name }) => name), held: Object.fromEntries(held) }
}

const mostHeld = ({ is }: Column['kind']): number => (is === 'json' ? HELD_JSON_CHARS : HELD_CHARS)

/** Runs of records of the same kind, in order, so that a delete never overtakes the write before it. */
export async function writeInTurn(
  batch: readonly TargetRecord[],
  write: (part: readonly TargetRecord[]) => Promise<readonly WriteOutcome[]>,
  remove: (part: readonly TargetRecord[]) => Promise<readonly WriteOutcome[]>,
): Promise<readonly WriteOutcome[]> {
  if (batch.every(record => record.change === undefined)) return write(batch)
  const outcomes: WriteOutcome[] = []
  for (let start = 0; start < batch.length; ) {
    const { change } = batch[start]! // start < length
    let end = start + 1
    while (end < batch.length && batch[end]!.change === change) end += 1 // end < length
    const part = batch.slice(start, end)
    outcomes.push(...(change === undefined ? await write(part) : await remove(part)))
    start = end
  }
  return outcomes
}
