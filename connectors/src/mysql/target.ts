import type { Target, TargetRecord, WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import {
  BatchPlanner,
  checkTargetKey,
  compileEncoder,
  parseOffset,
  type Table,
  writeBatch,
} from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { RowWriter } from './row-writer.ts'
import type { Session } from './session.ts'

/** Writes batches by multi-row INSERT … ON DUPLICATE KEY UPDATE, one transaction per batch. */
export class MysqlTarget implements Target {
  readonly guarantee: WriteGuarantee
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
    this.guarantee = config.mode === 'upsert' ? 'upsert' : 'none'
    const options = { offsetMinutes: parseOffset(timeZone), booleans: ['0', '1'], writesOffset: false } as const
    this.#planner = new BatchPlanner(table, key, column => compileEncoder(column.kind, options))
    this.#writer = new RowWriter(session, table, key, config.mode)
    this.#openWriter = async () => new RowWriter(await openSession(), table, key, config.mode)
  }

  async write(batch: readonly TargetRecord[], signal: AbortSignal): Promise<readonly WriteOutcome[]> {
    signal.throwIfAborted()
    if (this.#writer.isBroken) this.#writer = await this.#openWriter()
    const writer = this.#writer
    const cut = () => writer.destroy()
    signal.addEventListener('abort', cut, { once: true })
    try {
      return await writeBatch(batch, { planner: this.#planner, mergesKeys: this.guarantee === 'upsert', writer })
    } finally {
      signal.removeEventListener('abort', cut)
    }
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}
