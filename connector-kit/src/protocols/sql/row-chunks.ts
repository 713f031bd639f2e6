import { Failure, type Value } from '@sluice/contract'
import type { SourceRecord } from '../../connector.ts'
import { isLargeText, openTurn } from '../../in-turns.ts'
import { readJsonText, readLargeJson, refuseJson, UnclearJson } from './check-json.ts'
import type { Column } from './column.ts'
import { compileRowMaker } from './make-row.ts'
import type { Order } from './order.ts'
import { type Chunk, makeTooLarge, maxPageBytes, maxRowBytes } from './read-pages.ts'

/** A value as a driver gives it. */
export type RowCell = string | number | boolean | Uint8Array | null

/** How the rows of one statement become records. Each row has the columns, and behind them 1 where it is too large. */
export interface RowLayout<C extends RowCell> {
  readonly columns: readonly Column[]
  readonly order: Order
  /** One for each column. */
  readonly decoders: readonly ((cell: NonNullable<C>) => Value)[]
  /** The text by which the dialect finds the row again. */
  toPlace(cell: C | null, column: Column): string
  /** Over this a row was not sent whole. Default `maxRowBytes`. */
  readonly limitBytes?: number
}

/** Rows in chunks of at most `maxPageBytes`, whatever their number. */
export async function* toChunks<C extends RowCell>(
  rows: AsyncIterable<readonly C[]>,
  layout: RowLayout<C>,
  request: string,
): AsyncIterable<Chunk> {
  const names = layout.columns.map(column => column.name)
  const makeRow = compileRowMaker(names)
  const nestedAt = layout.columns.flatMap(({ kind }, index) => (kind.is === 'json' ? [index] : []))
  const turn = openTurn()
  const orderedAt = layout.order.columns.map(column => names.indexOf(column.name))
  let records: SourceRecord[] = []
  let places: string[][] = []
  let bytes = 0
  for await (const row of rows) {
    const place = orderedAt.map((index, at) => layout.toPlace(row[index] ?? null, layout.order.columns[at]!)) // a place per order column
    records.push(toRecord(row, place, layout, { makeRow, large: await readLarge(row, nestedAt) }))
    if (turn.isOver()) await turn.give()
    places.push(place)
    for (const cell of row) bytes += typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8
    if (bytes < maxPageBytes) continue
    yield { records, places, request }
    records = []
    places = []
    bytes = 0
  }
  if (records.length > 0) yield { records, places, request }
}

/** What the large JSON of a row holds, or why it is refused; null for a row without. */
async function readLarge(row: readonly RowCell[], nestedAt: readonly number[]): Promise<LargeJson | null> {
  let large: Map<number, Value | Error> | null = null
  for (const index of nestedAt) {
    const cell = row[index]
    if (typeof cell !== 'string' || !isLargeText(cell)) continue
    large ??= new Map()
    large.set(index, await readLargeJson(cell))
  }
  return large
}

type LargeJson = ReadonlyMap<number, Value | Error>

interface RowMaking {
  readonly makeRow: ReturnType<typeof compileRowMaker>
  readonly large: LargeJson | null
}

function takeLarge(value: Value | Error): Value {
  if (value instanceof Error) throw value
  return value
}

function toRecord<C extends RowCell>(
  row: readonly C[],
  place: readonly string[],
  { columns, decoders, order, limitBytes = maxRowBytes }: RowLayout<C>,
  { makeRow, large }: RowMaking,
): SourceRecord {
  if (Number(row[decoders.length]) === 1) return makeTooLarge(order.columns, place, limitBytes)
  let index = 0
  try {
    const values = new Array<Value>(decoders.length)
    for (; index < decoders.length; index += 1) {
      const cell = row[index] ?? null
      const read = large?.get(index)
      if (read !== undefined) values[index] = takeLarge(read)
      else if (cell === null) values[index] = null
      // index < decoders.length, and there is a column for each
      else if (columns[index]!.kind.is === 'json')
        values[index] = readJsonText(String(cell), () => decoders[index]!(cell))
      else values[index] = decoders[index]!(cell)
    }
    return { data: makeRow(values) }
  } catch (error) {
    if (error instanceof UnclearJson) return refuseJson(columns[index]!, error, order.columns, place) // it met one
    const failure = new Failure({
      code: 'record.value',
      message: 'A value of the row cannot be read (JSON that is none, or nested too deep).',
      retry: 'skip',
      cause: error,
    })
    const key = Object.fromEntries(order.columns.map((column, at) => [column.name, place[at] ?? null]))
    return { data: key, failure: failure.toDetail() }
  }
}
