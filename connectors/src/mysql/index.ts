import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { listTables, loadTable } from './catalog.ts'
import { testConnection } from './connection-test.ts'
import { quoteName } from './dialect.ts'
import { openExchange } from './exchange.ts'
import { toFailure } from './failure.ts'
import { MysqlSource } from './follow/mysql-source.ts'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { statements } from './statements.ts'
import { makeTableDialect } from './table-dialect.ts'
import { MysqlTarget } from './target.ts'

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
    makeSource: (table, config, session) =>
      new MysqlSource(table, config, session, { params, context, open, load: each => loadTable(each, table.id) }),
    makeTarget: (table, config, session) => new MysqlTarget(table, config, params.time_zone ?? '+00:00', session, open),
    makeReplacement: (table, config, session, id) =>
      openExchange(table, config, params.time_zone ?? '+00:00', session, open, id),
    planTable: planNew,
    createTable,
    toFailure: error => toFailure(error, 'The database refused the request'),
  }
}

async function createTable(
  session: Session,
  name: string,
  fields: readonly FieldSpec[],
  key: readonly string[],
): Promise<string> {
  const found = await session.query(
    'select 1 from information_schema.tables where table_schema = database() and table_name = ?',
    [name],
  )
  if (found.length > 0)
    throw new Failure({ code: 'resource.exists', message: `The table "${name}" exists already.`, value: name })
  await session.query(requireSql(planNew(session, name, fields, key)))
  return name
}

const planNew = ({ isMariaDb }: Session, name: string, fields: readonly FieldSpec[], key: readonly string[]) =>
  planTable(quoteName(name), fields, key, makeTableDialect(isMariaDb, key.length))
