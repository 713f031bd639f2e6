import type { ProfileMapping } from '../types.ts'

/** What a column may say; '' says nothing. */
export const columnUses = [
  'at',
  'time',
  'signed',
  'in',
  'out',
  'amount',
  'direction',
  'balance',
  'currency',
  'txn',
  'order',
  'parent',
  'batch',
  'kind',
  'counterparty',
  'remark',
] as const
export type ColumnUse = (typeof columnUses)[number]

/** What is said of a file: the use of each of its columns by place, and how their texts are written. */
export interface MappingState {
  readonly uses: readonly (ColumnUse | null)[]
  readonly isReversed: boolean
  readonly words: { readonly in: readonly string[]; readonly out: readonly string[]; readonly none: readonly string[] }
  readonly dayOrder: ProfileMapping['day_order']
  readonly decimal: ProfileMapping['decimal']
  readonly total: string
  readonly notes: readonly string[]
}

export const emptyState = (columns: number): MappingState => ({
  uses: Array.from({ length: columns }, () => null),
  isReversed: false,
  words: { in: [], out: [], none: [] },
  ...{ dayOrder: 'ymd', decimal: '.', total: '', notes: [] },
})

/** What is still missing; null: it can be tried. */
export function findMissing({ uses, words }: MappingState): 'at' | 'amount' | 'words' | null {
  const has = (use: ColumnUse) => uses.includes(use)
  if (!has('at')) return 'at'
  const ways = [has('signed'), has('in') && has('out'), has('amount') && has('direction')]
  const isHalf = has('in') !== has('out') || has('amount') !== has('direction')
  if (isHalf || ways.filter(Boolean).length !== 1) return 'amount'
  return ways[2] && (words.in.length === 0 || words.out.length === 0) ? 'words' : null
}

const ROLES = [
  'time',
  'txn',
  'order',
  'parent',
  'batch',
  'kind',
  'counterparty',
  'remark',
  'currency',
  'balance',
] as const

/** As the server takes it. Only where nothing is missing. */
export function toMapping(headings: readonly string[], state: MappingState): ProfileMapping {
  const label = (use: ColumnUse): string | undefined => headings[state.uses.indexOf(use)]?.trim()
  const given = ROLES.flatMap(role => {
    const found = label(role)
    return found === undefined ? [] : [[role, found] as const]
  })
  return {
    columns: { at: label('at') ?? '', ...Object.fromEntries(given) },
    amount: toAmount(label, state),
    day_order: state.dayOrder,
    decimal: state.decimal,
    ...(state.total.trim() === '' ? {} : { total: state.total.trim() }),
    notes: [...state.notes],
  }
}

function toAmount(label: (use: ColumnUse) => string | undefined, state: MappingState): ProfileMapping['amount'] {
  const of = (use: ColumnUse) => label(use) ?? ''
  if (state.uses.includes('signed')) return { how: 'signed', column: of('signed'), is_reversed: state.isReversed }
  if (state.uses.includes('in')) return { how: 'split', in: of('in'), out: of('out') }
  const { in: comes, out, none } = state.words
  return {
    ...{ how: 'direction', column: of('amount'), direction: of('direction') },
    ...{ in: [...comes], out: [...out], none: [...none] },
  }
}

/** The state that a kept mapping was made of. */
export function fromMapping(headings: readonly string[], mapping: ProfileMapping): MappingState {
  const { amount, columns } = mapping
  const byLabel = new Map<string, ColumnUse>()
  for (const role of ['at', ...ROLES] as const) {
    const label = columns[role]
    if (label !== undefined) byLabel.set(label, role)
  }
  if (amount.how === 'signed') byLabel.set(amount.column, 'signed')
  if (amount.how === 'split') byLabel.set(amount.in, 'in').set(amount.out, 'out')
  if (amount.how === 'direction') byLabel.set(amount.column, 'amount').set(amount.direction, 'direction')
  return {
    uses: headings.map(heading => byLabel.get(heading.trim()) ?? null),
    isReversed: amount.how === 'signed' && amount.is_reversed === true,
    words: amount.how === 'direction' ? amount : { in: [], out: [], none: [] },
    dayOrder: mapping.day_order,
    decimal: mapping.decimal,
    total: mapping.total ?? '',
    notes: mapping.notes,
  }
}
