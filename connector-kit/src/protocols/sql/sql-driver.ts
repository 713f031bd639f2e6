import type { FieldSpec, Resource, SourceConfig, TablePlan, TargetConfig, TestStep } from '@sluice/contract'
import type { Replacement, Source, Target } from '../../connector.ts'
import type { StatementDialect } from './statement.ts'
import type { Table } from './table.ts'

export interface Closable {
  close(): Promise<void>
}

/** What a dialect supplies; `open` makes one session for one use. */
export interface SqlDriver<S extends Closable> {
  open(use: 'read' | 'write'): Promise<S>
  test(): AsyncIterable<TestStep>
  list(session: S): Promise<readonly Resource[]>
  /** At most `limit` of the list behind the table `after`, ascending. Absent where each part costs as much as the whole. */
  listPart?(session: S, after: string | null, limit: number): Promise<readonly Resource[]>
  /** @throws Failure `resource.missing` */
  load(session: S, id: string): Promise<Table>
  /** For statements that tenants write down; absent where they cannot. */
  readonly statements?: StatementDialect<S>
  /** What looking at the rows adds to the catalogue. */
  describe?(session: S, table: Table): Promise<Partial<Resource>>
  makeSource(table: Table, config: SourceConfig, session: S): Source
  makeTarget(table: Table, config: TargetConfig, session: S): Target
  /** Absent where a table cannot be exchanged in one step. */
  makeReplacement?(table: Table, config: TargetConfig, session: S, id: string): Promise<Replacement>
  /** The table that `createTable` would make. */
  planTable(
    session: S,
    name: string,
    fields: readonly FieldSpec[],
    key: readonly string[],
  ): TablePlan | Promise<TablePlan>
  createTable(session: S, name: string, fields: readonly FieldSpec[], key: readonly string[]): Promise<string>
  /** Any error of the driver as a Failure. */
  toFailure(error: unknown): Error
}
