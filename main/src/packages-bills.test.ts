import { type Vendor, vendors } from '@sluice/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackageWorld, startPackageWorld } from './testing/package-world.ts'

let world: PackageWorld
const far: Record<string, Vendor> = {}
beforeAll(async () => {
  world = await startPackageWorld()
  for (const id of ['jushuitan', 'kingdee', 'wangdian', 'yonyou', 'dingtalk-approval']) far[id] = await vendors[id]!()
})
afterAll(async () => {
  await world.stop()
  await Promise.all(Object.values(far).map(each => each.stop()))
})
const sideOf = (platform: string) => ({ platform, params: far[platform]!.params })
/** No more than so many stay, so that pages are few. */
const leave = (platform: string, code: string, count: number): void => {
  const { [platform]: vendor } = far
  vendor!.lose(code, vendor!.counts[code]! - count)
}
const writtenTo = (platform: string, since: number) => far[platform]!.written.slice(since)

test('jushuitan-kingdee: orders, deliveries and returns are booked once, materials come back as products', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-01-14T23:30:00Z')
  leave('jushuitan', 'orders', 40)
  leave('jushuitan', 'deliveries', 24)
  leave('kingdee', 'materials', 40)
  const [jst, kingdee] = [far['jushuitan']!, far['kingdee']!]
  jst.edit('orders', 0, { items: [{ sku_id: '', qty: 1, price: '1.00' }] })
  jst.edit('orders', 1, { status: 'Cancelled' })
  jst.edit('deliveries', 0, { warehouse: '新仓' })
  jst.edit('deliveries', 1, { status: 'Cancelled' })
  jst.edit('refunds', 0, { type: '仅退款' })
  jst.edit('refunds', 1, { items: [{ sku_id: 'SKU1', qty: 1, price: '1', type: '换货' }] })
  kingdee.edit('materials', 0, { FNumber: '' })
  const tenant = await world.bind('jushuitan-kingdee', { jst: sideOf('jushuitan'), kingdee: sideOf('kingdee') })
  await tenant.apply({ sale_org: '200', auto_audit: 'true' })
  const codes = ['jst-sales-orders', 'jst-deliveries', 'jst-returns', 'kingdee-materials']
  for (const code of codes) expect([code, await tenant.check(code)]).toEqual([code, []])

  expect(await tenant.run('jst-sales-orders')).toMatchObject({ read: 40, filtered: 1, written: 38, dead: 1 })
  expect(await tenant.errorsOf('jst-sales-orders')).toEqual([expect.stringContaining('FMaterialId.FNumber')])
  expect(kingdee.written[0]).toMatchObject({ FSaleOrgId: { FNumber: '200' }, FCustId: { FNumber: 'CUST0086' } })

  expect(await tenant.run('jst-deliveries')).toMatchObject({ read: 24, filtered: 1, written: 22, dead: 1 })
  expect(await tenant.errorsOf('jst-deliveries')).toEqual([expect.stringMatching(/新仓.*jst-warehouses/)])
  const deliveries = writtenTo('kingdee', 38)
  expect(deliveries).toHaveLength(22)
  const withFreight = deliveries.find(each => each['FBillNo'] === 'JSTCK-22000039')
  expect(withFreight).toMatchObject({
    FCarriageNO: 'SF39',
    FEntity: [
      {
        FMaterialID: { FNumber: 'SKU39' },
        FRealQty: 2,
        FTaxPrice: 59.9,
        FStockID: { FNumber: 'CK002' },
        FIsFree: false,
      },
      { FMaterialID: { FNumber: 'FREIGHT' }, FRealQty: 1, FTaxPrice: 6 },
    ],
  })

  expect(await tenant.run('jst-returns')).toMatchObject({ read: 25, filtered: 2, written: 23, dead: 0 })
  expect(writtenTo('kingdee', 60)[0]).toMatchObject({ FRetcustId: { FNumber: 'CUST0086' } })

  expect(await tenant.run('kingdee-materials')).toMatchObject({ read: 40, written: 39, dead: 1 })
  expect(jst.written).toHaveLength(39)

  const before = kingdee.written.length
  for (const code of codes) expect([code, (await tenant.run(code)).written]).toEqual([code, 0])
  expect([kingdee.written.length, jst.written.length]).toEqual([before, 39])

  // What is read again in another installation is skipped: a bill of that number is there.
  const other = await world.bind('jushuitan-kingdee', { jst: sideOf('jushuitan'), kingdee: sideOf('kingdee') })
  await other.apply()
  expect(await other.run('jst-deliveries')).toMatchObject({ written: 0, skipped: 22, dead: 1 })
})

test('wangdian-yonyou: sent orders become drafts whose head is the sum of their lines; materials become products', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-01-01T04:00:00Z')
  const [wdt, yonyou] = [far['wangdian']!, far['yonyou']!]
  leave('wangdian', 'trades', 60)
  wdt.edit('trades', 59, { goods_list: [{ spec_no: 'S', num: '一', price: '1' }], trade_status: '110' })
  wdt.edit('trades', 58, {
    trade_status: '95',
    goods_list: [
      { spec_no: 'A', num: '3.0000', price: '33.3300' },
      { spec_no: 'B', num: '1.0000', price: '0.0100' },
    ],
  })
  const tenant = await world.bind('wangdian-yonyou', { wdt: sideOf('wangdian'), yonyou: sideOf('yonyou') })
  await tenant.apply({ sales_org: '001' })
  for (const code of ['wdt-trades', 'yonyou-products']) expect([code, await tenant.check(code)]).toEqual([code, []])

  const first = await tenant.run('wdt-trades')
  expect(first).toMatchObject({ read: 60, dead: 1 })
  expect(first.written).toBe(first.fresh - 1)
  expect(await tenant.errorsOf('wdt-trades')).toEqual([expect.stringContaining('derived.items')])
  expect(yonyou.written).toHaveLength(first.written)
  const orders = yonyou.written as unknown as readonly Order[] // as the pack sends them
  for (const order of orders) {
    const sum = order.orderDetails.reduce((all, line) => all + line.oriSum, 0)
    expect(order.payMoney).toBeCloseTo(sum, 6)
    for (const line of order.orderDetails)
      expect(line['orderDetailPrices!oriMoney'] + line['orderDetailPrices!oriTax']).toBeCloseTo(line.oriSum, 6)
    expect(order).toMatchObject({ _status: 'Insert', salesOrgId: '001', agentId: 'C0004' })
  }
  expect(orders.some(order => order.payMoney === 100)).toBe(true)

  expect(await tenant.run('yonyou-products')).toMatchObject({ read: 205, written: 205 })
  expect(wdt.written).toHaveLength(205)
  expect(wdt.written[3]).toMatchObject({ goods_no: 'M3', spec_list: [{ spec_no: 'M3' }], class_name: '无' })

  const again = [await tenant.run('wdt-trades'), await tenant.run('yonyou-products')]
  expect(again.map(each => each.written)).toEqual([0, 0])
  expect([yonyou.written.length, wdt.written.length]).toEqual([first.written, 205])
})

interface Order {
  readonly payMoney: number
  readonly orderDetails: readonly {
    readonly oriSum: number
    readonly 'orderDetailPrices!oriMoney': number
    readonly 'orderDetailPrices!oriTax': number
  }[]
}

test('dingtalk-kingdee-expense: what was approved is booked once, to nobody whose number is not known', {
  timeout: 120_000,
}, async () => {
  world.setClock('2025-01-08T00:00:00Z')
  const [dingtalk, kingdee] = [far['dingtalk-approval']!, far['kingdee']!]
  leave('dingtalk-approval', 'instances', 40)
  const rows = JSON.parse(dingtalk.read('instances')) as readonly Record<string, unknown>[]
  const approved = rows.filter(each => each['status'] === 'COMPLETED').length
  const at = rows.findIndex(each => each['status'] === 'COMPLETED')
  const { processInstanceId: _id, ...detail } = rows[at]!
  dingtalk.edit('instances', at, { detail: { ...detail, originatorUserId: 'nobody' } })
  const since = kingdee.written.length
  const tenant = await world.bind('dingtalk-kingdee-expense', {
    dingtalk: sideOf('dingtalk-approval'),
    kingdee: sideOf('kingdee'),
  })
  await tenant.apply()
  expect(await tenant.check('dingtalk-expenses')).toEqual([])

  const first = await tenant.run('dingtalk-expenses')
  expect(first).toMatchObject({ read: 40, filtered: 40 - approved, written: approved - 1, dead: 1 })
  expect(await tenant.errorsOf('dingtalk-expenses')).toEqual([expect.stringMatching(/nobody.*dingtalk-staff/)])
  expect(writtenTo('kingdee', since)).toHaveLength(approved - 1)
  expect(writtenTo('kingdee', since)[0]).toMatchObject({
    FBillNo: expect.stringMatching(/^DD2025/),
    FProposerID: { FSTAFFNUMBER: 'EMP001' },
    FCONTACTUNIT: { FNumber: 'EMP001' },
    FEntity: [{ FExpID: { FNumber: 'CI001' } }],
  })

  expect(await tenant.run('dingtalk-expenses')).toMatchObject({ written: 0 })
  expect(writtenTo('kingdee', since)).toHaveLength(approved - 1)
})
