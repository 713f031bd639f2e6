import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver, TableSource } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec, type Resource } from '@sluice/contract'
import { listTables, loadTable, sampleFields } from './catalog.ts'
import { testConnection } from './connection-test.ts'
import { quoteName, tableDialect } from './dialect.ts'
import { openExchange } from './exchange.ts'
import { toFailure } from './failure.ts'
import { manifest, Params } from './manifest.ts'
import { SqliteReader } from './reader.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { statements } from './statements.ts'
import { makeReadOnly, SqliteTarget } from './target.ts'

export default createSqlConnector({
  manifest,
  sentences: { zh, tw, pt },
  makeDriver: (values, context) => makeDriver(Params.parse(values), context),
})

function makeDriver(params: Params, context: ConnectorContext): SqlDriver<Session> {
  const open = (mode: 'read' | 'write') => Session.open(params, context, mode)
  return {
    open: use => {
      if (use === 'write' && params.place === 'upload') return Promise.reject(makeReadOnly())
      return open(use)
    },
    test: () => testConnection(params, context),
    list: listTables,
    statements,
    load: loadTable,
    describe: async (session, table): Promise<Partial<Resource>> => ({ fields: await sampleFields(session, table) }),
    makeSource: (table, config, session) =>
      new TableSource(table, config, new SqliteReader(table, session, () => open('read'))),
    makeTarget: (table, config, session) => new SqliteTarget(table, config, session, () => open('write')),
    makeReplacement: (table, config, session, id) => openExchange(table, config, session, () => open('write'), id),
    planTable: (_session, name, fields, key) => planTable(quoteName(name), fields, key, tableDialect),
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
  const found = await session.all(
    "select 1 from sqlite_schema where type in ('table', 'view') and name = ? collate nocase",
    [name],
  )
  if (found.length > 0)
    throw new Failure({ code: 'resource.exists', message: `The table "${name}" exists already.`, value: name })
  await session.exec(requireSql(planTable(quoteName(name), fields, key, tableDialect)))
  return name
}
