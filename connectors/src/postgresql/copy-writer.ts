import type { Confirm } from '@sluice/connector-kit'
import {
  type Column,
  type EncodedRow,
  findMissingColumns,
  type GroupWriter,
  holdsRow,
  MissingRow,
  NotTaken,
  type RowGroup,
  requireTaken,
  type Table,
} from '@sluice/connector-kit/sql'
import type { FailureDetail, TargetConfig } from '@sluice/contract'
import { formatRows } from './copy-text.ts'
import { explainRow, isCopyRefused, toFailure, toSessionFailure } from './failure.ts'
import { makeStatements } from './keyed.ts'
import type { Session } from './session.ts'

/** A writer that stands still (stopped, cut off) is undone after so long, less than a lease: it must not commit beside its successor. */
const STILL_MS = 5000

/**
 * Deferred rules are checked row by row too, so that a bad row shows before the commit. Who stands still between two
 * statements is undone by the server, and keeps no rows from its successor.
 */
const BEGIN = `begin; set local idle_in_transaction_session_timeout = ${STILL_MS}; set constraints all immediate`

/**
 * The commit of a transaction that goes out in one exchange and cannot ask who holds the run. A writer that stands still
 * while its rows are on their way is not idle to the server: the division fails and undoes it, and the long way asks.
 */
const COMMIT_IN_TIME = `select 1 / (clock_timestamp() < now() + interval '${STILL_MS} ms')::int; commit`

/** Batches after a key was met before COPY straight into the table is tried again. */
const DIRECT_PAUSE_BATCHES = 50

/** Groups of rows over one session: by COPY into the table, or into a temporary one and merged. */
export class CopyWriter implements GroupWriter {
  readonly #session: Session
  readonly #table: Table
  readonly #key: readonly string[]
  readonly #mode: TargetConfig['mode']
  /** Temporary tables by the columns they hold. */
  readonly #staging = new Map<string, string>()
  #directPause = 0
  /** The savepoint of `begin` is still the newest; spares the usual batch two round trips. */
  #isAtSavepoint = false

  constructor(session: Session, table: Table, key: readonly string[], mode: TargetConfig['mode']) {
    this.#session = session
    this.#table = table
    this.#key = key
    this.#mode = mode
  }

  get session(): Session {
    return this.#session
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

  async writeWhole(group: RowGroup, rows: readonly EncodedRow[]): Promise<boolean> {
    // Of a lost answer to an insert nobody could say whether it was committed; the long way can.
    if (this.#mode === 'insert' || this.#directPause > 1) return false
    if (findMissingColumns(this.#table, group).length > 0) return false
    const taken = await this.#exchange(`${this.#makeCopy(group)}; ${COMMIT_IN_TIME}`, formatRows(rows, group.columns))
    const isDone = taken === rows.length
    if (!isDone) this.#directPause = DIRECT_PAUSE_BATCHES
    return isDone
  }

  /** So many rows that are COPY text already. false: not all are there, and the long way will tell why. */
  async writeText(group: RowGroup, text: Buffer, count: number, confirm?: Confirm): Promise<boolean> {
    const isDirect = this.#directPause <= 0
    if (isDirect && (await this.#exchange(`${this.#makeCopy(group)}; ${COMMIT_IN_TIME}`, text)) === count) return true
    this.#directPause = isDirect ? DIRECT_PAUSE_BATCHES : this.#directPause - 1
    const { name, make } = this.#planStaging(group)
    const names = listNames(group.columns)
    const merge = this.#makeMerge(group, name)
    const taken = await this.#exchange(`${make}; copy ${name} (${names}) from stdin; ${merge}`, text)
    if (taken === null) return false
    if (taken < count) {
      await this.rollback()
      return false
    }
    // From the merge on these rows are ours to the commit: what a successor wrote before it must stay.
    await confirm?.().catch(async (error: unknown) => {
      await this.rollback()
      throw error
    })
    return this.commit()
  }

  /** A transaction from its beginning, in one exchange: how many rows it took. null: it is undone. @throws Failure about the batch */
  async #exchange(sql: string, text: string | Buffer): Promise<number | null> {
    try {
      return await this.#session.copyIn(`${BEGIN}; ${sql}`, text)
    } catch (error) {
      await this.rollback()
      const failure = isCopyRefused(error) ? null : toSessionFailure(error)
      if (failure) throw failure
      return null
    }
  }

  async begin(): Promise<void> {
    await this.#try(`${BEGIN}; savepoint sluice`)
    this.#isAtSavepoint = true
    this.#directPause -= 1
  }

  async commit(): Promise<boolean> {
    try {
      await this.#session.run('commit')
      return true
    } catch (error) {
      this.#session.destroy()
      if (this.#mode === 'insert') return false
      throw toSessionFailure(error) ?? toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  async rollback(): Promise<void> {
    await this.#session.run('rollback').catch(() => this.#session.destroy())
  }

  async write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const text = formatRows(rows, group.columns)
    const isWhole = findMissingColumns(this.#table, group).length === 0
    if (isWhole && (this.#directPause <= 0 || this.#mode === 'insert')) {
      const error = await this.#attempt(() => this.#copyDirect(group, text, rows))
      if (error === null) return
      if (this.#mode === 'insert' && !isCopyRefused(error)) throw error
      this.#directPause = DIRECT_PAUSE_BATCHES
    }
    const error = await this.#attempt(() =>
      isWhole ? this.#merge(group, text, rows) : this.#updateOnly(group, text, rows),
    )
    if (error !== null) throw error
  }

  explain(error: unknown, group: RowGroup, row: EncodedRow): FailureDetail {
    if (error instanceof MissingRow || error instanceof NotTaken) return error.detail
    const sole = group.columns.length === 1 ? { field: group.columns[0]!.name } : {} // length is 1
    const named = guessField(error, group, row)
    return explainRow(error, named ?? sole)
  }

  /** Runs inside a savepoint. Answers with the error of the rows, null when all is well. @throws Failure about the batch */
  async #attempt(work: () => Promise<void>): Promise<unknown> {
    try {
      if (!this.#isAtSavepoint) await this.#session.run('savepoint sluice')
      this.#isAtSavepoint = false
      await work()
      return null
    } catch (error) {
      const failure = isCopyRefused(error) ? null : toSessionFailure(error)
      if (failure) throw failure
      await this.#try('rollback to savepoint sluice')
      this.#isAtSavepoint = true
      return error
    }
  }

  async #try(sql: string): Promise<void> {
    try {
      await this.#session.run(sql)
    } catch (error) {
      this.#session.destroy()
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  async #copyDirect(group: RowGroup, text: string, rows: readonly EncodedRow[]): Promise<void> {
    await this.#requireTaken(await this.#session.copyIn(this.#makeCopy(group), text), group, rows)
  }

  #requireTaken(taken: number, group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const place = { table: this.#table, key: this.#key, statements: makeStatements(this.#session) }
    return requireTaken(taken, rows, only => holdsRow(place, group, only))
  }

  #makeCopy(group: RowGroup): string {
    return `copy ${this.#table.sqlName} (${listNames(group.columns)}) from stdin`
  }

  async #merge(group: RowGroup, text: string, rows: readonly EncodedRow[]): Promise<void> {
    await this.#requireTaken(
      await this.#session.run(this.#makeMerge(group, await this.#stage(group, text))),
      group,
      rows,
    )
  }

  #makeMerge(group: RowGroup, staging: string): string {
    const names = listNames(group.columns)
    const action = this.#mode === 'insert' ? '' : ` ${this.#makeConflictAction(group)}`
    return `insert into ${this.#table.sqlName} (${names}) overriding system value select ${names} from ${staging}${action}`
  }

  #makeConflictAction(group: RowGroup): string {
    const key = this.#key.map(name => this.#columnOf(name).sqlName).join(', ')
    const rest = group.columns.filter(column => !this.#key.includes(column.name))
    const sets = rest.map(column => `${column.sqlName} = excluded.${column.sqlName}`).join(', ')
    return rest.length === 0 ? `on conflict (${key}) do nothing` : `on conflict (${key}) do update set ${sets}`
  }

  /** Records without a column a new row must have can still change rows that exist. */
  async #updateOnly(group: RowGroup, text: string, rows: readonly EncodedRow[]): Promise<void> {
    const [missing] = findMissingColumns(this.#table, group)
    const refusal = new MissingRow(missing?.name ?? '')
    if (this.#mode === 'insert') throw refusal
    const staging = await this.#stage(group, text)
    const rest = group.columns.filter(column => !this.#key.includes(column.name))
    const joined = this.#key
      .map(name => this.#columnOf(name).sqlName)
      .map(name => `t.${name} = s.${name}`)
      .join(' and ')
    // With nothing but the key to write, an update of the key to itself still tells whether the row is there.
    const changed = rest.length === 0 ? group.columns : rest
    const sets = changed.map(column => `${column.sqlName} = s.${column.sqlName}`).join(', ')
    const count = await this.#session.run(
      `update ${this.#table.sqlName} t set ${sets} from ${staging} s where ${joined}`,
    )
    if (count < rows.length) throw refusal
  }

  async #stage(group: RowGroup, text: string): Promise<string> {
    const { name, make } = this.#planStaging(group)
    await this.#session.run(make)
    await this.#session.copyIn(`copy ${name} (${listNames(group.columns)}) from stdin`, text)
    return name
  }

  /** `make`: made anew when a rollback took it away again. */
  #planStaging(group: RowGroup): { readonly name: string; readonly make: string } {
    const names = listNames(group.columns)
    const name = this.#staging.get(names) ?? `pg_temp.sluice_batch_${this.#staging.size + 1}`
    this.#staging.set(names, name)
    const make = `create temporary table if not exists ${name.slice(8)} as select ${names} from ${this.#table.sqlName} with no data; truncate ${name}`
    return { name, make }
  }

  #columnOf(name: string): Column {
    return this.#table.columns.find(column => column.name === name)! // checkTargetKey has found it
  }
}

const listNames = (columns: readonly Column[]): string => columns.map(column => column.sqlName).join(', ')

/** COPY names the column in its context: `COPY sluice_batch_1, line 1, column day: "x"`. */
function guessField(error: unknown, group: RowGroup, row: EncodedRow): { field: string; value: string } | null {
  const context = typeof error === 'object' && error !== null && 'where' in error ? String(error.where) : ''
  const name = /, column ([^:]+)(?::|$)/m.exec(context)?.[1]
  const index = group.columns.findIndex(column => column.name === name)
  if (index < 0 || name === undefined) return null
  const value = row.values[index]
  return { field: name, value: typeof value === 'string' ? value : '' }
}
