import type { PackField } from '@sluice/connector-kit'

const id: PackField = { field: 'id', type: 'int', label: { zh: 'ID', en: 'Id' } }
const times: readonly PackField[] = [
  { field: 'created_at', type: 'datetime', label: { zh: '创建时间', en: 'Created at' } },
  { field: 'updated_at', type: 'datetime', label: { zh: '修改时间', en: 'Changed at' } },
]

/** Money is text with its digits; ids are whole numbers beyond 32 bits. */
export const orderFields: readonly PackField[] = [
  id,
  { field: 'name', type: 'string', label: { zh: '订单号', en: 'Order number' } },
  ...times,
  { field: 'email', type: 'string', label: { zh: '邮箱', en: 'Email address' } },
  { field: 'financial_status', type: 'string', label: { zh: '付款状态', en: 'Payment status' } },
  { field: 'fulfillment_status', type: 'string', label: { zh: '发货状态', en: 'Fulfillment status' } },
  { field: 'currency', type: 'string', label: { zh: '币种', en: 'Currency' } },
  { field: 'subtotal_price', type: 'float', label: { zh: '商品金额', en: 'Amount of goods' } },
  { field: 'total_tax', type: 'float', label: { zh: '税额', en: 'Tax' } },
  { field: 'total_price', type: 'float', label: { zh: '订单金额', en: 'Order amount' } },
  { field: 'note', type: 'string', label: { zh: '备注', en: 'Remark' } },
  { field: 'tags', type: 'string', label: { zh: '标签', en: 'Tags' } },
  {
    field: 'line_items',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    fields: [
      id,
      { field: 'variant_id', type: 'int', label: { zh: '规格 ID', en: 'Variant id' } },
      { field: 'sku', type: 'string', label: { zh: 'SKU 编码', en: 'SKU' } },
      { field: 'title', type: 'string', label: { zh: '标题', en: 'Title' } },
      { field: 'quantity', type: 'int', label: { zh: '数量', en: 'Quantity' } },
      { field: 'price', type: 'float', label: { zh: '单价', en: 'Unit price' } },
    ],
  },
]

export const productFields: readonly PackField[] = [
  id,
  { field: 'title', type: 'string', label: { zh: '标题', en: 'Title' }, is_required: true },
  { field: 'handle', type: 'string', label: { zh: '网址标识', en: 'Name in the address' } },
  { field: 'body_html', type: 'string', label: { zh: '描述', en: 'Description' } },
  { field: 'vendor', type: 'string', label: { zh: '供应商', en: 'Vendor' } },
  { field: 'product_type', type: 'string', label: { zh: '商品类型', en: 'Product type' } },
  { field: 'status', type: 'string', label: { zh: '状态', en: 'Status' } },
  ...times,
  {
    field: 'variants',
    type: 'array',
    label: { zh: '规格', en: 'Variants' },
    fields: [
      id,
      { field: 'sku', type: 'string', label: { zh: 'SKU 编码', en: 'SKU' } },
      { field: 'price', type: 'float', label: { zh: '单价', en: 'Unit price' } },
      { field: 'inventory_item_id', type: 'int', label: { zh: '库存项 ID', en: 'Inventory item id' } },
      { field: 'inventory_quantity', type: 'int', label: { zh: '库存数量', en: 'Quantity in stock' } },
    ],
  },
]
