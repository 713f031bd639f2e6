import { join } from 'node:path'
import { packagesDir, readPackage } from '@sluice/packages'
import { type Vendor, vendors } from '@sluice/sandbox'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLogicalServer } from './testing/logical-server.ts'
import type { PackageTenant } from './testing/package-tenant.ts'
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

const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
  (await far.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from (${sql}) t`)).rows.map(
    each => each.row,
  )

/** The tables as the package tells people to make them, in a schema of its own. */
async function makeTables(name: string, schema: string): Promise<void> {
  const text = readPackage(join(packagesDir, name)).files.find(each => each.path === 'docs/tables.md')?.text ?? ''
  const sql = /```sql\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  await far.query(`create schema ${schema}; set search_path to ${schema}; ${sql}; reset search_path`)
}

async function bind(name: string, schema: string, slot: string, vendor: Vendor): Promise<PackageTenant> {
  await makeTables(name, schema)
  const warehouse = { platform: 'postgresql', params: server.params }
  const tenant = await world.bind(name, { [slot]: { platform: vendorOf(name), params: vendor.params }, warehouse })
  await tenant.apply({ schema })
  for (const { strategy } of readPackage(join(packagesDir, name)).manifest.flows)
    expect([strategy, await tenant.check(strategy)]).toEqual([strategy, []])
  return tenant
}
const vendorOf = (name: string): string => name.replace('-postgresql', '')

test('woocommerce-postgresql: orders, lines and products stand in the tables, and change there', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-06-01T00:00:00Z')
  const shop = await vendors['woocommerce']!()
  try {
    shop.edit('orders', 0, { customer_id: 0, total: '12345678901234567.89', total_tax: '0.01', status: 'wc-lost' })
    shop.edit('orders', 1, { total: '' })
    shop.edit('products', 0, { regular_price: '', stock_quantity: null })
    const tenant = await bind('woocommerce-postgresql', 'woo', 'shop', shop)
    expect(await tenant.run('woo-orders')).toMatchObject({ read: 345, written: 344, dead: 1 })
    expect(await tenant.errorsOf('woo-orders')).toEqual([expect.stringMatching(/"total"/)])
    expect(await tenant.run('woo-order-lines')).toMatchObject({ read: 345, written: 345 })
    expect(await tenant.run('woo-products')).toMatchObject({ read: 101, written: 101 })

    const [order] = (
      await far.query('select * , total::text as exact, net::text as rest from woo.woo_orders where order_id = 1000')
    ).rows
    expect(order).toMatchObject({
      exact: '12345678901234567.890000',
      rest: '12345678901234567.880000',
      customer_id: null,
      status: 'wc-lost',
    })
    expect(await ask('select sku, regular_price, stock_quantity from woo.woo_products where product_id = 50')).toEqual([
      { sku: 'W-0', regular_price: null, stock_quantity: null },
    ])
    const [sums] = await ask('select count(*) as n, sum(amount) as s from woo.woo_order_lines')
    expect(sums).toEqual({ n: 345, s: 15697.5 })

    world.passHours(1)
    shop.change('orders', 2, new Date('2025-06-01T00:30:00Z'))
    expect(await tenant.run('woo-orders')).toMatchObject({ written: 2 })
    for (const code of ['woo-orders', 'woo-order-lines', 'woo-products'])
      if (code !== 'woo-order-lines') expect([code, (await tenant.run(code)).written]).toEqual([code, 0])
  } finally {
    await shop.stop()
  }
})

test('shopify-postgresql: the day of an order is that of the zone, and no address is whole', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-06-01T00:00:00Z')
  const shop = await vendors['shopify']!()
  try {
    shop.lose('orders', 412)
    shop.edit('orders', 0, { created_at: '2025-01-01T20:00:00-05:00', total_price: '98765432109876543.21' })
    shop.edit('orders', 1, { total_price: 'n/a' })
    const tenant = await bind('shopify-postgresql', 'shopify', 'shop', shop)
    expect(await tenant.run('shopify-dw-orders')).toMatchObject({ read: 200, written: 199, dead: 1 })
    expect(await tenant.errorsOf('shopify-dw-orders')).toEqual([expect.stringMatching(/"total"/)])
    expect(await tenant.run('shopify-dw-lines')).toMatchObject({ read: 200, written: 200 })
    expect(await tenant.run('shopify-dw-variants')).toMatchObject({ read: 260, written: 260 })

    const [order] = (
      await far.query(
        'select order_day::text as day, total::text as total, email_masked from shopify.shopify_orders order by order_id limit 1',
      )
    ).rows
    expect(order).toEqual({ day: '2025-01-02', total: '98765432109876543.210000', email_masked: 'b***@example.com' })
    expect(await ask(`select count(*) as n from shopify.shopify_orders where fulfillment = 'unfulfilled'`)).not.toEqual(
      [{ n: 0 }],
    )
    expect(await ask('select sum(amount) as s from shopify.shopify_order_lines')).toEqual([{ s: 3980 }])

    for (const code of ['shopify-dw-orders', 'shopify-dw-lines', 'shopify-dw-variants'])
      expect([code, (await tenant.run(code)).written]).toEqual([code, 0])
  } finally {
    await shop.stop()
  }
})

test('kuaimai-postgresql: numbers of 19 digits stay whole, milliseconds become instants', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-01-05T00:00:00Z')
  const erp = await vendors['kuaimai']!()
  try {
    erp.lose('trades', 350)
    erp.edit('trades', 0, { payment: '非数字' })
    erp.edit('trades', 1, { payTime: Date.parse('2025-01-03T12:00:00.123Z') })
    const tenant = await bind('kuaimai-postgresql', 'km', 'kuaimai', erp)
    expect(await tenant.run('kuaimai-trades')).toMatchObject({ read: 150, written: 149, dead: 1 })
    expect(await tenant.errorsOf('kuaimai-trades')).toEqual([expect.stringMatching(/"amount_due"/)])
    expect(await tenant.run('kuaimai-trade-lines')).toMatchObject({ read: 150, written: 150 })
    expect(await tenant.run('kuaimai-stock')).toMatchObject({ read: 250, written: 250 })
    expect(await tenant.run('kuaimai-products')).toMatchObject({ read: 163, written: 163 })

    const [trade] = (
      await far.query(
        `select sid, status, extract(epoch from paid_at)::text as paid from km.kuaimai_trades where paid_at is not null`,
      )
    ).rows
    expect(trade).toEqual({ sid: '5812345678901234352', status: 'finished', paid: '1735905600.123000' })
    expect(
      await ask(`select count(*) as n, count(distinct sku) as skus from km.kuaimai_stock where warehouse = 'WH12'`),
    ).toEqual([{ n: 250, skus: 250 }])
    for (const code of ['kuaimai-trades', 'kuaimai-trade-lines', 'kuaimai-stock', 'kuaimai-products'])
      expect([code, (await tenant.run(code)).written]).toEqual([code, 0])
  } finally {
    await erp.stop()
  }
})

test('database-copy: the whole table, what changed, and every change as it comes', async () => {
  world.setClock('2025-06-01T00:00:00Z')
  const columns = 'id bigint primary key, no text, amount numeric(38,10), note text, updated_at timestamptz(6)'
  await far.query(`create schema shop; create table shop.orders (${columns})`)
  for (const table of ['orders_full', 'orders_inc', 'orders_live'])
    await far.query(`create table shop.${table} (${columns}, copied_by text)`)
  const fill = `insert into shop.orders select n, 'SO-' || n, n + 0.0123456789, case when n % 3 = 0 then null else '杯 👍' end,
    timestamptz '2025-05-01' + n * interval '1 minute' from generate_series(1, 500) n`
  await far.query(fill)
  await far.query(
    `insert into shop.orders values (9223372036854775807, '', 1234567890123456789012345678.0123456789, null, '2025-05-02')`,
  )
  const database = { platform: 'postgresql', params: server.params }
  const tenant = await world.bind('database-copy', { from: database, to: database })
  await tenant.apply({
    source_table: 'shop.orders',
    full_table: 'shop.orders_full',
    incremental_table: 'shop.orders_inc',
    cdc_table: 'shop.orders_live',
    batch: 'b7',
  })
  const isSame = async (table: string): Promise<boolean> => {
    const { rows } = await far.query(
      `select count(*)::int as n from ((table shop.orders except select id, no, amount, note, updated_at from shop.${table})
         union all (select id, no, amount, note, updated_at from shop.${table} except table shop.orders)) d`,
    )
    return rows[0]?.n === 0
  }
  for (const code of ['table-full', 'table-incremental', 'table-cdc'])
    expect([code, await tenant.check(code)]).toEqual([code, []])

  expect(await tenant.run('table-full')).toMatchObject({ read: 501, written: 501 })
  expect(await isSame('orders_full')).toBe(true)
  expect(await tenant.run('table-incremental')).toMatchObject({ read: 501, written: 501 })
  expect(await isSame('orders_inc')).toBe(true)
  expect(await ask('select distinct copied_by from shop.orders_inc')).toEqual([{ copied_by: 'incremental-b7' }])
  await far.query(`update shop.orders set note = 'later', updated_at = '2025-06-01T00:00:01Z' where id = 7`)
  world.passHours(1)
  expect(await tenant.run('table-incremental')).toMatchObject({ written: 1 })
  expect(await isSame('orders_inc')).toBe(true)
  expect(await tenant.run('table-incremental')).toMatchObject({ written: 0 })

  await tenant.follow('table-cdc', () => isSame('orders_live'))
  await far.query(`update shop.orders set amount = 1 where id < 5; delete from shop.orders where id between 10 and 20`)
  await tenant.follow('table-cdc', () => isSame('orders_live'))
  expect(await ask('select count(*) as n from shop.orders_live')).toEqual([{ n: 490 }])

  await far.query('delete from shop.orders where id > 100')
  expect(await tenant.run('table-full')).toMatchObject({ read: 89 })
  expect(await isSame('orders_full')).toBe(true)
})
