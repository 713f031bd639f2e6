import type { PackField } from '@sluice/connector-kit'

const outerId: PackField = { field: 'outerId', type: 'string', label: { zh: '商家编码', en: 'Seller code' } }
const title: PackField = { field: 'title', type: 'string', label: { zh: '商品名称', en: 'Product name' } }
const tid: PackField = { field: 'tid', type: 'string', label: { zh: '平台订单号', en: 'Number in the shop' } }
const userId: PackField = { field: 'userId', type: 'int', label: { zh: '店铺编号', en: 'Shop number' } }
const warehouseId: PackField = { field: 'warehouseId', type: 'int', label: { zh: '仓库 ID', en: 'Warehouse id' } }
const payment: PackField = { field: 'payment', type: 'float', label: { zh: '应付金额', en: 'Amount due' } }
const skuOuterId: PackField = { field: 'skuOuterId', type: 'string', label: { zh: '规格编码', en: 'Variant code' } }

/** Times are milliseconds; money comes as text. */
export const tradeFields: readonly PackField[] = [
  { field: 'sid', type: 'int', label: { zh: '系统订单号', en: 'Order number' } },
  tid,
  userId,
  { field: 'shopName', type: 'string', label: { zh: '店铺名称', en: 'Shop name' } },
  { field: 'sysStatus', type: 'string', label: { zh: '系统状态', en: 'Status' } },
  payment,
  { field: 'payAmount', type: 'float', label: { zh: '实付金额', en: 'Amount paid' } },
  { field: 'postFee', type: 'float', label: { zh: '运费', en: 'Postage' } },
  { field: 'created', type: 'timestamp', label: { zh: '下单时间', en: 'Ordered at' } },
  { field: 'payTime', type: 'timestamp', label: { zh: '付款时间', en: 'Paid at' } },
  { field: 'updTime', type: 'timestamp', label: { zh: '修改时间', en: 'Changed at' } },
  { field: 'outSid', type: 'string', label: { zh: '运单号', en: 'Tracking number' } },
  {
    field: 'orders',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    fields: [
      { field: 'oid', type: 'string', label: { zh: '子订单号', en: 'Line number' } },
      { field: 'sysOuterId', type: 'string', label: { zh: '系统商家编码', en: 'Seller code in the ERP' } },
      title,
      { field: 'num', type: 'int', label: { zh: '数量', en: 'Quantity' } },
      { field: 'price', type: 'float', label: { zh: '单价', en: 'Unit price' } },
      payment,
    ],
  },
]

export const productFields: readonly PackField[] = [
  { field: 'sysItemId', type: 'int', label: { zh: '系统商品 ID', en: 'Product id' } },
  outerId,
  title,
  { field: 'barcode', type: 'string', label: { zh: '条形码', en: 'Barcode' } },
  { field: 'activeStatus', type: 'int', label: { zh: '启用状态', en: 'In use' } },
  { field: 'modified', type: 'timestamp', label: { zh: '修改时间', en: 'Changed at' } },
]

export const stockFields: readonly PackField[] = [
  { field: 'sysItemId', type: 'int', label: { zh: '系统商品 ID', en: 'Product id' } },
  { field: 'sysSkuId', type: 'int', label: { zh: '系统规格 ID', en: 'Variant id' } },
  { field: 'mainOuterId', type: 'string', label: { zh: '主商家编码', en: 'Main seller code' } },
  skuOuterId,
  { field: 'wareHouseId', type: 'int', label: { zh: '仓库 ID', en: 'Warehouse id' } },
  { field: 'totalAvailableStockSum', type: 'int', label: { zh: '总库存', en: 'Total in stock' } },
  { field: 'sellableNum', type: 'int', label: { zh: '可售数', en: 'Quantity to sell' } },
  { field: 'totalLockStock', type: 'int', label: { zh: '锁定数', en: 'Reserved quantity' } },
  { field: 'stockModifiedTime', type: 'timestamp', label: { zh: '库存修改时间', en: 'Stock changed at' } },
]

export const shopFields: readonly PackField[] = [
  userId,
  title,
  { field: 'source', type: 'string', label: { zh: '平台', en: 'Marketplace' } },
]

export const tradeCreateFields: readonly PackField[] = [
  {
    ...tid,
    is_required: true,
    describe: { zh: '相同单号只能推送一次。', en: 'A number can be pushed only once.' },
  },
  { ...userId, is_required: true },
  { ...warehouseId, is_required: true },
  { ...payment, is_required: true },
  { field: 'postFee', type: 'float', label: { zh: '运费', en: 'Postage' } },
  { field: 'receiverName', type: 'string', label: { zh: '收件人', en: 'Receiver' }, is_required: true },
  { field: 'receiverState', type: 'string', label: { zh: '省', en: 'Province' }, is_required: true },
  { field: 'receiverCity', type: 'string', label: { zh: '市', en: 'City' }, is_required: true },
  { field: 'receiverDistrict', type: 'string', label: { zh: '区', en: 'District' }, is_required: true },
  { field: 'receiverStreet', type: 'string', label: { zh: '街道', en: 'Street' }, is_required: true },
  { field: 'receiverAddress', type: 'string', label: { zh: '详细地址', en: 'Address' }, is_required: true },
  { field: 'receiverMobile', type: 'string', label: { zh: '手机', en: 'Mobile phone' } },
  {
    field: 'orders',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    is_required: true,
    describe: { zh: '各行的字段按快麦文档映射。', en: 'Map the fields of the lines as the pages of Kuaimai say.' },
  },
]

export const stockUpdateFields: readonly PackField[] = [
  { ...warehouseId, is_required: true },
  { field: 'skuOuterIds', type: 'string', label: { zh: '规格商家编码', en: 'Variant codes' } },
  { field: 'outerIds', type: 'string', label: { zh: '商家编码', en: 'Seller codes' } },
  { field: 'stockNum', type: 'int', label: { zh: '实际库存数量', en: 'Quantity in stock' }, is_required: true },
]
