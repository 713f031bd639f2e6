import {
  type CheckpointStore,
  type Column,
  type EncodedRow,
  findMissingColumns,
  holdsRow,
  type KeyedStatements,
  MissingRow,
  NotTaken,
  type RowGroup,
  requireTaken,
  type SessionWriter,
  type Table,
} from '@sluice/connector-kit/sql'
import { Failure, type FailureDetail, type TargetConfig } from '@sluice/contract'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import { makeStatements, openCheckpoint } from './keyed.ts'
import type { Param, Session } from './session.ts'

/** Of 65535 question marks a statement may have. */
const MAX_PARAMS = 60_000
/** Bytes of one statement; the server's own limit counts where it is lower. */
const MAX_STATEMENT_BYTES = 8 * 1024 * 1024
/** A value was cut or rounded although the mode is strict: out of range, truncated, wrong text, too long, wrong date. */
const lossyWarnings = new Set([1264, 1265, 1292, 1366, 1406])

/** Rows of equal columns into one table, inside the transaction of a batch. */
export class RowWriter implements SessionWriter {
  readonly #session: Session
  readonly #table: Table
  readonly #key: readonly Column[]
  readonly #mode: TargetConfig['mode']
  readonly #maxBytes: number

  constructor(session: Session, table: Table, key: readonly string[], mode: TargetConfig['mode']) {
    this.#session = session
    this.#table = table
    this.#key = key.map(name => table.columns.find(column => column.name === name)!) // checkTargetKey has found them
    this.#mode = mode
    this.#maxBytes = Math.min(MAX_STATEMENT_BYTES, Math.floor(session.maxPacketBytes * 0.9))
  }

  get statements(): KeyedStatements {
    return makeStatements(this.#session)
  }

  openCheckpoint(): Promise<CheckpointStore> {
    return openCheckpoint(this.#session)
  }

  get isBroken(): boolean {
    return this.#session.isBroken
  }

  destroy(): void {
    this.#session.destroy()
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async begin(): Promise<void> {
    await this.#try('start transaction')
  }

  async commit(): Promise<boolean> {
    try {
      await this.#session.query('commit')
      return true
    } catch (error) {
      this.#session.destroy()
      if (this.#mode === 'insert') return false
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  async rollback(): Promise<void> {
    await this.#session.query('rollback').catch(() => this.#session.destroy())
  }

  async write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    try {
      await this.#session.query('savepoint sluice')
      const missing = findMissingColumns(this.#table, group)[0]
      if (missing || this.#collides(group)) await this.#writeEach(group, rows, missing)
      else for (const part of this.#cut(group, rows)) await this.#insert(group, part)
      if (this.#mode === 'upsert') await this.#checkKeys(group, rows)
    } catch (error) {
      const failure = isOurs(error) ? null : toSessionFailure(error)
      if (failure) throw failure
      await this.#try('rollback to savepoint sluice')
      throw error
    }
  }

  explain(error: unknown): FailureDetail {
    return isOurs(error) ? error.detail : explainRow(error)
  }

  async #try(sql: string): Promise<void> {
    try {
      await this.#session.query(sql)
    } catch (error) {
      this.#session.destroy()
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  /** ON DUPLICATE KEY UPDATE listens to every unique index: another one than the key would change a wrong row. */
  #collides(group: RowGroup): boolean {
    if (this.#mode === 'insert') return false
    const isKey = (names: readonly string[]) =>
      names.length === this.#key.length && this.#key.every(column => names.includes(column.name))
    const writes = (name: string) => group.columns.some(column => column.name === name)
    const others = this.#table.uniqueKeys.filter(names => !isKey(names))
    return [...others, ...(this.#table.partialKeys ?? [])].some(names => names.some(writes))
  }

  async #insert(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const one = `(${group.columns.map(() => '?').join(',')})`
    const rest = group.columns.filter(column => !this.#key.includes(column))
    const changed = rest.length === 0 ? this.#key : rest
    const sets = changed.map(({ sqlName }) => `${sqlName} = values(${sqlName})`).join(', ')
    const sql = `insert into ${this.#table.sqlName} (${listNames(group.columns)}) values ${Array(rows.length).fill(one).join(',')}`
    const taken = await this.#run(
      this.#mode === 'insert' ? sql : `${sql} on duplicate key update ${sets}`,
      rows.flatMap(row => row.values),
    )
    // One for a new row or one that stays as it is, two for one that changes: fewer than rows are never all of them.
    await this.#requireTaken(taken, group, rows)
  }

  /** One by one: update the row of the key, else insert it. */
  async #writeEach(group: RowGroup, rows: readonly EncodedRow[], missing: Column | undefined): Promise<void> {
    const rest = group.columns.filter(column => !this.#key.includes(column))
    const changed = rest.length === 0 ? this.#key : rest
    const placeOf = (column: Column) => group.columns.indexOf(column)
    const where = this.#key.map(column => `${column.sqlName} = ?`).join(' and ')
    const update = `update ${this.#table.sqlName} set ${changed.map(column => `${column.sqlName} = ?`).join(', ')} where ${where}`
    for (const row of rows) {
      const values = [...changed, ...this.#key].map(column => row.values[placeOf(column)] ?? null)
      const count = this.#mode === 'insert' ? 0 : await this.#run(update, values)
      if (count > 0) continue
      if (missing) throw new MissingRow(missing.name)
      const marks = group.columns.map(() => '?').join(',')
      const insert = `insert into ${this.#table.sqlName} (${listNames(group.columns)}) values (${marks})`
      await this.#requireTaken(await this.#run(insert, row.values), group, [row])
    }
  }

  #requireTaken(taken: number, group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const place = { table: this.#table, key: this.#key.map(({ name }) => name), statements: this.statements }
    return requireTaken(taken, rows, only => holdsRow(place, group, only))
  }

  async #run(sql: string, values: readonly Param[]): Promise<number> {
    const result = await this.#session.execute(sql, values)
    if (result.warningStatus > 0) {
      const warnings = await this.#session.query('show warnings')
      const lossy = warnings.find(([, code]) => lossyWarnings.has(Number(code)))
      if (lossy)
        throw new RowError({ code: 'target.value', message: `The database would change a value: ${String(lossy[2])}.` })
    }
    return result.affectedRows
  }

  /** Keys that differ only under the collation ("a" and "A") would become one row. */
  async #checkKeys(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const texts = this.#key.filter(column => column.kind.is === 'text')
    if (texts.length === 0) return
    const places = this.#key.map(column => group.columns.indexOf(column))
    const idOf = (values: readonly unknown[]) =>
      JSON.stringify(values.map((value, index) => (this.#key[index]?.kind.is === 'text' ? String(value) : null)))
    for (const part of this.#cut({ columns: this.#key }, rows)) {
      const marks = `(${this.#key.map(() => '?').join(',')})`
      const names = this.#key.length === 1 ? listNames(this.#key) : `(${listNames(this.#key)})`
      const list =
        this.#key.length === 1 ? Array(part.length).fill('?').join(',') : Array(part.length).fill(marks).join(',')
      const keys = part.map(row => places.map(place => row.values[place] ?? null))
      const stored = await this.#session.query(
        `select ${listNames(this.#key)} from ${this.#table.sqlName} where ${names} in (${list})`,
        keys.flat(),
      )
      const there = new Set(stored.map(idOf))
      const lost = keys.find(key => !there.has(idOf(key)))
      if (lost)
        throw new RowError({
          code: 'target.collation',
          message: `The key "${lost.join(', ')}" equals another key under the collation of the column (case, accents or trailing blanks).`,
          field: texts[0]?.name ?? '',
          advice: 'Give the key column a binary collation (utf8mb4_bin).',
        })
    }
  }

  #cut(group: { readonly columns: readonly Column[] }, rows: readonly EncodedRow[]): (readonly EncodedRow[])[] {
    const maxRows = Math.floor(MAX_PARAMS / group.columns.length)
    const parts: EncodedRow[][] = []
    let bytes = Number.POSITIVE_INFINITY
    for (const row of rows) {
      const size = row.values.reduce(
        (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : (value?.length ?? 0)) + 9,
        64,
      )
      if (size > this.#session.maxPacketBytes * 0.95)
        throw new RowError({
          code: 'target.tooLarge',
          message: `The row has ${size} bytes, the server takes ${this.#session.maxPacketBytes} (max_allowed_packet).`,
          advice: 'Raise max_allowed_packet on the server.',
        })
      bytes += size
      if (bytes > this.#maxBytes || (parts.at(-1)?.length ?? 0) >= maxRows) {
        parts.push([])
        bytes = size
      }
      parts.at(-1)?.push(row)
    }
    return parts
  }
}

const isOurs = (error: unknown): error is RowError | MissingRow | NotTaken =>
  error instanceof RowError || error instanceof MissingRow || error instanceof NotTaken

const listNames = (columns: readonly Column[]): string => columns.map(column => column.sqlName).join(', ')

/** A refusal of ours in the middle of a batch; halving finds the row. */
class RowError extends Error {
  readonly detail: FailureDetail
  constructor(detail: Omit<FailureDetail, 'retry'>) {
    super(detail.message)
    this.detail = new Failure({ ...detail, retry: 'skip' }).toDetail()
  }
}
