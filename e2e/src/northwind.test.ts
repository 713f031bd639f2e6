import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { startSandbox } from '@sluice/sandbox'
import { readXlsx } from 'hucre'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, projectRoot, startProduct } from './product.ts'
import { runNewStrategy, waitForCalm } from './run-strategy.ts'

const script = join(projectRoot, '../shared/data/northwind.sql')
const database = `sluice_northwind_${process.pid}`
const postgresUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const isCi = Boolean(process.env['CI'])
const hasPostgres = isCi || (await canReach(() => connectPostgres(postgresUrl)))
const hasMaria = isCi || (await canReach(() => connectMaria()))

const tables = [
  'Categories',
  'CustomerCustomerDemo',
  'CustomerDemographics',
  'Customers',
  'EmployeeTerritories',
  'Employees',
  'Order Details',
  'Orders',
  'Products',
  'Regions',
  'Shippers',
  'Suppliers',
  'Territories',
]

describe.skipIf(!existsSync(script) && !isCi)(
  'Northwind, a real schema with blobs, dates and spaces in its names',
  () => {
    let product: Product
    let api: Api
    let directory: string
    let northwind: DatabaseSync
    let source: string

    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'sluice-northwind-'))
      northwind = openDatabase(join(directory, 'northwind.db'))
      northwind.exec('pragma journal_mode = memory; pragma synchronous = off')
      northwind.exec(readFileSync(script, 'utf8'))
      northwind.exec(`create view order_document as select o.*, (select json_group_array(json_object(
      'ProductID', d.ProductID, 'UnitPrice', d.UnitPrice, 'Quantity', d.Quantity, 'Discount', d.Discount))
      from "Order Details" d where d.OrderID = o.OrderID) as Lines from Orders o`)
      product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
      api = await product.signIn()
      source = await createConnector('sqlite', 'northwind', { place: 'directory', directory, name: 'northwind.db' })
    })

    afterAll(async () => {
      northwind.close()
      await product.dispose()
      await rm(directory, { recursive: true, force: true })
    })

    const createConnector = async (
      platform: string,
      name: string,
      params: Record<string, string | number>,
    ): Promise<string> => (await api.connector.create({ body: { platform_id: platform, name, params } })).content.id

    /** One table through a strategy of its own into a table that the product made from the source's fields. */
    const moveTable = async (target: string, table: string, resource: string): Promise<void> => {
      const { content: described } = await api.connector.describeResource({
        params: { id: source },
        body: { resource: table },
      })
      const key = described.key.length > 0 ? described.key : described.fields.slice(0, 1).map(field => field.name)
      await api.connector.createResource({ params: { id: target }, body: { resource, fields: described.fields, key } })
      const { run } = await runNewStrategy(api, `${table} → ${resource}`, {
        source: { connector_id: source, resource: table, key, pageSize: 500 },
        target: { connector_id: target, resource },
        mapping: { copyAll: true, fields: [] },
      })
      expect({ table, state: run.state, imbalance: run.imbalance, failure: run.failure }).toEqual({
        table,
        state: 'succeeded',
        imbalance: null,
        failure: null,
      })
    }

    const readSource = (table: string): string[] => {
      const statement = northwind.prepare(`select * from "${table}"`)
      statement.setReadBigInts(true)
      return statement
        .all()
        .map(row => canonical(Object.values(row)))
        .sort()
    }

    test.skipIf(!hasPostgres)(
      'all 13 tables arrive in PostgreSQL with every value equal',
      { timeout: 300_000 },
      async () => {
        const admin = await connectPostgres(postgresUrl)
        await admin.query(`create database ${database}`)
        const url = new URL(postgresUrl)
        const target = await createConnector('postgresql', 'pg', {
          host: url.hostname,
          port: Number(url.port || 5432),
          database,
          username: url.username,
          password: url.password || 'none',
        })
        url.pathname = `/${database}`
        const client = await connectPostgres(url.href)
        try {
          for (const table of tables) {
            await moveTable(target, table, `public.${table}`)
            const { rows } = await client.query({ text: `select * from "${table}"`, rowMode: 'array', types: rawTypes })
            expect(rows.map(row => canonical(row as unknown[])).sort(), table).toEqual(readSource(table))
          }
        } finally {
          await client.end()
          await admin.query(`drop database ${database} with (force)`)
          await admin.end()
        }
      },
    )

    test.skipIf(!hasMaria)('all 13 tables arrive in MariaDB with every value equal', { timeout: 300_000 }, async () => {
      const client = await connectMaria()
      await client.query(`create database ${database} character set utf8mb4`)
      const target = await createConnector('mysql', 'maria', {
        host: '127.0.0.1',
        port: 3306,
        database,
        username: 'root',
        password: '',
      })
      try {
        for (const table of tables) {
          await moveTable(target, table, table)
          const [rows] = await client.query({ sql: `select * from \`${database}\`.\`${table}\``, rowsAsArray: true })
          expect((rows as unknown[][]).map(row => canonical(row)).sort(), table).toEqual(readSource(table))
        }
      } finally {
        await client.query(`drop database ${database}`)
        await client.end()
      }
    })

    test('a table exported to XLSX is read back equal, by another library and by a strategy', {
      timeout: 120_000,
    }, async () => {
      const folder = await createConnector('file', 'folder', { place: 'directory', directory, pattern: '*.xlsx' })
      const { run } = await runNewStrategy(api, 'Customers → XLSX', {
        source: { connector_id: source, resource: 'Customers', key: ['CustomerID'] },
        target: { connector_id: folder, resource: 'new-file', options: { name: 'customers', format: 'xlsx' } },
        mapping: { copyAll: true, fields: [] },
      })
      expect(run).toMatchObject({ state: 'succeeded', counts: { written: 93 }, imbalance: null })
      const name = (await readdir(directory)).find(file => /^customers.*\.xlsx$/.test(file)) ?? ''
      const { sheets } = await readXlsx(await readFile(join(directory, name)))
      const [header, ...rows] = sheets[0]?.rows ?? []
      expect(header).toEqual(
        northwind
          .prepare('select * from Customers')
          .columns()
          .map(column => column.name),
      )
      // A cell cannot tell null from an empty text.
      const plain = (value: unknown) => (value === null || value === undefined || value === '' ? null : String(value))
      const expected = northwind
        .prepare('select * from Customers')
        .all()
        .map(row => JSON.stringify(Object.values(row).map(plain)))
      expect(rows.map(row => JSON.stringify(header?.map((_, index) => plain(row[index])))).sort()).toEqual(
        expected.sort(),
      )
      const database = openDatabase(join(directory, 'back.db'))
      database.exec(
        `create table Customers (${(header ?? []).map(column => `"${column}" text`).join(',')}, primary key (CustomerID))`,
      )
      const back = await createConnector('sqlite', 'back', { place: 'directory', directory, name: 'back.db' })
      const again = await runNewStrategy(api, 'XLSX → Customers', {
        source: { connector_id: folder, resource: `${name}#${sheets[0]?.name}`, key: ['CustomerID'] },
        target: { connector_id: back, resource: 'Customers' },
        mapping: { copyAll: true, fields: [] },
      })
      expect(again.run).toMatchObject({ state: 'succeeded', counts: { written: 93 } })
      const returned = database
        .prepare('select * from Customers')
        .all()
        .map(row => JSON.stringify(Object.values(row).map(plain)))
      expect(returned.sort()).toEqual(expected.sort())
      database.close()
    })

    test('830 orders with their lines reach the ERP under its faults: none lost, none doubled', {
      timeout: 300_000,
    }, async () => {
      const sandbox = await startSandbox({
        faults: {
          erp: { slow: 0.02, reset: 0.02, rateLimit: 0.02, serverError: 0.02, expireToken: 0.01, lostAnswer: 0.03 },
        },
      })
      try {
        const target = await createConnector('sandbox-erp', 'erp', {
          base_url: sandbox.erp.url,
          app_id: sandbox.erpAppId,
          app_secret: sandbox.erpAppSecret,
        })
        const field = (name: string, path: string) => ({
          target: name,
          value: { kind: 'template' as const, template: `{{${path}}}` },
        })
        const { id } = await runNewStrategy(api, 'orders → ERP', {
          source: { connector_id: source, resource: 'order_document', key: ['OrderID'], pageSize: 200 },
          target: { connector_id: target, resource: 'bill.save', batchSize: 50 },
          mapping: {
            fields: [
              { ...field('FBillNo', 'OrderID'), type: 'string', required: true },
              field('FCustId', 'CustomerID'),
              field('FDate', 'OrderDate'),
              field('ShipAddress', 'ShipAddress'),
              {
                target: 'FEntry',
                value: {
                  kind: 'lines',
                  source: 'Lines',
                  fields: [
                    field('FMaterialId', 'ProductID'),
                    field('FQty', 'Quantity'),
                    field('FPrice', 'UnitPrice'),
                    field('FDiscountRate', 'Discount'),
                  ],
                },
              },
            ],
          },
          retry: { maxAttempts: 8, firstDelaySeconds: 1 },
        })
        const counts = await waitForCalm(api, id)
        expect([...counts].filter(([, count]) => count > 0)).toEqual([[2, 830]])
        const bills = sandbox.erp.ledger()
        expect(bills.length).toBe(830)
        expect(bills.filter(bill => bill.accepted !== 1 || bill.repeats !== 0)).toEqual([])
        const lines = bills.reduce(
          (sum, bill) => sum + (JSON.parse(bill.json) as { FEntry: unknown[] }).FEntry.length,
          0,
        )
        expect(lines).toBe(2155)
      } finally {
        await sandbox.stop()
      }
    })
  },
)

/** One text per row; equal values of the three databases give equal texts. */
function canonical(values: readonly unknown[]): string {
  return JSON.stringify(values.map(value => canonicalValue(value)))
}

function canonicalValue(value: unknown): string | null {
  if (value === null) return null
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  if (/^\\x[0-9a-f]*$/.test(text)) return `bytes ${text.slice(2)}`
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
    return `number ${text.includes('.') ? text.replace(/\.?0+$/, '') : text}`
  // 00:00:00.000 and 00:00:00 are one moment.
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text)
    ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    : text
}

const rawTypes = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig // every value as PostgreSQL writes it

async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  await client.connect()
  return client
}

function connectMaria() {
  const place = { host: '127.0.0.1', user: 'root', password: '', connectTimeout: 2000 }
  return createConnection({ ...place, dateStrings: true, supportBigNumbers: true, bigNumberStrings: true })
}

async function canReach(connect: () => Promise<{ end(): Promise<unknown> }>): Promise<boolean> {
  try {
    await (await connect()).end()
    return true
  } catch {
    return false
  }
}
