import type { PackField } from '@sluice/connector-kit'

const id: PackField = { field: 'id', type: 'int', label: { zh: 'ID', en: 'Id' } }
const changedAt: PackField = {
  field: 'date_modified_gmt',
  type: 'datetime',
  label: { zh: '修改时间', en: 'Changed at' },
}

export const orderFields: readonly PackField[] = [
  id,
  { field: 'number', type: 'string', label: { zh: '订单号', en: 'Order number' } },
  { field: 'status', type: 'string', label: { zh: '状态', en: 'Status' } },
  { field: 'date_created_gmt', type: 'datetime', label: { zh: '创建时间', en: 'Created at' } },
  changedAt,
  { field: 'currency', type: 'string', label: { zh: '币种', en: 'Currency' } },
  { field: 'total', type: 'float', label: { zh: '订单金额', en: 'Order amount' } },
  { field: 'total_tax', type: 'float', label: { zh: '税额', en: 'Tax' } },
  { field: 'customer_id', type: 'int', label: { zh: '客户 ID', en: 'Customer id' } },
  { field: 'payment_method', type: 'string', label: { zh: '付款方式', en: 'Payment method' } },
  { field: 'customer_note', type: 'string', label: { zh: '备注', en: 'Remark' } },
  {
    field: 'line_items',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    fields: [
      id,
      { field: 'product_id', type: 'int', label: { zh: '商品 ID', en: 'Product id' } },
      { field: 'sku', type: 'string', label: { zh: 'SKU 编码', en: 'SKU' } },
      { field: 'name', type: 'string', label: { zh: '标题', en: 'Title' } },
      { field: 'quantity', type: 'int', label: { zh: '数量', en: 'Quantity' } },
      { field: 'total', type: 'float', label: { zh: '金额', en: 'Amount' } },
    ],
  },
]

export const productFields: readonly PackField[] = [
  id,
  { field: 'name', type: 'string', label: { zh: '标题', en: 'Title' }, is_required: true },
  { field: 'sku', type: 'string', label: { zh: 'SKU 编码', en: 'SKU' } },
  { field: 'type', type: 'string', label: { zh: '商品类型', en: 'Product type' } },
  { field: 'status', type: 'string', label: { zh: '状态', en: 'Status' } },
  { field: 'description', type: 'string', label: { zh: '描述', en: 'Description' } },
  { field: 'regular_price', type: 'string', label: { zh: '原价', en: 'Regular price' } },
  { field: 'sale_price', type: 'string', label: { zh: '促销价', en: 'Sale price' } },
  { field: 'manage_stock', type: 'bool', label: { zh: '管理库存', en: 'Stock is managed' } },
  { field: 'stock_quantity', type: 'int', label: { zh: '库存数量', en: 'Quantity in stock' } },
  { field: 'total_sales', type: 'int', label: { zh: '累计销量', en: 'Sold so far' } },
  changedAt,
]
