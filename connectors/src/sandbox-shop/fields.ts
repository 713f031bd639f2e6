import type { FieldSpec } from '@sluice/contract'

type Type = FieldSpec['type']

/** Labels in both languages, because a field has only one label. */
const field = (name: string, type: Type, zh: string, en: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  type,
  label: `${zh} ${en}`,
  ...more,
})

export const orderFields: readonly FieldSpec[] = [
  field('order_id', 'int', '订单 ID', 'Order id', { isRequired: true }),
  field('order_no', 'string', '订单号', 'Order number', { isKey: true, isRequired: true }),
  field('status', 'string', '状态', 'Status'),
  field('status_text', 'string', '状态文字', 'Status text'),
  field('customer_code', 'string', '客户编码', 'Customer code'),
  field('buyer_id', 'int', '买家 ID', 'Buyer id'),
  field('buyer_nick', 'string', '买家昵称', 'Buyer nickname'),
  field('receiver', 'object', '收货人', 'Receiver', {
    fields: [
      field('name', 'string', '姓名', 'Name'),
      field('phone', 'string', '电话', 'Phone'),
      field('province', 'string', '省', 'Province'),
      field('city', 'string', '市', 'City'),
      field('district', 'string', '区', 'District'),
      field('address', 'string', '地址', 'Address'),
      field('zip', 'string', '邮编', 'Postal code'),
    ],
  }),
  field('currency', 'string', '币种', 'Currency'),
  field('goods_amount', 'decimal', '商品金额', 'Goods amount'),
  field('freight', 'decimal', '运费', 'Freight'),
  field('discount_amount', 'decimal', '优惠金额', 'Discount'),
  field('pay_amount', 'decimal', '实付金额', 'Amount paid'),
  field('remark', 'string', '买家备注', 'Remark'),
  field('seller_memo', 'string', '卖家备注', 'Seller memo'),
  field('invoice_title', 'string', '发票抬头', 'Invoice title'),
  field('is_gift', 'bool', '是否赠品', 'Is a gift'),
  field('tags', 'json', '标签', 'Tags'),
  field('created_at', 'datetime', '创建时间', 'Created at'),
  field('paid_at', 'datetime', '付款时间', 'Paid at'),
  field('updated_at', 'datetime', '修改时间', 'Updated at'),
  field('lines', 'array', '明细', 'Lines', {
    fields: [
      field('line_id', 'int', '明细 ID', 'Line id'),
      field('line_no', 'int', '行号', 'Line number'),
      field('sku_code', 'string', '商品编码', 'Article code'),
      field('sku_name', 'string', '商品名称', 'Article name'),
      field('unit', 'string', '单位', 'Unit'),
      field('qty', 'int', '数量', 'Quantity'),
      field('price', 'decimal', '单价', 'Price'),
      field('amount', 'decimal', '金额', 'Amount'),
    ],
  }),
]

export const productFields: readonly FieldSpec[] = [
  field('product_id', 'int', '商品 ID', 'Product id', { isRequired: true }),
  field('sku_code', 'string', '商品编码', 'Article code', { isKey: true, isRequired: true }),
  field('name', 'string', '名称', 'Name'),
  field('category', 'string', '分类', 'Category'),
  field('unit', 'string', '单位', 'Unit'),
  field('price', 'decimal', '价格', 'Price'),
  field('stock', 'int', '库存', 'Stock'),
  field('weight_kg', 'decimal', '重量（千克）', 'Weight (kg)'),
  field('barcode', 'string', '条码', 'Barcode'),
  field('description', 'string', '描述', 'Description'),
  field('on_sale', 'bool', '是否在售', 'On sale'),
  field('updated_at', 'datetime', '修改时间', 'Updated at'),
]

export const refundFields: readonly FieldSpec[] = [
  field('refund_id', 'int', '退款 ID', 'Refund id', { isRequired: true }),
  field('refund_no', 'string', '退款单号', 'Refund number', { isKey: true, isRequired: true }),
  field('order_id', 'int', '订单 ID', 'Order id'),
  field('order_no', 'string', '订单号', 'Order number'),
  field('reason', 'string', '原因', 'Reason'),
  field('amount', 'decimal', '金额', 'Amount'),
  field('status', 'string', '状态', 'Status'),
  field('proof', 'json', '凭证', 'Proof'),
  field('created_at', 'datetime', '创建时间', 'Created at'),
  field('updated_at', 'datetime', '修改时间', 'Updated at'),
]
