import type {
  Confirm,
  FoundRow,
  Target,
  TargetRecord,
  TextField,
  TextWriter,
  WriteGuarantee,
  WriteOutcome,
} from '@sluice/connector-kit'
import {
  BatchPlanner,
  CHECKPOINT_TABLE,
  type CheckpointStore,
  checkTargetKey,
  compileEncoder,
  findMissingColumns,
  findRows,
  type GroupWriter,
  hasCheckpoint,
  type KeyedRows,
  parseOffset,
  removeRows,
  type Table,
  type TextColumn,
  writeBatch,
  writeInTurn,
  writeOnce,
} from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { CopyWriter } from './copy-writer.ts'
import { cutColumns } from './cut-columns.ts'
import { parseTableId } from './dialect.ts'
import { toFailure, toSessionFailure } from './failure.ts'
import { makeStatements, openCheckpoint } from './keyed.ts'
import type { Session } from './session.ts'
import { isTakenAsText } from './text-fields.ts'
import { formatList } from './types.ts'

/** While one batch is being committed, which waits for the server's disk, the next is sent by a second session. */
const TEXTS_AT_ONCE = 2

/** Writes batches by COPY: straight into the table while its keys are new, else into a temporary table and merged. */
export class PostgresTarget implements Target {
  readonly guarantee: WriteGuarantee
  readonly isCounted = true
  readonly findsAtOnce = true
  readonly canDelete = true
  readonly key: readonly string[]
  readonly #table: Table
  readonly #usesCheckpoint: boolean
  #checkpoint: { readonly of: CopyWriter; readonly store: CheckpointStore } | null = null
  readonly #planner: BatchPlanner
  readonly #openWriter: () => Promise<CopyWriter>
  /** Those that nobody uses; the last one used is the first to be used again. */
  readonly #idle: CopyWriter[]

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
    const options = {
      offsetMinutes: parseOffset(timeZone),
      booleans: ['f', 't'],
      writesOffset: true,
      formatList,
    } as const
    this.#planner = new BatchPlanner(table, key, column => compileEncoder(column.kind, options))
    this.#idle = [new CopyWriter(session, table, key, config.mode)]
    this.#openWriter = async () => new CopyWriter(await openSession(), table, key, config.mode)
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

  planText(columns: readonly TextColumn[], fields: readonly TextField[]): TextWriter | null {
    if (this.guarantee !== 'upsert') return null
    // In the order they have in a row, so that whole rows go as they are.
    const plan = fields
      .map(({ field, from }) => ({
        from,
        source: columns[from],
        column: this.#table.columns.find(each => each.name === field),
      }))
      .sort((a, b) => a.from - b.from)
    const taken = plan.flatMap(({ source, column }) =>
      source && column && isTakenAsText(source, column) ? [column] : [],
    )
    const isKey = (name: string) =>
      plan.some(({ source, column }) => column?.name === name && source?.column?.isNullable === false)
    const group = { columns: taken, rows: [] }
    if (taken.length < plan.length || !this.key.every(isKey) || findMissingColumns(this.#table, group).length > 0)
      return null
    const places = plan.map(({ from }) => from)
    return {
      atOnce: TEXTS_AT_ONCE,
      write: (rows, signal, confirm) =>
        this.#use(signal, writer => writer.writeText(group, cutColumns(rows, places), rows.count, confirm)),
    }
  }

  find(records: readonly TargetRecord[], signal: AbortSignal): Promise<readonly FoundRow[]> {
    return this.#use(signal, writer => findRows(records, this.#rowsOf(writer)))
  }

  async #use<T>(signal: AbortSignal, work: (writer: CopyWriter) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const idle = this.#idle.pop()
    const writer = idle && !idle.isBroken ? idle : await this.#openWriter()
    const cut = () => writer.destroy()
    signal.addEventListener('abort', cut, { once: true })
    try {
      return await work(writer)
    } finally {
      signal.removeEventListener('abort', cut)
      this.#idle.push(writer)
    }
  }

  #writePart(batch: readonly TargetRecord[], writer: GroupWriter, confirm?: Confirm): Promise<readonly WriteOutcome[]> {
    return writeBatch(batch, { planner: this.#planner, mergesKeys: this.guarantee === 'upsert', writer, confirm })
  }

  async #writeOnce(
    batch: readonly TargetRecord[],
    writer: CopyWriter,
    confirm?: Confirm,
  ): Promise<readonly WriteOutcome[]> {
    if (this.#checkpoint?.of !== writer) {
      const [schema] = parseTableId(this.#table.id) ?? [null]
      const store = await openCheckpoint(writer.session, schema ?? 'public').catch((error: unknown) => {
        throw toFailure(error, `Opening ${CHECKPOINT_TABLE} failed`)
      })
      this.#checkpoint = { of: writer, store }
    }
    return writeOnce(batch, this.#checkpoint.store, writer, (part, noting) =>
      this.#writePart(part, noting, confirm),
    ).catch((error: unknown) => {
      throw toSessionFailure(error) ?? error
    })
  }

  #rowsOf(writer: CopyWriter): KeyedRows {
    const statements = makeStatements(writer.session)
    return { table: this.#table, key: this.key, planner: this.#planner, statements }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map(writer => writer.close()))
  }
}
