import type { ConnectorContext } from '@sluice/connector-kit'
import { createSqlConnector, planTable, requireSql, type SqlDriver, TableSource } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec, toFailure } from '@sluice/contract'
import { type ClickHouseTable, listTables, loadTable } from './catalog.ts'
import { Client } from './client.ts'
import { testConnection } from './connection-test.ts'
import { quoteName, quoteText } from './dialect.ts'
import { manifest, Params, SourceOptions } from './manifest.ts'
import { ClickHouseReader } from './reader.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { makeTableDialect } from './table-dialect.ts'
import { ClickHouseTarget } from './target.ts'

/** Tables of one database over the HTTP interface. */
export default createSqlConnector({
  manifest,
  sentences: { zh, tw, pt },
  makeDriver: (values, context) => makeDriver(Params.parse(values), context),
})

/** Requests stand alone, so there is nothing to close. */
type Session = Client & { close(): Promise<void> }

function makeDriver(params: Params, context: ConnectorContext): SqlDriver<Session> {
  return {
    open: async () => Object.assign(await Client.open(params, context), { close: async () => undefined }),
    test: () => testConnection(params, context),
    list: listTables,
    load: loadTable,
    makeSource: (table, config, client) => {
      const { bytes_columns: bytesColumns, final } = SourceOptions.parse(config.options)
      const isFinal = final ?? true
      const found = table as ClickHouseTable // loadTable made it
      const shown = isFinal ? found : { ...found, uniqueKeys: [] }
      const reader = new ClickHouseReader(shown, client, { bytesColumns: bytesColumns ?? [], isFinal })
      return new TableSource(shown, config, reader)
    },
    makeTarget: (table, config, client) => new ClickHouseTarget(table as ClickHouseTable, config, client), // as above
    planTable: planNew,
    createTable: async (client, name, fields, key) => {
      const [found] = await client.rows(
        `select 1 from system.tables where database = currentDatabase() and name = ${quoteText(name)}`,
      )
      if (found)
        throw new Failure({ code: 'resource.exists', message: `The table "${name}" exists already.`, value: name })
      await client.ask({ sql: requireSql(planNew(client, name, fields, key)) })
      return name
    },
    toFailure,
  }
}

const planNew = (client: Session, name: string, fields: readonly FieldSpec[], key: readonly string[]) =>
  planTable(quoteName(name), fields, key, makeTableDialect(key, client.isAtLeast(22, 1)))
