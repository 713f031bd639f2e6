import { join } from 'node:path'
import { packagesDir, readPackage } from '@sluice/packages'
import { vendors } from '@sluice/sandbox'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
let server: Awaited<ReturnType<typeof startLogicalServer>>
let far: pg.Client
beforeAll(async () => {
  ;[world, server] = await Promise.all([startPackageWorld(), startLogicalServer()])
  far = new pg.Client({ connectionString: server.url })
  await far.connect()
})
afterAll(async () => {
  await world.stop()
  await far.end()
  await server.stop()
})

test('records of the connected shop are tried field by field before anything is installed, and nothing is written', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-06-01T00:00:00Z')
  const name = 'woocommerce-postgresql'
  const text = readPackage(join(packagesDir, name)).files.find(each => each.path === 'docs/tables.md')?.text ?? ''
  const sql = /```sql\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  await far.query(`create schema tried; set search_path to tried; ${sql}; reset search_path`)
  const shop = await vendors['woocommerce']!()
  try {
    // Every record of these may be among the first ones.
    for (let at = 0; at < 40; at += 2) shop.edit('orders', at, { total: '' })
    const warehouse = { platform: 'postgresql', params: server.params }
    const tenant = await world.bind(name, { shop: { platform: 'woocommerce', params: shop.params }, warehouse })
    const { flows } = await tenant.tryInstall({ schema: 'tried' })
    expect(flows.map(each => each.state)).not.toContain('failed')
    const orders = flows.find(each => each.strategy === 'woo-orders')
    expect(orders?.records.length).toBeGreaterThan(0)
    expect(orders?.records.length).toBeLessThanOrEqual(5)
    const total = orders?.fields.find(each => each.field === 'total')
    expect((total?.filled ?? 0) + (total?.refused ?? 0)).toBe(orders?.records.length)
    const products = flows.find(each => each.strategy === 'woo-products')
    expect(products?.records.map(each => each.state)).toEqual(['mapped', 'mapped', 'mapped', 'mapped', 'mapped'])
    expect(products?.fields.find(each => each.field === 'name')).toMatchObject({ filled: 5, empty: 0, refused: 0 })
    const tables = await far.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'tried'`,
    )
    expect(tables.rows.length).toBeGreaterThan(0)
    for (const table of tables.rows)
      expect([table.name, (await far.query(`select 1 from tried.${table.name}`)).rows]).toEqual([table.name, []])
    expect(await tenant.query('select 1 from strategy')).toEqual([])
  } finally {
    await shop.stop()
  }
})
