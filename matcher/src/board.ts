import { CodeBook } from './codes.ts'
import { type BothSides, countRows, inTurns, pickLines, type Side, type Turns } from './lines.ts'
import type { KeyField } from './rule.ts'

/** Integers that grow without copying each time. */
class IntList {
  #values = new Int32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  toArray(): Int32Array {
    return this.#values.slice(0, this.#length)
  }
}

/** Why a rule could not decide on a line. */
export interface Doubts {
  /** The first rule that found more than one way; -1: none did. */
  readonly rule: Int16Array
  /** How many lines it had to choose from; -1: more than were counted. */
  readonly candidates: Int32Array
}

/** A match under way: which lines are taken, by which group, and which are in doubt. */
export class Board {
  readonly doubts: Readonly<Record<Side, Doubts>>
  /** For each line its group; -1: open. */
  readonly groupOf: Readonly<Record<Side, Int32Array>>
  readonly rules = new IntList()
  readonly confirmed = new IntList()
  /** Where the lines of a group end in `items`, those of A and then those of B. */
  readonly aEnds = new IntList()
  readonly bEnds = new IntList()
  readonly items = new IntList()
  /** Of the groups that have one. */
  readonly differences = new Map<number, bigint>()
  /** Comparisons made, for tests that hold a bound without a clock. */
  steps = 0

  readonly lines: BothSides

  constructor(lines: BothSides) {
    this.lines = lines
    const [a, b] = [lines.a.ids.length, lines.b.ids.length]
    this.groupOf = { a: new Int32Array(a).fill(-1), b: new Int32Array(b).fill(-1) }
    this.doubts = { a: makeDoubts(a), b: makeDoubts(b) }
  }
}

/** The lines a rule looks at: at first all, later those that were left, so that the last rules do not read a million for a few. */
export class View {
  readonly board: Board
  readonly lines: BothSides
  /** The place of each line on the board. */
  readonly rows: Readonly<Record<Side, Int32Array>>
  readonly book: CodeBook
  readonly reference: KeyField
  #taken = 0

  private constructor(board: Board, lines: BothSides, rows: View['rows'], reference: KeyField) {
    this.board = board
    this.lines = lines
    this.rows = rows
    this.book = new CodeBook(lines)
    this.reference = reference
  }

  static ofAll(board: Board, reference: KeyField): View {
    const rows = { a: countRows(board.lines.a), b: countRows(board.lines.b) }
    return new View(board, board.lines, rows, reference)
  }

  /** Without the lines that are taken, once they are the most. */
  *narrow(always = false): Turns<View> {
    if (!always && 2 * this.#taken < this.rows.a.length + this.rows.b.length) return this
    const [a, b] = [yield* this.#listOpen('a'), yield* this.#listOpen('b')]
    const lines = { a: yield* pickLines(this.lines.a, a), b: yield* pickLines(this.lines.b, b) }
    const rows = { a: a.map(row => this.rows.a[row]!), b: b.map(row => this.rows.b[row]!) } // open ones are rows
    return new View(this.board, lines, rows, this.reference)
  }

  *#listOpen(side: Side): Turns<Int32Array> {
    const open = new IntList()
    yield* inTurns(this.rows[side].length, (from, to) => {
      for (let row = from; row < to; row += 1) if (this.isOpen(side, row)) open.push(row)
    })
    return open.toArray()
  }

  readonly isOpen = (side: Side, row: number): boolean => this.board.groupOf[side][this.rows[side][row]!] === -1 // a row

  take(rule: number, isConfirmed: boolean, a: readonly number[], b: readonly number[], difference = 0n): void {
    const { board } = this
    const group = board.rules.length
    for (const row of a) this.#add('a', group, row)
    board.aEnds.push(board.items.length)
    for (const row of b) this.#add('b', group, row)
    board.bEnds.push(board.items.length)
    board.rules.push(rule)
    board.confirmed.push(isConfirmed ? 1 : 0)
    if (difference !== 0n) board.differences.set(group, difference)
  }

  #add(side: Side, group: number, row: number): void {
    if (!this.isOpen(side, row))
      throw new Error(`matching: line ${this.lines[side].ids[row]} of side ${side} was taken twice`)
    const place = this.rows[side][row]! // a row
    this.board.groupOf[side][place] = group
    this.board.items.push(place)
    this.#taken += 1
  }

  doubt(rule: number, side: Side, row: number, candidates: number): void {
    const doubts = this.board.doubts[side]
    const place = this.rows[side][row]! // a row
    if (doubts.rule[place] !== -1) return
    doubts.rule[place] = rule
    doubts.candidates[place] = candidates
  }

  /** Counts comparisons. */
  step(count = 1): void {
    this.board.steps += count
  }
}

const makeDoubts = (count: number): Doubts => ({
  rule: new Int16Array(count).fill(-1),
  candidates: new Int32Array(count),
})
