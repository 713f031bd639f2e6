import { newId } from '@sluice/contract'
import { expect, test } from 'vitest'
import { createOldDatabase, createTestTenant } from './testing.ts'

const kept = { blank: 'text', error_cells: 'text', leading_zeros: false }

test('what was saved before keeps how its cells are read, and its guard against formulas', async () => {
  const { database, ...old } = await createOldDatabase('0064')
  try {
    const { tenantId } = await createTestTenant(database)
    const [file, sql, strategy] = [newId(), newId(), newId()]
    const configs = [
      {
        source: { connector_id: file, options: { format: 'csv' } },
        target: { mode: 'insert', connector_id: file, options: {} },
      },
      { source: { connector_id: file }, target: { mode: 'insert', connector_id: sql, options: { a: 1 } } },
      {
        source: { connector_id: sql, options: {} },
        target: { mode: 'insert', connector_id: file, options: { guard_formulas: false } },
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
    await old.migrate()
    const rows = await database.withTenant(tenantId, tx =>
      tx.query<{ config: unknown }>('select config from strategy_version order by version'),
    )
    expect(rows.map(row => row.config)).toEqual([
      {
        source: { connector_id: file, options: { format: 'csv', ...kept } },
        target: { mode: 'insert', connector_id: file, options: { guard_formulas: true } },
      },
      {
        source: { connector_id: file, options: kept },
        target: { mode: 'insert', connector_id: sql, options: { a: 1 } },
      },
      configs[2],
    ])
  } finally {
    await old.drop()
  }
})
