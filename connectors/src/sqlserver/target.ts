import { BatchTarget } from '@sluice/connector-kit/sql'
import type { TargetConfig } from '@sluice/contract'
import type { ServerTable } from './catalog.ts'
import { RowWriter } from './row-writer.ts'
import type { Session } from './session.ts'
import { makeEncoder } from './types.ts'

/** Writes a batch as one JSON parameter, which the server turns into rows: updated by key, else inserted. */
export class SqlServerTarget extends BatchTarget<RowWriter> {
  constructor(table: ServerTable, config: TargetConfig, session: Session, openSession: () => Promise<Session>) {
    super({
      table,
      config,
      makeEncoder: column => makeEncoder(column.nativeType, column.kind),
      makeWriter: key => new RowWriter(session, table, key, config.mode),
      openWriter: async key => new RowWriter(await openSession(), table, key, config.mode),
    })
  }
}
