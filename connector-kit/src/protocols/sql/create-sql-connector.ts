import type { ParamValues } from '@sluice/contract'
import type { Connector, ConnectorContext } from '../../connector.ts'
import { mayChangeByCondition } from './calls-function.ts'
import { SqlConnection } from './sql-connection.ts'
import type { Closable, SqlDriver } from './sql-driver.ts'

interface SqlConnectorSpec<S extends Closable> extends Pick<Connector, 'manifest' | 'sentences'> {
  /** @param values as a form gave them: parsed by the connector's own schema */
  makeDriver(values: ParamValues, context: ConnectorContext): SqlDriver<S>
}

/** A database: its tables are read by statements, of which its source may write the condition. */
export const createSqlConnector = <S extends Closable>({ makeDriver, ...about }: SqlConnectorSpec<S>): Connector => ({
  ...about,
  mayChange: mayChangeByCondition,
  open: async (values, context) => new SqlConnection(makeDriver(values, context), context),
})
