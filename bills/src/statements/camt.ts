import { openTurn } from '@sluice/connector-kit/turns'
import { parseXmlInTurns, type XmlElement } from '@sluice/connector-kit/xml'
import { Failure } from '@sluice/contract'
import type { RawRow } from '../raw-row.ts'
import { entryRow, headerRow, sayingRow, signed } from './statement-rows.ts'

/** ISO 20022: the statement camt.053, in any of its versions. */
export const isCamt = (head: string): boolean =>
  /^\s*</.test(head) && /camt\.053\.|<(?:[\w.-]+:)?BkToCstmrStmt/.test(head)

/** Some 100,000 entries. Each tag costs some 200 bytes of memory. */
const MAX_TAGS = 6_000_000
/** Of entries; a file has one. */
const MAX_PREFIXES = 5
const ENTRY = /<((?:[\w.-]+:)?)Ntry[\s>]/g

/** @throws Failure where it is no whole document, or holds what no statement has */
export async function readCamt(source: string): Promise<RawRow[]> {
  await refuseBomb(source)
  const root = await parseXmlInTurns(source).catch((error: unknown) => {
    throw broken(error instanceof SyntaxError ? error.message : 'it cannot be read')
  })
  const statements = childrenOf(root, 'BkToCstmrStmt').flatMap(each => childrenOf(each, 'Stmt'))
  if (statements.length === 0) throw broken('it holds no statement')
  const count = statements.reduce((sum, each) => sum + childrenOf(each, 'Ntry').length, 0)
  const places = await findEntries(source, count)
  // A comment may look like an entry: then no line could be named.
  if (places.length !== count) throw broken(`it holds ${count} entries and seems to hold ${places.length}`)
  let next = 0
  const rows: RawRow[] = [headerRow]
  // as many places as there are entries
  for (const each of statements) for await (const row of readStatement(each, () => places[next++]!)) rows.push(row)
  return rows
}

interface Place {
  readonly line: number
  readonly text: string
}

/**
 * Where entries stand: by lines, or by their number where several share one. Each character is looked at once, whatever
 * comments and prefixes the file holds. @param wanted how many there are: what seems to be more is no statement
 */
async function findEntries(source: string, wanted: number): Promise<Place[]> {
  const places: Place[] = []
  const turn = openTurn()
  const ends = new Map<string, number>()
  let line = 1
  let newline = source.indexOf('\n')
  for (const { 0: tag, 1: prefix = '', index } of source.matchAll(ENTRY)) {
    for (; newline >= 0 && newline < index; newline = source.indexOf('\n', newline + 1)) {
      line += 1
      if (turn.isOver()) await turn.give()
    }
    const close = `</${prefix}Ntry>`
    const known = ends.get(prefix)
    // The first end behind an entry is that of the next one too, until it is passed.
    const end = known !== undefined && (known < 0 || known >= index) ? known : source.indexOf(close, index)
    ends.set(prefix, end)
    if (ends.size > MAX_PREFIXES) throw broken('its entries have many prefixes')
    places.push({ line, text: source.slice(index, end < 0 ? index + tag.length : end + close.length) })
    if (places.length > wanted) throw broken(`it holds ${wanted} entries and seems to hold more`)
    if (turn.isOver()) await turn.give()
  }
  const isOnOwn = places.every((place, at) => at === 0 || place.line > places[at - 1]!.line) // at > 0
  return isOnOwn ? places : places.map(({ text }, at) => ({ line: at + 1, text }))
}

/** @throws Failure where it has more elements than a statement of the size that is read */
async function refuseBomb(source: string): Promise<void> {
  const turn = openTurn()
  let count = 0
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) {
    count += 1
    if (count > MAX_TAGS) throw broken(`it has more than ${MAX_TAGS} tags`)
    if (turn.isOver()) await turn.give()
  }
}

async function* readStatement(statement: XmlElement, nextPlace: () => Place): AsyncGenerator<RawRow> {
  const account = childOf(statement, 'Acct')
  const id = account && childOf(account, 'Id')
  const number = textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id')
  const entries: RawRow[] = []
  const turn = openTurn()
  for (const entry of childrenOf(statement, 'Ntry')) {
    entries.push(readEntry(entry, nextPlace()))
    if (turn.isOver()) await turn.give()
  }
  const first = entries[0]?.line ?? 1
  const last = entries.at(-1)?.line ?? 1
  const balances = childrenOf(statement, 'Bal')
  const opening = findBalance(balances, ['OPBD', 'PRCD'], first)
  const closing = findBalance(balances, ['CLBD'], last)
  if (number !== '') yield sayingRow(first, number, `account ${number}`)
  if (opening) yield sayingRow(first, opening, `opening ${opening}`)
  yield* entries
  if (closing) yield sayingRow(last, closing, `closing ${closing}`)
}

/** `-10.00 EUR`; undefined where the statement has no such balance. */
function findBalance(balances: readonly XmlElement[], codes: readonly string[], line: number): string | undefined {
  for (const code of codes)
    for (const balance of balances)
      if (textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code) {
        const amount = childOf(balance, 'Amt')
        const currency = amount?.attributes.get('Ccy') ?? ''
        return `${signed(readDirection(balance, line) === 'D', amount?.text.trim() ?? '')} ${currency}`
      }
  return undefined
}

function readEntry(entry: XmlElement, { line, text }: Place): RawRow {
  const amount = childOf(entry, 'Amt')
  const details = childOf(entry, 'NtryDtls')
  const [one, another] = details ? childrenOf(details, 'TxDtls') : []
  // An entry for many payments names none of them.
  const only = another ? undefined : one
  const direction = readDirection(entry, line)
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  const party = textAt(only, 'RltdPties', direction === 'C' ? 'Dbtr' : 'Cdtr', 'Nm')
  const partyOf2019 = textAt(only, 'RltdPties', direction === 'C' ? 'Dbtr' : 'Cdtr', 'Pty', 'Nm')
  const reference = textAt(only, 'Refs', 'EndToEndId')
  return entryRow(line, text, {
    'Booking date': dateAt(entry, 'BookgDt') || dateAt(entry, 'ValDt'),
    'Value date': dateAt(entry, 'ValDt'),
    Currency: amount?.attributes.get('Ccy') ?? '',
    // What is only announced is in no balance.
    Direction: status === '' || status === 'BOOK' ? direction : 'P',
    Amount: amount?.text.trim() ?? '',
    Type: sayType(entry),
    Reference: reference === 'NOTPROVIDED' ? '' : reference,
    'Bank reference': textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef'),
    Counterparty: party || partyOf2019,
    Details: sayDetails(entry, only),
  })
}

/** `PMNT/RCDT/ESCT`, or what the bank calls it. */
function sayType(entry: XmlElement): string {
  const code = childOf(entry, 'BkTxCd')
  const domain = code && childOf(code, 'Domn')
  const parts = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')]
  return parts.filter(part => part !== '').join('/') || textAt(code, 'Prtry', 'Cd')
}

function sayDetails(entry: XmlElement, only: XmlElement | undefined): string {
  const remittance = only && childOf(only, 'RmtInf')
  const lines = remittance ? childrenOf(remittance, 'Ustrd').map(({ text }) => text.trim()) : []
  return [...lines, textAt(entry, 'AddtlNtryInf')].filter(text => text !== '').join(' ')
}

function readDirection(element: XmlElement, line: number): 'C' | 'D' {
  const column = 'CdtDbtInd'
  const word = textAt(element, column)
  if (word === 'CRDT') return 'C'
  if (word === 'DBIT') return 'D'
  throw new Failure({
    code: 'bill.direction',
    message: `Line ${line}, column ${column}: "${word}" says neither that money came in nor that it went out.`,
    field: column,
    value: word,
  })
}

/** The day that it states: times stand on the bank's own clock. */
function dateAt(entry: XmlElement, name: string): string {
  const time = textAt(entry, name, 'DtTm')
  return textAt(entry, name, 'Dt') || time.slice(0, 19)
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(each => each.name === name)

const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find(each => each.name === name)

/** '' where it is missing. */
function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  const found = path.reduce<XmlElement | undefined>((at, name) => at && childOf(at, name), element)
  return found?.text.trim() ?? ''
}

const broken = (why: string): Failure =>
  new Failure({
    code: 'bill.xml',
    message: `The file is no whole statement of account: ${why}.`,
    advice: 'Download the bill from the platform again and leave it as it is.',
  })
