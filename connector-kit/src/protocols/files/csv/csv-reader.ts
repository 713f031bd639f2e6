import type { FailureDetail, FieldSpec } from '@sluice/contract'
import { decodeFile, detectEncoding, type Encoding, HEAD_BYTES } from '../decode.ts'
import { badFile, badRow } from '../failure.ts'
import type { SourceOptions } from '../file-params.ts'
import type { FoundFile } from '../found-file.ts'
import { MAX_ROW_LENGTH, type ReadRow, type RowReader } from '../rows.ts'
import { Table } from '../table.ts'
import { CsvParser, type CsvRow } from './csv-parser.ts'
import { sniffDelimiter } from './sniff-delimiter.ts'

/** A CSV: every value is text, exactly as it stands. */
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
        table.take(toCells(row))
        if (table.columns !== null) return table.describe()
      }
    table.finish()
    return table.describe()
  }

  async *read(): AsyncGenerator<ReadRow[], void, undefined> {
    const { path, name } = this.#file
    const table = this.#makeTable()
    for await (const rows of this.#parse(await detectEncoding(path, name, this.#options.encoding)))
      yield rows.map(row => table.take(toCells(row))).filter(row => row !== null)
    table.finish()
  }

  #makeTable(): Table {
    return new Table(this.#file.name, this.#options, { unit: 'line', isRagged: false })
  }

  async *#parse(encoding: Encoding): AsyncGenerator<CsvRow[]> {
    const { path, name } = this.#file
    let parser: CsvParser | undefined
    for await (const text of decodeFile(path, name, encoding)) {
      parser ??= new CsvParser(this.#chooseDelimiter(text), MAX_ROW_LENGTH)
      yield parser.push(text)
    }
    const last = parser?.end()
    if (last && last.openQuoteLine !== null)
      throw badFile(
        `Line ${last.openQuoteLine} of ${name} opens a quote that is never closed, so nothing after it can be read.`,
        'Close or remove the quote; a quote inside a value is written twice.',
      )
    yield last?.rows ?? []
  }

  #chooseDelimiter(head: string): string {
    const { delimiter } = this.#options
    if (delimiter === 'tab') return '\t'
    return delimiter === 'auto' ? sniffDelimiter(head) : delimiter
  }
}

function toCells({ line, cells, problem }: CsvRow) {
  let length = 0
  for (const cell of cells) length += cell.length
  return { line, cells, length, failure: explain(line, cells, problem) }
}

function explain(line: number, cells: readonly string[], problem: CsvRow['problem']): FailureDetail | undefined {
  if (problem === 'long')
    return badRow('long', `Line ${line} starts a row of more than 64 MiB or 16,384 cells, which is not read.`, {
      advice: 'Look for a quote that is closed much later than it should be.',
    })
  if (problem === 'quote')
    return badRow('quote', `Line ${line} starts a row in which text follows a closing quote.`, {
      value: cells.join(' '),
      advice: 'A quote inside a quoted value is written twice.',
    })
  if (cells.some(cell => cell.includes('\0')))
    return badRow('nul', `Line ${line} starts a row that holds a NUL character, which no text may hold.`)
  return undefined
}
