import { expect, test } from 'vitest'
import { freeTableName, tableNameOf } from './table-name.ts'

test.each([
  ['public.orders', 'orders'],
  ['订单', '订单'],
  ['gbk.csv', 'gbk'],
  ['in/2026/orders-06.CSV', 'orders_06'],
  ['orders.jsonl.gz', 'orders'],
  ['日报.xlsx#Sheet1', '日报'],
  ['public.Messy Orders', 'Messy_Orders'],
  ['销售 明细$', '销售_明细'],
  ['asset:0190a0a0-0000-7000-8000-000000000000@1', ''],
  ['06.csv', ''],
  ['/api/orders?page=1', 'orders'],
  ['/api/v1/order-lines/', 'order_lines'],
  ['/erp/stock.json', 'stock'],
  ['/api/v2', ''],
  ['/orders/12345', ''],
  [null, ''],
])('a table for %j is called %j', (source, name) => {
  expect(tableNameOf(source)).toBe(name)
})

test.each([
  ['orders', ['public.clients'], 'orders'],
  ['KH_客户', ['public.KH_客户'], 'KH_客户_2'],
  ['Orders', ['public.orders', 'public.orders_2'], 'Orders_3'],
  ['', ['public.'], ''],
])('beside %2$j the table for %1$j is called %3$j', (name, taken, free) => {
  expect(freeTableName(name, taken)).toBe(free)
})
