import { FieldSpec } from '@sluice/contract'
import { expect, test } from 'vitest'
import { completeFields } from '../model.ts'
import { proposeMatches, proposeSure } from './match-model.ts'
import { ideasOf, isTranslation, TRANSLATION } from './trade-words.ts'

const spec = (name: string, type: FieldSpec['type'] = 'string', more: Partial<FieldSpec> = {}): FieldSpec =>
  FieldSpec.parse({ name, type, ...more })

test.each([
  ['客户名称', 'customer_name'],
  ['客户编码', 'custNo'],
  ['客户ID', 'customer_id'],
  ['订单号', 'ORDERNO'],
  ['销售订单编号', 'sales_order_code'],
  ['单价', 'unit_price'],
  ['数量', 'qty'],
  ['税率', 'taxRate'],
  ['收货人', 'consignee'],
  ['创建时间', 'created_time'],
  ['创建时间', 'create_datetime'],
  ['备注', 'remark'],
  ['手机号', 'mobile'],
  ['仓库编码', 'wh_code'],
  ['商品名称', 'item name'],
  ['地址2', 'address_2'],
])('%s is %s, in either direction', (chinese, english) => {
  expect(isTranslation(chinese, english)).toBe(true)
  expect(isTranslation(english, chinese)).toBe(true)
})

test.each([
  ['客户', 'customer_name'],
  ['客户名称', 'supplier_name'],
  ['付款金额', 'refund_amount'],
  ['地址1', 'address_2'],
  ['订单号', 'border_no'],
  ['名称', 'nickname'],
  ['客户名称', '顾客姓名'],
  ['customer', 'client'],
  ['', ''],
])('%s is not %s', (one, other) => expect(isTranslation(one, other)).toBe(false))

test('a name that is understood in part says nothing', () => {
  expect(ideasOf('客户画像')).toBeNull()
  expect(ideasOf('customer_xyz')).toBeNull()
  expect(ideasOf('名称é')).toBeNull()
  expect(ideasOf('a'.repeat(100_000))).toBeNull()
})

test('a name in the other language is proposed where one source field alone can be meant, and never begun with', () => {
  const target = [spec('customer_name'), spec('order_no'), spec('qty', 'int'), spec('tel')]
  const chinese = [spec('客户名称'), spec('c1', 'string', { label: '订单号' }), spec('数量', 'date')]
  const found = proposeMatches(
    completeFields([], target),
    [...chinese, spec('电话'), spec('联系电话')],
    target,
    [],
    [TRANSLATION],
  )
  expect(found.map(({ name, reason, told }) => [name, reason, told])).toEqual([
    ['customer_name', 'translation', '客户名称'],
    ['order_no', 'translation', 'c1'],
  ])
  expect(proposeSure(completeFields([], target), chinese, target)).toEqual([])
})
