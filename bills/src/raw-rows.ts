import {
  badFile,
  CsvParser,
  type CsvRow,
  chooseFormat,
  decodeFile,
  detectEncoding,
  type Encoding,
  readHead,
  readSheetRows,
} from '@sluice/connector-kit/files'
import { ExactNumber, Failure, type Value } from '@sluice/contract'
import type { BillFile, RawRow } from './raw-row.ts'
import { namedEncoding } from './statements/ofx.ts'
import { identifyStatement, readStatement, type StatementKind } from './statements/read-statement.ts'

/** How the rows of a file are cut, found once for both readings. */
export type Cut =
  | { readonly kind: 'sheet' }
  | { readonly kind: 'text'; readonly encoding: Encoding; readonly delimiter: string }
  | { readonly kind: 'statement'; readonly encoding: Encoding; readonly of: StatementKind }

/** A row of a bill; what is longer is no bill, and a quote that is never closed must not hold the whole file. */
const MAX_ROW = 1024 * 1024

const DELIMITERS = [',', '\t', ';', '|']

/** The ways in which a file may be cut: a workbook and a statement in one, a text by each sign. @throws Failure when it is none of them */
export async function listCuts(file: BillFile): Promise<Cut[]> {
  const { path, name } = file
  const head = (await readHead(path, name)).toString('latin1').replace(/^ï»¿/, '')
  const of = identifyStatement(head)
  const named = of === 'ofx' ? namedEncoding(head) : null
  if (of !== null) return [{ kind: 'statement', encoding: await detectEncoding(path, name, named ?? 'auto'), of }]
  const kind = await chooseFormat({ ...file, id: name, modifiedMs: 0 }, { format: 'auto', encoding: 'auto' })
  if (kind === 'xlsx') return [{ kind: 'sheet' }]
  const encoding = await detectEncoding(path, name, 'auto')
  return DELIMITERS.map(delimiter => ({ kind: 'text', encoding, delimiter }))
}

/** Rows in the order of the file, a few at a time. @throws Failure naming the line that cannot be read */
export function readRawRows(file: BillFile, cut: Cut): AsyncGenerator<readonly RawRow[]> {
  if (cut.kind === 'statement') return readStatement(file, cut.of, cut.encoding)
  return cut.kind === 'sheet' ? readSheet(file) : readText(file, cut)
}

async function* readText(
  { path, name }: BillFile,
  { encoding, delimiter }: Extract<Cut, { kind: 'text' }>,
): AsyncGenerator<readonly RawRow[]> {
  const parser = new CsvParser(delimiter, MAX_ROW)
  // Lines are cut before they are parsed, so that a row keeps its own text.
  let rest = ''
  let held: string[] = []
  const take = (line: string, rows: RawRow[]): void => {
    held.push(line)
    for (const row of parser.push(line)) {
      rows.push(toRow(row, held.join('').replace(/[\r\n]+$/, ''), name, delimiter))
      held = []
    }
  }
  for await (const chunk of decodeFile(path, name, encoding)) {
    const rows: RawRow[] = []
    const text = rest + chunk
    let start = 0
    for (let end = findBreak(text, start); end > 0; end = findBreak(text, start)) {
      take(text.slice(start, end), rows)
      start = end
    }
    rest = text.slice(start)
    if (rest.length > MAX_ROW) throw tooLong(name)
    yield rows
  }
  const rows: RawRow[] = []
  if (rest !== '') take(rest, rows)
  const { rows: last, openQuoteLine } = parser.end()
  if (openQuoteLine !== null)
    throw badFile(
      `Line ${openQuoteLine} of ${name} opens a quote that is never closed, so nothing after it can be read.`,
      'Close or remove the quote; a quote inside a value is written twice.',
    )
  yield [...rows, ...last.map(row => toRow(row, held.join(''), name, delimiter))]
}

/** Behind the next line break; 0 where there is none yet, or its second half may still come. */
function findBreak(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED) return at + 1
    if (code !== RETURN) continue
    if (at + 1 === text.length) return 0
    return text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1
  }
  return 0
}

const LINE_FEED = 10
const RETURN = 13

function toRow(row: CsvRow, text: string, name: string, delimiter: string): RawRow {
  const { line, cells, problem } =
    row.problem === 'quote' ? { ...withoutPadding(text, delimiter), line: row.line } : row
  if (problem === 'long') throw tooLong(name, line)
  if (problem === 'quote')
    throw new Failure({
      code: 'bill.quote',
      message: `Line ${line}: text follows a closing quote, so its columns cannot be told apart.`,
      value: text,
      advice: 'A quote inside a quoted value is written twice.',
    })
  if (text.includes('\0'))
    throw new Failure({ code: 'bill.nul', message: `Line ${line} holds a NUL character, which no text may hold.` })
  return { line, text, cells: cells.map(cell => cell ?? '') }
}

/** Some platforms pad a cell behind its closing quote. */
function withoutPadding(text: string, delimiter: string): CsvRow {
  const parser = new CsvParser(delimiter, MAX_ROW)
  parser.push(delimiter === '\t' ? text : text.replaceAll(/"[ \t]+(?=[,;|]|$)/g, '"'))
  const [row] = parser.end().rows
  return row ?? { line: 1, cells: [], problem: 'quote' }
}

const tooLong = (name: string, line?: number): Failure =>
  badFile(
    line === undefined
      ? `${name} has a line of more than 1 MiB, which no bill has.`
      : `Line ${line} of ${name} has more than 1 MiB or 16,384 columns, which no bill has.`,
    'Check that the file is the one the platform made.',
  )

async function* readSheet({ path, name }: BillFile): AsyncGenerator<readonly RawRow[]> {
  for await (const rows of readSheetRows(path, name))
    yield rows.map(({ line, cells, failure }) => {
      if (failure) throw new Failure(failure)
      const texts = cells.map(toText)
      return { line, text: texts.join('\t'), cells: texts }
    })
}

function toText(value: Value): string {
  if (value === null || value === undefined) return ''
  if (value instanceof ExactNumber) return value.text
  return typeof value === 'object' ? '' : String(value)
}
