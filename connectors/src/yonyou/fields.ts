import type { PackField } from '@sluice/connector-kit'

const code: PackField = { field: 'code', type: 'string', label: { zh: '单据编号', en: 'Bill number' } }
const billDate: PackField = { field: 'vouchdate', type: 'datetime', label: { zh: '单据日期', en: 'Bill date' } }
const changedAt: PackField = { field: 'pubts', type: 'datetime', label: { zh: '时间戳', en: 'Changed at' } }
const id = (label: PackField['label']): PackField => ({ field: 'id', type: 'string', label })
const status: PackField = {
  field: '_status',
  type: 'string',
  label: { zh: '操作标识', en: 'Operation' },
  describe: { zh: 'Insert 新增，Update 修改。', en: 'Insert adds, Update changes.' },
  default: 'Insert',
}
const text = (field: string, label: PackField['label']): PackField => ({ field, type: 'string', label })
const amount = (field: string, label: PackField['label']): PackField => ({ field, type: 'float', label })
const needed = (field: PackField): PackField => ({ ...field, is_required: true })

export const saleOrderFields: readonly PackField[] = [
  id({ zh: '订单 ID', en: 'Order id' }),
  code,
  billDate,
  text('salesOrgId', { zh: '销售组织', en: 'Sales organization' }),
  text('agentId', { zh: '客户 ID', en: 'Customer id' }),
  text('agentId_name', { zh: '客户', en: 'Customer' }),
  text('transactionTypeId', { zh: '交易类型', en: 'Kind of transaction' }),
  amount('payMoney', { zh: '含税总额', en: 'Total with tax' }),
  text('nextStatus', { zh: '订单状态', en: 'Order status' }),
  changedAt,
]

export const purchaseOrderFields: readonly PackField[] = [
  id({ zh: '订单 ID', en: 'Order id' }),
  code,
  billDate,
  text('org', { zh: '采购组织', en: 'Purchasing organization' }),
  text('vendor', { zh: '供应商 ID', en: 'Supplier id' }),
  text('bustype', { zh: '交易类型', en: 'Kind of transaction' }),
  { field: 'status', type: 'int', label: { zh: '状态', en: 'Status' } },
  changedAt,
]

export const productFields: readonly PackField[] = [
  id({ zh: '物料 ID', en: 'Material id' }),
  text('code', { zh: '物料编码', en: 'Material code' }),
  text('name', { zh: '物料名称', en: 'Material name' }),
  text('unitCode', { zh: '计量单位编码', en: 'Unit code' }),
  text('unitName', { zh: '计量单位', en: 'Unit' }),
  text('manageClassCode', { zh: '物料分类编码', en: 'Category code' }),
  text('manageClassName', { zh: '物料分类', en: 'Category' }),
]

/** `!` is part of a name; organizations, customers and materials are named by id or by code. */
export const saleOrderSaveFields: readonly PackField[] = [
  status,
  code,
  needed(text('salesOrgId', { zh: '销售组织', en: 'Sales organization' })),
  needed(text('transactionTypeId', { zh: '交易类型', en: 'Kind of transaction' })),
  needed(billDate),
  needed(text('agentId', { zh: '客户', en: 'Customer' })),
  needed(text('settlementOrgId', { zh: '开票组织', en: 'Invoicing organization' })),
  needed(text('invoiceAgentId', { zh: '开票客户', en: 'Customer of the invoice' })),
  {
    ...needed(amount('payMoney', { zh: '含税总额', en: 'Total with tax' })),
    describe: { zh: '须等于各行含税金额之和。', en: 'Must be the sum of the lines.' },
  },
  needed(text('orderPrices!currency', { zh: '币种', en: 'Currency' })),
  needed(text('orderPrices!natCurrency', { zh: '本币', en: 'Local currency' })),
  needed(amount('orderPrices!exchRate', { zh: '汇率', en: 'Exchange rate' })),
  needed(text('orderPrices!exchangeRateType', { zh: '汇率类型', en: 'Kind of exchange rate' })),
  {
    field: 'orderPrices!taxInclusive',
    type: 'bool',
    label: { zh: '单价含税', en: 'Prices with tax' },
    default: 'true',
  },
  text('memo', { zh: '备注', en: 'Remark' }),
  {
    field: 'orderDetails',
    type: 'array',
    label: { zh: '订单明细', en: 'Order lines' },
    is_required: true,
    fields: [
      status,
      needed(text('productId', { zh: '物料', en: 'Material' })),
      needed(text('stockOrgId', { zh: '库存组织', en: 'Stock organization' })),
      needed(text('settlementOrgId', { zh: '开票组织', en: 'Invoicing organization' })),
      needed(text('masterUnitId', { zh: '主单位', en: 'Main unit' })),
      needed(text('iProductAuxUnitId', { zh: '销售单位', en: 'Sales unit' })),
      needed(text('iProductUnitId', { zh: '计价单位', en: 'Price unit' })),
      needed(amount('qty', { zh: '数量', en: 'Quantity' })),
      needed(amount('subQty', { zh: '销售数量', en: 'Quantity sold' })),
      needed(amount('priceQty', { zh: '计价数量', en: 'Quantity priced' })),
      { ...amount('invExchRate', { zh: '销售换算率', en: 'Sales unit rate' }), default: '1' },
      { ...amount('invPriceExchRate', { zh: '计价换算率', en: 'Price unit rate' }), default: '1' },
      { field: 'unitExchangeType', type: 'int', label: { zh: '换算方式', en: 'Kind of unit rate' }, default: '0' },
      {
        field: 'unitExchangeTypePrice',
        type: 'int',
        label: { zh: '计价换算方式', en: 'Kind of price unit rate' },
        default: '0',
      },
      needed(text('taxId', { zh: '税目', en: 'Tax item' })),
      { ...text('orderProductType', { zh: '商品售卖类型', en: 'Kind of sale' }), default: 'SALE' },
      needed(amount('oriTaxUnitPrice', { zh: '含税成交价', en: 'Unit price with tax' })),
      needed(amount('oriSum', { zh: '含税金额', en: 'Amount with tax' })),
      needed(amount('orderDetailPrices!oriUnitPrice', { zh: '无税成交价', en: 'Unit price without tax' })),
      needed(amount('orderDetailPrices!oriMoney', { zh: '无税金额', en: 'Amount without tax' })),
      needed(amount('orderDetailPrices!oriTax', { zh: '税额', en: 'Tax' })),
      needed(amount('orderDetailPrices!natUnitPrice', { zh: '本币无税单价', en: 'Unit price without tax (local)' })),
      needed(amount('orderDetailPrices!natTaxUnitPrice', { zh: '本币含税单价', en: 'Unit price with tax (local)' })),
      needed(amount('orderDetailPrices!natMoney', { zh: '本币无税金额', en: 'Amount without tax (local)' })),
      needed(amount('orderDetailPrices!natSum', { zh: '本币含税金额', en: 'Amount with tax (local)' })),
      needed(amount('orderDetailPrices!natTax', { zh: '本币税额', en: 'Tax (local)' })),
    ],
  },
]
