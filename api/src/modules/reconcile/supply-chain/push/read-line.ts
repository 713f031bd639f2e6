import { createHash } from 'node:crypto'
import { exponentOf, mask, readAmount, readMoment } from '@sluice/bills'
import type { LineSide } from '@sluice/connector-kit'
import { type Data, type Failure, toText } from '@sluice/contract'
import { type RefusalInit, refuse } from '../../../../http/refuse.ts'

/** Accounts and items that lines may name, by their codes. */
export interface Known {
  readonly accounts: ReadonlyMap<string, KnownAccount>
  readonly items: ReadonlyMap<string, string>
}

export interface KnownAccount {
  readonly id: string
  readonly code: string
  readonly currency: string
  readonly zone: string
  readonly status: string
}

/** A record as a line, texts as the database reads them. */
export interface LineIn {
  readonly account_id: string
  readonly zone: string
  /** What the line is called by people and no other line of the account is: document, or fingerprint. */
  readonly name: string
  readonly fingerprint: string | null
  readonly txn_no: string | null
  readonly batch_no: string | null
  readonly counterparty: string | null
  readonly balance_after: string | null
  readonly doc_type: string
  readonly doc_no: string
  readonly doc_line: string
  readonly logistics_no: string | null
  readonly sku: string | null
  readonly quantity: string | null
  readonly recognised_on: string | null
  readonly order_no: string | null
  readonly parent_order: string | null
  readonly kind: string
  readonly item_id: string | null
  readonly amount_minor: string
  readonly currency: string
  readonly local: string
  readonly zone_offset: string | null
  readonly remark: string | null
  readonly attributes: Readonly<Record<string, string>>
}

const TEXTS = [
  'order_no',
  'parent_order',
  'kind',
  'remark',
  'item',
  'account',
  'currency',
  'amount',
  'amount_minor',
] as const
const OWN = {
  a: ['txn_no', 'batch_no', 'counterparty', 'balance_after', 'occurred_at'],
  b: ['doc_type', 'doc_no', 'doc_line', 'logistics_no', 'sku', 'quantity', 'batch_no', 'recognised_on', 'occurred_at'],
} as const

/** As long as an index takes. */
const MOST_CHARS = 400
/** Of a remark, or a column that is kept beside the line. */
const MOST_LONG = 4000

/** Reads one record as a line. @throws Failure that names the field */
export function readLine(side: LineSide, data: Data, known: Known): LineIn {
  const read = (field: string): string | null => readText(data, field)
  const need = (field: string): string => read(field) ?? fail('invalid.lineMissing', { field })
  const account = readAccount(need('account'), known)
  const currency = need('currency').toUpperCase()
  if (currency !== account.currency)
    fail('invalid.lineCurrency', { field: 'currency', value: `${currency} ≠ ${account.currency}` })
  const moment =
    readMoment(need('occurred_at')) ?? fail('invalid.lineTime', { field: 'occurred_at', value: need('occurred_at') })
  const kind = read('kind') ?? ''
  const amount = readMinor(data, currency)
  const base = {
    ...{ account_id: account.id, zone: account.zone, currency, kind, amount_minor: String(amount) },
    ...{
      local: moment.local,
      zone_offset: moment.offset,
      order_no: read('order_no'),
      parent_order: read('parent_order'),
    },
    ...{ item_id: readItem(read('item'), known), remark: read('remark'), batch_no: read('batch_no') },
  }
  if (side === 'a') {
    const txn_no = need('txn_no')
    // A second movement of one transaction differs in its kind or its amount.
    const name = [txn_no, kind, base.amount_minor].join('\u001f')
    return {
      ...NO_DOCUMENT,
      ...base,
      ...{ txn_no, name, fingerprint: createHash('sha256').update(`pushed\u001f${name}`).digest('hex').slice(0, 32) },
      counterparty: mask(read('counterparty')),
      balance_after: readBalance(read('balance_after'), currency),
      attributes: readRest(side, data),
    }
  }
  const document = { doc_type: read('doc_type') ?? '', doc_no: need('doc_no'), doc_line: read('doc_line') ?? '' }
  return {
    ...base,
    ...document,
    name: [...Object.values(document), kind].join('\u001f'),
    ...{ fingerprint: null, txn_no: null, counterparty: null, balance_after: null },
    ...{ logistics_no: read('logistics_no'), sku: read('sku'), quantity: readQuantity(read('quantity')) },
    recognised_on: readDay(read('recognised_on')),
    // Matching reads the settlement there.
    attributes: { ...readRest(side, data), ...(base.batch_no !== null && { batch_no: base.batch_no }) },
  }
}

const NO_DOCUMENT = {
  ...{ doc_type: '', doc_no: '', doc_line: '', logistics_no: null, sku: null, quantity: null, recognised_on: null },
} as const

const fail = (code: Parameters<typeof refuse>[0], init: RefusalInit): never => {
  throw refuse(code, init) satisfies Failure
}

function readText(data: Data, field: string): string | null {
  const value = toText(data[field]).trim()
  return value === '' ? null : requireWhole(field, value, field === 'remark' ? MOST_LONG : MOST_CHARS)
}

/** Nothing is cut off or left out of a text. */
function requireWhole(field: string, text: string, most: number): string {
  if (text.length > most) fail('invalid.lineLength', { field, value: `${text.length} > ${most}` })
  return text.includes('\0') ? fail('invalid.lineNul', { field }) : text
}

function readAccount(code: string, { accounts }: Known): KnownAccount {
  const account = accounts.get(code) ?? fail('invalid.lineAccount', { field: 'account', value: code })
  if (account.status !== 'active') fail('invalid.lineAccountState', { field: 'account', value: code })
  return account
}

const readItem = (code: string | null, { items }: Known): string | null =>
  code === null ? null : (items.get(code) ?? fail('invalid.lineItem', { field: 'item', value: code }))

/** A numeral of the currency, its minor units, or both where they say the same. Nothing is rounded. */
function readMinor(data: Data, currency: string): bigint {
  const [amount, minor] = [readText(data, 'amount'), readText(data, 'amount_minor')]
  if (amount === null && minor === null) return fail('invalid.lineMissing', { field: 'amount' })
  const stated = amount === null ? null : readAmount(amount, exponentOf(currency))
  if (amount !== null && (!stated || stated.refunded !== null))
    return fail('invalid.lineAmount', { field: 'amount', value: amount })
  if (minor === null) return stated!.minor // one of them is there
  const units = /^-?\d{1,18}$/.test(minor)
    ? BigInt(minor)
    : fail('invalid.lineAmount', { field: 'amount_minor', value: minor })
  if (stated && stated.minor !== units)
    return fail('invalid.lineAmounts', { field: 'amount', value: `${amount} ≠ ${minor}` })
  return units
}

function readBalance(text: string | null, currency: string): string | null {
  if (text === null) return null
  const amount =
    readAmount(text, exponentOf(currency)) ?? fail('invalid.lineAmount', { field: 'balance_after', value: text })
  return String(amount.minor)
}

function readQuantity(text: string | null): string | null {
  if (text === null || /^-?\d{1,20}(\.\d{1,20})?$/.test(text)) return text
  return fail('invalid.lineNumber', { field: 'quantity', value: text })
}

function readDay(text: string | null): string | null {
  if (text === null) return null
  const moment = readMoment(text) ?? fail('invalid.lineTime', { field: 'recognised_on', value: text })
  return moment.local.slice(0, 10)
}

/** Fields that no column is for are kept beside the line. */
function readRest(side: LineSide, data: Data): Record<string, string> {
  const used = new Set<string>([...TEXTS, ...OWN[side]])
  return Object.fromEntries(
    Object.entries(data).flatMap(([field, value]): [string, string][] => {
      const text = toText(value)
      return used.has(field) || text === '' ? [] : [[field, requireWhole(field, text, MOST_LONG)]]
    }),
  )
}
