import { type BothSides, inTurns, type Lines, SIDES, type Side, type Turns } from './lines.ts'
import type { KeyField } from './rule.ts'

/**
 * A number for each value, the same on both sides, in the order of first appearance; -1 where the line does not have it.
 * Keys of several columns are numbers of pairs of numbers, so that a rule compares integers and nothing else.
 */
export interface Codes {
  readonly a: Int32Array
  readonly b: Int32Array
  readonly count: number
}

/** Open addressing over row numbers: one allocation, no growth, so no pause however many lines there are. */
class RowTable {
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(rows: number) {
    let size = 16
    while (size < rows * 2) size *= 2
    this.#slots = new Int32Array(size).fill(-1)
    this.#mask = size - 1
  }

  /** The first row with an equal value, which may be `row` itself. */
  place(row: number, hash: number, isEqual: (other: number, row: number) => boolean): number {
    for (let slot = mix(hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const other = this.#slots[slot]! // masked
      if (other === -1) {
        this.#slots[slot] = row
        return row
      }
      if (isEqual(other, row)) return other
    }
  }
}

const mix = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return mixed ^ (mixed >>> 15)
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

interface Values {
  readonly isMissing: (row: number) => boolean
  readonly hash: (row: number) => number
  readonly isEqual: (left: number, right: number) => boolean
}

/** Rows of B follow those of A. */
function* number(counts: Readonly<Record<Side, number>>, values: Values): Turns<Codes> {
  const total = counts.a + counts.b
  const table = new RowTable(total)
  const codes = new Int32Array(total)
  let count = 0
  yield* inTurns(total, (from, to) => {
    for (let row = from; row < to; row += 1) {
      if (values.isMissing(row)) codes[row] = -1
      else {
        const first = table.place(row, values.hash(row), values.isEqual)
        codes[row] = first === row ? count++ : codes[first]! // numbered before
      }
    }
  })
  return { a: codes.subarray(0, counts.a), b: codes.subarray(counts.a), count }
}

const countsOf = (codes: Codes) => ({ a: codes.a.length, b: codes.b.length })

/** Every line is one of its own. */
export function* checkIds(lines: Lines, side: Side): Turns<void> {
  const table = new RowTable(lines.ids.length)
  yield* inTurns(lines.ids.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const first = table.place(row, hashText(lines.ids[row]!), (left, right) => lines.ids[left] === lines.ids[right]) // a row
      if (first !== row) throw new RangeError(`matching side ${side}: line ${lines.ids[row]} is there twice`)
    }
  })
}

export function codeTexts(a: readonly (string | null)[], b: readonly (string | null)[]): Turns<Codes> {
  const at = (row: number): string | null => (row < a.length ? a[row] : b[row - a.length]) ?? null
  return number(
    { a: a.length, b: b.length },
    {
      isMissing: row => at(row) === null,
      hash: row => hashText(at(row) as string), // not missing
      isEqual: (left, right) => at(left) === at(right),
    },
  )
}

/** Amounts by their two halves: no BigInt is made for a comparison. */
function codeAmounts(a: BigInt64Array, b: BigInt64Array): Turns<Codes> {
  const both = new BigInt64Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  const halves = new Int32Array(both.buffer)
  return number(
    { a: a.length, b: b.length },
    {
      isMissing: () => false,
      hash: row => Math.imul(halves[2 * row]!, 0x9e3779b1) ^ halves[2 * row + 1]!, // two to each row
      isEqual: (left, right) =>
        halves[2 * left] === halves[2 * right] && halves[2 * left + 1] === halves[2 * right + 1],
    },
  )
}

function* codePairs(left: Codes, right: Codes): Turns<Codes> {
  // One value only, on every line: it tells nothing apart.
  if (right.count === 1 && !right.a.includes(-1) && !right.b.includes(-1)) return left
  const split = left.a.length
  const leftAt = (row: number) => (row < split ? left.a[row]! : left.b[row - split]!) // a row
  const rightAt = (row: number) => (row < split ? right.a[row]! : right.b[row - split]!) // a row
  return yield* number(countsOf(left), {
    isMissing: row => leftAt(row) === -1 || rightAt(row) === -1,
    hash: row => Math.imul(leftAt(row), 0x9e3779b1) ^ rightAt(row),
    isEqual: (one, other) => leftAt(one) === leftAt(other) && rightAt(one) === rightAt(other),
  })
}

/** The codes of a match's lines, each made once however many rules ask for it. */
export class CodeBook {
  readonly #lines: BothSides
  readonly #made = new Map<string, Codes>()

  constructor(lines: BothSides) {
    this.#lines = lines
  }

  *currencies(): Turns<Codes> {
    return yield* this.#once('currency', lines => codeTexts(lines.a.currencies, lines.b.currencies))
  }

  /** Lines that could belong together at all: of one currency, and equal in every column named. */
  *keys(fields: readonly KeyField[]): Turns<Codes> {
    let codes = yield* this.currencies()
    for (const field of fields) {
      const column = yield* this.column(field)
      const name = JSON.stringify(fields.slice(0, fields.indexOf(field) + 1))
      const before = codes
      codes = yield* this.#once(name, () => codePairs(column, before))
    }
    return codes
  }

  *keysAndAmounts(fields: readonly KeyField[]): Turns<Codes> {
    const keys = yield* this.keys(fields)
    const amounts = yield* this.#once('amount', lines => codeAmounts(lines.a.amountsMinor, lines.b.amountsMinor))
    return yield* this.#once(`amount ${JSON.stringify(fields)}`, () => codePairs(keys, amounts))
  }

  *column(field: KeyField): Turns<Codes> {
    return yield* this.#once(`column ${JSON.stringify(field)}`, lines =>
      codeTexts(columnOf(lines, 'a', field), columnOf(lines, 'b', field)),
    )
  }

  *#once(name: string, make: (lines: BothSides) => Turns<Codes>): Turns<Codes> {
    const made = this.#made.get(name) ?? (yield* make(this.#lines))
    this.#made.set(name, made)
    return made
  }
}

export function columnOf(lines: BothSides, side: Side, field: KeyField): Lines['columns'][string] {
  const column = lines[side].columns[field[side]]
  if (column === undefined) throw new RangeError(`matching side ${side}: there is no column "${field[side]}"`)
  return column
}

/** The rows of each code in their order, of the lines that are still open. */
export interface Buckets {
  /** Rows of code `c` stand from `from[c]` up to, not including, `from[c + 1]`. */
  readonly from: Int32Array
  readonly rows: Int32Array
}

function* bucket(codes: Int32Array, count: number, isOpen: (row: number) => boolean): Turns<Buckets> {
  const from = new Int32Array(count + 1)
  yield* inTurns(codes.length, (first, end) => {
    for (let row = first; row < end; row += 1) {
      const code = codes[row]! // a row
      if (code >= 0 && isOpen(row)) from[code + 1]! += 1 // within count
    }
  })
  for (let code = 0; code < count; code += 1) from[code + 1]! += from[code]! // within count
  const next = from.slice()
  const rows = new Int32Array(from[count]!) // the last
  yield* inTurns(codes.length, (first, end) => {
    for (let row = first; row < end; row += 1) {
      const code = codes[row]! // a row
      if (code >= 0 && isOpen(row)) rows[next[code]!++] = row // within count
    }
  })
  return { from, rows }
}

type BucketsOfSides = Readonly<Record<Side, Buckets>>

export function* bucketSides(codes: Codes, isOpen: (side: Side, row: number) => boolean): Turns<BucketsOfSides> {
  const [a, b] = SIDES.map(side => bucket(codes[side], codes.count, row => isOpen(side, row)))
  return { a: yield* a!, b: yield* b! } // two sides
}

/** A view of the rows of a code. */
export const rowsOf = (buckets: Buckets, code: number): Int32Array =>
  buckets.rows.subarray(buckets.from[code], buckets.from[code + 1])

export const sizeOf = (buckets: Buckets, code: number): number => buckets.from[code + 1]! - buckets.from[code]! // a code
