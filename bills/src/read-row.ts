import { columnsOf, type Layout } from './find-layout.ts'
import type { BillFormat, Labels, Movement, Role } from './format.ts'
import { cleanCell, findColumn, normaliseLabel } from './labels.ts'
import { readMoment } from './moment.ts'
import { readAmount } from './money.ts'
import type { RawRow } from './raw-row.ts'

/** What is wrong with one line. */
export interface BillProblem {
  readonly code: string
  readonly line: number
  /** As the header calls it; null: the line as a whole. */
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}

/** One amount that a row states. */
export interface RowAmount {
  /** Place among the format's movements. */
  readonly movement: number
  readonly kind: string
  /** `none`: neither in nor out, so that the amount moves nothing. */
  readonly way: 'in' | 'out' | 'none'
  /** Signed; 0 where nothing moves. */
  readonly minor: bigint
  /** As the column states it. */
  readonly stated: bigint
}

/** What a row says. */
export interface ReadRow {
  readonly local: string
  readonly offset: string | null
  readonly amounts: readonly RowAmount[]
  readonly balance: bigint | null
  readonly texts: Readonly<Record<Exclude<Role, 'at' | 'time' | 'balance' | 'currency'>, string | null>>
  /** Columns that are not read, by their label. */
  readonly attributes: Readonly<Record<string, string>>
}

/** What becomes of a column. */
export interface ColumnFate {
  readonly label: string
  /** `amount`, a role, or null: it is kept beside the line as it is. */
  readonly use: Role | 'amount' | 'check' | null
}

type Texts = ReadRow['texts']
const TEXTS = ['txn', 'order', 'parent', 'batch', 'kind', 'counterparty', 'remark'] as const satisfies (keyof Texts)[]
/** By these lines are matched. */
const TOLD = ['txn', 'order', 'parent', 'batch', 'kind'] as const satisfies (keyof Texts)[]
const MAX_ATTRIBUTES = 60
const MAX_TEXT = 500
const MAX_ID = 200
/** `10:00:00.000` */
const LONGEST_CLOCK = 12

/** Reads the rows of one layout. */
export class RowReader {
  readonly #layout: Layout
  readonly #currency: string
  readonly #exponent: number
  readonly #roles: Readonly<Partial<Record<Role, number>>>
  readonly #movements: readonly { readonly movement: Movement; readonly at: readonly number[] }[]
  readonly #equations: readonly (readonly { readonly at: number; readonly factor: 1 | -1 }[])[]
  readonly #rest: readonly { readonly at: number; readonly label: string }[]
  readonly fates: readonly ColumnFate[]

  constructor(layout: Layout, currency: string, exponent: number) {
    const { format, header, labels } = layout
    this.#layout = layout
    this.#currency = currency
    this.#exponent = exponent
    this.#roles = findRoles(format, header)
    this.#movements = format.movements.flatMap(movement => {
      const at = columnsOf(movement).map(each => findColumn(header, each))
      return at.some(each => each < 0) ? [] : [{ movement, at }]
    })
    this.#equations = (format.equations ?? []).flatMap(terms => {
      const found = terms.map(({ column, factor }) => ({ at: findColumn(header, column), factor }))
      return found.some(({ at }) => at < 0) ? [] : [found]
    })
    this.fates = labels.map((label, at) => ({ label: cleanCell(label), use: this.#fateOf(at) }))
    this.#rest = this.fates.flatMap(({ label, use }, at) => (use === null && label !== '' ? [{ at, label }] : []))
  }

  /** Whether a line can be a row at all: where its time should stand there is one. */
  isRow({ cells }: RawRow): boolean {
    return readMoment(this.#whenText(cells), this.#layout.dayOrder) !== undefined
  }

  /** The row, or what is wrong with it. */
  read(row: RawRow): ReadRow | BillProblem {
    const { cells, line } = row
    const { header, labels, dayOrder } = this.#layout
    if (!this.#hasWidth(cells))
      return problem(
        'bill.width',
        line,
        null,
        row.text,
        `Line ${line} has ${cells.length} columns, but the header in line ${this.#layout.line} has ${header.length}.`,
      )
    const when = this.#whenText(cells)
    const moment = readMoment(when, dayOrder)
    const whenLabel = labels[this.#roles.at ?? 0] ?? ''
    if (!moment)
      return problem('bill.time', line, whenLabel, when, `Line ${line}, column ${whenLabel}: "${when}" is no time.`)
    const currency = this.#text(cells, 'currency')
    if (currency !== null && toCurrency(currency) !== this.#currency)
      return problem(
        'bill.currency',
        line,
        labels[this.#roles.currency ?? 0] ?? '',
        currency,
        `Line ${line} is in ${currency}, but the account is in ${this.#currency}.`,
      )
    const amounts = this.#readAmounts(row)
    if ('code' in amounts) return amounts
    const torn = this.#findTorn(row)
    if (torn) return torn
    const balance = this.#amountAt(row, this.#roles.balance ?? -1)
    if (isProblem(balance)) return balance
    const unequal = this.#checkEquations(row)
    if (unequal) return unequal
    return { ...moment, amounts, balance, texts: this.#texts(cells), attributes: this.#attributes(cells) }
  }

  /** A cell too many, though it is blank, may be one that pushed the others into columns which are not theirs. */
  #hasWidth(cells: readonly string[]): boolean {
    const { header, cut, format } = this.#layout
    if (cut.kind !== 'text') return cells.slice(header.length).every(cell => cleanCell(cell) === '')
    // One that was saved again has the comma in its header, too.
    const hasMore = format.hasComma === true && header.at(-1) !== ''
    return cells.length === header.length + (hasMore ? 1 : 0) && (!hasMore || cleanCell(cells.at(-1) ?? '') === '')
  }

  #fateOf(at: number): ColumnFate['use'] {
    const role = Object.entries(this.#roles).find(([, place]) => place === at)?.[0]
    if (role !== undefined) return role as Role // the keys are roles
    if (this.#movements.some(each => each.at.includes(at))) return 'amount'
    return this.#equations.some(terms => terms.some(term => term.at === at)) ? 'check' : null
  }

  #whenText(cells: readonly string[]): string {
    const { at = -1, time } = this.#roles
    const day = cleanCell(cells[at] ?? '')
    const clock = time === undefined || time === at ? '' : cleanCell(cells[time] ?? '')
    // Some write the day there again.
    return clock.length > LONGEST_CLOCK ? clock : `${day} ${clock}`.trim()
  }

  /** A number with a quote in it, or a kind with half of one, was torn out of its cell. */
  #findTorn({ cells, line }: RawRow): BillProblem | null {
    for (const role of TOLD) {
      const text = this.#text(cells, role)
      // A kind may quote a word, and then it has two of them.
      if (text === null || !(role === 'kind' ? /^[^"]*"(?:[^"]*"[^"]*")*[^"]*$/ : /["\t]/).test(text)) continue
      const label = this.#layout.labels[this.#roles[role] ?? 0] ?? ''
      const message = `Line ${line}, column ${cleanCell(label)}: ${text} holds a quote or a tab that does not belong there.`
      return problem('bill.number', line, label, text, message)
    }
    return null
  }

  #text(cells: readonly string[], role: Role): string | null {
    const at = this.#roles[role]
    const text = at === undefined ? '' : cleanCell(cells[at] ?? '')
    return text === '' || text === '/' ? null : text
  }

  #texts(cells: readonly string[]): Texts {
    const texts = Object.fromEntries(
      TEXTS.map(role => [role, this.#text(cells, role)?.slice(0, role === 'remark' ? MAX_TEXT : MAX_ID) ?? null]),
    )
    return { ...(texts as Texts), counterparty: mask(texts['counterparty'] ?? null) } // one entry for each
  }

  #attributes(cells: readonly string[]): Record<string, string> {
    const found: Record<string, string> = {}
    let count = 0
    for (const { at, label } of this.#rest) {
      const text = cleanCell(cells[at] ?? '')
      if (text === '' || count >= MAX_ATTRIBUTES) continue
      found[label] = text.slice(0, MAX_TEXT)
      count += 1
    }
    return found
  }

  #readAmounts(row: RawRow): RowAmount[] | BillProblem {
    const amounts: RowAmount[] = []
    // Compared by rules: brackets of either width are the same.
    const ownKind = (this.#text(row.cells, 'kind') ?? '').normalize('NFKC').slice(0, MAX_ID)
    for (const [index, { movement, at }] of this.#movements.entries()) {
      const read = this.#readMovement(row, movement, at)
      if ('code' in read) return read
      const kind = movement.kind ?? ownKind
      for (const each of read) amounts.push({ ...each, movement: index, kind })
    }
    return amounts
  }

  #readMovement(
    row: RawRow,
    movement: Movement,
    at: readonly number[],
  ): Omit<RowAmount, 'movement' | 'kind'>[] | BillProblem {
    const first = this.#amountAt(row, at[0] ?? -1)
    if (isProblem(first)) return first
    if (movement.how === 'signed') {
      if (first === null || first === 0n) return []
      const minor = first * BigInt(movement.factor)
      return [{ way: minor < 0n ? 'out' : 'in', minor, stated: first }]
    }
    if (movement.how === 'direction') return this.#readDirected(row, movement, at, first)
    const out = this.#amountAt(row, at[1] ?? -1)
    if (isProblem(out)) return out
    return this.#readSplit(row, movement, at, { comes: first ?? 0n, goes: out ?? 0n })
  }

  #readSplit(
    row: RawRow,
    movement: Extract<Movement, { how: 'split' }>,
    at: readonly number[],
    { comes, goes }: { comes: bigint; goes: bigint },
  ) {
    const { line } = row
    const label = this.#layout.labels[at[1] ?? 0] ?? ''
    if (comes !== 0n && goes !== 0n)
      return problem(
        'bill.both',
        line,
        label,
        row.cells[at[1] ?? 0] ?? '',
        `Line ${line} states an amount that comes in and one that goes out.`,
      )
    if (comes !== 0n) return [{ way: comes < 0n ? ('out' as const) : ('in' as const), minor: comes, stated: comes }]
    if (goes === 0n) return []
    const minor = movement.anySign && goes < 0n ? goes : -goes
    return [{ way: minor < 0n ? ('out' as const) : ('in' as const), minor, stated: goes }]
  }

  #readDirected(
    row: RawRow,
    movement: Extract<Movement, { how: 'direction' }>,
    at: readonly number[],
    stated: bigint | null,
  ) {
    const { line } = row
    const label = this.#layout.labels[at[1] ?? 0] ?? ''
    const word = cleanCell(row.cells[at[1] ?? -1] ?? '')
    const way = movement.in.includes(word)
      ? 'in'
      : movement.out.includes(word)
        ? 'out'
        : movement.none.includes(word)
          ? 'none'
          : null
    if (way === null)
      return problem(
        'bill.direction',
        line,
        label,
        word,
        `Line ${line}, column ${label}: "${word}" says neither that money came in nor that it went out.`,
      )
    if (stated !== null && stated < 0n && !(movement.anySign && way === 'out'))
      return problem(
        'bill.sign',
        line,
        this.#layout.labels[at[0] ?? 0] ?? '',
        row.cells[at[0] ?? 0] ?? '',
        `Line ${line} says "${word}" of an amount with a minus, so nobody can say which way the money went.`,
      )
    const amount = stated === null ? 0n : stated < 0n ? -stated : stated
    return [{ way, minor: way === 'none' ? 0n : way === 'in' ? amount : -amount, stated: amount }] satisfies Omit<
      RowAmount,
      'movement' | 'kind'
    >[]
  }

  /** null: blank, or the bill has no such column. */
  #amountAt({ cells, line }: RawRow, at: number): bigint | null | BillProblem {
    const cell = at < 0 ? '' : cleanCell(cells[at] ?? '')
    if (cell === '' || cell === '-' || cell === '--' || cell === '/') return null
    const amount = readAmount(cell, this.#exponent, this.#layout.format.decimal)
    if (amount) return amount.minor
    if (amount === null) return null
    const label = this.#layout.labels[at] ?? ''
    return problem(
      'bill.amount',
      line,
      label,
      cell,
      `Line ${line}, column ${label}: "${cell}" is no amount in ${this.#currency}.`,
    )
  }

  #checkEquations(row: RawRow): BillProblem | null {
    for (const terms of this.#equations) {
      let sum = 0n
      for (const { at, factor } of terms) {
        const amount = this.#amountAt(row, at)
        if (isProblem(amount)) return amount
        sum += (amount ?? 0n) * BigInt(factor)
      }
      if (sum === 0n) continue
      const names = terms.map(({ at }) => this.#layout.labels[at] ?? '').join(', ')
      return problem(
        'bill.equation',
        row.line,
        names,
        row.text,
        `Line ${row.line}: its columns ${names} do not add up.`,
      )
    }
    return null
  }
}

function findRoles(format: BillFormat, header: readonly string[]): Partial<Record<Role, number>> {
  const found = Object.entries(format.columns as Partial<Record<Role, Labels>>).map(
    ([role, labels]) => [role, findColumn(header, labels)] as const,
  )
  return Object.fromEntries(found.filter(([, at]) => at >= 0))
}

const problem = (code: string, line: number, column: string | null, value: string, message: string): BillProblem => ({
  code,
  line,
  column: column === null ? null : cleanCell(column),
  value: value.slice(0, 200),
  message,
})

export const isProblem = (value: unknown): value is BillProblem =>
  typeof value === 'object' && value !== null && 'code' in value && 'line' in value

function toCurrency(text: string): string {
  const code = normaliseLabel(text).toUpperCase()
  return code === '人民币' || code === '人民币元' || code === 'RMB' ? 'CNY' : code
}

/** A person's name, number or address, of which the ends are enough to tell two apart. */
export function mask(text: string | null): string | null {
  if (text === null || text.includes('*')) return text
  const signs = [...text]
  if (signs.length <= 2) return `${signs[0] ?? ''}*`
  return `${signs[0]}***${signs.at(-1)}`
}
