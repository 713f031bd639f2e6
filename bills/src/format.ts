import type { DayOrder } from './moment.ts'
import type { DecimalSign } from './money.ts'

/** Labels a column may have; brackets of either width, blanks and letter case do not count. */
export type Labels = readonly string[]

/** What a column tells about a movement. */
export type Role =
  | 'at'
  | 'time'
  | 'txn'
  | 'order'
  | 'parent'
  | 'batch'
  | 'kind'
  | 'counterparty'
  | 'remark'
  | 'currency'
  | 'balance'

/** One amount of a row: how its sign is told. A row may state several. */
export type Movement = {
  /** What it is called; absent: what the column `kind` says. */
  readonly kind?: string
} & (
  | { readonly how: 'signed'; readonly amount: Labels; readonly factor: 1 | -1 }
  /**
   * Two columns, of which one is filled. `anySign`: what goes out is written with a minus or without;
   * else a minus there means that it came back.
   */
  | { readonly how: 'split'; readonly in: Labels; readonly out: Labels; readonly anySign?: true }
  /**
   * A word says which way. `none`: neither in nor out. An amount with a minus is refused, but for `anySign`, where what goes
   * out is written with one or without.
   */
  | {
      readonly how: 'direction'
      readonly anySign?: true
      readonly amount: Labels
      readonly direction: Labels
      readonly in: readonly string[]
      readonly out: readonly string[]
      readonly none: readonly string[]
    }
)

/**
 * A figure that a bill states of itself. `rows`: rows in all; `0.in.count`: how many amounts of the first movement come in;
 * `0.in.sum`: how much, without its sign; `0.column`: the sum of its column as written. `opening`
 * and `closing`: the balance in front of the rows and behind them; a file may have several stretches, each of which begins
 * where the one before ends.
 */
export type FigureKey =
  | 'rows'
  | 'opening'
  | 'closing'
  | `${number}.${'in' | 'out' | 'none'}.${'count' | 'sum'}`
  | `${number}.column`

/** Text above or below the table. What is in the brackets of the pattern is taken in the order of `gives`. */
export interface Declaration {
  readonly pattern: RegExp
  readonly gives: readonly (FigureKey | 'from' | 'to' | 'accountNo')[]
}

/**
 * How a kind of bill is laid out: data, so that one more needs no code. Nothing here is believed: a file is taken only
 * where its own figures agree with what was read.
 */
export interface BillFormat {
  /** `alipay-account`; with the version it stands beside every file it read. */
  readonly code: string
  readonly version: number
  readonly platform: string
  readonly name: { readonly zh: string; readonly en: string; readonly pt: string }
  readonly columns: Readonly<Partial<Record<Role, Labels>>> & { readonly at: Labels }
  readonly movements: readonly [Movement, ...Movement[]]
  /** Columns that tell it from its like, though nothing is read out of them. */
  readonly marks?: readonly Labels[]
  readonly declared?: readonly Declaration[]
  /** A second table below, of one row: its labels, and what stands under them. */
  readonly summary?: readonly { readonly label: string; readonly gives: FigureKey }[]
  /** What a line of totals begins with, in any of its cells: its amounts stand under those of the rows. */
  readonly total?: string
  /** Each of its rows, but not its header, ends with a comma. */
  readonly hasComma?: true
  /** Lines within and below the table that are none of its rows; tried on the text of the whole line. */
  readonly asides?: readonly RegExp[]
  /** Sums of a row that must be 0: each column with its factor. */
  readonly equations?: readonly (readonly { readonly column: Labels; readonly factor: 1 | -1 }[])[]
  /**
   * What proves that a file was read right and whole. `totals`: the figures it must state; `balance`: each balance follows
   * from the one before; `control`: it states nothing, so a person enters how many rows and how much there must be.
   */
  readonly proof: 'totals' | 'balance' | 'control'
  /** Of the figures, those that a whole file has. */
  readonly needs?: readonly FigureKey[]
  readonly decimal?: DecimalSign
  /** `either`: the platform writes them by the reader's country; a day above the twelfth tells, and without one it is refused. */
  readonly dayOrder?: DayOrder | 'either'
  /** The zone of its clock where it is not the account's. */
  readonly zone?: string
}
