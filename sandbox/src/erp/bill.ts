import { absolute, compare, type Decimal, multiply, parseDecimal, subtract, writeDecimal } from '../decimal.ts'
import { isObject, type Json, type JsonObject, Numeral } from '../json.ts'
import { isRealDay } from '../time.ts'
import { isOwnCode, type Material } from './material.ts'

/** One complaint about a bill. `hold` is a business hold: the bill is right, the world is not ready for it. */
export interface Issue {
  readonly FieldName: string
  readonly Message: string
  readonly Code: string
  readonly Kind: 'invalid' | 'hold'
}
export interface BillRules {
  findMaterial(code: string): Material | undefined
  /** Accounting year that is closed. */
  readonly closedYear: string
}

const MAX_NUMBER_LENGTH = 80
const MAX_ENTRIES = 5000
const ONE: Decimal = { units: 1n, scale: 0 }
const ZERO: Decimal = { units: 0n, scale: 0 }
// Amounts are rounded to the fen by whoever sends them.
const HALF_FEN: Decimal = { units: 5n, scale: 3 }

/** Every complaint at once, in the order of the fields. Unknown fields are kept and never complained about. */
export function checkBill(bill: Json, rules: BillRules): Issue[] {
  if (!isObject(bill)) return [invalid('', 'NOT_AN_OBJECT', '单据必须是 JSON 对象')]
  return [...checkHeader(bill, rules), ...checkEntries(bill['FEntry'], rules)]
}

/** The bill number as text, "" when there is none. */
export const readNumber = (bill: Json): string => (isObject(bill) ? readText(bill['FBillNo']) : '')

function checkHeader(bill: JsonObject, rules: BillRules): Issue[] {
  const issues: Issue[] = []
  const number = readNumber(bill)
  if (number === '') issues.push(invalid('FBillNo', 'REQUIRED', '单据编号不能为空'))
  if (number.length > MAX_NUMBER_LENGTH)
    issues.push(invalid('FBillNo', 'TOO_LONG', `单据编号不能超过 ${MAX_NUMBER_LENGTH} 个字符`))
  if (readText(bill['FCustId']) === '') issues.push(invalid('FCustId', 'REQUIRED', '客户不能为空'))
  return [...issues, ...checkDate(readText(bill['FDate']), rules)]
}

function checkDate(date: string, { closedYear }: BillRules): Issue[] {
  if (date === '') return [invalid('FDate', 'REQUIRED', '单据日期不能为空')]
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/.test(date) || !isRealDay(date.slice(0, 10)))
    return [invalid('FDate', 'NOT_A_DATE', `单据日期“${clip(date)}”不是日期，应为 2025-09-01 的形式`)]
  if (!date.startsWith(closedYear)) return []
  return [invalid('FDate', 'PERIOD_CLOSED', `会计期间 ${date.slice(0, 7)} 已结账，不能新增单据`)]
}

function checkEntries(entries: Json | undefined, rules: BillRules): Issue[] {
  if (!Array.isArray(entries) || entries.length === 0) return [invalid('FEntry', 'REQUIRED', '单据至少要有一行分录')]
  if (entries.length > MAX_ENTRIES) return [invalid('FEntry', 'TOO_LONG', `分录不能超过 ${MAX_ENTRIES} 行`)]
  return entries.flatMap((entry: Json, at: number) => checkEntry(entry, `FEntry[${at}]`, rules))
}

function checkEntry(entry: Json, at: string, rules: BillRules): Issue[] {
  if (!isObject(entry)) return [invalid(at, 'NOT_AN_OBJECT', '分录必须是 JSON 对象')]
  const quantity = readDecimal(entry['FQty'])
  const price = readDecimal(entry['FPrice'])
  const issues = [...checkMaterial(entry, at, quantity, rules)]
  if (quantity === null || compare(quantity, ZERO) <= 0)
    issues.push(invalid(`${at}.FQty`, 'QTY_NOT_POSITIVE', `数量必须大于 0，收到“${clip(readText(entry['FQty']))}”`))
  if (price === null || compare(price, ZERO) < 0)
    issues.push(invalid(`${at}.FPrice`, 'PRICE_NEGATIVE', `单价不能小于 0，收到“${clip(readText(entry['FPrice']))}”`))
  if (quantity === null || price === null) return issues
  return [...issues, ...checkAmount(entry, at, multiply(quantity, price))]
}

function checkMaterial(entry: JsonObject, at: string, quantity: Decimal | null, rules: BillRules): Issue[] {
  const field = `${at}.FMaterialId`
  const code = readText(entry['FMaterialId'])
  if (code === '') return [invalid(field, 'REQUIRED', '物料编码不能为空')]
  if (!isOwnCode(code)) return []
  const material = rules.findMaterial(code)
  if (material === undefined) return [invalid(field, 'MATERIAL_UNKNOWN', `物料编码“${clip(code)}”不存在`)]
  if (quantity === null || compare(quantity, { units: BigInt(material.stock), scale: 0 }) <= 0) return []
  const Message = `库存不足：物料 ${code} 可用 ${material.stock}，需要 ${writeDecimal(quantity)}`
  return [{ FieldName: `${at}.FQty`, Code: 'STOCK_SHORT', Kind: 'hold', Message }]
}

/** FAmount, where given, is FQty × FPrice × (1 − FDiscountRate), within half a fen. */
function checkAmount(entry: JsonObject, at: string, gross: Decimal): Issue[] {
  const discount = isAbsent(entry['FDiscountRate']) ? ZERO : readDecimal(entry['FDiscountRate'])
  if (discount === null || compare(discount, ZERO) < 0 || compare(discount, ONE) > 0)
    return [invalid(`${at}.FDiscountRate`, 'DISCOUNT_RANGE', '折扣率必须在 0 到 1 之间')]
  if (isAbsent(entry['FAmount'])) return []
  const amount = readDecimal(entry['FAmount'])
  const net = multiply(gross, subtract(ONE, discount))
  if (amount !== null && compare(absolute(subtract(amount, net)), HALF_FEN) <= 0) return []
  const message = `金额 ${clip(readText(entry['FAmount']))} 不等于数量×单价 ${writeDecimal(net)}`
  return [invalid(`${at}.FAmount`, 'AMOUNT_MISMATCH', message)]
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

/** Numbers may come as numerals or as text: 12.50 and "12.50" are the same. */
function readText(value: Json | undefined): string {
  if (value instanceof Numeral) return value.text
  return typeof value === 'string' ? value.trim() : ''
}

const readDecimal = (value: Json | undefined): Decimal | null => parseDecimal(readText(value))

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const invalid = (FieldName: string, Code: string, Message: string): Issue => ({
  FieldName,
  Message,
  Code,
  Kind: 'invalid',
})
