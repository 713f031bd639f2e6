import type { FieldSpec } from '@sluice/contract'

/** Labels in both languages, because a field has only one label. */
const field = (
  name: string,
  type: FieldSpec['type'],
  zh: string,
  en: string,
  more: Partial<FieldSpec> = {},
): FieldSpec => ({
  name,
  type,
  label: `${zh} ${en}`,
  ...more,
})
const required = { isRequired: true }

export const billFields: readonly FieldSpec[] = [
  field('FBillNo', 'string', '单据编号', 'Bill number', { ...required, isKey: true, maxLength: 80 }),
  field('FDate', 'date', '单据日期', 'Bill date', required),
  field('FCustId', 'string', '客户', 'Customer', required),
  field('FNote', 'string', '备注', 'Note'),
  field('FEntry', 'array', '分录', 'Lines', {
    ...required,
    fields: [
      field('FMaterialId', 'string', '物料编码', 'Material code', required),
      field('FUnit', 'string', '单位', 'Unit'),
      field('FQty', 'decimal', '数量', 'Quantity', required),
      field('FPrice', 'decimal', '单价', 'Price', required),
      field('FDiscountRate', 'decimal', '折扣率', 'Discount rate'),
      field('FAmount', 'decimal', '金额', 'Amount'),
    ],
  }),
]

export const materialFields: readonly FieldSpec[] = [
  field('FNumber', 'string', '物料编码', 'Material code', { ...required, isKey: true }),
  field('FName', 'string', '名称', 'Name'),
  field('FUnit', 'string', '单位', 'Unit'),
  field('FPrice', 'decimal', '价格', 'Price'),
  field('FStock', 'decimal', '库存', 'Stock'),
]
