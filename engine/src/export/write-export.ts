import { checkRecord, formatRecords, MAX_SHEET_ROWS } from '@sluice/connector-kit/files'
import { type Data, ExactNumber, Failure, type Value } from '@sluice/contract'
import type { ExportColumn, ExportKind } from './export-column.ts'
import { writeParquet } from './write-parquet.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'jsonl' | 'parquet'

export interface ExportOptions {
  readonly format: ExportFormat
  readonly columns: readonly ExportColumn[]
  /** Of CSV. Default UTF-8 with a mark, by which spreadsheets know it. */
  readonly encoding?: 'utf-8' | 'gbk'
}

/** The bytes of a file, as its rows come; memory does not grow with them. @throws Failure `export.rows` | `file.cell` */
export function writeExport(options: ExportOptions, rows: AsyncIterable<Data>): AsyncGenerator<Uint8Array> {
  if (options.format === 'parquet') return writeParquet(options.columns, rows)
  const { format } = options
  // GB18030 is GBK with room for everything else: what GBK has is written as GBK writes it.
  const encoding = options.encoding === 'gbk' ? 'gb18030' : 'utf-8-bom'
  const target = { name: 'export', format, encoding, guard_formulas: true } as const
  const names = options.columns.map(column => column.name)
  return formatRecords(names, checkRows(rows, target), target)
}

async function* checkRows(rows: AsyncIterable<Data>, options: Parameters<typeof checkRecord>[1]): AsyncGenerator<Data> {
  let count = 0
  for await (const row of rows) {
    count += 1
    if (options.format === 'xlsx' && count > MAX_SHEET_ROWS) throw tooManyRows()
    const failure = checkRecord(row, options)
    if (failure) throw new Failure(failure)
    yield row
  }
}

const tooManyRows = (): Failure =>
  new Failure({
    code: 'export.rows',
    message: `A sheet holds ${MAX_SHEET_ROWS} rows, and there are more.`,
    advice: 'Narrow the filter, or choose CSV, JSON Lines or Parquet.',
  })

/** Of what was known and one value more. */
export function widenKind(known: ExportKind | undefined, value: Value | undefined): ExportKind | undefined {
  if (value === null || value === undefined) return known
  const kind = kindOf(value)
  return known === undefined || known === kind ? kind : 'text'
}

function kindOf(value: Value): ExportKind {
  if (typeof value === 'boolean') return 'boolean'
  return isInt64(value) ? 'int' : 'text'
}

const INT = /^-?(?:0|[1-9]\d*)$/
const MAX_INT = 2n ** 63n

function isInt64(value: Value): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  if (!(value instanceof ExactNumber) || !INT.test(value.text) || value.text === '-0') return false
  const number = BigInt(value.text)
  return number < MAX_INT && number >= -MAX_INT
}
