import type { BillFormat, Labels, Movement, Role } from './format.ts'
import { normaliseLabel } from './labels.ts'
import type { DayOrder } from './moment.ts'
import type { DecimalSign } from './money.ts'

/** What a person says of the columns of a file that nobody knows. Columns are named as its header names them. */
export interface ProfileMapping {
  readonly columns: { readonly at: string } & Readonly<Partial<Record<Role, string | undefined>>>
  readonly amount:
    | { readonly how: 'signed'; readonly column: string; readonly is_reversed?: boolean | undefined }
    | { readonly how: 'split'; readonly in: string; readonly out: string }
    | {
        readonly how: 'direction'
        readonly column: string
        readonly direction: string
        readonly in: readonly string[]
        readonly out: readonly string[]
        readonly none: readonly string[]
      }
  readonly day_order: DayOrder
  readonly decimal: DecimalSign
  /** What the line of its totals begins with, where it has one: its amounts stand under those of the rows. */
  readonly total?: string | undefined
  /** What lines begin with that are neither rows nor totals. */
  readonly notes: readonly string[]
}

export interface BillProfile {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly headings: readonly string[]
  readonly mapping: ProfileMapping
}

/** Columns that a mapping names, each with the field that names it. */
export function listMapped({ columns, amount }: ProfileMapping): readonly (readonly [field: string, label: string])[] {
  const own = Object.entries(columns).flatMap(([role, label]) =>
    label === undefined ? [] : [[`columns.${role}`, label] as const],
  )
  if (amount.how === 'split') return [...own, ['amount.in', amount.in], ['amount.out', amount.out]]
  const [column] = [['amount.column', amount.column] as const]
  return amount.how === 'signed' ? [...own, column] : [...own, column, ['amount.direction', amount.direction]]
}

/** A profile is one more kind of bill: read, checked and proved like those of the product. */
export function toFormat({ id, version, name, headings, mapping }: BillProfile): BillFormat {
  const { columns, total, notes } = mapping
  const roles = Object.entries(columns).flatMap(([role, label]) => (label === undefined ? [] : [[role, [label]]]))
  const isTotalled = total !== undefined && total.trim() !== ''
  return {
    code: `profile:${id}`,
    version,
    platform: 'profile',
    name: { zh: name, en: name, pt: name },
    columns: Object.fromEntries(roles) as BillFormat['columns'], // `at` is one of them
    movements: [toMovement(mapping.amount)],
    marks: findUnique(headings),
    asides: notes.filter(note => note.trim() !== '').map(note => startsWith(note)),
    ...(isTotalled && { total, needs: mapping.amount.how === 'split' ? ['0.in.sum', '0.out.sum'] : ['0.column'] }),
    proof: isTotalled ? 'totals' : columns.balance === undefined ? 'control' : 'balance',
    decimal: mapping.decimal,
    dayOrder: mapping.day_order,
  }
}

function toMovement(amount: ProfileMapping['amount']): Movement {
  if (amount.how === 'split') return { how: 'split', in: [amount.in], out: [amount.out], anySign: true }
  if (amount.how === 'signed') return { how: 'signed', amount: [amount.column], factor: amount.is_reversed ? -1 : 1 }
  const { how, column, direction, in: comes, out, none } = amount
  return { how, amount: [column], direction: [direction], in: comes, out, none }
}

/** Two columns of one name are no mark. */
function findUnique(headings: readonly string[]): Labels[] {
  const labels = headings.map(normaliseLabel)
  return headings.flatMap((heading, at) =>
    labels[at] !== '' && labels.indexOf(labels[at] ?? '') === labels.lastIndexOf(labels[at] ?? '') ? [[heading]] : [],
  )
}

const startsWith = (text: string): RegExp =>
  new RegExp(
    `^["'#\\s]*${text
      .normalize('NFKC')
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
    'i',
  )
