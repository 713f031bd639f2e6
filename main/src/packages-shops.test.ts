import { type Sandbox, startSandbox, type Vendor, vendors } from '@sluice/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
let sandbox: Sandbox
let shopify: Vendor
beforeAll(async () => {
  world = await startPackageWorld()
  sandbox = await startSandbox({ faults: 'none', orders: 200 })
  shopify = await vendors['shopify']!()
})
afterAll(async () => {
  await world.stop()
  await Promise.all([sandbox.stop(), shopify.stop()])
})

const shop = () => ({
  platform: 'sandbox-shop',
  params: {
    base_url: sandbox.shop.url,
    client_id: sandbox.clientId,
    client_secret: sandbox.clientSecret,
    max_concurrent: 8,
  },
})
const erp = () => ({
  platform: 'sandbox-erp',
  params: { base_url: sandbox.erp.url, app_id: sandbox.erpAppId, app_secret: sandbox.erpAppSecret, max_concurrent: 8 },
})

test('shop-erp-orders: paid orders and refunds arrive once, and what the ERP refuses is told', {
  timeout: 120_000,
}, async () => {
  const tenant = await world.bind('shop-erp-orders', { shop: shop(), erp: erp() })
  await tenant.apply({ number_prefix: 'T' })
  for (const code of ['shop-sales-orders', 'shop-refunds']) expect(await tenant.check(code)).toEqual([])

  const unpaid = Math.floor(200 / 13)
  const first = await tenant.run('shop-sales-orders')
  expect(first).toMatchObject({ read: 200, filtered: unpaid, fresh: 200 - unpaid })
  expect(first.written + first.dead + first.failed).toBe(200 - unpaid)
  expect(first.dead + first.failed).toBe(sandbox.shop.flawed.length)
  const refused = await tenant.errorsOf('shop-sales-orders')
  expect(refused).toHaveLength(sandbox.shop.flawed.length)
  expect(refused.join('\n')).toMatch(/物料编码“.*”不存在[\s\S]*|数量必须大于 0/)

  const bills = sandbox.erp.ledger()
  expect(bills).toHaveLength(first.written)
  const bill = JSON.parse(bills[0]!.json) // one at least arrived
  expect(bill).toMatchObject({ FBillNo: expect.stringMatching(/^T00/), FStatus: expect.stringMatching(/^[123]0$/) })
  const whole = bill.FEntry.reduce((sum: number, line: { FAmount: number }) => sum + line.FAmount, 0) - bill.FDiscount
  expect(whole).toBeCloseTo(bill.FPayAmount, 6)

  const refunds = await tenant.run('shop-refunds')
  expect(refunds.written).toBe(refunds.fresh)
  expect(refunds.written).toBeGreaterThan(0)
  const back = sandbox.erp.ledger().filter(each => each.number.startsWith('RF'))
  expect(back).toHaveLength(refunds.written)
  expect(JSON.parse(back[0]!.json).FCustId).toMatch(/^C\d{5}$/) // as many as were written

  const [again, refundsAgain] = [await tenant.run('shop-sales-orders'), await tenant.run('shop-refunds')]
  expect([again.written, refundsAgain.written, refundsAgain.fresh]).toEqual([0, 0, 0])
  expect(sandbox.erp.ledger()).toHaveLength(first.written + refunds.written)
  expect(sandbox.erp.ledger().every(each => each.accepted === 1)).toBe(true)
})

test('erp-stock-shopify: quantities less the safety stock, by the item that the SKU leads to', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-06-01T00:00:00Z')
  const tenant = await world.bind('erp-stock-shopify', {
    erp: erp(),
    shop: { platform: 'shopify', params: shopify.params },
  })
  await tenant.apply({ location_id: '77', safety_stock: '5' })
  for (const code of ['shopify-variants', 'erp-stock']) expect(await tenant.check(code)).toEqual([])
  for (let at = 0; at < 60; at += 1) shopify.edit('products', at, variantOf(at))

  const variants = await tenant.run('shopify-variants')
  expect(variants).toMatchObject({ read: 260, written: 260 })
  const stock = await tenant.run('erp-stock')
  // One material is sold out and in no shop.
  expect(stock).toMatchObject({ read: 61, fresh: 61, written: 60 })
  expect(await tenant.errorsOf('erp-stock')).toEqual([expect.stringMatching(/^mapping\.notFound .*SKU-0061/)])
  expect(shopify.written).toHaveLength(60)
  for (const row of shopify.written)
    expect(row).toMatchObject({ location_id: 77, inventory_item_id: expect.any(Number), available: expect.any(Number) })
  expect(shopify.written.every(row => Number(row['available']) >= 995)).toBe(true)

  const again = await tenant.run('erp-stock')
  expect(again.written).toBe(0)
  expect(shopify.written).toHaveLength(60)
})

/** The shop sells what the ERP has, under its codes. */
const variantOf = (at: number) => ({
  variants: [
    {
      id: 1,
      sku: `SKU-${String(at + 1).padStart(4, '0')}`,
      price: '9.90',
      inventory_item_id: 40_000 + at,
      inventory_quantity: 3,
    },
  ],
})
