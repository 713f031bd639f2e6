import { type Column, type ColumnKind, isPlainText, type TextColumn } from '@sluice/connector-kit/sql'

type Of<K extends ColumnKind['is']> = ColumnKind & { readonly is: K }

/**
 * Whether every text of the column may go into the target's column as it is: the server then stores what it would of
 * the decoded and encoded value, or refuses it, and the encoders are asked.
 */
export function isTakenAsText(from: TextColumn, to: Column): boolean {
  const source = from.column?.kind
  if (!source || to.isGenerated) return false
  if (to.kind.is === 'other') return takesOther(from, to)
  if (to.kind.is === 'list')
    return source.is === 'list' && from.column?.nativeType === to.nativeType && fits(source.element, to.kind.element)
  if (to.kind.is === 'text' && source.is !== 'text')
    return isPlainText(from.type) && to.kind.maxChars === undefined && to.kind.maxBytes === undefined
  return fits(source, to.kind)
}

/** Types that only the server reads: their own text, or any text. */
const takesOther = ({ column, type }: TextColumn, to: Column): boolean =>
  type === 'text' && (column?.kind.is === 'text' || column?.nativeType === to.nativeType)

/** Values of one kind all fit the other and are written the same way. */
function fits(from: ColumnKind, to: ColumnKind): boolean {
  const rule = rules[to.is]
  return rule !== undefined && (rule as (from: ColumnKind, to: ColumnKind) => boolean)(from, to) // the rule of this kind
}

const rules: { readonly [K in ColumnKind['is']]?: (from: ColumnKind, to: Of<K>) => boolean } = {
  integer: (from, to) => from.is === 'integer' && from.min >= to.min && from.max <= to.max,
  decimal: fitsDecimal,
  float: (from, to) => from.is === 'float' && from.bits <= to.bits,
  boolean: from => from.is === 'boolean',
  text: (from, to) =>
    from.is === 'text' &&
    to.maxBytes === undefined &&
    to.isTrimmed !== true &&
    (to.refuses === undefined || from.refuses === to.refuses) &&
    (to.maxChars === undefined || (from.maxChars !== undefined && from.maxChars <= to.maxChars)),
  date: from => from.is === 'date',
  time: (from, to) => from.is === 'time' && from.digits <= to.digits,
  datetime: (from, to) => from.is === 'datetime' && (to.zoned || !from.zoned) && from.digits <= to.digits,
  // The text of json is kept as it is written, and the encoders write it their own way; jsonb has one form.
  json: (from, to) => from.is === 'json' && from.refuses === 'nul' && to.refuses === 'nul',
  bytes: (from, to) => from.is === 'bytes' && to.maxBytes === undefined && to.width === undefined,
  list: () => false,
  other: from => from.is === 'other',
}

function fitsDecimal(from: ColumnKind, to: Of<'decimal'>): boolean {
  if (from.is !== 'integer' && from.is !== 'decimal') return false
  if (from.is === 'decimal' && from.allowsSpecial && !to.allowsSpecial) return false
  if (to.precision === undefined) return true
  const { scale = 0 } = to
  const [precision, fraction] =
    from.is === 'integer' ? [String(from.max).length, 0] : [from.precision, Math.max(0, from.scale ?? 0)]
  return precision !== undefined && scale >= fraction && to.precision - scale >= precision - fraction
}
