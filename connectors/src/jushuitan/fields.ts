import type { PackField } from '@sluice/connector-kit'

const skuId: PackField = { field: 'sku_id', type: 'string', label: { zh: '商品编码', en: 'Product code' } }
const styleId: PackField = { field: 'i_id', type: 'string', label: { zh: '款式编码', en: 'Style code' } }
const modified: PackField = { field: 'modified', type: 'datetime', label: { zh: '修改时间', en: 'Changed at' } }

export const orderFields: readonly PackField[] = [
  { field: 'o_id', type: 'int', label: { zh: '内部单号', en: 'Internal number' } },
  { field: 'so_id', type: 'string', label: { zh: '线上单号', en: 'Number in the shop' } },
  { field: 'shop_id', type: 'int', label: { zh: '店铺编号', en: 'Shop number' } },
  { field: 'shop_name', type: 'string', label: { zh: '店铺名称', en: 'Shop name' } },
  { field: 'status', type: 'string', label: { zh: '状态', en: 'Status' } },
  { field: 'order_date', type: 'datetime', label: { zh: '下单时间', en: 'Ordered at' } },
  modified,
  { field: 'pay_amount', type: 'float', label: { zh: '应付金额', en: 'Amount due' } },
  { field: 'paid_amount', type: 'float', label: { zh: '实付金额', en: 'Amount paid' } },
  { field: 'l_id', type: 'string', label: { zh: '快递单号', en: 'Tracking number' } },
  { field: 'remark', type: 'string', label: { zh: '备注', en: 'Remark' } },
  {
    field: 'items',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    fields: [
      skuId,
      styleId,
      { field: 'name', type: 'string', label: { zh: '名称', en: 'Name' } },
      { field: 'qty', type: 'int', label: { zh: '数量', en: 'Quantity' } },
      { field: 'price', type: 'float', label: { zh: '单价', en: 'Unit price' } },
      { field: 'amount', type: 'float', label: { zh: '金额', en: 'Amount' } },
    ],
  },
]

export const skuFields: readonly PackField[] = [
  { ...skuId, is_required: true },
  { ...styleId, is_required: true },
  { field: 'name', type: 'string', label: { zh: '名称', en: 'Name' }, is_required: true },
  { field: 'properties_value', type: 'string', label: { zh: '颜色及规格', en: 'Colour and size' } },
  { field: 'sale_price', type: 'float', label: { zh: '售价', en: 'Selling price' } },
  { field: 'cost_price', type: 'float', label: { zh: '成本价', en: 'Cost price' } },
  { field: 'weight', type: 'float', label: { zh: '重量', en: 'Weight' } },
  modified,
]

export const stockFields: readonly PackField[] = [
  skuId,
  styleId,
  { field: 'qty', type: 'int', label: { zh: '库存数量', en: 'Quantity in stock' } },
  { field: 'order_lock', type: 'int', label: { zh: '订单占用', en: 'Reserved by orders' } },
  modified,
]

export const shopFields: readonly PackField[] = [
  { field: 'shop_id', type: 'int', label: { zh: '店铺编号', en: 'Shop number' } },
  { field: 'shop_name', type: 'string', label: { zh: '店铺名称', en: 'Shop name' } },
  { field: 'shop_site', type: 'string', label: { zh: '店铺站点', en: 'Marketplace' } },
]
