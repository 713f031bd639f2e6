import {
  type CheckpointStore,
  type Column,
  type EncodedRow,
  findMissingColumns,
  type KeyedStatements,
  MissingRow,
  type RowGroup,
  type SessionWriter,
} from '@sluice/connector-kit/sql'
import type { FailureDetail, TargetConfig } from '@sluice/contract'
import type { ServerTable } from './catalog.ts'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import { makeStatements, openCheckpoint } from './keyed.ts'
import { MISSING_ROW } from './refusal.ts'
import { makeRowStatement } from './row-statement.ts'
import type { Session } from './session.ts'

/** Rows of equal columns into one table, inside the transaction of a batch. */
export class RowWriter implements SessionWriter {
  readonly #session: Session
  readonly #table: ServerTable
  readonly #key: readonly Column[]
  readonly #mode: TargetConfig['mode']

  constructor(session: Session, table: ServerTable, key: readonly string[], mode: TargetConfig['mode']) {
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

  async begin(): Promise<void> {
    await this.#try('begin transaction')
  }

  async commit(): Promise<boolean> {
    try {
      await this.#session.query('commit transaction')
      return true
    } catch (error) {
      this.#session.destroy()
      if (this.#mode === 'insert') return false
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }

  async rollback(): Promise<void> {
    await this.#session.query('if @@trancount > 0 rollback transaction').catch(() => this.#session.destroy())
  }

  async write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    const isByKey = this.#mode !== 'insert'
    const [missing] = findMissingColumns(this.#table, group)
    if (missing && !isByKey) throw new MissingRow(missing.name)
    const { columns } = group
    try {
      await this.#session.query('save transaction sluice')
      await this.#session.execute(makeRowStatement({ table: this.#table, columns, key: this.#key, isByKey, missing }), [
        JSON.stringify(rows.map(row => row.values)),
      ])
    } catch (error) {
      const failure = toSessionFailure(error)
      if (failure) throw failure
      // Some refusals end the whole transaction: then there is nothing to go back to.
      await this.#try('rollback transaction sluice')
      throw error
    }
  }

  explain(error: unknown): FailureDetail {
    if (error instanceof MissingRow) return error.detail
    const field = error instanceof Error ? error.message.split(MISSING_ROW)[1] : undefined
    return field === undefined ? explainRow(error) : new MissingRow(field).detail
  }

  async #try(sql: string): Promise<void> {
    try {
      await this.#session.query(sql)
    } catch (error) {
      this.#session.destroy()
      throw toFailure(error, `Writing ${this.#table.label} failed`)
    }
  }
}
