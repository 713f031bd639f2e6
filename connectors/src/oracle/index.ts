import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver, TableSource } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { listTables, loadTable } from './catalog.ts'
import { testConnection } from './connection-test.ts'
import { quoteName, tableDialect } from './dialect.ts'
import { toFailure } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { OracleReader } from './reader.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { statements } from './statements.ts'
import { OracleTarget } from './target.ts'

export default createSqlConnector({
  manifest,
  sentences: { zh, tw, pt },
  makeDriver: (values, context) => makeDriver(Params.parse(values), context),
})

function makeDriver(params: Params, context: ConnectorContext): SqlDriver<Session> {
  const open = () => Session.open(params, context)
  return {
    open,
    test: () => testConnection(params, context),
    list: listTables,
    statements,
    load: loadTable,
    makeSource: (table, config, session) => new TableSource(table, config, new OracleReader(table, session, open)),
    makeTarget: (table, config, session) => new OracleTarget(table, config, session, open),
    planTable: (_session, name, fields, key) => planTable(quoteName(name), fields, key, tableDialect),
    createTable,
    toFailure: error => toFailure(error, 'The database refused the request'),
  }
}

/** In the schema of the user. */
async function createTable(
  session: Session,
  name: string,
  fields: readonly FieldSpec[],
  key: readonly string[],
): Promise<string> {
  const [[user, count] = []] = await session.query(
    'select user, (select count(*) from user_objects where object_name = :name) from dual',
    { name },
  )
  if (Number(count) > 0)
    throw new Failure({ code: 'resource.exists', message: `The table "${name}" exists already.`, value: name })
  await session.execute(requireSql(planTable(quoteName(name), fields, key, tableDialect)))
  return `${String(user)}.${name}`
}
