import type { Data, FailureDetail, FieldSpec, Value } from '@sluice/contract'
import { type Column, nameColumns, numberColumns } from './columns.ts'
import { badFile, badRow } from './failure.ts'
import type { SourceOptions } from './file-params.ts'
import { type ReadRow, ROW_NUMBER } from './rows.ts'

/** A row of cells as a CSV or a sheet gives it. */
export interface CellRow {
  readonly line: number
  readonly cells: readonly Value[]
  /** How many cells there are in the file, where some are left out. */
  readonly count?: number
  readonly length: number
  /** A value beyond the table was left out of the cells. */
  readonly hasStray?: boolean
  /** It says how the file is written and is no row of the table. */
  readonly isHint?: boolean
  readonly failure?: FailureDetail | undefined
}

export interface TableRules {
  /** `line` or `row`: how messages call a position. */
  readonly unit: 'line' | 'row'
  /** A sheet leaves empty cells at the end out; a CSV has a cell for each column. */
  readonly isRagged: boolean
  /** Refuses a value of one column. */
  check?(value: Value, column: string): string | null
}

/** Finds the header, leaves out what the options leave out, and makes records of the rest. */
export class Table {
  readonly #name: string
  readonly #options: SourceOptions
  readonly #rules: TableRules
  #columns: readonly Column[] | null = null
  #toSkip: number
  #strays = 0
  #firstStray = 0
  #below = 0
  #firstBelow = 0
  #lastLine = 0

  constructor(name: string, options: SourceOptions, rules: TableRules) {
    this.#name = name
    this.#options = options
    this.#rules = rules
    this.#toSkip = options.skip_rows
  }

  /** null for the header and for rows that are left out. @throws Failure when the header cannot be one */
  take(row: CellRow): ReadRow | null {
    const { header, header_row: headerRow } = this.#options
    if (header && this.#columns === null) {
      if (row.line >= (headerRow ?? 1) && !row.isHint && !this.#isBlank(row)) this.#columns = this.#readHeader(row)
      return null
    }
    if (this.#toSkip > 0) {
      this.#toSkip -= 1
      return null
    }
    if (row.isHint) return null
    this.#columns ??= numberColumns(row.cells.length)
    if (!row.failure && this.#isBlank(row) && (this.#rules.isRagged || this.#columns.length > 1)) return null
    this.#countBelow(row.line)
    return { record: this.#toRecord(row, this.#columns), length: row.length }
  }

  /** Null before the first row. */
  get columns(): readonly Column[] | null {
    return this.#columns
  }

  /** @throws Failure when there was not even a header */
  finish(): void {
    if (this.#columns !== null || !this.#options.header) return
    const row = this.#options.header_row ?? 1
    throw badFile(
      `${this.#name} is empty: there is not even a header${row > 1 ? ` in ${this.#rules.unit} ${row} or below` : ''}.`,
      'Check the export that makes the file; a file without data still has its header.',
    )
  }

  /** Rows with values right of the table, which are in no record. */
  get strays(): { readonly count: number; readonly first: number } {
    return { count: this.#strays, first: this.#firstStray }
  }

  /** Rows that stand below an empty one: of the table, or a note or a sum under it. */
  get below(): { readonly count: number; readonly first: number } {
    return { count: this.#below, first: this.#firstBelow }
  }

  describe(): FieldSpec[] {
    const columns = (this.#columns ?? []).map(({ name, label }) => ({
      name,
      type: 'string' as const,
      ...(label === undefined ? {} : { label }),
    }))
    return this.#options.with_row_number ? [{ name: ROW_NUMBER, type: 'int' }, ...columns] : columns
  }

  /** An empty line, or a row of a sheet without values; a line of delimiters alone is a record of nothing. */
  #isBlank({ cells, hasStray }: CellRow): boolean {
    if (hasStray) return false
    if (cells.length <= 1) return (cells[0] ?? '') === ''
    return this.#rules.isRagged && cells.every(cell => cell === null)
  }

  /** To the right of a sheet's table, with an empty column between: a note of somebody, which leaves the row whole. */
  #hasStray({ cells, hasStray }: CellRow, width: number): boolean {
    return hasStray === true || cells.findLastIndex(cell => cell !== null) > width
  }

  #countStray(line: number): void {
    if (this.#strays === 0) this.#firstStray = line
    this.#strays += 1
  }

  #countBelow(line: number): void {
    const isBelow = this.#below > 0 || (this.#lastLine > 0 && line > this.#lastLine + 1)
    if (isBelow && this.#below === 0) this.#firstBelow = line
    if (isBelow) this.#below += 1
    this.#lastLine = line
  }

  #readHeader(row: CellRow): Column[] {
    if (row.failure) throw badFile(`The header of ${this.#name} cannot be read: ${row.failure.message}`)
    const names = row.cells.map(cell => String(cell ?? ''))
    return nameColumns(names, this.#options.with_row_number ? [ROW_NUMBER] : [])
  }

  #toRecord(row: CellRow, columns: readonly Column[]): ReadRow['record'] {
    const { line, cells, failure } = row
    if (failure) return { data: null, failure }
    const ragged = this.#findRagged(row, columns.length)
    if (ragged !== null)
      return {
        data: null,
        failure: badRow('ragged', `${capitalise(this.#rules.unit)} ${line} has ${ragged}.`, {
          advice: 'Look for a delimiter or a line break in a value that is not quoted, or for a summary row.',
        }),
      }
    if (this.#rules.isRagged && this.#hasStray(row, columns.length)) this.#countStray(line)
    const data = this.#toData(line, cells, columns)
    for (const { name } of this.#rules.check ? columns : []) {
      const reason = this.#rules.check?.(data[name] ?? null, name)
      if (reason)
        return { data, failure: badRow('cell', `${capitalise(this.#rules.unit)} ${line}: ${reason}`, { field: name }) }
    }
    return { data }
  }

  #findRagged(row: CellRow, width: number): string | null {
    const { cells, count = cells.length } = row
    const shape = `${count} ${count === 1 ? 'cell' : 'cells'}, but the table has ${width} ${width === 1 ? 'column' : 'columns'}`
    if (!this.#rules.isRagged) return cells.length === width ? null : shape
    const isNext = (cells[width] ?? null) !== null
    const isEmpty = cells.slice(0, width).every(cell => cell === null)
    return isNext || (isEmpty && this.#hasStray(row, width)) ? shape : null
  }

  #toData(line: number, cells: readonly Value[], columns: readonly Column[]): Data {
    const entries: [string, Value][] = columns.map(({ name }, index) => [name, cells[index] ?? null])
    // fromEntries, because a column may be called __proto__.
    return Object.fromEntries(this.#options.with_row_number ? [[ROW_NUMBER, line], ...entries] : entries)
  }
}

const capitalise = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
