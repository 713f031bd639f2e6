import type { FailureDetail, Value } from '@sluice/contract'
import { badFile, badRow } from '../failure.ts'
import type { SourceOptions } from '../file-params.ts'
import { type CellRules, readCell } from './cell-value.ts'
import { RichText } from './shared-strings.ts'
import { readAttribute, XmlScanner } from './xml-scanner.ts'

const MAX_COLUMNS = 16_384
const MAX_ROWS = 1_048_576
/** Areas of merged cells that are kept in mind. */
export const MAX_MERGED = 100_000
/** Characters of one row; a cell of Excel holds 32,767. */
const MAX_LENGTH = 64 * 1024 * 1024

export interface SheetRow {
  readonly line: number
  readonly cells: readonly Value[]
  /** Cells the row has in the file, which may be more. */
  readonly count: number
  readonly length: number
  /** A value stands to the right of the table, with an empty column between, and is left out. */
  readonly hasStray?: boolean
  readonly failure?: FailureDetail | undefined
}

/** Makes rows of the XML of a sheet, as it comes. */
export class SheetRows {
  readonly #name: string
  readonly #rules: CellRules
  readonly #errors: SourceOptions['error_cells']
  readonly #scanner: XmlScanner
  readonly #rich = new RichText()
  #done: SheetRow[] = []
  #line = 0
  #cells: Value[] = []
  #length = 0
  #count = 0
  #width = MAX_COLUMNS
  #column = -1
  #type = ''
  #style = -1
  #value: string[] = []
  #isValue = false
  #hasValue = false
  #hasFormula = false
  #hasStray = false
  #isCell = false
  #failure: FailureDetail | undefined
  /** Places like `A1:B2`; they stand behind the rows. */
  readonly merged: string[] = []

  /** @param name of the file, for messages */
  constructor(name: string, rules: CellRules, errors: SourceOptions['error_cells']) {
    this.#name = name
    this.#rules = rules
    this.#errors = errors
    this.#scanner = new XmlScanner({
      open: (element, tag) => this.#open(element, tag),
      text: text => this.#text(text),
      close: element => this.#close(element),
    })
  }

  /** Of the cells beyond this many columns only the next one is kept; it may belong to the table, the others do not. */
  limitWidth(columns: number): void {
    this.#width = columns
  }

  /** Rows that end within this piece. */
  push(xml: string): SheetRow[] {
    this.#scanner.push(xml)
    const rows = this.#done
    this.#done = []
    return rows
  }

  /** After the last piece. @throws SyntaxError when the sheet stops in the middle */
  end(): void {
    this.#scanner.end()
  }

  #open(element: string, tag: string): void {
    if (element === 'c') this.#openCell(tag)
    else if (element === 'row') this.#openRow(tag)
    else if (element === 'mergeCell') this.#noteMerged(tag)
    else if (this.#isCell && element === 'v') {
      this.#isValue = true
      this.#hasValue = true
    } else if (this.#isCell) {
      this.#rich.open(element)
      if (element === 'is') this.#hasValue = true
      if (element === 'f') this.#hasFormula = true
    }
  }

  #noteMerged(tag: string): void {
    const place = readAttribute(tag, 'ref')
    if (place !== undefined && this.merged.length < MAX_MERGED) this.merged.push(place)
  }

  #openRow(tag: string): void {
    const number = readAttribute(tag, 'r')
    this.#line = number === undefined ? this.#line + 1 : Number(number)
    if (!(Number.isInteger(this.#line) && this.#line >= 1))
      throw badFile(`${this.#name} is damaged: ${number} is no number of a row.`, SAVE_AGAIN)
    if (this.#line > MAX_ROWS) throw badFile(`${this.#name} is refused: a sheet has at most 1,048,576 rows.`)
    this.#cells = []
    this.#length = 0
    this.#count = 0
    this.#column = -1
    this.#hasStray = false
    this.#failure = undefined
  }

  #openCell(tag: string): void {
    const place = readAttribute(tag, 'r')
    this.#column = place === undefined ? this.#column + 1 : readColumn(place)
    if (this.#column < 0) throw this.#misplaced(place ?? '')
    if (this.#column >= MAX_COLUMNS) throw badFile(`${this.#name} is refused: a sheet has at most 16,384 columns.`)
    this.#type = readAttribute(tag, 't') ?? 'n'
    this.#style = Number(readAttribute(tag, 's') ?? -1)
    this.#isCell = true
    this.#hasValue = false
    this.#hasFormula = false
    this.#value = []
  }

  #misplaced(place: string) {
    return badFile(`${this.#name} is damaged: row ${this.#line} has no place for its cell ${place}.`, SAVE_AGAIN)
  }

  #text(text: string): void {
    if (!this.#isCell) return
    this.#length += text.length
    if (this.#length > MAX_LENGTH) throw badFile(`Row ${this.#line} of ${this.#name} is longer than 64 MiB.`)
    if (this.#isValue) this.#value.push(text)
    else this.#rich.add(text)
  }

  #close(element: string): void {
    if (element === 'v') this.#isValue = false
    else if (element === 'c') this.#closeCell()
    else if (element === 'row') this.#closeRow()
    else if (this.#isCell) this.#rich.close(element)
  }

  #closeRow(): void {
    const [failure, hasStray] = [this.#failure, this.#hasStray]
    this.#done.push({
      line: this.#line,
      cells: this.#cells,
      count: this.#count,
      length: this.#length,
      hasStray,
      failure,
    })
  }

  #closeCell(): void {
    this.#isCell = false
    const rich = this.#rich.take()
    const text = this.#type === 'inlineStr' ? rich : this.#value.join('')
    const raw = { type: this.#type, style: this.#style, text, hasValue: this.#hasValue }
    const value = readCell(raw, this.#rules)
    if (value === undefined)
      throw badFile(
        `${this.#name} is damaged: a cell in row ${this.#line} points to a text that is not there.`,
        SAVE_AGAIN,
      )
    if (typeof value === 'string' && this.#type === 's') this.#length += value.length
    this.#count = Math.max(this.#count, this.#column + 1)
    this.#place(this.#type === 'e' ? this.#takeError(value) : value)
  }

  #place(value: Value): void {
    if (this.#column > this.#width) this.#hasStray ||= value !== null
    if (this.#column > this.#width || (value === null && this.#column === this.#width)) return
    if (value === null && this.#hasFormula && this.#type !== 'e') this.#failure ??= this.#unknownResult()
    while (this.#cells.length < this.#column) this.#cells.push(null)
    // The second of two cells in one place would take the first one's.
    if ((this.#cells[this.#column] ?? null) !== null) throw this.#misplaced(String(value ?? ''))
    this.#cells[this.#column] = value
  }

  /** What is no value is refused with its row, unless the options say what it is to be. */
  #takeError(value: Value): Value {
    if (this.#errors === 'refuse' && this.#column < this.#width) this.#failure ??= this.#errorCell(value)
    return this.#errors === 'null' ? null : value
  }

  #errorCell(value: Value): FailureDetail {
    const message = `Row ${this.#line} holds the error ${String(value)} in column ${this.#column + 1}.`
    const advice = 'Mend the formula in the sheet, or choose in the source options that error cells are null.'
    return badRow('error', message, { value: String(value), advice })
  }

  /** Programs that do not calculate write formulas without results; null would say that the cell is empty. */
  #unknownResult(): FailureDetail {
    const message = `Row ${this.#line} has a formula in column ${this.#column + 1} whose result is not in the file.`
    return badRow('formula', message, { advice: 'Open the file in Excel and save it, so that it holds the results.' })
  }
}

const SAVE_AGAIN = 'Save it again in Excel.'

/** `AB12` → 27 */
export function readColumn(place: string): number {
  let column = 0
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
