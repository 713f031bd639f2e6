import type { Confirm, FoundRow, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import {
  BatchPlanner,
  type CheckpointStore,
  checkTargetKey,
  compileEncoder,
  findRows,
  type GroupWriter,
  hasCheckpoint,
  type KeyedRows,
  parseOffset,
  removeRows,
  type Table,
  writeBatch,
  writeInTurn,
  writeOnce,
} from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { toSessionFailure } from './failure.ts'
import { makeStatements, openCheckpoint } from './keyed.ts'
import { RowWriter } from './row-writer.ts'
import type { Session } from './session.ts'

/** Writes batches by multi-row INSERT … ON DUPLICATE KEY UPDATE, one transaction per batch. */
export class MysqlTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly canDelete = true
  readonly key: readonly string[]
  readonly #table: Table
  readonly #usesCheckpoint: boolean
  #checkpoint: { readonly of: RowWriter; readonly store: CheckpointStore } | null = null
  readonly #planner: BatchPlanner
  readonly #openWriter: () => Promise<RowWriter>
  #writer: RowWriter

  constructor(
    table: Table,
    config: TargetConfig,
    timeZone: string,
    session: Session,
    openSession: () => Promise<Session>,
  ) {
    const key = config.key.length > 0 ? config.key : table.key
    checkTargetKey(table, key, config.mode)
    this.key = key
    this.#table = table
    this.#usesCheckpoint = hasCheckpoint(config)
    this.guarantee = config.mode === 'upsert' ? 'upsert' : this.#usesCheckpoint ? 'transaction' : 'none'
    const options = { offsetMinutes: parseOffset(timeZone), booleans: ['0', '1'], writesOffset: false } as const
    this.#planner = new BatchPlanner(table, key, column => compileEncoder(column.kind, options))
    this.#writer = new RowWriter(session, table, key, config.mode)
    this.#openWriter = async () => new RowWriter(await openSession(), table, key, config.mode)
  }

  write(batch: readonly TargetRecord[], signal: AbortSignal, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return this.#use(signal, writer =>
      writeInTurn(
        batch,
        part =>
          this.#usesCheckpoint ? this.#writeOnce(part, writer, confirm) : this.#writePart(part, writer, confirm),
        part => removeRows(part, this.#rowsOf(writer), confirm),
      ),
    )
  }

  find(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]> {
    return this.#use(signal, writer => findRows(records, this.#rowsOf(writer)))
  }

  async #use<T>(signal: AbortSignal, work: (writer: RowWriter) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#writer.isBroken) this.#writer = await this.#openWriter()
    const writer = this.#writer
    const cut = () => writer.destroy()
    signal.addEventListener('abort', cut, { once: true })
    try {
      return await work(writer)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  #writePart(batch: readonly TargetRecord[], writer: GroupWriter, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return writeBatch(batch, { planner: this.#planner, mergesKeys: this.guarantee === 'upsert', writer, confirm })
  }

  async #writeOnce(
    batch: readonly TargetRecord[],
    writer: RowWriter,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    try {
      if (this.#checkpoint?.of !== writer)
        this.#checkpoint = { of: writer, store: await openCheckpoint(writer.session) }
      return await writeOnce(batch, this.#checkpoint.store, writer, (part, noting) =>
        this.#writePart(part, noting, confirm),
      )
    } catch (error) {
      throw toSessionFailure(error) ?? error
    }
  }

  #rowsOf(writer: RowWriter): KeyedRows {
    return { table: this.#table, key: this.key, planner: this.#planner, statements: makeStatements(writer.session) }
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}
