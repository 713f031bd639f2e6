import type { TargetConfig } from '@sluice/contract'
import type { Confirm, FoundRow, Target, TargetRecord, WriteGuarantee, WriteOutcome } from '../../connector.ts'
import { BatchPlanner } from './batch.ts'
import { type CheckpointStore, hasCheckpoint, writeOnce } from './checkpoint.ts'
import type { Column } from './column.ts'
import type { Encoder } from './encode-value.ts'
import { findRows, type KeyedRows, type KeyedStatements, removeRows, writeInTurn } from './keyed-rows.ts'
import type { Table } from './table.ts'
import { checkTargetKey } from './target-rules.ts'
import { type GroupWriter, writeBatch } from './write-batch.ts'

/** Writes groups over one session, and says the dialect's words for single rows. */
export interface SessionWriter extends GroupWriter {
  readonly isBroken: boolean
  readonly statements: KeyedStatements
  openCheckpoint(): Promise<CheckpointStore>
  /** Cuts the line; what is under way ends with an error. */
  destroy(): void
  close(): Promise<void>
}

export interface BatchTargetParts<W extends SessionWriter> {
  readonly table: Table
  readonly config: TargetConfig
  makeEncoder(column: Column): Encoder
  /** The writer of a session that is open already. */
  makeWriter(key: readonly string[]): W
  /** The same over a new session, after the line broke. */
  openWriter(key: readonly string[]): Promise<W>
}

/** A table that takes batches by key or appended, each in one transaction; the same for every dialect. */
export class BatchTarget<W extends SessionWriter> implements Target {
  readonly guarantee: WriteGuarantee
  readonly findsAtOnce = true
  readonly canDelete = true
  readonly key: readonly string[]
  readonly #parts: BatchTargetParts<W>
  readonly #planner: BatchPlanner
  readonly #usesCheckpoint: boolean
  #checkpoint: { readonly of: W; readonly store: CheckpointStore } | null = null
  #writer: W

  /** @throws Failure `target.column` | `target.key` when rows cannot be told apart by this key */
  constructor(parts: BatchTargetParts<W>) {
    const { table, config } = parts
    const key = config.key.length > 0 ? config.key : table.key
    checkTargetKey(table, key, config.mode)
    this.key = key
    this.#parts = parts
    this.#usesCheckpoint = hasCheckpoint(config)
    this.guarantee = config.mode === 'upsert' ? 'upsert' : this.#usesCheckpoint ? 'transaction' : 'none'
    this.#planner = new BatchPlanner(table, key, column => parts.makeEncoder(column))
    this.#writer = parts.makeWriter(key)
  }

  write(batch: readonly TargetRecord[], signal: AbortSignal, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return this.#use(signal, writer =>
      writeInTurn(
        batch,
        part => (this.#usesCheckpoint ? this.#writeOnce(part, writer, confirm) : this.#write(part, writer, confirm)),
        part => removeRows(part, this.#rowsOf(writer), confirm),
      ),
    )
  }

  find(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]> {
    return this.#use(signal, writer => findRows(records, this.#rowsOf(writer)))
  }

  close(): Promise<void> {
    return this.#writer.close()
  }

  async #use<T>(signal: AbortSignal, work: (writer: W) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#writer.isBroken) this.#writer = await this.#parts.openWriter(this.key)
    const writer = this.#writer
    const cut = () => writer.destroy()
    signal.addEventListener('abort', cut, { once: true })
    try {
      return await work(writer)
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  #write(batch: readonly TargetRecord[], writer: GroupWriter, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return writeBatch(batch, { planner: this.#planner, mergesKeys: this.guarantee === 'upsert', writer, confirm })
  }

  async #writeOnce(batch: readonly TargetRecord[], writer: W, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    try {
      if (this.#checkpoint?.of !== writer) this.#checkpoint = { of: writer, store: await writer.openCheckpoint() }
      return await writeOnce(batch, this.#checkpoint.store, writer, (part, noting) =>
        this.#write(part, noting, confirm),
      )
    } catch (error) {
      throw writer.statements.toSessionFailure(error) ?? error
    }
  }

  #rowsOf({ statements }: W): KeyedRows {
    return { table: this.#parts.table, key: this.key, planner: this.#planner, statements }
  }
}
