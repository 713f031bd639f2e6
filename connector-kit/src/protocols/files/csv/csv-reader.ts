import { Failure, type FailureDetail, type FieldSpec } from '@sluice/contract'
import { badFile, badRow } from '../failure.ts'
import type { SourceOptions } from '../file-params.ts'
import type { FoundFile } from '../found-file.ts'
import { MAX_ROW_LENGTH, type ReadRow, type RowReader } from '../rows.ts'
import { type CellRow, Table } from '../table.ts'
import { decodeFile } from '../text/decode.ts'
import type { Encoding } from '../text/encodings.ts'
import { HEAD_BYTES } from '../text/read-chunks.ts'
import { detectEncoding } from '../text/recognise-encoding.ts'
import { takeGuard } from '../write/csv-text.ts'
import { CsvParser, type CsvRow } from './csv-parser.ts'
import { sniffDelimiter } from './sniff-delimiter.ts'

/** A CSV: every value is text, exactly as it stands, or null where the options say so. */
export class CsvReader implements RowReader {
  readonly #file: FoundFile
  readonly #options: SourceOptions

  constructor(file: FoundFile, options: SourceOptions) {
    this.#file = file
    this.#options = options
  }

  async describe(): Promise<FieldSpec[]> {
    const { path, name } = this.#file
    const table = this.#makeTable()
    // The head is enough for the names; the values decide only when all of them are read.
    const encoding = await detectEncoding(path, name, this.#options.encoding, 16 * HEAD_BYTES)
    for await (const rows of this.#parse(encoding))
      for (const row of rows) {
        table.take(row)
        if (table.columns !== null) return table.describe()
      }
    table.finish()
    return table.describe()
  }

  async *read(): AsyncGenerator<ReadRow[], void, undefined> {
    const { path, name } = this.#file
    const table = this.#makeTable()
    for await (const rows of this.#parse(await detectEncoding(path, name, this.#options.encoding)))
      yield rows.map(row => table.take(row)).filter(row => row !== null)
    table.finish()
  }

  #makeTable(): Table {
    return new Table(this.#file.name, this.#options, { unit: 'line', isRagged: false })
  }

  async *#parse(encoding: Encoding): AsyncGenerator<CellRow[]> {
    const { path, name } = this.#file
    let parser: CsvParser | undefined
    let hint: string | null = null
    for await (const text of decodeFile(path, name, encoding)) {
      if (!parser) {
        hint = readHint(text)
        parser = new CsvParser(this.#chooseDelimiter(text, hint), MAX_ROW_LENGTH, this.#listNullTexts())
      }
      yield parser.push(text).map(row => this.#toCells(row, hint !== null && row.line === 1))
    }
    const last = parser?.end()
    if (last && last.openQuoteLine !== null)
      throw badFile(
        `Line ${last.openQuoteLine} of ${name} opens a quote that is never closed, so nothing after it can be read.`,
        'Close or remove the quote; a quote inside a value is written twice.',
      )
    yield (last?.rows ?? []).map(row => this.#toCells(row, hint !== null && row.line === 1))
  }

  /** @throws Failure `file.delimiter` where two are equally likely */
  #chooseDelimiter(head: string, hint: string | null): string {
    const { delimiter } = this.#options
    if (delimiter === 'tab') return '\t'
    if (delimiter !== 'auto') return delimiter
    if (hint !== null) return hint
    const { best, rival } = sniffDelimiter(head)
    if (rival !== null) throw ambiguous(this.#file.name, best, rival)
    return best
  }

  #listNullTexts(): string[] {
    const { blank, null_text: nullText } = this.#options
    return [...(blank === 'text' ? [] : ['']), ...(nullText ? [nullText] : [])]
  }

  #toCells({ line, cells: given, problem }: CsvRow, isHint: boolean): CellRow {
    const { blank, guarded } = this.#options
    let length = 0
    for (const cell of given) length += cell?.length ?? 0
    let cells = given
    if (blank === 'null_quoted') cells = cells.map(cell => (cell === '' ? null : cell))
    if (guarded) cells = cells.map(cell => (cell === null ? null : takeGuard(cell)))
    return { line, cells, length, isHint, failure: explain(line, given, problem) }
  }
}

/** The delimiter that spreadsheets announce in a first line `sep=;`; null where there is no such line. */
export const readHint = (head: string): string | null => /^"?sep=([^\r\n"])"?(?:[\r\n]|$)/i.exec(head)?.[1] ?? null

const ambiguous = (name: string, best: string, rival: string): Failure =>
  new Failure({
    code: 'file.delimiter',
    message: `The rows of ${name} can be cut by ${nameSign(best)} and by ${nameSign(rival)} alike.`,
    advice: 'Choose the delimiter in the source options.',
    field: 'delimiter',
  })

const nameSign = (delimiter: string): string => (delimiter === '\t' ? 'Tab' : delimiter)

function explain(
  line: number,
  cells: readonly (string | null)[],
  problem: CsvRow['problem'],
): FailureDetail | undefined {
  if (problem === 'long')
    return badRow('long', `Line ${line} starts a row of more than 64 MiB or 16,384 cells, which is not read.`, {
      advice: 'Look for a quote that is closed much later than it should be.',
    })
  if (problem === 'quote')
    return badRow('quote', `Line ${line} starts a row in which text follows a closing quote.`, {
      value: cells.join(' '),
      advice: 'A quote inside a quoted value is written twice.',
    })
  if (cells.some(cell => cell?.includes('\0')))
    return badRow('nul', `Line ${line} starts a row that holds a NUL character, which no text may hold.`)
  return undefined
}
