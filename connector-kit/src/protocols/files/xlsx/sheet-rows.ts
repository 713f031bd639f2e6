import type { Value } from '@sluice/contract'
import { badFile } from '../failure.ts'
import { type CellRules, readCell } from './cell-value.ts'
import { RichText } from './shared-strings.ts'
import { readAttribute, XmlScanner } from './xml-scanner.ts'

const MAX_COLUMNS = 16_384
const MAX_ROWS = 1_048_576
/** Characters of one row; a cell of Excel holds 32,767. */
const MAX_LENGTH = 64 * 1024 * 1024

export interface SheetRow {
  readonly line: number
  readonly cells: readonly Value[]
  /** Cells the row has in the file, which may be more. */
  readonly count: number
  readonly length: number
}

/** Makes rows of the XML of a sheet, as it comes. */
export class SheetRows {
  readonly #name: string
  readonly #rules: CellRules
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
  #isCell = false

  /** @param name of the file, for messages */
  constructor(name: string, rules: CellRules) {
    this.#name = name
    this.#rules = rules
    this.#scanner = new XmlScanner({
      open: (element, tag) => this.#open(element, tag),
      text: text => this.#text(text),
      close: element => this.#close(element),
    })
  }

  /** Of the cells beyond this many columns only one is kept, to show that there are some. */
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

  #open(element: string, tag: string): void {
    if (element === 'c') this.#openCell(tag)
    else if (element === 'row') this.#openRow(tag)
    else if (this.#isCell && element === 'v') {
      this.#isValue = true
      this.#hasValue = true
    } else if (this.#isCell) {
      this.#rich.open(element)
      if (element === 'is') this.#hasValue = true
    }
  }

  #openRow(tag: string): void {
    const number = readAttribute(tag, 'r')
    this.#line = number === undefined ? this.#line + 1 : Number(number)
    if (!(this.#line <= MAX_ROWS)) throw badFile(`${this.#name} is refused: a sheet has at most 1,048,576 rows.`)
    this.#cells = []
    this.#length = 0
    this.#count = 0
    this.#column = -1
  }

  #openCell(tag: string): void {
    const place = readAttribute(tag, 'r')
    this.#column = place === undefined ? this.#column + 1 : readColumn(place)
    if (this.#column >= MAX_COLUMNS) throw badFile(`${this.#name} is refused: a sheet has at most 16,384 columns.`)
    this.#type = readAttribute(tag, 't') ?? 'n'
    this.#style = Number(readAttribute(tag, 's') ?? -1)
    this.#isCell = true
    this.#hasValue = false
    this.#value = []
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
    this.#done.push({ line: this.#line, cells: this.#cells, count: this.#count, length: this.#length })
  }

  #closeCell(): void {
    this.#isCell = false
    const rich = this.#rich.take()
    const text = this.#type === 'inlineStr' ? rich : this.#value.join('')
    const raw = { type: this.#type, style: this.#style, text, hasValue: this.#hasValue }
    const value = readCell(raw, this.#rules)
    if (typeof value === 'string' && this.#type === 's') this.#length += value.length
    this.#count = this.#column + 1
    if (value === null && this.#column >= this.#width) return
    const place = Math.min(this.#column, this.#width)
    while (this.#cells.length < place) this.#cells.push(null)
    this.#cells[place] = value
  }
}

/** `AB12` → 27 */
function readColumn(place: string): number {
  let column = 0
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
