import { hash } from 'node:crypto'
import { Failure, type FailureDetail, type TargetConfig } from '@sluice/contract'
import type { TargetRecord, WriteOutcome } from '../../connector.ts'
import type { EncodedRow, RowGroup } from './batch.ts'
import type { GroupWriter, RefusedRow } from './write-batch.ts'

/** Beside the table that is written to; one row per record that was appended. */
export const CHECKPOINT_TABLE = 'sluice_checkpoint'
/** Rows older than this are removed when a target is opened: no write waits for an answer that long. */
export const CHECKPOINT_DAYS = 90

export const hasCheckpoint = (config: TargetConfig): boolean =>
  config.mode === 'insert' && config.options['checkpoint'] === true

/** The notes of a target database, inside the session that writes the rows. */
export interface CheckpointStore {
  /** Which of these are noted. */
  find(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Notes them in the transaction under way. */
  add(ids: readonly string[]): Promise<void>
}

/** 128 bits of SHA-256, hex. */
export const checkpointId = (record: TargetRecord): string => hash('sha256', record.idempotencyKey, 'hex').slice(0, 32)

/** Writes what is not noted yet; what is noted was written before, whatever became of the answer. */
export async function writeOnce(
  batch: readonly TargetRecord[],
  store: CheckpointStore,
  inner: GroupWriter,
  write: (part: readonly TargetRecord[], writer: GroupWriter) => Promise<readonly WriteOutcome[]>,
): Promise<readonly WriteOutcome[]> {
  const ids = batch.map(checkpointId)
  const noted = await store.find(ids)
  const open = batch.flatMap((record, index) => (noted.has(ids[index]!) ? [] : [{ record, index }])) // an id each
  const outcomes = batch.map((): WriteOutcome => ({ kind: 'written', response: 'noted as written before' }))
  if (open.length === 0) return outcomes
  const openIds = open.map(({ index }) => ids[index]!) // an id each
  const results = await write(
    open.map(({ record }) => record),
    new NotingWriter(inner, store, openIds),
  )
  open.forEach(({ index }, at) => {
    outcomes[index] = results[at]! // one result per record
  })
  return outcomes
}

/** Notes each group of rows in the transaction that writes it. */
class NotingWriter implements GroupWriter {
  readonly #inner: GroupWriter
  readonly #store: CheckpointStore
  readonly #ids: readonly string[]
  readonly writeRows?: NonNullable<GroupWriter['writeRows']>

  constructor(inner: GroupWriter, store: CheckpointStore, ids: readonly string[]) {
    this.#inner = inner
    this.#store = store
    this.#ids = ids
    if (inner.writeRows) this.writeRows = (group, rows) => this.#writeRows(group, rows)
  }

  begin(): Promise<void> {
    return this.#inner.begin()
  }

  async write(group: RowGroup, rows: readonly EncodedRow[]): Promise<void> {
    await this.#inner.write(group, rows)
    await this.#store.add(rows.map(row => this.#ids[row.index]!)) // indexes of the batch
  }

  async #writeRows(group: RowGroup, rows: readonly EncodedRow[]): Promise<readonly RefusedRow[]> {
    const refused = (await this.#inner.writeRows?.(group, rows)) ?? []
    const kept = rows.filter((_, at) => !refused.some(each => each.at === at))
    if (kept.length > 0) await this.#store.add(kept.map(row => this.#ids[row.index]!)) // indexes of the batch
    return refused
  }

  explain(error: unknown, group: RowGroup, row: EncodedRow): FailureDetail {
    return this.#inner.explain(error, group, row)
  }

  /** A commit without an answer is asked about by the next try: rows and notes are there, or neither. */
  async commit(): Promise<boolean> {
    if (await this.#inner.commit()) return true
    throw new Failure({
      code: 'target.unanswered',
      message: 'The connection broke while the rows were being committed; the checkpoint tells whether they are there.',
      retry: 'later',
    })
  }

  rollback(): Promise<void> {
    return this.#inner.rollback()
  }
}
