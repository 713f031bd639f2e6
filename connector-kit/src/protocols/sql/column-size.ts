import type { FieldSpec } from '@sluice/contract'
import type { ColumnKind } from './column.ts'

/** The first of a database's whole-number types that holds them all; each with its least and greatest number. */
export const pickInteger = (
  { min, max }: ColumnKind & { is: 'integer' },
  types: readonly (readonly [sql: string, kind: ColumnKind])[],
): { readonly sql: string; readonly kind: ColumnKind } | null => {
  const found = types.find(([, kind]) => kind.is === 'integer' && min >= kind.min && max <= kind.max)
  return found ? { sql: found[0], kind: found[1] } : null
}

/** Digits of the longest number. */
export const countDigits = ({ min, max }: ColumnKind & { is: 'integer' }): number =>
  Math.max(String(max).length, String(min).replace('-', '').length)

/**
 * Precision and scale of a column that holds every number of the field; null where so many digits are not to be had, or
 * the field has no bounds.
 */
export function sizeDecimal(
  { precision, scale = 0 }: ColumnKind & { is: 'decimal' },
  most: number,
  mostScale = most,
): readonly [number, number] | null {
  if (precision === undefined) return null
  // numeric(3,-2) has five digits before the point, numeric(2,5) five behind it.
  const fraction = Math.max(0, scale)
  const size = Math.max(precision - scale, 0) + fraction
  return size <= most && fraction <= mostScale ? [Math.max(size, 1), fraction] : null
}

/** Types of databases whose text is never long. */
const SHORT = /^(?:uuid|uniqueidentifier|inet[46]?|cidr|macaddr8?|money|interval.*|time.* with time zone|enum\(.*)$/is
/** Characters of the longest value of such a type. */
export const SHORT_CHARS = 255

/** Characters that the text of a field's values may have; undefined: any number. */
export function countTextChars({ nativeType = '' }: FieldSpec, kind: ColumnKind): number | undefined {
  if (kind.is === 'text') return kind.maxChars ?? kind.maxBytes
  if (kind.is === 'integer') return countDigits(kind) + 1
  if (kind.is === 'decimal')
    return kind.precision === undefined ? undefined : kind.precision + Math.abs(kind.scale ?? 0) + 3
  if (kind.is === 'bits') return kind.width
  if (kind.is === 'boolean') return 5
  if (kind.is === 'float' || kind.is === 'date' || kind.is === 'time' || kind.is === 'datetime') return 40
  if (kind.is !== 'other') return undefined
  if (/^(?:uuid|uniqueidentifier)$/i.test(nativeType)) return 36
  return kind.options || SHORT.test(nativeType) ? SHORT_CHARS : undefined
}
