import { hash } from 'node:crypto'
import { Failure } from '@sluice/contract'
import { BillCheck, type Control, type Figure } from './check-bill.ts'
import { findLayout, type Layout } from './find-layout.ts'
import type { BillFormat } from './format.ts'
import { cleanCell, normaliseLabel } from './labels.ts'
import { exponentOf, sayMinor } from './money.ts'
import type { BillFile, RawRow } from './raw-row.ts'
import { readRawRows } from './raw-rows.ts'
import { type BillProblem, type ColumnFate, isProblem, type ReadRow, RowReader } from './read-row.ts'

/** What is expected of a file. */
export interface BillExpectation {
  /** Of the account. */
  readonly currency: string
  /** Codes of the kinds of bills that the account may have. */
  readonly formats: readonly string[]
  /** The account's own number, where it is known: a bill that names another is refused. */
  readonly accountNo?: string
  /** Days that the bill may hold, inclusive. */
  readonly from?: string
  readonly to?: string
  /** For a file that states nothing of itself. */
  readonly control?: Control
}

/** One movement of money, as a line of the bill. */
export interface BillLine {
  readonly local: string
  readonly offset: string | null
  readonly txn: string | null
  readonly order: string | null
  readonly parent: string | null
  readonly batch: string | null
  readonly kind: string
  readonly minor: bigint
  /** Neither in nor out: kept, and moves nothing. */
  readonly isNone: boolean
  readonly balance: bigint | null
  readonly counterparty: string | null
  readonly remark: string | null
  readonly attributes: Readonly<Record<string, string>>
  /** 16 bytes; equal for the same movement in another file. */
  readonly fingerprint: Buffer
}

export interface BillRow {
  readonly line: number
  readonly text: string
  readonly lines: readonly BillLine[]
}

/** What a whole file turned out to be. */
export interface BillSummary {
  readonly figures: readonly Figure[]
  readonly rows: number
  readonly lines: number
  readonly inMinor: bigint
  readonly outMinor: bigint
  readonly period: { readonly from: string; readonly to: string } | null
  readonly balances: { readonly opening: bigint; readonly closing: bigint } | null
  /** Lines that stand in the file more than once. */
  readonly repeated: number
  /** The first ones. */
  readonly problems: readonly BillProblem[]
  readonly problemCount: number
  /** The reading is proved by the file itself or by what a person entered. */
  readonly isProved: boolean
}

const MAX_PROBLEMS = 1000

/** A bill under way: the layout is found, rows come by `read`, and after the last one `summary` tells. */
export class BillReading {
  readonly layout: Layout
  readonly fates: readonly ColumnFate[]
  readonly #file: BillFile
  readonly #expected: BillExpectation
  readonly #check: BillCheck
  readonly #exponent: number
  readonly #reader: RowReader
  readonly #seen = new Map<number, number>()
  readonly #problems: BillProblem[] = []
  #problemCount = 0
  #lines = 0
  #repeated = 0
  /** Labels of a summary whose row comes next. */
  #summary: readonly string[] | null = null

  constructor(file: BillFile, layout: Layout, expected: BillExpectation) {
    const exponent = exponentOf(expected.currency)
    this.layout = layout
    this.#exponent = exponent
    this.#file = file
    this.#expected = expected
    this.#check = new BillCheck(layout, exponent)
    this.#reader = new RowReader(layout, expected.currency, exponent)
    this.fates = this.#reader.fates
  }

  /** @throws Failure where the file cannot be read on */
  async *read(): AsyncGenerator<readonly BillRow[]> {
    for await (const rows of readRawRows(this.#file, this.layout.cut)) {
      const read: BillRow[] = []
      for (const row of rows) {
        const found = this.#take(row)
        if (found) read.push(found)
      }
      yield read
    }
  }

  #take(row: RawRow): BillRow | null {
    if (row.line === this.layout.line || row.cells.every(cell => cleanCell(cell) === '')) return null
    if (row.line < this.layout.line) {
      this.#check.note(row)
      return null
    }
    if (this.#summary) {
      this.#check.noteSummary(this.#summary, row)
      this.#summary = null
      return null
    }
    if (!this.#reader.isRow(row)) {
      this.#takeAside(row)
      return null
    }
    const read = this.#reader.read(row)
    if (isProblem(read)) this.#note(read)
    else {
      const outside = this.#checkDay(row.line, read)
      if (outside) this.#note(outside)
      this.#check.add(row.line, read)
    }
    return { line: row.line, text: row.text, lines: isProblem(read) ? [] : this.#toLines(read) }
  }

  #takeAside(row: RawRow): void {
    const labels = row.cells.map(normaliseLabel)
    const { summary = [] } = this.layout.format
    if (summary.length > 0 && summary.every(({ label }) => labels.includes(normaliseLabel(label))))
      this.#summary = labels
    else if (!this.#check.noteTotal(row) && !this.#check.note(row))
      this.#note({
        code: 'bill.line',
        line: row.line,
        column: null,
        value: row.text.slice(0, 200),
        message: `Line ${row.line} is no row of the bill and no total that belongs below it.`,
      })
  }

  #checkDay(line: number, { local }: ReadRow): BillProblem | null {
    const day = local.slice(0, 10)
    const { from = this.#check.from, to = this.#check.to } = this.#expected
    if ((from === null || day >= from) && (to === null || day <= to)) return null
    const message = `Line ${line} is of ${day}, which lies outside of the period ${from ?? ''} to ${to ?? ''}.`
    return { code: 'bill.period', line, column: null, value: local, message }
  }

  #toLines({ local, offset, amounts, balance, texts, attributes }: ReadRow): BillLine[] {
    // A row may state that nothing was moved: it counts, and is no movement.
    const moved = amounts.filter(({ minor, way }) => minor !== 0n || way === 'none')
    this.#lines += moved.length
    return moved.map(({ movement, kind, minor, way, stated }) => {
      const what = [texts.txn, texts.order, kind, way === 'none' ? `none ${stated}` : minor, local, balance, movement]
      const { txn, order, parent, batch, counterparty, remark } = texts
      return {
        ...{ local, offset, txn, order, parent, batch, kind, minor, counterparty, remark },
        isNone: way === 'none',
        balance,
        // What did not move is still told.
        attributes: way === 'none' ? { ...attributes, amount: sayMinor(stated, this.#exponent) } : attributes,
        fingerprint: this.#fingerprint(what.map(each => each ?? '').join('\u001f')),
      }
    })
  }

  /** The second of two alike is another movement, in every file that holds both. */
  #fingerprint(text: string): Buffer {
    const first = hash('sha256', text, 'buffer').subarray(0, 16)
    const mark = first.readUInt32BE(0) * 2 ** 20 + (first.readUInt32BE(4) >>> 12)
    const before = this.#seen.get(mark) ?? 0
    this.#seen.set(mark, before + 1)
    if (before === 0) return Buffer.from(first)
    this.#repeated += 1
    return Buffer.from(hash('sha256', `${text}\u001f${before}`, 'buffer').subarray(0, 16))
  }

  #note(problem: BillProblem): void {
    this.#problemCount += 1
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
  }

  /** After the last row. */
  summarise(): BillSummary {
    const control = this.layout.format.proof === 'control' ? (this.#expected.control ?? null) : null
    // A row that could not be read makes every total wrong: it is the reason, not they.
    const contradiction = this.#problemCount > 0 ? null : (this.#checkAccount() ?? this.#check.contradict(control))
    if (contradiction) this.#note(contradiction)
    return {
      figures: this.#check.listFigures(control),
      rows: this.#check.rows,
      lines: this.#lines,
      ...this.#check.sums,
      period: this.#check.period,
      balances: this.#check.balances,
      repeated: this.#repeated,
      problems: this.#problems,
      problemCount: this.#problemCount,
      isProved: this.#problemCount === 0 && (this.#check.isProved || control !== null),
    }
  }

  #checkAccount(): BillProblem | null {
    const [stated, own] = [this.#check.accountNo, this.#expected.accountNo ?? '']
    if (stated === null || own === '' || stated.startsWith(own) || own.startsWith(stated)) return null
    const message = `The bill is of the account ${stated}, but this account is ${own}.`
    return { code: 'bill.account', line: 1, column: null, value: stated, message }
  }
}

/**
 * Finds out what a file is. @param formats those that are known
 * @throws Failure `bill.unknown`, `bill.platform`, or that the file is damaged
 */
export async function openBill(
  file: BillFile,
  formats: readonly BillFormat[],
  expected: BillExpectation,
): Promise<BillReading> {
  const layout = await findLayout(file, formats)
  const { format } = layout
  if (!expected.formats.includes(format.code))
    throw new Failure({
      code: 'bill.platform',
      message: `${file.name} is a bill of another platform (${format.name.en}) than the account.`,
      value: format.platform,
      advice: 'Choose the account that the bill belongs to.',
    })
  return new BillReading(file, layout, expected)
}
