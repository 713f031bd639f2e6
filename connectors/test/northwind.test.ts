import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Connection, type Connector, parseParams } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { formatDecimal, formatMoment, parseDecimal, parseMoment } from '@sluice/connector-kit/sql'
import { type Data, ExactNumber, type Resource, SourceConfig, TargetConfig, toJson, type Value } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import mysql from '../src/mysql/index.ts'
import * as mysqlTesting from '../src/mysql/testing.ts'
import postgresql from '../src/postgresql/index.ts'
import * as postgresTesting from '../src/postgresql/testing.ts'
import sqlite from '../src/sqlite/index.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
// The real data lies beside the project.
const script = resolve(import.meta.dirname, '../../../shared/data/northwind.sql')
const isCi = process.env['CI'] !== undefined
const hasScript = existsSync(script)
const TABLES = 13

interface Place {
  readonly connector: Connector
  isReachable(): Promise<boolean>
  create(): Promise<{ readonly params: Record<string, string | number>; dispose(): Promise<void> }>
}
const places: readonly (readonly [string, Place])[] = [
  [
    'PostgreSQL',
    { connector: postgresql, isReachable: postgresTesting.isReachable, create: postgresTesting.createTestDatabase },
  ],
  ['MariaDB', { connector: mysql, isReachable: mysqlTesting.isReachable, create: mysqlTesting.createTestDatabase }],
]

describe.runIf(hasScript || isCi)(
  'northwind, 13 tables from SQLite (needs shared/data/northwind.sql beside the project)',
  () => {
    let context: TestContext

    beforeAll(() => {
      context = createTestContext()
      const database = new DatabaseSync(join(context.directory, 'northwind.db'), { enableForeignKeyConstraints: false })
      database.exec(readFileSync(script, 'utf8'))
      database.close()
    })
    afterAll(() => context.dispose())

    test.each(places)('move to %s with every value equal on read-back', async (_name, place) => {
      if (!isCi && !(await place.isReachable())) return
      const target = await place.create()
      const from = await sqlite.open(
        parseParams(sqlite.manifest.params, { place: 'directory', directory: context.directory, name: 'northwind.db' }),
        context,
      )
      const to = await place.connector.open(parseParams(place.connector.manifest.params, target.params), context)
      try {
        const resources = await from.discover()
        const tables = resources.filter(resource => resource.kind === 'table')
        expect(tables).toHaveLength(TABLES)
        for (const { id } of tables) await moveTable(from, to, await from.describe(id, {}))
      } finally {
        await from.close()
        await to.close()
        await target.dispose()
      }
    })
  },
)

async function moveTable(from: Connection, to: Connection, resource: Resource): Promise<void> {
  const created = await to.createResource!(resource.id, resource.fields, resource.key) // both databases make tables
  const target = await to.openTarget!(TargetConfig.parse({ connector_id: connectorId, resource: created })) // both are targets
  const rows = await readAll(from, resource.id, resource.key)
  const outcomes = await target.write(
    rows.map((data, index) => ({ data, idempotencyKey: String(index) })),
    new AbortController().signal,
  )
  expect(
    outcomes.filter(outcome => outcome.kind !== 'written'),
    resource.id,
  ).toEqual([])
  await target.close()
  const back = await readAll(to, created, resource.key)
  const sort = (list: readonly Data[]) => list.map(row => toJson(normalise(row))).toSorted()
  expect(sort(back), resource.id).toEqual(sort(rows))
}

async function readAll(connection: Connection, resource: string, key: readonly string[]): Promise<Data[]> {
  const source = await connection.openSource!(SourceConfig.parse({ connector_id: connectorId, resource, key })) // all three are sources
  const rows: Data[] = []
  for await (const page of source.read({
    cursor: null,
    window: null,
    pageSize: 500,
    signal: new AbortController().signal,
  }))
    for (const record of page.records) rows.push(record.data ?? {})
  await source.close()
  return rows
}

/** 10.50 and 10.5 are one number, 10:00:00 and 10:00:00.000 one moment; everything else counts letter by letter. */
const normalise = (row: Data): Data =>
  Object.fromEntries(
    Object.entries(row)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, normaliseValue(value)]),
  )

function normaliseValue(value: Value): Value {
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const decimal = parseDecimal(String(value))
    return decimal ? `number ${formatDecimal(decimal)}` : String(value)
  }
  const moment = typeof value === 'string' && value.length > 10 ? parseMoment(value) : null
  return moment ? formatMoment(moment) : value
}
