import { BatchTarget, compileEncoder, parseOffset, type Table } from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { RowWriter } from './row-writer.ts'
import type { Session } from './session.ts'

/** Writes batches by multi-row INSERT … ON DUPLICATE KEY UPDATE, one transaction per batch. */
export class MysqlTarget extends BatchTarget<RowWriter> {
  readonly isCounted = true

  constructor(
    table: Table,
    config: TargetConfig,
    timeZone: string,
    session: Session,
    openSession: () => Promise<Session>,
  ) {
    const options = { offsetMinutes: parseOffset(timeZone), booleans: ['0', '1'], writesOffset: false } as const
    super({
      table,
      config,
      makeEncoder: column => compileEncoder(column.kind, options),
      makeWriter: key => new RowWriter(session, table, key, config.mode),
      openWriter: async key => new RowWriter(await openSession(), table, key, config.mode),
    })
  }
}
