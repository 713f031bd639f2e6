import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newId } from '@sluice/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { dropDatabase } from './testing/template.ts'
import { findTestServer } from './testing/test-server.ts'
import { createTestTenant } from './testing.ts'

const OURS = fileURLToPath(new URL('../migrations/', import.meta.url))

const kept = { blank: 'text', error_cells: 'text', leading_zeros: false }

test('what was saved before keeps how its cells are read, and its guard against formulas', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-migrations-'))
  const server = await findTestServer()
  const name = `sluice_test_${newId().replaceAll('-', '')}`
  const run = async (at: string, text: string) => {
    const client = new pg.Client({ connectionString: at })
    await client.connect()
    return client.query<Record<string, unknown>>(text).finally(() => client.end())
  }
  await run(server, `create database ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  const url = address.href
  try {
    cpSync(OURS, directory, { recursive: true })
    for (const file of readdirSync(directory)) if (file >= '0064') rmSync(join(directory, file))
    await migrate(url, { directory })
    const database = await openDatabase({ url, poolSize: 2 })
    const { tenantId } = await createTestTenant(database)
    const [file, sql, strategy] = [newId(), newId(), newId()]
    const configs = [
      { source: { connector_id: file, options: { format: 'csv' } }, target: { connector_id: file, options: {} } },
      { source: { connector_id: file }, target: { connector_id: sql, options: { a: 1 } } },
      {
        source: { connector_id: sql, options: {} },
        target: { connector_id: file, options: { guard_formulas: false } },
      },
    ]
    await database.withTenant(tenantId, async tx => {
      await tx.query(
        `insert into connector (tenant_id, id, platform_id, name) values ($1, $2, 'file', 'a'), ($1, $3, 'mysql', 'b')`,
        [tenantId, file, sql],
      )
      await tx.query(`insert into strategy (tenant_id, id, code, name) values ($1, $2, 's', 's')`, [tenantId, strategy])
      for (const [at, config] of configs.entries())
        await tx.query(
          'insert into strategy_version (tenant_id, strategy_id, version, config) values ($1, $2, $3, $4)',
          [tenantId, strategy, at + 1, JSON.stringify(config)],
        )
    })
    await migrate(url)
    const rows = await database.withTenant(tenantId, tx =>
      tx.query<{ config: unknown }>('select config from strategy_version order by version'),
    )
    await database.close()
    expect(rows.map(row => row.config)).toEqual([
      {
        source: { connector_id: file, options: { format: 'csv', ...kept } },
        target: { connector_id: file, options: { guard_formulas: true } },
      },
      { source: { connector_id: file, options: kept }, target: { connector_id: sql, options: { a: 1 } } },
      configs[2],
    ])
  } finally {
    rmSync(directory, { recursive: true, force: true })
    await dropDatabase(server, url)
  }
})
