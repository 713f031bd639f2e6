import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { listTables, loadTable } from './catalog.ts'
import { testConnection } from './connection-test.ts'
import { formatTableId, parseTableId, quoteName, tableDialect } from './dialect.ts'
import { openExchange } from './exchange.ts'
import { toFailure } from './failure.ts'
import { PostgresSource } from './follow/postgres-source.ts'
import { manifest, Params } from './manifest.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { statements } from './statements.ts'
import { PostgresTarget } from './target.ts'

export default createSqlConnector({
  manifest,
  sentences: { zh, tw, pt },
  makeDriver: (values, context) => makeDriver(Params.parse(values), context),
})

function makeDriver(params: Params, context: ConnectorContext): SqlDriver<Session> {
  const open = () => Session.open(params, context)
  const schema = params.schema ?? ''
  return {
    open,
    test: () => testConnection(params, context),
    list: session => listTables(session, schema),
    listPart: (session, after, limit) => listTables(session, schema, { after, limit }),
    statements,
    load: (session, id) => loadTable(session, id, schema),
    makeSource: (table, config, session) =>
      new PostgresSource(table, config, session, {
        params,
        context,
        open,
        load: each => loadTable(each, table.id, schema),
      }),
    makeTarget: (table, config, session) =>
      new PostgresTarget(table, config, params.time_zone ?? '+00:00', session, open),
    makeReplacement: (table, config, session, id) =>
      openExchange(table, config, params.time_zone ?? '+00:00', session, open, id),
    planTable: (_session, name, fields, key) => planNew(name, fields, key, schema || 'public').plan,
    createTable: (session, name, fields, key) => createTable(session, name, fields, key, schema || 'public'),
    toFailure: error => toFailure(error, 'The database refused the request'),
  }
}

async function createTable(
  session: Session,
  name: string,
  fields: readonly FieldSpec[],
  key: readonly string[],
  defaultSchema: string,
): Promise<string> {
  const { owner, table, sqlName, plan } = planNew(name, fields, key, defaultSchema)
  const exists = await session.query('select to_regclass($1) is not null', [sqlName])
  if (exists[0]?.[0] === 't')
    throw new Failure({
      code: 'resource.exists',
      message: `The table "${owner}.${table}" exists already.`,
      value: name,
    })
  await session.run(requireSql(plan))
  return formatTableId(owner, table)
}

function planNew(name: string, fields: readonly FieldSpec[], key: readonly string[], defaultSchema: string) {
  const [schema, table] = parseTableId(name) ?? [null, name]
  const owner = schema ?? defaultSchema
  const sqlName = `${quoteName(owner)}.${quoteName(table)}`
  return { owner, table, sqlName, plan: planTable(sqlName, fields, key, tableDialect) }
}
