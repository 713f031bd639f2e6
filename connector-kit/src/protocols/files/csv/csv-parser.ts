/** One record of a CSV, its cells exactly as they stand. */
export interface CsvRow {
  /** Line on which it starts, from 1. */
  readonly line: number
  readonly cells: readonly (string | null)[]
  /** `quote`: text after a closing quote; `long`: over the limit, its cells are left out. */
  readonly problem?: 'quote' | 'long'
}

/** Why not a library: a row of any length must cost bounded memory and be refused alone, with its line. */
export class CsvParser {
  readonly #delimiter: number
  readonly #maxLength: number
  readonly #nullTexts: readonly string[]
  /** Longer cells need not be compared. */
  readonly #longestNull: number
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  #parts: string[] = []
  #cells: (string | null)[] = []
  /** Characters held by the current row. */
  #length = 0
  #problem: CsvRow['problem']
  #line = 1
  #rowLine = 1
  #quoteLine = 1
  /** A carriage return ended the last row or line; a line feed right after it belongs to it. */
  #hasReturn = false

  /**
   * @param delimiter one character @param maxLength of a row, in characters
   * @param nullTexts what a cell without quotes may hold for null; in quotes it is always a text
   */
  constructor(delimiter: string, maxLength: number, nullTexts: readonly string[] = []) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#maxLength = maxLength
    this.#nullTexts = nullTexts
    this.#longestNull = Math.max(-1, ...nullTexts.map(text => text.length))
  }

  /** Rows that end within this piece of the text; a row may go on in the next. */
  push(text: string): CsvRow[] {
    const rows: CsvRow[] = []
    let at = 0
    while (at < text.length) {
      if (this.#state === 'quoted') at = this.#readQuoted(text, at)
      else at = this.#readPlain(text, at, rows)
    }
    return rows
  }

  /** The last row, when no line break ends it. */
  end(): { readonly rows: CsvRow[]; readonly openQuoteLine: number | null } {
    if (this.#state === 'quoted') return { rows: [], openQuoteLine: this.#quoteLine }
    const isEmpty = this.#state === 'start' && this.#cells.length === 0
    return { rows: isEmpty ? [] : [this.#endRow()], openQuoteLine: null }
  }

  #readPlain(text: string, start: number, rows: CsvRow[]): number {
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === LINE_FEED && this.#hasReturn) {
        this.#hasReturn = false
        return at + 1
      }
      this.#hasReturn = false
      if (code === this.#delimiter) {
        this.#hold(text, start, at)
        this.#endCell()
        return at + 1
      }
      if (code === LINE_FEED || code === RETURN) {
        this.#hold(text, start, at)
        this.#line += 1
        rows.push(this.#endRow())
        this.#hasReturn = code === RETURN
        return at + 1
      }
      if (code === QUOTE && this.#state === 'start') {
        this.#state = 'quoted'
        this.#quoteLine = this.#line
        return at + 1
      }
      if (code === QUOTE && this.#state === 'quote') {
        // Two quotes in a quoted cell stand for one.
        this.#hold('"', 0, 1)
        this.#state = 'quoted'
        return at + 1
      }
      if (this.#state === 'quote') this.#problem ??= 'quote'
      this.#state = 'plain'
    }
    this.#hold(text, start, text.length)
    return text.length
  }

  #readQuoted(text: string, start: number): number {
    const quote = text.indexOf('"', start)
    const end = quote < 0 ? text.length : quote
    this.#countLines(text, start, end)
    this.#hold(text, start, end)
    if (quote >= 0) {
      this.#state = 'quote'
      this.#hasReturn = false
    }
    return quote < 0 ? end : end + 1
  }

  #countLines(text: string, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at)
      if (code === RETURN || (code === LINE_FEED && !this.#hasReturn)) this.#line += 1
      this.#hasReturn = code === RETURN
    }
  }

  #hold(text: string, start: number, end: number): void {
    if (end <= start) return
    this.#length += end - start
    if (this.#length <= this.#maxLength) this.#parts.push(text.slice(start, end))
    else if (this.#problem !== 'long') {
      this.#problem = 'long'
      this.#parts = []
      this.#cells = []
    }
  }

  #endCell(): void {
    this.#length += 1
    if (this.#length > this.#maxLength || this.#cells.length >= MAX_CELLS) this.#problem = 'long'
    if (this.#problem === 'long') this.#cells = ['']
    else {
      const text = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('') // the length is 1
      this.#cells.push(this.#isNull(text) ? null : text)
    }
    this.#parts = []
    this.#state = 'start'
  }

  #isNull(text: string): boolean {
    return text.length <= this.#longestNull && this.#state !== 'quote' && this.#nullTexts.includes(text)
  }

  #endRow(): CsvRow {
    this.#endCell()
    const problem = this.#problem === undefined ? {} : { problem: this.#problem }
    const row = { line: this.#rowLine, cells: this.#cells, ...problem }
    this.#cells = []
    this.#length = 0
    this.#problem = undefined
    this.#rowLine = this.#line
    return row
  }
}

/** As many as a sheet has columns. */
const MAX_CELLS = 16_384
const LINE_FEED = 10
const RETURN = 13
const QUOTE = 34
