import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver, TableSource } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { listTables, loadTable } from './catalog.ts'
import { testConnection } from './connection-test.ts'
import { quoteName } from './dialect.ts'
import { toFailure } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { DorisReader } from './reader.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { StreamLoad } from './stream-load.ts'
import { tableDialectOf } from './table-dialect.ts'
import { DorisTarget } from './target.ts'

/** Reads by statements over the MySQL protocol, writes by Stream Load over HTTP. */
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
    load: loadTable,
    makeSource: (table, config, session) => new TableSource(table, config, new DorisReader(table, session, open)),
    makeTarget: (table, config, session) =>
      new DorisTarget(table, config, {
        load: new StreamLoad(params, context),
        session,
        open,
        ...(context.sleep ? { sleep: context.sleep } : {}),
      }),
    planTable: (_session, name, fields, key) => planNew(name, fields, key),
    createTable: async (session, name, fields, key) => {
      const found = await session.query(
        'select 1 from information_schema.tables where table_schema = database() and table_name = ?',
        [name],
      )
      if (found.length > 0)
        throw new Failure({ code: 'resource.exists', message: `The table "${name}" exists already.`, value: name })
      await session.query(requireSql(planNew(name, fields, key)))
      return name
    },
    toFailure: error => toFailure(error, 'The database refused the request'),
  }
}

/** The columns of a key come first, in its order. */
function planNew(name: string, fields: readonly FieldSpec[], key: readonly string[]) {
  const ordered = [
    ...key.flatMap(each => fields.filter(field => field.name === each)),
    ...fields.filter(field => !key.includes(field.name)),
  ]
  return planTable(quoteName(name), ordered, key, tableDialectOf(key))
}
