import type { Confirm, FoundRow, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import {
  BatchPlanner,
  type CheckpointStore,
  type Column,
  checkTargetKey,
  type EncodedRow,
  findMissingColumns,
  findRows,
  type GroupWriter,
  hasCheckpoint,
  holdsRow,
  type KeyedRows,
  MissingRow,
  NotTaken,
  type RowGroup,
  removeRows,
  requireTaken,
  type Table,
  writeBatch,
  writeInTurn,
  writeOnce,
} from '@sluice/connector-kit/sql'
import { Failure, type FailureDetail, type TargetConfig } from '@sluice/contract'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import { makeStatements, openCheckpoint } from './keyed.ts'
import type { Row } from './messages.ts'
import type { Session } from './session.ts'
import { makeEncoder, toCell } from './types.ts'

const options = { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: true } as const

/** Writes batches by INSERT … ON CONFLICT DO UPDATE, one transaction per batch, in the session's process. */
export class SqliteTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly isCounted = true
  readonly findsAtOnce = true
  readonly canDelete = true
  readonly key: readonly string[]
  readonly #table: Table
  readonly #usesCheckpoint: boolean
  #checkpoint: { readonly of: Session; readonly store: CheckpointStore } | null = null
  readonly #planner: BatchPlanner
  readonly #makeWriter: (session: Session) => SqliteWriter
  readonly #openSession: () => Promise<Session>
  #session: Session

  constructor(table: Table, config: TargetConfig, session: Session, openSession: () => Promise<Session>) {
    const key = config.key.length > 0 ? config.key : table.key
    checkTargetKey(table, key, config.mode)
    this.key = key
    this.#table = table
    this.#usesCheckpoint = hasCheckpoint(config)
    this.guarantee = config.mode === 'upsert' ? 'upsert' : this.#usesCheckpoint ? 'transaction' : 'none'
    this.#planner = new BatchPlanner(table, key, column => makeEncoder(column.kind, options))
    this.#makeWriter = each => new SqliteWriter(each, table, key, config.mode)
    this.#session = session
    this.#openSession = openSession
  }

  write(batch: readonly TargetRecord[], signal: AbortSignal, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return this.#use(signal, session =>
      writeInTurn(
        batch,
        part =>
          this.#usesCheckpoint
            ? this.#writeOnce(part, session, confirm)
            : this.#writePart(part, this.#makeWriter(session), confirm),
        part => removeRows(part, this.#rowsOf(session), confirm),
      ),
    )
  }

  find(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]> {
    return this.#use(signal, session => findRows(records, this.#rowsOf(session)))
  }

  async #use<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#session.isBroken) this.#session = await this.#openSession()
    const session = this.#session
    const cut = () => session.destroy()
    signal.addEventListener('abort', cut, { once: true })
    try {
      return await work(session)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  #writePart(batch: readonly TargetRecord[], writer: GroupWriter, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return writeBatch(batch, { planner: this.#planner, mergesKeys: this.guarantee === 'upsert', writer, confirm })
  }

  async #writeOnce(
    batch: readonly TargetRecord[],
    session: Session,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    try {
      if (this.#checkpoint?.of !== session) this.#checkpoint = { of: session, store: await openCheckpoint(session) }
      const writer = this.#makeWriter(session)
      return await writeOnce(batch, this.#checkpoint.store, writer, (part, noting) =>
        this.#writePart(part, noting, confirm),
      )
    } catch (error) {
      throw toSessionFailure(error) ?? error
    }
  }

  #rowsOf(session: Session): KeyedRows {
    return { table: this.#table, key: this.key, planner: this.#planner, statements: makeStatements(session) }
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}

class SqliteWriter implements GroupWriter {
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

  begin(): Promise<void> {
    return this.#run('begin immediate')
  }

  async commit(): Promise<boolean> {
    await this.#run('commit')
    return true
  }

  async rollback(): Promise<void> {
    await this.#session.exec('rollback').catch(() => this.#session.destroy())
  }

  async write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    await this.#run('savepoint sluice')
    try {
      const [missing] = findMissingColumns(this.#table, group)
      if (missing) await this.#updateOnly(group, rows, missing)
      else await this.#insert(group, rows)
      await this.#run('release sluice')
    } catch (error) {
      const failure = error instanceof MissingRow || error instanceof NotTaken ? null : toSessionFailure(error)
      if (failure) throw failure
      await this.#run('rollback to sluice')
      await this.#run('release sluice')
      throw error
    }
  }

  explain(error: unknown): FailureDetail {
    return error instanceof MissingRow || error instanceof NotTaken ? error.detail : explainRow(error)
  }

  async #run(sql: string): Promise<void> {
    try {
      await this.#session.exec(sql)
    } catch (error) {
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  /** A trigger may leave a row out, or hand it on elsewhere: then no row has changed here. */
  async #insert(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const cells = rows.map(row => toCells(group, row))
    const changes = await this.#session.each(this.#makeInsert(group), cells)
    const place = {
      table: this.#table,
      key: this.#key.map(({ name }) => name),
      statements: makeStatements(this.#session),
    }
    await requireTaken(changes.filter(count => count > 0).length, rows, only => holdsRow(place, group, only))
  }

  #makeInsert(group: RowGroup): string {
    const marks = group.columns.map(() => '?').join(', ')
    const insert = `insert into ${this.#table.sqlName} (${listNames(group.columns)}) values (${marks})`
    if (this.#mode === 'insert') return insert
    const rest = group.columns.filter(column => !this.#key.includes(column))
    const sets = rest.map(({ sqlName }) => `${sqlName} = excluded.${sqlName}`).join(', ')
    return `${insert} on conflict (${listNames(this.#key)}) ${rest.length === 0 ? 'do nothing' : `do update set ${sets}`}`
  }

  /** Records without a column a new row must have can still change rows that exist. */
  async #updateOnly(group: RowGroup, rows: readonly EncodedRow[], missing: Column): Promise<void> {
    if (this.#mode === 'insert') throw new MissingRow(missing.name)
    const rest = group.columns.filter(column => !this.#key.includes(column))
    const changed = rest.length === 0 ? this.#key : rest
    const sets = changed.map(({ sqlName }) => `${sqlName} = ?`).join(', ')
    const where = this.#key.map(({ sqlName }) => `${sqlName} = ?`).join(' and ')
    const order = [...changed, ...this.#key].map(column => group.columns.indexOf(column))
    const cells = rows.map(row => {
      const all = toCells(group, row)
      return order.map(index => all[index] ?? null)
    })
    const changes = await this.#session.each(`update ${this.#table.sqlName} set ${sets} where ${where}`, cells)
    if (changes.includes(0)) throw new MissingRow(missing.name)
  }
}

const listNames = (columns: readonly Column[]): string => columns.map(column => column.sqlName).join(', ')

const toCells = (group: RowGroup, row: EncodedRow): Row =>
  row.values.map((value, index) => toCell(value, group.columns[index]!.kind)) // a value per column

/** An upload belongs to whoever uploaded it and is never changed. */
export const makeReadOnly = (): Failure =>
  new Failure({
    code: 'target.readonly',
    message: 'An uploaded database is only read.',
    field: 'place',
    advice: 'Put the database into a directory the operator has opened.',
  })
