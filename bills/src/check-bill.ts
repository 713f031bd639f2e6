import type { Layout } from './find-layout.ts'
import type { Declaration, FigureKey, Labels } from './format.ts'
import { cleanCell, findColumn, normaliseLabel } from './labels.ts'
import { readMoment } from './moment.ts'
import { readAmount, sayMinor } from './money.ts'
import type { RawRow } from './raw-row.ts'
import type { BillProblem, ReadRow } from './read-row.ts'

/** A figure that the file states, or a person in its stead, against what was read. */
export interface Figure {
  readonly key: FigureKey
  /** Where it stands; null: a person entered it. */
  readonly line: number | null
  /** Decimal numerals. */
  readonly declared: string
  readonly counted: string
  readonly agrees: boolean
}

/** What a person enters for a file that states nothing of itself. */
export interface Control {
  readonly rows: number
  /** Minor units: what comes in, what goes out, both without a sign. */
  readonly inMinor: bigint
  readonly outMinor: bigint
}

export interface Tally {
  column: bigint
  readonly in: { count: number; sum: bigint }
  readonly out: { count: number; sum: bigint }
  readonly none: { count: number; sum: bigint }
}

/** Adds up what is read, gathers what the file says of itself, and holds the one against the other. */
export class BillCheck {
  readonly #layout: Layout
  readonly #exponent: number
  readonly #tallies: readonly Tally[]
  readonly #declared = new Map<FigureKey, { readonly line: number; readonly text: string }>()
  readonly #chains = [new Chain(1), new Chain(-1)]
  readonly #ends: Ends
  #rows = 0
  #first = ''
  #last = ''
  from: string | null = null
  to: string | null = null
  accountNo: string | null = null

  constructor(layout: Layout, exponent: number) {
    this.#layout = layout
    this.#exponent = exponent
    this.#ends = new Ends(minor => sayMinor(minor, exponent))
    this.#tallies = layout.format.movements.map(() => ({
      column: 0n,
      in: { count: 0, sum: 0n },
      out: { count: 0, sum: 0n },
      none: { count: 0, sum: 0n },
    }))
  }

  get rows(): number {
    return this.#rows
  }

  get period(): { readonly from: string; readonly to: string } | null {
    return this.#rows === 0 ? null : { from: this.#first, to: this.#last }
  }

  /** Of all amounts. */
  get sums(): { readonly inMinor: bigint; readonly outMinor: bigint } {
    return {
      inMinor: this.#tallies.reduce((sum, tally) => sum + tally.in.sum, 0n),
      outMinor: this.#tallies.reduce((sum, tally) => sum + tally.out.sum, 0n),
    }
  }

  /** The first balance's forerunner and the last balance; null where the rows state none, or not one after another. */
  get balances(): { readonly opening: bigint; readonly closing: bigint } | null {
    if (this.#ends.ends) return this.#ends.ends
    const whole = this.#chains.find(chain => chain.failure === null && chain.isUsed)
    return whole?.ends ?? null
  }

  /** A row of the table. */
  add(line: number, row: ReadRow): void {
    this.#rows += 1
    if (this.#first === '' || row.local < this.#first) this.#first = row.local
    if (row.local > this.#last) this.#last = row.local
    let net = 0n
    for (const { movement, way, minor, stated } of row.amounts) {
      const tally = this.#tallies[movement]! // there is one for each movement
      const amount = stated < 0n ? -stated : stated
      tally.column += stated
      tally[way].count += 1
      tally[way].sum += amount
      net += minor
    }
    this.#ends.move(net)
    if (row.balance !== null) for (const chain of this.#chains) chain.add(line, net, row.balance)
  }

  /** A line beside the table; false where nothing in it is known. */
  note(row: RawRow): boolean {
    const { declared = [], asides = [] } = this.#layout.format
    const [line, text] = [row.line, (row.said ?? row.text).normalize('NFKC')]
    const known = declared.filter(declaration => this.#take(declaration, line, text))
    return known.length > 0 || asides.some(pattern => pattern.test(text))
  }

  /** A line of totals under the table: what stands in the columns of the amount; false where it is none. */
  noteTotal({ line, cells }: RawRow): boolean {
    const { total, movements } = this.#layout.format
    if (total === undefined) return false
    const word = normaliseLabel(total)
    if (!cells.some(cell => normaliseLabel(cell).startsWith(word))) return false
    const [movement] = movements
    const places: readonly (readonly [FigureKey, Labels])[] =
      movement.how === 'split'
        ? [
            ['0.in.sum', movement.in],
            ['0.out.sum', movement.out],
          ]
        : [['0.column', movement.amount]]
    for (const [key, labels] of places) {
      const text = cleanCell(cells[findColumn(this.#layout.header, labels)] ?? '')
      if (text !== '') this.#declared.set(key, { line, text })
    }
    return true
  }

  /** The row under the labels of a summary. */
  noteSummary(labels: readonly string[], { line, cells }: RawRow): void {
    for (const { label, gives } of this.#layout.format.summary ?? []) {
      const at = labels.indexOf(normaliseLabel(label))
      if (at >= 0) this.#declared.set(gives, { line, text: cleanCell(cells[at] ?? '') })
    }
  }

  #take({ pattern, gives }: Declaration, line: number, text: string): boolean {
    const found = pattern.exec(text)
    if (!found) return false
    for (const [index, key] of gives.entries()) {
      const value = (found[index + 1] ?? '').trim()
      if (key === 'accountNo') this.accountNo = value
      else if (key === 'from' || key === 'to') this[key] = readMoment(value)?.local.slice(0, 10) ?? null
      else if (key === 'opening' || key === 'closing')
        this.#ends.note(key, line, value, readAmount(value, this.#exponent)?.minor)
      else this.#declared.set(key, { line, text: value })
    }
    return true
  }

  /** Every figure against what was counted. */
  listFigures(control: Control | null): Figure[] {
    const declared = [...this.#declared].map(([key, { line, text }]) => this.#compare(key, line, text))
    const stated = [...declared, ...this.#ends.figures]
    if (control === null) return stated
    const { inMinor, outMinor } = this.sums
    const figure = (key: FigureKey, declared: string, counted: string): Figure => ({
      key,
      line: null,
      declared,
      counted,
      agrees: declared === counted,
    })
    return [
      ...stated,
      figure('rows', String(control.rows), String(this.#rows)),
      figure('0.in.sum', this.#say(control.inMinor), this.#say(inMinor)),
      figure('0.out.sum', this.#say(control.outMinor), this.#say(outMinor)),
    ]
  }

  #compare(key: FigureKey, line: number, text: string): Figure {
    const counted = this.#count(key)
    if (typeof counted === 'number') {
      const declared = text.replaceAll(',', '')
      return {
        key,
        line,
        declared,
        counted: String(counted),
        agrees: /^\d+$/.test(declared) && Number(declared) === counted,
      }
    }
    const amount = readAmount(text, this.#exponent, this.#layout.format.decimal)?.minor
    // What goes out is stated with a minus or without.
    const declared = amount === undefined ? text : this.#say(key.endsWith('.column') || amount >= 0n ? amount : -amount)
    return { key, line, declared, counted: this.#say(counted), agrees: declared === this.#say(counted) }
  }

  #count(key: FigureKey): number | bigint {
    if (key === 'rows') return this.#rows
    const [index = '0', way, what] = key.split('.')
    const tally = this.#tallies[Number(index)]! // formats name movements they have; a test proves it
    if (way === 'column') return tally.column
    const part = tally[way as 'in' | 'out' | 'none'] // the other two of the key
    return what === 'count' ? part.count : part.sum
  }

  #say = (minor: bigint): string => sayMinor(minor, this.#exponent)

  /** The first thing that contradicts; null where the file proves what was read. @param control what a person entered */
  contradict(control: Control | null): BillProblem | null {
    const { format } = this.#layout
    const wrong = this.listFigures(control).find(({ agrees }) => !agrees)
    if (wrong)
      return tell(
        'bill.total',
        wrong.line ?? this.#layout.line,
        wrong.key,
        wrong.declared,
        wrong.line === null
          ? `By what was entered there must be ${wrong.declared} (${wrong.key}), but the rows make ${wrong.counted}.`
          : `Line ${wrong.line} states ${wrong.declared} (${wrong.key}), but the rows make ${wrong.counted}.`,
      )
    const missing = (format.needs ?? []).find(key =>
      key === 'closing' ? !this.#ends.isClosed : !this.#declared.has(key),
    )
    if (missing !== undefined)
      return tell(
        'bill.cutOff',
        this.#layout.line,
        missing,
        '',
        `The file does not state its total (${missing}), as every whole one does: it was cut off, or changed.`,
      )
    return this.#breakOfBalance()
  }

  /** Whether something besides a person says that the reading is right. */
  get isProved(): boolean {
    if (this.#layout.format.proof === 'balance') return this.balances !== null || this.#rows === 0
    return (this.#declared.size > 0 || this.#ends.isClosed) && this.#layout.format.proof === 'totals'
  }

  #breakOfBalance(): BillProblem | null {
    const broken = this.#chains.map(chain => chain.failure)
    if (broken.some(each => each === null)) return null
    const [far] = broken.filter(each => each !== null).toSorted((a, b) => b.place - a.place)
    if (!far) return null
    return tell(
      'bill.balance',
      far.line,
      null,
      this.#say(far.stated),
      `Line ${far.line} states the balance ${this.#say(far.stated)}, but after the line before it is ${this.#say(far.expected)}.`,
    )
  }
}

const tell = (code: string, line: number, column: string | null, value: string, message: string): BillProblem => ({
  code,
  line,
  column,
  value,
  message,
})

/** Balances in front of the rows and behind them: each must be what the rows before it make. */
class Ends {
  readonly #say: (minor: bigint) => string
  readonly #noted: Figure[] = []
  #opening: bigint | null = null
  #balance = 0n

  constructor(say: (minor: bigint) => string) {
    this.#say = say
  }

  move(net: bigint): void {
    this.#balance += net
  }

  /** @param minor undefined: `text` is no amount */
  note(key: 'opening' | 'closing', line: number, text: string, minor: bigint | undefined): void {
    if (this.#opening === null && key === 'opening' && minor !== undefined) {
      this.#opening = minor
      this.#balance += minor
    }
    const counted = this.#say(this.#balance)
    const declared = minor === undefined ? text : this.#say(minor)
    this.#noted.push({ key, line, declared, counted, agrees: this.#opening !== null && declared === counted })
  }

  /** The first and the last one, and those between that do not agree. */
  get figures(): readonly Figure[] {
    return this.#noted.filter(({ agrees }, at) => !agrees || at === 0 || at === this.#noted.length - 1)
  }

  get isClosed(): boolean {
    return this.#noted.at(-1)?.key === 'closing'
  }

  get ends(): { readonly opening: bigint; readonly closing: bigint } | null {
    return this.#opening === null || !this.isClosed ? null : { opening: this.#opening, closing: this.#balance }
  }
}

/** Whether each balance follows from the one before, the rows read downwards (1) or upwards (-1). */
class Chain {
  readonly #direction: 1 | -1
  #before: { readonly balance: bigint; readonly net: bigint } | null = null
  #top: { readonly balance: bigint; readonly net: bigint } | null = null
  #place = 0
  failure: {
    readonly line: number
    readonly place: number
    readonly stated: bigint
    readonly expected: bigint
  } | null = null

  constructor(direction: 1 | -1) {
    this.#direction = direction
  }

  get isUsed(): boolean {
    return this.#top !== null
  }

  get ends(): { readonly opening: bigint; readonly closing: bigint } | null {
    const [top, bottom] = [this.#top, this.#before]
    if (!top || !bottom) return null
    return this.#direction === 1
      ? { opening: top.balance - top.net, closing: bottom.balance }
      : { opening: bottom.balance - bottom.net, closing: top.balance }
  }

  add(line: number, net: bigint, balance: bigint): void {
    this.#place += 1
    const before = this.#before
    this.#before = { balance, net }
    this.#top ??= this.#before
    if (before === null || this.failure !== null) return
    const expected = this.#direction === 1 ? before.balance + net : before.balance - before.net
    if (expected !== balance) this.failure = { line, place: this.#place, stated: balance, expected }
  }
}
