/** The two sides that are brought together: A, what the platforms' bills say; B, what the own documents expect. */
export type Side = 'a' | 'b'
export const SIDES = ['a', 'b'] as const
export const otherSide = (side: Side): Side => (side === 'a' ? 'b' : 'a')

/** The lines of one side as columns of equal length. */
export interface Lines {
  /** Each at most once in a side. */
  readonly ids: readonly string[]
  /** Signed, in minor units of the line's currency. */
  readonly amountsMinor: BigInt64Array
  /** When it happened, in milliseconds of UTC. */
  readonly occurredMs: Float64Array
  readonly currencies: readonly string[]
  /** What rules compare, by name: order, item, batch, account …; null where the line does not have it. */
  readonly columns: Readonly<Record<string, readonly (string | null)[]>>
}

export type BothSides = Readonly<Record<Side, Lines>>

/** Work done in turns: whoever drives it decides when the next turn comes, so that a loop is never held. */
export type Turns<T> = Generator<void, T, void>

/** Rows of one turn: some milliseconds of the dearest loop. */
const TURN = 0x8000
export const isTurn = (step: number): boolean => (step & (TURN - 1)) === TURN - 1

/** A plain loop over the rows of each turn: several times as fast as one that may stop at every row. */
export function* inTurns(count: number, work: (from: number, to: number) => void): Turns<void> {
  for (let from = 0; from < count; from += TURN) {
    work(from, Math.min(from + TURN, count))
    yield
  }
}

/** So that the difference of two sums has its place, too. */
const MAX_SUM = 2n ** 62n

/** A line that would make a sum wrong is refused before anything is added. */
export function* checkLines(lines: Lines, side: Side): Turns<void> {
  const { length } = lines.ids
  const columns = Object.entries(lines.columns)
  for (const [name, column] of [
    ['amountsMinor', lines.amountsMinor] as const,
    ['occurredMs', lines.occurredMs] as const,
    ['currencies', lines.currencies] as const,
    ...columns,
  ])
    if (column.length !== length)
      throw new RangeError(`matching side ${side}: ${column.length} values in ${name}, ${length} lines`)
  // The upper halves bound the amounts, and no BigInt is made.
  const halves = new Int32Array(lines.amountsMinor.buffer, lines.amountsMinor.byteOffset, 2 * length)
  let largest = 0
  yield* inTurns(length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      if (Number.isNaN(lines.occurredMs[row])) throw new RangeError(`matching side ${side}: line ${row} has no time`)
      largest = Math.max(largest, Math.abs(halves[2 * row + 1]!) + 1) // two halves to each row
    }
  })
  if (BigInt(largest) * 2n ** 32n * BigInt(length) > MAX_SUM)
    throw new RangeError(`matching side ${side}: the amounts of ${length} lines have no sum in 64 bits`)
}

/** 0, 1, 2 … by a plain loop: made from an iterator a million of them would hold the loop. */
export function countRows({ ids }: Lines): Int32Array {
  const rows = new Int32Array(ids.length)
  for (let row = 0; row < rows.length; row += 1) rows[row] = row
  return rows
}

/** Rows in the one order that every rule follows: by time, then by id. */
export function* sortLines(lines: Lines): Turns<{ readonly lines: Lines; readonly rows: Int32Array }> {
  const { length } = lines.ids
  let rows: Int32Array = countRows(lines)
  const follows = (left: number, right: number): boolean => {
    const byTime = lines.occurredMs[left]! - lines.occurredMs[right]! // both are rows
    return byTime === 0 ? lines.ids[left]! > lines.ids[right]! : byTime > 0
  }
  let isSorted = true
  yield* inTurns(length, (from, to) => {
    for (let row = Math.max(from, 1); row < to && isSorted; row += 1) isSorted = !follows(row - 1, row)
  })
  if (!isSorted) rows = yield* mergeSort(rows, follows)
  return { lines: isSorted ? lines : yield* pickLines(lines, rows), rows }
}

/** From small runs to large ones: the built-in sort of a million lines would hold the loop for seconds. */
function* mergeSort(rows: Int32Array, follows: (left: number, right: number) => boolean): Turns<Int32Array> {
  let from = rows
  let to: Int32Array = new Int32Array(rows.length)
  for (let width = 1; width < rows.length; width *= 2) {
    for (let start = 0; start < rows.length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, rows.length), Math.min(start + 2 * width, rows.length)]
      let [left, right] = [start, middle]
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || !follows(from[left]!, from[right]!)) // within the two runs
        to[at] = isLeft ? from[left++]! : from[right++]! // within the two runs
        if (isTurn(at)) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** The lines of these rows, in their order. */
export function* pickLines(lines: Lines, rows: Int32Array): Turns<Lines> {
  const pick = function* <T>(column: readonly T[]): Turns<readonly T[]> {
    const picked: T[] = []
    for (const row of rows) {
      picked.push(column[row] as T) // rows are those of the column
      if (isTurn(picked.length)) yield
    }
    return picked
  }
  const columns: Record<string, readonly (string | null)[]> = {}
  for (const [name, column] of Object.entries(lines.columns)) columns[name] = yield* pick(column)
  const amountsMinor = new BigInt64Array(rows.length)
  const occurredMs = new Float64Array(rows.length)
  yield* inTurns(rows.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      amountsMinor[at] = lines.amountsMinor[rows[at]!]! // a row
      occurredMs[at] = lines.occurredMs[rows[at]!]! // a row
    }
  })
  return {
    ids: yield* pick(lines.ids),
    amountsMinor,
    occurredMs,
    currencies: yield* pick(lines.currencies),
    columns,
  }
}
