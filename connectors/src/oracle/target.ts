import { BatchTarget, type Table } from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import { TargetOptions } from './manifest.ts'
import { RowWriter } from './row-writer.ts'
import type { Session } from './session.ts'
import { makeEncoder } from './types.ts'

/** Writes a batch by MERGE or INSERT of many rows; the server itself tells the refused ones. */
export class OracleTarget extends BatchTarget<RowWriter> {
  constructor(table: Table, config: TargetConfig, session: Session, openSession: () => Promise<Session>) {
    const emptyText = TargetOptions.parse(config.options).empty_text ?? 'refuse'
    super({
      table,
      config,
      makeEncoder: column => makeEncoder(column.nativeType, column.kind, { emptyText, isUnicode: session.isUnicode }),
      makeWriter: key => new RowWriter(session, table, key, config.mode),
      openWriter: async key => new RowWriter(await openSession(), table, key, config.mode),
    })
  }
}
