import type { PackField } from '@sluice/connector-kit'

const shopNo: PackField = { field: 'shop_no', type: 'string', label: { zh: '店铺编号', en: 'Shop number' } }
const shopName: PackField = { field: 'shop_name', type: 'string', label: { zh: '店铺名称', en: 'Shop name' } }
const warehouseNo: PackField = {
  field: 'warehouse_no',
  type: 'string',
  label: { zh: '仓库编号', en: 'Warehouse number' },
}
const goodsNo: PackField = { field: 'goods_no', type: 'string', label: { zh: '货品编号', en: 'Product number' } }
const specNo: PackField = { field: 'spec_no', type: 'string', label: { zh: '商家编码', en: 'Seller code' } }
const specName: PackField = { field: 'spec_name', type: 'string', label: { zh: '规格名称', en: 'Variant name' } }
const goodsName: PackField = { field: 'goods_name', type: 'string', label: { zh: '货品名称', en: 'Product name' } }
const modified: PackField = { field: 'modified', type: 'datetime', label: { zh: '修改时间', en: 'Changed at' } }
const number: PackField = { field: 'num', type: 'float', label: { zh: '数量', en: 'Quantity' } }
const price: PackField = { field: 'price', type: 'float', label: { zh: '单价', en: 'Unit price' } }
const discount: PackField = { field: 'discount', type: 'float', label: { zh: '优惠', en: 'Discount' } }
const paid: PackField = { field: 'paid', type: 'float', label: { zh: '已付', en: 'Paid' } }
const tradeTime: PackField = { field: 'trade_time', type: 'datetime', label: { zh: '下单时间', en: 'Ordered at' } }
/** No moment, as long as nobody has paid: a date would refuse it. */
const payTime: PackField = {
  field: 'pay_time',
  type: 'string',
  label: { zh: '付款时间', en: 'Paid at' },
  describe: { zh: '未付款时为 0000-00-00 00:00:00。', en: '0000-00-00 00:00:00 as long as it is not paid.' },
}
const buyerNick: PackField = { field: 'buyer_nick', type: 'string', label: { zh: '客户网名', en: 'Customer' } }
const required = (field: PackField): PackField => ({ ...field, is_required: true })

/** Money and quantities come as texts with four decimals. */
export const tradeFields: readonly PackField[] = [
  { field: 'trade_id', type: 'int', label: { zh: '订单 ID', en: 'Order id' } },
  { field: 'trade_no', type: 'string', label: { zh: '订单编号', en: 'Order number' } },
  { field: 'src_tids', type: 'string', label: { zh: '原始单号', en: 'Numbers in the shop' } },
  shopNo,
  shopName,
  warehouseNo,
  { field: 'trade_status', type: 'int', label: { zh: '订单状态', en: 'Order status' } },
  tradeTime,
  payTime,
  modified,
  buyerNick,
  { field: 'receivable', type: 'float', label: { zh: '应收', en: 'Amount due' } },
  paid,
  { field: 'logistics_name', type: 'string', label: { zh: '物流公司', en: 'Carrier' } },
  { field: 'logistics_no', type: 'string', label: { zh: '物流单号', en: 'Tracking number' } },
  {
    field: 'goods_list',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    fields: [specNo, goodsNo, goodsName, specName, number, price],
  },
]

export const stockFields: readonly PackField[] = [
  specNo,
  goodsNo,
  goodsName,
  warehouseNo,
  { field: 'defect', type: 'int', label: { zh: '残次品', en: 'Defective' } },
  { field: 'stock_num', type: 'float', label: { zh: '库存量', en: 'Quantity in stock' } },
  { field: 'avaliable_num', type: 'float', label: { zh: '可发库存', en: 'Quantity to send' } },
  modified,
]

const specFields: readonly PackField[] = [
  required(specNo),
  specName,
  { field: 'barcode', type: 'string', label: { zh: '主条码', en: 'Barcode' } },
  { field: 'retail_price', type: 'float', label: { zh: '零售价', en: 'Selling price' } },
  { field: 'weight', type: 'float', label: { zh: '重量', en: 'Weight' } },
]

export const goodsFields: readonly PackField[] = [
  required(goodsNo),
  required(goodsName),
  { field: 'goods_type', type: 'int', label: { zh: '货品类别', en: 'Kind of product' } },
  { field: 'class_name', type: 'string', label: { zh: '分类', en: 'Category' } },
  { field: 'brand_name', type: 'string', label: { zh: '品牌', en: 'Brand' } },
  { field: 'unit_name', type: 'string', label: { zh: '基本单位', en: 'Unit' } },
  { field: 'remark', type: 'string', label: { zh: '备注', en: 'Remark' } },
  { field: 'spec_list', type: 'array', label: { zh: '单品', en: 'Variants' }, fields: specFields },
]

export const goodsReadFields: readonly PackField[] = [
  { field: 'goods_id', type: 'int', label: { zh: '货品 ID', en: 'Product id' } },
  ...goodsFields,
  { field: 'goods_modified', type: 'datetime', label: { zh: '修改时间', en: 'Changed at' } },
]

export const shopFields: readonly PackField[] = [
  shopNo,
  shopName,
  { field: 'platform_id', type: 'int', label: { zh: '平台 ID', en: 'Marketplace id' } },
]

export const tradePushFields: readonly PackField[] = [
  { field: 'tid', type: 'string', label: { zh: '原始单号', en: 'Number in the shop' }, is_required: true },
  {
    field: 'trade_status',
    type: 'int',
    label: { zh: '平台状态', en: 'Status in the shop' },
    describe: {
      zh: '30 待发货，40 部分发货，50 已发货，70 已完成，80 已退款。',
      en: '30 to be sent, 40 sent in part, 50 sent, 70 done, 80 refunded.',
    },
    is_required: true,
  },
  {
    field: 'pay_status',
    type: 'int',
    label: { zh: '支付状态', en: 'Status of payment' },
    describe: { zh: '0 未付款，1 部分付款，2 已付款。', en: '0 not paid, 1 in part, 2 paid.' },
    is_required: true,
  },
  {
    field: 'delivery_term',
    type: 'int',
    label: { zh: '发货条件', en: 'Terms of delivery' },
    describe: { zh: '1 款到发货，2 货到付款。', en: '1 after payment, 2 cash on delivery.' },
    default: '1',
  },
  required(tradeTime),
  payTime,
  required(buyerNick),
  { field: 'receiver_name', type: 'string', label: { zh: '收件人', en: 'Receiver' }, is_required: true },
  { field: 'receiver_province', type: 'string', label: { zh: '省', en: 'Province' } },
  { field: 'receiver_city', type: 'string', label: { zh: '市', en: 'City' } },
  { field: 'receiver_district', type: 'string', label: { zh: '区', en: 'District' } },
  { field: 'receiver_address', type: 'string', label: { zh: '地址', en: 'Address' }, is_required: true },
  { field: 'receiver_mobile', type: 'string', label: { zh: '手机', en: 'Mobile phone' } },
  { field: 'buyer_message', type: 'string', label: { zh: '买家留言', en: 'Message of the customer' } },
  { field: 'post_amount', type: 'float', label: { zh: '邮费', en: 'Postage' }, default: '0' },
  { field: 'cod_amount', type: 'float', label: { zh: '货到付款金额', en: 'Cash on delivery' }, default: '0' },
  { field: 'ext_cod_fee', type: 'float', label: { zh: '货到付款费用', en: 'Fee of cash on delivery' }, default: '0' },
  paid,
  {
    field: 'order_list',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    is_required: true,
    fields: [
      { field: 'oid', type: 'string', label: { zh: '子订单号', en: 'Line number' }, is_required: true },
      required(number),
      required(price),
      { field: 'status', type: 'int', label: { zh: '状态', en: 'Status' }, default: '30' },
      { field: 'refund_status', type: 'int', label: { zh: '退款状态', en: 'Status of refund' }, default: '0' },
      { field: 'goods_id', type: 'string', label: { zh: '平台货品 ID', en: 'Product id in the shop' } },
      { field: 'spec_id', type: 'string', label: { zh: '平台规格 ID', en: 'Variant id in the shop' } },
      goodsNo,
      specNo,
      goodsName,
      specName,
      { ...discount, default: '0' },
      { field: 'adjust_amount', type: 'float', label: { zh: '手工调整', en: 'Adjustment' }, default: '0' },
      { field: 'share_discount', type: 'float', label: { zh: '分摊优惠', en: 'Shared discount' }, default: '0' },
    ],
  },
]
