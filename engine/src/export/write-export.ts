import { constants, zstdCompressSync } from 'node:zlib'
import { checkRecord, formatRecords, MAX_SHEET_ROWS } from '@sluice/connector-kit/files'
import { Bytes, type Data, ExactNumber, Failure, toJson, type Value } from '@sluice/contract'

export type ExportFormat = 'csv' | 'xlsx' | 'jsonl' | 'parquet'
/** What all values of a column are. Anything but whole numbers of 64 bits and truth is text, so that no digit is lost. */
export type ExportKind = 'int' | 'boolean' | 'text'

export interface ExportColumn {
  /** As it stands in the file. */
  readonly name: string
  readonly kind: ExportKind
}

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

/** Rows of one group lie in memory, and it is written when either is reached. */
const GROUP_ROWS = 10_000
const GROUP_CHARACTERS = 16 * 2 ** 20

/** A group of rows at a time, zstd. */
async function* writeParquet(columns: readonly ExportColumn[], rows: AsyncIterable<Data>): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  const buffer = new ByteWriter()
  const schema = schemaFromColumnData({ columnData: toColumns(columns, []) })
  const parquet = new ParquetWriter({ writer: buffer, schema, codec: 'ZSTD', compressors: { ZSTD: compress } })
  for await (const group of gather(columns, rows)) {
    await parquet.write({ columnData: toColumns(columns, group), rowGroupSize: group.length })
    // The buffer counts on from the file's beginning; what it holds is the caller's from now on.
    yield buffer.getBytes().slice()
    buffer.index = 0
  }
  await parquet.finish()
  yield buffer.getBytes().slice()
}

type Cell = string | bigint | boolean | null

async function* gather(columns: readonly ExportColumn[], rows: AsyncIterable<Data>): AsyncGenerator<Cell[][]> {
  let group: Cell[][] = []
  let characters = 0
  for await (const row of rows) {
    const cells = columns.map(column => toCell(row[column.name], column.kind))
    for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 8
    group.push(cells)
    if (group.length < GROUP_ROWS && characters < GROUP_CHARACTERS) continue
    yield group
    group = []
    characters = 0
  }
  if (group.length > 0) yield group
}

const types = { int: 'INT64', boolean: 'BOOLEAN', text: 'STRING' } as const satisfies Record<ExportKind, string>

const toColumns = (columns: readonly ExportColumn[], rows: readonly (readonly Cell[])[]) =>
  columns.map(({ name, kind }, at) => ({
    name,
    type: types[kind],
    data: rows.map(row => row[at] ?? null),
    nullable: true,
  }))

function toCell(value: Value | undefined, kind: ExportKind): Cell {
  if (value === null || value === undefined) return null
  if (kind === 'boolean') return value as boolean // every value of the column is one
  if (kind === 'int') return BigInt(String(value))
  if (typeof value === 'string') return value
  if (value instanceof Bytes) return value.base64
  return typeof value === 'object' && !(value instanceof ExactNumber) ? toJson(value) : String(value)
}

const compress = (input: Uint8Array): Uint8Array =>
  zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
