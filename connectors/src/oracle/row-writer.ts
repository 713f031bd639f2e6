import {
  type CheckpointStore,
  type Column,
  type EncodedRow,
  findMissingColumns,
  type KeyedStatements,
  MissingRow,
  type RefusedRow,
  type RowGroup,
  type SessionWriter,
  type Table,
} from '@sluice/connector-kit/sql'
import type { FailureDetail, TargetConfig } from '@sluice/contract'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import { makeStatements, openCheckpoint, toBind } from './keyed.ts'
import type { Session } from './session.ts'
import { convertBind, isLob } from './types.ts'

/** Rows of equal columns into one table, inside the transaction of a batch. */
export class RowWriter implements SessionWriter {
  readonly #session: Session
  readonly #table: Table
  readonly #key: readonly Column[]
  readonly #mode: TargetConfig['mode']

  constructor(session: Session, table: Table, key: readonly string[], mode: TargetConfig['mode']) {
    this.#session = session
    this.#table = table
    this.#key = key.map(name => table.columns.find(column => column.name === name)!) // checkTargetKey has found them
    this.#mode = mode
  }

  get statements(): KeyedStatements {
    return makeStatements(this.#session)
  }

  get isBroken(): boolean {
    return this.#session.isBroken
  }

  openCheckpoint(): Promise<CheckpointStore> {
    return openCheckpoint(this.#session)
  }

  destroy(): void {
    this.#session.destroy()
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  /** The first statement begins a transaction by itself. */
  async begin(): Promise<void> {}

  async commit(): Promise<boolean> {
    try {
      await this.#session.commit()
      return true
    } catch (error) {
      this.#session.destroy()
      if (this.#mode === 'insert') return false
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  async rollback(): Promise<void> {
    await this.#session.rollback().catch(() => this.#session.destroy())
  }

  async writeRows(group: RowGroup, rows: readonly EncodedRow[]): Promise<readonly RefusedRow[]> {
    const [missing] = findMissingColumns(this.#table, group)
    if (missing && this.#mode === 'insert') return rows.map((_, at) => ({ at, error: new MissingRow(missing.name) }))
    const { columns } = group
    try {
      if (missing) return await this.#updateEach(columns, rows, missing)
      const refused = await this.#session.executeMany(
        this.#mode === 'insert' ? this.#makeInsert(columns) : makeMerge(this.#table, columns, this.#key),
        rows.map(row => toBinds(columns, row)),
        this.#defineBinds(columns, rows),
      )
      for (const { error } of refused) {
        const failure = toSessionFailure(error)
        if (failure) throw failure
      }
      return refused
    } catch (error) {
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  async write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const [refused] = await this.writeRows(group, rows)
    if (refused) throw refused.error
  }

  explain(error: unknown): FailureDetail {
    return error instanceof MissingRow ? error.detail : explainRow(error)
  }

  /** New rows would lack a column that must have a value, so only those that are there change. */
  async #updateEach(columns: readonly Column[], rows: readonly EncodedRow[], missing: Column): Promise<RefusedRow[]> {
    const rest = columns.filter(column => !this.#key.includes(column))
    const changed = rest.length === 0 ? this.#key : rest
    const term = (column: Column) =>
      `${column.sqlName} = ${convertBind(`:p${columns.indexOf(column) + 1}`, column.nativeType)}`
    const sql = `update ${this.#table.sqlName} set ${changed.map(term).join(', ')} where ${this.#key.map(term).join(' and ')}`
    const refused: RefusedRow[] = []
    for (const [at, row] of rows.entries())
      try {
        const count = await this.#session.execute(sql, toBinds(columns, row))
        if (count === 0) refused.push({ at, error: new MissingRow(missing.name) })
      } catch (error) {
        const failure = toSessionFailure(error)
        if (failure) throw failure
        refused.push({ at, error })
      }
    return refused
  }

  #makeInsert(columns: readonly Column[]): string {
    const marks = columns.map((column, at) => convertBind(`:p${at + 1}`, column.nativeType))
    return `insert into ${this.#table.sqlName} (${listNames(columns)}) values (${marks.join(', ')})`
  }

  /** How long the longest value of each place is; without it the driver looks at the first row only. */
  #defineBinds(columns: readonly Column[], rows: readonly EncodedRow[]): Record<string, unknown> {
    const { DB_TYPE_BLOB, DB_TYPE_CLOB, DB_TYPE_RAW, DB_TYPE_VARCHAR } = this.#session.driver
    return Object.fromEntries(
      columns.map(({ kind, nativeType }, at) => {
        const isBinary = kind.is === 'bytes'
        if (isLob(nativeType)) return [`p${at + 1}`, { type: isBinary ? DB_TYPE_BLOB : DB_TYPE_CLOB }]
        const longest = rows.reduce((most, { values }) => Math.max(most, sizeOf(values[at])), 1)
        return [`p${at + 1}`, { type: isBinary ? DB_TYPE_RAW : DB_TYPE_VARCHAR, maxSize: longest + 2 }]
      }),
    )
  }
}

const sizeOf = (value: EncodedRow['values'][number] | undefined): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : (value?.length ?? 0)

const listNames = (columns: readonly Column[], prefix = ''): string =>
  columns.map(({ sqlName }) => `${prefix}${sqlName}`).join(', ')

const toBinds = (columns: readonly Column[], { values }: EncodedRow) =>
  Object.fromEntries(columns.map((column, at) => [`p${at + 1}`, toBind(values[at] ?? null, column)]))

/** One row, by key updated, else inserted. */
function makeMerge({ sqlName }: Table, columns: readonly Column[], key: readonly Column[]): string {
  const source = columns.map((column, at) => `${convertBind(`:p${at + 1}`, column.nativeType)} as ${column.sqlName}`)
  const rest = columns.filter(column => !key.includes(column))
  const on = key.map(column => `t.${column.sqlName} = s.${column.sqlName}`).join(' and ')
  const sets = rest.map(column => `t.${column.sqlName} = s.${column.sqlName}`).join(', ')
  return [
    `merge into ${sqlName} t using (select ${source.join(', ')} from dual) s on (${on})`,
    ...(rest.length > 0 ? [`when matched then update set ${sets}`] : []),
    `when not matched then insert (${listNames(columns)}) values (${listNames(columns, 's.')})`,
  ].join('\n')
}
