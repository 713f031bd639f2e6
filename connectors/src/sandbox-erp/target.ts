import type { AnswerTest, HttpEndpoint, HttpWritePlan, RefusalPatterns } from '@sluice/connector-kit/http'
import { billFields } from './fields.ts'

export const erpTest: AnswerTest = {
  successPath: 'Result.ResponseStatus.IsSuccess',
  successValues: ['true'],
  messagePath: 'Result.ResponseStatus.Errors.*.Message',
}

/** Codes of the ERP; a material may be added and stock may come. */
const patterns: RefusalPatterns = { negativeStock: ['STOCK_SHORT'], masterData: ['MATERIAL_UNKNOWN'] }

const save: HttpWritePlan = {
  method: 'POST',
  path: '/api/bill/save',
  rows: 1,
  bodyKey: 'Model',
  test: erpTest,
  idempotencyHeader: 'Idempotency-Key',
  targetKeyPath: 'Result.Id',
  codePath: 'Result.ResponseStatus.Errors.*.Code',
  fieldPath: 'Result.ResponseStatus.Errors.*.FieldName',
  lookUp: { path: '/api/bill/query?number={{FBillNo}}', recordPath: 'Result.Document', keyPath: 'Result.Id' },
  patterns,
}

const batchSave: HttpWritePlan = {
  ...save,
  path: '/api/bill/batch-save',
  // The ERP takes 500; fewer keep one slow answer short.
  rows: 50,
  isList: true,
  // A bill number saved again with the same content changes nothing, in whatever batch it comes.
  guarantee: 'upsert',
  results: {
    path: 'Result.Rows',
    resultKey: 'Number',
    recordKey: 'FBillNo',
    test: { successPath: 'IsSuccess', successValues: ['true'], messagePath: 'Errors.*.Message' },
    targetKeyPath: 'Id',
    codePath: 'Errors.*.Code',
    fieldPath: 'Errors.*.FieldName',
  },
}

export const erpTargets: readonly HttpEndpoint[] = [
  { id: 'bill.save', label: '保存单据 Save a bill', key: ['FBillNo'], fields: billFields, write: save },
  {
    id: 'bill.batchSave',
    label: '批量保存单据 Save bills in batches',
    key: ['FBillNo'],
    fields: billFields,
    write: batchSave,
  },
]
