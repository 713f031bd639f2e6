import { Failure } from '@sluice/contract'
import { chooseDayOrder } from './day-order.ts'
import type { BillFormat, Labels, Movement } from './format.ts'
import { findColumn, normaliseLabel } from './labels.ts'
import type { DayOrder } from './moment.ts'
import type { BillFile, RawRow } from './raw-row.ts'
import { type Cut, listCuts, readRawRows } from './raw-rows.ts'

/** A format found in a file: which line its header stands on, and where each column is. */
export interface Layout {
  readonly format: BillFormat
  readonly cut: Cut
  /** Of the header. */
  readonly line: number
  /** As the header writes them. */
  readonly labels: readonly string[]
  /** The same as they are compared. */
  readonly header: readonly string[]
  /** How its days are written; what the format leaves open is told by the rows. */
  readonly dayOrder: DayOrder
}

/** The header of a bill stands among its first lines. */
const HEAD_ROWS = 200

/** Columns without which a format is another one. */
const requiredOf = (format: BillFormat): readonly Labels[] => [
  format.columns.at,
  ...columnsOf(format.movements[0]),
  ...(format.marks ?? []),
]

/** The columns that a movement reads. */
export function columnsOf(movement: Movement): readonly Labels[] {
  if (movement.how === 'signed') return [movement.amount]
  return movement.how === 'split' ? [movement.in, movement.out] : [movement.amount, movement.direction]
}

/** All columns that are read. */
const knownOf = (format: BillFormat): readonly Labels[] => [
  ...Object.values(format.columns),
  ...format.movements.flatMap(columnsOf),
  ...(format.marks ?? []),
]

/**
 * Which of the formats a file has, by what stands in its header, wherever that stands.
 * @throws Failure where none fits, or two fit alike
 */
export async function findLayout(file: BillFile, formats: readonly BillFormat[]): Promise<Layout> {
  const cuts = await listCuts(file)
  const found: (Omit<Layout, 'dayOrder'> & { readonly score: number; readonly rows: readonly RawRow[] })[] = []
  const heads: RawRow[][] = []
  const failures: Failure[] = []
  for (const cut of cuts) {
    // Cut by a wrong sign a quote may stand within a cell: that cut is none, and another may be.
    const rows = await readHeadRows(file, cut).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
      return []
    })
    heads.push(rows)
    for (const format of formats) {
      const layout = findHeader(format, cut, rows)
      if (layout) found.push({ ...layout, rows })
    }
  }
  const [best, next] = found.toSorted((a, b) => b.score - a.score)
  if (!best) throw failures[0] ?? unknown(file, formats, heads.flat())
  if (next && next.score === best.score && next.format.code !== best.format.code)
    throw new Failure({
      code: 'bill.ambiguous',
      message: `Line ${best.line} fits two kinds of bills alike: ${best.format.name.en} and ${next.format.name.en}.`,
      advice: 'Say which of them it is.',
    })
  const { rows, score: _score, ...layout } = best
  return { ...layout, dayOrder: chooseDayOrder(layout, rows) }
}

/** The first rows of a file in one cut. */
export async function readHeadRows(file: BillFile, cut: Cut): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for await (const some of readRawRows(file, cut)) {
    rows.push(...some)
    if (rows.length >= HEAD_ROWS) break
  }
  return rows.slice(0, HEAD_ROWS)
}

function findHeader(format: BillFormat, cut: Cut, rows: readonly RawRow[]) {
  for (const { line, cells } of rows) {
    if (cells.length < 3) continue
    const header = cells.map(normaliseLabel)
    if (requiredOf(format).some(labels => findColumn(header, labels) === -1)) continue
    const score = knownOf(format).filter(labels => findColumn(header, labels) >= 0).length
    const twice = knownOf(format).find(labels => findColumn(header, labels) === -2)
    if (twice)
      throw new Failure({
        code: 'bill.twice',
        message: `Line ${line} has two columns called ${twice[0] ?? ''}, so nobody can say which one is meant.`,
        advice: 'Check that the file is the one the platform made.',
      })
    return { format, cut, line, labels: cells.map(cell => cell.trim()), header, score }
  }
  return null
}

/** Tells the nearest format and what it lacks. */
function unknown(file: BillFile, formats: readonly BillFormat[], rows: readonly RawRow[]): Failure {
  const rated = formats.flatMap(format =>
    rows.map(({ line, cells }) => {
      const header = cells.map(normaliseLabel)
      const missing = requiredOf(format).filter(labels => findColumn(header, labels) === -1)
      return { format, line, missing, hits: requiredOf(format).length - missing.length }
    }),
  )
  const [nearest] = rated.toSorted((a, b) => b.hits - a.hits || a.missing.length - b.missing.length)
  const missing = nearest?.missing.map(labels => labels[0] ?? '').join(', ') ?? ''
  return new Failure({
    code: 'bill.unknown',
    message:
      nearest === undefined || nearest.hits < 2
        ? `${file.name} is none of the known kinds of bills: no line of its head has the columns of one.`
        : `${file.name} is none of the known kinds of bills. Line ${nearest.line} is nearest to ${nearest.format.name.en}, but has no column ${missing}.`,
    advice: 'Download it again and leave it as it is; if it is of a kind of its own, map its columns.',
    ...(missing === '' ? {} : { field: missing }),
  })
}
