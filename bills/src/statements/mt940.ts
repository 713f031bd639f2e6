import { Failure } from '@sluice/contract'
import type { RawRow } from '../raw-row.ts'
import { entryRow, headerRow, plainAmount, sayingRow, signed } from './statement-rows.ts'

/** A statement of SWIFT's MT940 begins with its own reference and names an opening balance, behind blocks of a header or not. */
export const isMt940 = (head: string): boolean =>
  /(?:^|[\r\n])(?:\{4:\s*)?:20:/.test(head) && /[\r\n]:60[FM]:[CD]\d{6}[A-Z]{3}/.test(head)

/** A tag at the beginning of its line, or what a line before began. */
const TAG = /^:(\d\d[A-Z]?):(.*)$/s
const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d[\d,]*)\s*$/
/** Value date, booking day, mark, code of funds, amount, kind, reference, the bank's own. */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n(.*))?$/s
/** Tags that state nothing of the entries. */
const BESIDE = new Set(['20', '21', '28', '28C', '13', '13D', '34F', '64', '65', '90C', '90D'])
const ENVELOPE = /^(?:\{[1-5]:|-\}|-$|\{5:)/

interface Tag {
  readonly name: string
  readonly line: number
  value: string
}

/** So many lines without a tag are a place to let others on. */
const LINES_A_BREATH = 200
/** SWIFT lets a saying go on over six lines; what goes on for ever would be put together in one turn. */
const MOST_LINES = 10_000

/** One tag after the other, each with the lines that go on with it; null: nothing yet. @throws Failure on a line that belongs to none */
function* readTags(lines: Iterable<string>): Generator<Tag | null> {
  let tag: Tag | undefined
  let line = 0
  for (const each of lines) {
    line += 1
    if (line % LINES_A_BREATH === 0) yield null
    const text = each.replace(/^\uFEFF/, '').replace(/^(?:\{\d:[^{}]*\})*\{4:/, '')
    if (text.trim() === '' || ENVELOPE.test(text)) continue
    const [, name, value = ''] = TAG.exec(text) ?? []
    if (name !== undefined) {
      if (tag) yield tag
      tag = { name, line, value }
    } else if (tag && line - tag.line < MOST_LINES) tag.value += `\n${text}`
    else throw strange(line, text)
  }
  if (tag) yield tag
}

/** null: nothing yet, many lines went by. @throws Failure that names the first line which no statement has */
export function* readMt940(lines: Iterable<string>): Generator<RawRow | null> {
  yield headerRow
  let currency = ''
  let entry: { readonly tag: Tag; info: string; infoText: string } | undefined
  const flush = function* (): Generator<RawRow> {
    if (entry) yield toEntry(entry.tag, currency, entry.info, entry.infoText)
    entry = undefined
  }
  for (const tag of readTags(lines)) {
    if (tag === null) {
      yield null
      continue
    }
    const text = `:${tag.name}:${tag.value}`
    if (tag.name === '86') {
      // Behind the last balance it is of the statement as a whole.
      if (entry) Object.assign(entry, { info: tag.value.replaceAll('\n', ''), infoText: `\n${text}` })
      continue
    }
    yield* flush()
    if (tag.name === '61') entry = { tag, info: '', infoText: '' }
    else if (tag.name === '25' || tag.name === '25P')
      yield sayingRow(tag.line, text, `account ${toAccount(tag.value.split('\n')[0] ?? '')}`)
    else if (/^6[02][FM]$/.test(tag.name)) {
      const [, mark, code, amount] = BALANCE.exec(tag.value) ?? []
      if (mark === undefined || code === undefined || amount === undefined) throw strange(tag.line, text)
      currency = code
      const side = tag.name.startsWith('60') ? 'opening' : 'closing'
      yield sayingRow(tag.line, text, `${side} ${signed(mark === 'D', plainAmount(amount))} ${code}`)
    } else if (!BESIDE.has(tag.name)) throw strange(tag.line, text)
  }
  yield* flush()
}

function toEntry(tag: Tag, currency: string, info: string, infoText: string): RawRow {
  const text = `:61:${tag.value}`
  const found = ENTRY.exec(tag.value)
  if (!found) throw strange(tag.line, text)
  const [
    ,
    valueDay = '',
    bookingDay,
    mark = '',
    ,
    amount = '',
    type = '',
    reference = '',
    bankReference = '',
    more = '',
  ] = found
  return entryRow(tag.line, text + infoText, {
    'Booking date': toBookingDate(valueDay, bookingDay),
    'Value date': toDate(valueDay),
    Currency: currency,
    // What is taken back goes the other way.
    Direction: mark === 'C' || mark === 'RD' ? 'C' : 'D',
    Amount: plainAmount(amount),
    Type: type,
    Reference: reference.trim() === 'NONREF' ? '' : reference.trim(),
    'Bank reference': bankReference.trim(),
    Details: [more.trim(), info.trim()].filter(each => each !== '').join(' '),
  })
}

/** `BANK/NUMBER`, and a currency behind it, name the account by its number. */
const toAccount = (text: string): string => (text.trim().split('/').at(-1) ?? '').replace(/(?<=\d)\s*[A-Z]{3}$/, '')

/** `240301` */
const toDate = (day: string): string => `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4, 6)}`

/** The booking day has no year: it is the one nearest to the value date, which may lie in the year before or behind. */
function toBookingDate(valueDay: string, bookingDay: string | undefined): string {
  const value = toDate(valueDay)
  if (bookingDay === undefined) return value
  const [month, valueMonth] = [Number(bookingDay.slice(0, 2)), Number(valueDay.slice(2, 4))]
  const shift = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0
  return `${Number(value.slice(0, 4)) + shift}-${bookingDay.slice(0, 2)}-${bookingDay.slice(2, 4)}`
}

const strange = (line: number, text: string): Failure =>
  new Failure({
    code: 'bill.statement',
    message: `Line ${line} is no line of a statement of account.`,
    value: text.slice(0, 200),
    advice: 'Download the bill from the platform again and leave it as it is.',
  })
