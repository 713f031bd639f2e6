import type { PackField } from '@sluice/connector-kit'

const coded = (field: string, label: PackField['label'], is_required = false): PackField => ({
  field,
  type: 'object',
  label,
  is_required,
  fields: [{ field: 'FNumber', type: 'string', label: { zh: '编码', en: 'Code' } }],
})
const billNo: PackField = { field: 'FBillNo', type: 'string', label: { zh: '单据编号', en: 'Bill number' } }
const date: PackField = { field: 'FDate', type: 'datetime', label: { zh: '单据日期', en: 'Bill date' } }
const status: PackField = { field: 'FDocumentStatus', type: 'string', label: { zh: '状态', en: 'Status' } }
const changedAt: PackField = { field: 'FModifyDate', type: 'datetime', label: { zh: '修改时间', en: 'Changed at' } }
const amounts: readonly PackField[] = [
  { field: 'FQty', type: 'float', label: { zh: '数量', en: 'Quantity' } },
  { field: 'FTaxPrice', type: 'float', label: { zh: '含税单价', en: 'Unit price with tax' } },
]

/** In the order of the columns that are asked for. */
export const saleOrderLineFields: readonly PackField[] = [
  { field: 'FEntryId', type: 'int', label: { zh: '分录 ID', en: 'Line id' } },
  { field: 'FID', type: 'int', label: { zh: '单据 ID', en: 'Bill id' } },
  billNo,
  date,
  status,
  { field: 'FCustNumber', type: 'string', label: { zh: '客户编码', en: 'Customer code' } },
  { field: 'FMaterialNumber', type: 'string', label: { zh: '物料编码', en: 'Material code' } },
  ...amounts,
  { field: 'FAllAmount', type: 'float', label: { zh: '价税合计', en: 'Amount with tax' } },
  changedAt,
]

export const materialFields: readonly PackField[] = [
  { field: 'FMaterialId', type: 'int', label: { zh: '物料 ID', en: 'Material id' } },
  { field: 'FNumber', type: 'string', label: { zh: '物料编码', en: 'Material code' } },
  { field: 'FName', type: 'string', label: { zh: '名称', en: 'Name' } },
  { field: 'FSpecification', type: 'string', label: { zh: '规格型号', en: 'Specification' } },
  status,
  changedAt,
]

export const saleOrderFields: readonly PackField[] = [
  billNo,
  { ...date, is_required: true },
  coded('FSaleOrgId', { zh: '销售组织', en: 'Sales organization' }, true),
  coded('FCustId', { zh: '客户', en: 'Customer' }, true),
  { field: 'FNote', type: 'string', label: { zh: '备注', en: 'Remark' } },
  {
    field: 'FSaleOrderEntry',
    type: 'array',
    label: { zh: '分录', en: 'Lines' },
    is_required: true,
    fields: [
      coded('FMaterialId', { zh: '物料', en: 'Material' }, true),
      coded('FUnitID', { zh: '销售单位', en: 'Sales unit' }),
      ...amounts,
      { field: 'FDeliveryDate', type: 'datetime', label: { zh: '要货日期', en: 'Wanted on' } },
    ],
  },
]
