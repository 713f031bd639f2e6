import { type Json, type JsonObject, writeJson } from '../json.ts'
import { type BillRules, checkBill, type Issue, readNumber } from './bill.ts'
import { hashJson } from './ledger.ts'
import { type Erp, type Saved, writeFailure } from './state.ts'

const MAX_BATCH = 500

/** One document; the answer is stored under the key when the document was accepted, so a corrected refusal may be sent again. */
export function saveOne(erp: Erp, bill: Json, key: string): Saved {
  const requestHash = hashJson({ save: bill })
  const stored = replay(erp, key, requestHash)
  if (stored !== null) return stored
  const row = saveRow(erp, bill)
  const status = { IsSuccess: row.issues.length === 0, Errors: toErrors(row.issues) }
  const body = writeJson({ Result: { ResponseStatus: status, Id: row.id, Number: row.number, Revision: row.revision } })
  return conclude(erp, key, requestHash, body, [row])
}

/** Row by row: a refused row does not hold back its neighbours, and each row's result says so. */
export function saveBatch(erp: Erp, bills: Json, key: string): Saved {
  if (!Array.isArray(bills))
    return { status: 400, body: writeFailure(400, '请求体必须是单据数组，或 { "Model": [ … ] }') }
  if (bills.length === 0 || bills.length > MAX_BATCH)
    return { status: 400, body: writeFailure(400, `每批 1 到 ${MAX_BATCH} 张单据，收到 ${bills.length} 张`) }
  const requestHash = hashJson({ batch: bills })
  const stored = replay(erp, key, requestHash)
  if (stored !== null) return stored
  const rows = bills.map((bill: Json) => saveRow(erp, bill))
  const errors = rows.flatMap((row, at) => toErrors(row.issues).map(error => ({ RowIndex: at, ...error })))
  const results = rows.map((row, at) => ({
    Index: at,
    Number: row.number,
    Id: row.id,
    Revision: row.revision,
    IsSuccess: row.issues.length === 0,
    Errors: toErrors(row.issues),
  }))
  const status = { IsSuccess: errors.length === 0, Errors: errors }
  return conclude(erp, key, requestHash, writeJson({ Result: { ResponseStatus: status, Rows: results } }), rows)
}

interface Row {
  readonly number: string
  readonly id: number | null
  readonly revision: number
  readonly issues: readonly Issue[]
  readonly isNew: boolean
}

function saveRow(erp: Erp, bill: Json): Row {
  const rules: BillRules = {
    findMaterial: code => erp.materials().find(material => material.code === code),
    closedYear: '2023',
  }
  const number = readNumber(bill)
  const issues = checkBill(bill, rules)
  if (issues.length > 0) {
    erp.counts.refused += 1
    return { number, id: null, revision: 0, issues, isNew: false }
  }
  const { bill: kept, isNew } = erp.ledger.accept(number, bill)
  if (isNew) erp.counts.accepted += 1
  else erp.counts.repeats += 1
  return { number, id: kept.id, revision: kept.accepted, issues, isNew }
}

/** null when the key is new (or none was sent). */
function replay(erp: Erp, key: string, requestHash: string): Saved | null {
  const stored = key === '' ? undefined : erp.ledger.findAnswer(key)
  if (stored === undefined) return null
  if (stored.requestHash !== requestHash) {
    erp.counts.conflicts += 1
    return { status: 409, body: writeFailure(409, '同一个 Idempotency-Key 对应了不同的内容') }
  }
  erp.counts.replays += 1
  return { status: 200, body: stored.body, headers: { 'idempotent-replay': 'true' } }
}

/** On the disk before the answer leaves. */
function conclude(erp: Erp, key: string, requestHash: string, body: string, rows: readonly Row[]): Saved {
  if (key !== '' && rows.some(row => row.id !== null)) erp.ledger.storeAnswer({ key, requestHash, body })
  erp.ledger.flush()
  return { status: 200, body, hasEffect: rows.some(row => row.isNew) }
}

const toErrors = (issues: readonly Issue[]): JsonObject[] => issues.map(issue => ({ ...issue }))
