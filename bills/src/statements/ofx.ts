import { openTurn } from '@sluice/connector-kit/turns'
import { Failure } from '@sluice/contract'
import type { RawRow } from '../raw-row.ts'

/** OFX: 1.x is SGML whose values have no end, 2.x is XML. Tags of both are read alike, one after another. */
export const isOfx = (head: string): boolean =>
  /^\s*(?:OFXHEADER:|<\?xml[^>]*>\s*(?:<!--.*?-->\s*)?<\?OFX\s|<OFX>)/i.test(head)

/** The encoding that the header of 1.x names; null: the bytes tell. */
export const namedEncoding = (head: string): 'windows-1252' | null =>
  /^\s*(?:CHARSET|ENCODING):\s*(?:(?:WINDOWS-|CP)?1252|ISO-8859-1)\s*$/im.test(head) &&
  !/^\s*ENCODING:\s*UTF-?8\s*$/im.test(head)
    ? 'windows-1252'
    : null

const LABELS = ['DTPOSTED', 'TRNTYPE', 'TRNAMT', 'CURRENCY', 'FITID', 'CHECKNUM', 'REFNUM', 'NAME', 'MEMO'] as const
type Label = (typeof LABELS)[number]

const TAG = /<(\/?)([A-Za-z0-9_.]{1,64})>([^<\r\n]*)/g
const ACCOUNTS: ReadonlySet<string> = new Set(['BANKACCTFROM', 'CCACCTFROM'])
const LISTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS'])

/** @throws Failure where it is no whole statement of a bank or a card */
export async function readOfx(source: string): Promise<RawRow[]> {
  const rows: RawRow[] = [{ line: 0, text: '', cells: LABELS }]
  const reader = new Reader(rows, source)
  const turn = openTurn()
  let [line, at] = [1, 0]
  for (const { 0: whole, 1: slash = '', 2: tag = '', 3: value = '', index } of source.matchAll(TAG)) {
    for (let end = source.indexOf('\n', at); end >= 0 && end < index; end = source.indexOf('\n', end + 1)) {
      line += 1
      at = end + 1
      if (turn.isOver()) await turn.give()
    }
    const isEnd = slash === '/'
    // What stands behind the end of an entry is none of it.
    const place = isEnd ? index + whole.indexOf('>') + 1 : index
    reader.take(tag.toUpperCase(), { isEnd, value: decode(value.trim()), line, place })
    if (turn.isOver()) await turn.give()
  }
  reader.finish()
  return onLinesOfTheirOwn(rows)
}

/** Entries that share a line are told apart by their number. */
function onLinesOfTheirOwn(rows: RawRow[]): RawRow[] {
  const entries = rows.filter(row => row.said === undefined)
  const isOnOwn = entries.every((row, at) => at === 0 || row.line > (entries[at - 1]?.line ?? 0))
  if (isOnOwn) return rows
  let number = 0
  return rows.map(row => (row.said !== undefined || row.line === 0 ? row : { ...row, line: ++number }))
}

interface Tag {
  readonly isEnd: boolean
  readonly value: string
  readonly line: number
  /** In the text: where it begins, or behind it where it is an end. */
  readonly place: number
}

class Reader {
  readonly #rows: RawRow[]
  readonly #source: string
  #entry: { readonly line: number; readonly place: number; readonly cells: Map<string, string> } | null = null
  #inAccount = false
  #inLedger = false
  #inCurrency = false
  #currency = ''
  #open: string | null = null
  #lists = 0
  #isClosed = false

  constructor(rows: RawRow[], source: string) {
    this.#rows = rows
    this.#source = source
  }

  take(tag: string, { isEnd, value, line, place }: Tag): void {
    if (LISTS.has(tag)) {
      if (isEnd) this.#open = null
      else {
        if (this.#open !== null) throw broken(line, `<${tag}> begins within <${this.#open}>`)
        this.#open = tag
        this.#lists += 1
        if (this.#lists > 1) throw broken(line, 'it holds statements of several accounts')
      }
    } else if (tag === 'OFX') this.#isClosed = isEnd
    else if (ACCOUNTS.has(tag)) this.#inAccount = !isEnd
    else if (tag === 'LEDGERBAL') this.#inLedger = !isEnd
    else if (tag === 'CURRENCY' || tag === 'ORIGCURRENCY') this.#inCurrency = !isEnd && tag === 'CURRENCY'
    else if (tag === 'STMTTRN') this.#takeEntry(isEnd, line, place)
    else if (!isEnd) this.#takeValue(tag, value, line)
  }

  #takeEntry(isEnd: boolean, line: number, place: number): void {
    if (isEnd === (this.#entry === null))
      throw broken(line, isEnd ? 'an entry ends that did not begin' : 'an entry begins within another one')
    if (this.#entry) {
      const text = this.#source.slice(this.#entry.place, place).replaceAll(/\r\n?/g, '\n')
      this.#rows.push({ line: this.#entry.line, text, cells: toCells(this.#entry, this.#currency) })
    }
    this.#entry = isEnd ? null : { line, place, cells: new Map() }
  }

  #takeValue(tag: string, value: string, line: number): void {
    if (tag === 'CURDEF') this.#currency = value
    else if (this.#inAccount && tag === 'ACCTID' && this.#entry === null)
      this.#rows.push({ line, text: value, cells: [value], said: `account ${value}` })
    else if (this.#inLedger && tag === 'BALAMT')
      this.#rows.push({ line, text: value, cells: [value], said: `ledger balance ${value}` })
    else if (this.#entry) this.#note(this.#entry.cells, tag, value, line)
  }

  #note(cells: Map<string, string>, tag: string, value: string, line: number): void {
    // The currency of one entry, where it is another than the statement's.
    const name = this.#inCurrency && tag === 'CURSYM' ? 'CURRENCY' : tag
    if (cells.has(name) && (LABELS as readonly string[]).includes(name) && name !== 'NAME')
      throw broken(line, `an entry has two <${tag}>`)
    cells.set(name, value)
  }

  finish(): void {
    if (this.#entry) throw broken(this.#entry.line, 'its last entry has no end')
    if (this.#lists === 0) throw broken(1, 'it holds no statement of a bank or a card')
    if (!this.#isClosed || this.#open !== null) throw broken(1, 'its end is missing')
  }
}

function toCells(
  { line, cells }: { readonly line: number; readonly cells: ReadonlyMap<string, string> },
  currency: string,
): string[] {
  // Some banks leave the number of an entry blank.
  for (const name of ['DTPOSTED', 'TRNAMT'] as const)
    if (!cells.get(name)) throw broken(line, `an entry has no <${name}>`)
  const of: Record<Label, string> = {
    DTPOSTED: toMoment(cells.get('DTPOSTED') ?? '', line),
    TRNTYPE: cells.get('TRNTYPE') ?? '',
    TRNAMT: cells.get('TRNAMT') ?? '',
    CURRENCY: cells.get('CURRENCY') ?? currency,
    FITID: cells.get('FITID') ?? '',
    CHECKNUM: cells.get('CHECKNUM') ?? '',
    REFNUM: cells.get('REFNUM') ?? '',
    NAME: cells.get('NAME') ?? '',
    MEMO: cells.get('MEMO') ?? '',
  }
  return LABELS.map(label => of[label])
}

const WHEN =
  /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.\d{1,3})?)?(?:\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::[A-Za-z]+)?\])?$/

/** `20240301120000[-5:EST]` as the room writes it. Half hours stand behind a point: `[+5.30:IST]`. */
function toMoment(text: string, line: number): string {
  const found = WHEN.exec(text)
  if (!found) throw broken(line, `"${text}" in <DTPOSTED> is no time`)
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone, part = '0'] = found
  const local = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  if (zone === undefined) return local
  const hours = zone.replace(/[+-]/, '').padStart(2, '0')
  return `${local} ${zone.startsWith('-') ? '-' : '+'}${hours}:${part.padStart(2, '0')}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&quot;': '"',
  '&apos;': "'",
}
const decode = (text: string): string => text.replaceAll(/&[a-z]{2,4};/g, entity => ENTITIES[entity] ?? entity)

const broken = (line: number, why: string): Failure =>
  new Failure({
    code: 'bill.ofx',
    message: `Line ${line}: the file is no whole OFX statement: ${why}.`,
    advice: 'Download the bill from the platform again and leave it as it is.',
  })
