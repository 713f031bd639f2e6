import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver, TableSource } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { listTables, loadTable, type ServerTable } from './catalog.ts'
import { testConnection } from './connection-test.ts'
import { quoteName, quoteText, tableDialect } from './dialect.ts'
import { toFailure } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { SqlServerReader } from './reader.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { statements } from './statements.ts'
import { SqlServerTarget } from './target.ts'

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
    makeSource: (table, config, session) => new TableSource(table, config, new SqlServerReader(table, session, open)),
    // `load` made it.
    makeTarget: (table, config, session) => new SqlServerTarget(table as ServerTable, config, session, open),
    planTable: async (session, name, fields, key) => {
      const [[schema] = []] = await session.query('select schema_name()')
      return planNew(String(schema), name, fields, key)
    },
    createTable,
    toFailure: error => toFailure(error, 'The database refused the request'),
  }
}

/** In the schema that is the user's own. */
async function createTable(
  session: Session,
  name: string,
  fields: readonly FieldSpec[],
  key: readonly string[],
): Promise<string> {
  const [[schema, found] = []] = await session.query(
    `select schema_name(), object_id(quotename(schema_name()) + N'.' + quotename(${quoteText(name)}))`,
  )
  if (found !== null)
    throw new Failure({ code: 'resource.exists', message: `The table "${name}" exists already.`, value: name })
  await session.query(requireSql(planNew(String(schema), name, fields, key)))
  return `${String(schema)}.${name}`
}

const planNew = (schema: string, name: string, fields: readonly FieldSpec[], key: readonly string[]) =>
  planTable(`${quoteName(schema)}.${quoteName(name)}`, fields, key, tableDialect)
