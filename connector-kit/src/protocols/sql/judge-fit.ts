import type { FieldSpec, Fit } from '@sluice/contract'
import type { ColumnKind } from './column.ts'
import { countDigits, countTextChars } from './column-size.ts'
import { kindOfField } from './holds.ts'

type Of<K extends ColumnKind['is']> = ColumnKind & { readonly is: K }
interface From<K extends ColumnKind['is'] = ColumnKind['is']> {
  readonly field: FieldSpec
  readonly kind: Of<K>
}

const same: Fit = { level: 'same', notes: [] }
const safe = (...notes: string[]): Fit => ({ level: 'safe', notes })
const checked = (...notes: string[]): Fit => ({ level: 'checked', notes })
const never: Fit = { level: 'never', notes: ['No value of this type fits the column.'] }
/** Nothing is refused: the kinds are one. */
const unless = (fit: Fit, ...notes: (string | false)[]): Fit => {
  const told = notes.filter(note => note !== false)
  return told.length === 0 ? fit : checked(...fit.notes, ...told)
}

const NO_NUMBER = 'Texts that are not numbers are refused.'

/**
 * What becomes of values of a field in a column: `same` and `safe`, every one arrives; `checked`, those that do not fit are
 * refused, and the notes say which; `never`, all are. Nothing is ever cut or rounded.
 */
export function judgeFit(field: FieldSpec, to: ColumnKind): Fit {
  const from = { field, kind: kindOfField(field) }
  return (rules[to.is] as (from: From, to: ColumnKind) => Fit)(from, to) // the rule of this kind
}

const isTextual = ({ is }: ColumnKind): boolean => is === 'text' || is === 'other' || is === 'bits'

const rules: { readonly [K in ColumnKind['is']]: (from: From, to: Of<K>) => Fit } = {
  text: judgeText,
  integer: ({ kind }, to) => {
    if (kind.is === 'integer') return unless(same, isOutside(kind, to))
    if (kind.is === 'boolean') return safe('true is written as 1, false as 0.')
    if (kind.is === 'decimal' || kind.is === 'float')
      return checked('Numbers with digits after the point are refused.', ...bounds(to))
    return isTextual(kind) ? checked(NO_NUMBER) : never
  },
  decimal: ({ kind }, to) => {
    if (kind.is === 'integer') return unless(safe(), countDigits(kind) > wholeOf(to) && tooManyDigits(to))
    if (kind.is === 'decimal')
      return unless(
        same,
        !fitsDecimal(kind, to) && tooManyDigits(to),
        kind.allowsSpecial === true && !to.allowsSpecial && SPECIAL_NOTE,
      )
    if (kind.is === 'boolean') return safe('true is written as 1, false as 0.')
    if (kind.is === 'float')
      return unless(
        safe(),
        to.precision !== undefined && tooManyDigits(to),
        kind.allowsSpecial === true && !to.allowsSpecial && SPECIAL_NOTE,
      )
    return isTextual(kind) ? checked(NO_NUMBER) : never
  },
  float: ({ kind }, to) => {
    const special = 'allowsSpecial' in kind && kind.allowsSpecial === true && !to.allowsSpecial && SPECIAL_NOTE
    const digits = `Numbers of more digits than a ${to.bits}-bit float keeps are refused.`
    if (kind.is === 'float') return unless(same, kind.bits > to.bits && digits, special)
    if (kind.is === 'integer') return unless(safe(), countDigits(kind) > (to.bits === 64 ? 15 : 6) && digits)
    if (kind.is === 'decimal')
      return unless(safe(), !((kind.precision ?? 99) <= (to.bits === 64 ? 15 : 6)) && digits, special)
    if (kind.is === 'boolean') return safe('true is written as 1, false as 0.')
    return isTextual(kind) ? checked(NO_NUMBER) : never
  },
  boolean: ({ kind }) => {
    if (kind.is === 'boolean') return same
    return kind.is === 'integer' || isTextual(kind)
      ? checked('Values other than true, false, 1 and 0 are refused.')
      : never
  },
  date: ({ kind }) => {
    if (kind.is === 'date') return same
    if (kind.is === 'datetime') return checked('Values with a time of day are refused.')
    return isTextual(kind) ? checked('Texts that are not dates are refused.') : never
  },
  time: ({ kind }, to) => {
    if (kind.is === 'time')
      return unless(
        same,
        kind.isSpan === true && !to.isSpan && 'Times outside of one day are refused.',
        kind.digits > to.digits && tooFine(to.digits),
      )
    return isTextual(kind) ? checked('Texts that are not times are refused.') : never
  },
  datetime: ({ kind }, to) => {
    if (kind.is === 'datetime') {
      const fine = kind.digits > to.digits && tooFine(to.digits)
      if (kind.zoned === to.zoned) return unless(same, fine)
      return unless(safe(kind.zoned ? ZONE_LOST : ZONE_TAKEN), fine)
    }
    if (kind.is === 'date') return safe('A date is written as its midnight.')
    return isTextual(kind) ? checked('Texts that are not dates and times are refused.') : never
  },
  json: ({ kind }, to) => {
    if (kind.is === 'json' || kind.is === 'list')
      return unless(
        kind.is === 'json' ? same : safe('A list is written as JSON.'),
        to.refuses !== undefined &&
          (kind.is === 'list' || kind.refuses !== to.refuses) &&
          (to.refuses === 'nul'
            ? 'Texts that contain the character U+0000 are refused.'
            : 'Numbers that neither 64 bits nor a double keep are refused.'),
      )
    return kind.is === 'bytes' ? never : safe('A single value is written as JSON: texts in quotes.')
  },
  bytes: ({ kind }, to) => {
    if (kind.is !== 'bytes') return never
    const longest = kind.width ?? kind.maxBytes ?? Number.POSITIVE_INFINITY
    return unless(
      same,
      to.maxBytes !== undefined && longest > to.maxBytes && `Content of more than ${to.maxBytes} bytes is refused.`,
      to.width !== undefined && kind.width !== to.width && `Content that is not ${to.width} bytes long is refused.`,
    )
  },
  bits: ({ kind }, to) => {
    if (kind.is === 'bits' && kind.width <= to.width) return same
    return isTextual(kind) || kind.is === 'boolean'
      ? checked(`Values other than 1 to ${to.width} digits 0 and 1 are refused.`)
      : never
  },
  list: ({ field, kind }, to) => {
    if (kind.is === 'list') return judgeFit({ ...field, holds: undefined, ...elementOf(field) }, to.element)
    return kind.is === 'json' || isTextual(kind) ? checked('Values that are not lists are refused.') : never
  },
  other: ({ field, kind }, to) => {
    if (kind.is === 'bytes') return never
    const { options } = to
    if (options) {
      const isInside = kind.is === 'other' && kind.options?.every(option => options.includes(option)) === true
      return isInside ? same : checked(`Values other than ${options.slice(0, 10).join(', ')} are refused.`)
    }
    return kind.is === 'other' && field.nativeType !== undefined && !kind.options
      ? same
      : checked('Texts that the type of the column does not understand are refused.')
  },
}

const elementOf = ({ holds }: FieldSpec) => (holds?.is === 'list' ? { holds: holds.element } : {})

function judgeText({ field, kind }: From, to: Of<'text'>): Fit {
  if (kind.is === 'bytes') return to.takesBytes ? safe() : never
  const chars = countTextChars(field, kind) ?? Number.POSITIVE_INFINITY
  const fit =
    kind.is === 'text' ? same : kind.is === 'json' || kind.is === 'list' ? safe('Written as JSON text.') : safe()
  // A limit of bytes that no row of ours reaches is none.
  const bytes = to.maxBytes !== undefined && to.maxBytes < 1_000_000 ? to.maxBytes : Number.POSITIVE_INFINITY
  return unless(
    fit,
    to.maxChars !== undefined && chars > to.maxChars && `Texts of more than ${to.maxChars} characters are refused.`,
    chars * (kind.is === 'text' ? 4 : 1) > bytes &&
      !(kind.is === 'text' && kind.maxBytes !== undefined && kind.maxBytes <= bytes) &&
      `Texts of more than ${bytes} bytes are refused.`,
    to.refuses === 'emoji' &&
      kind.is === 'text' &&
      kind.refuses !== 'emoji' &&
      'Texts with characters beyond three bytes, such as emoji, are refused.',
    to.isTrimmed === true && kind.is === 'text' && !kind.isTrimmed && 'Texts that end with a blank are refused.',
  )
}

const isOutside = (kind: Of<'integer'>, to: Of<'integer'>): string | false =>
  (kind.min < to.min || kind.max > to.max) && (bounds(to)[0] ?? false)

const bounds = ({ min, max }: Of<'integer'>): string[] =>
  String(max).length > 40 ? [] : [`Numbers outside ${min} … ${max} are refused.`]

const wholeOf = ({ precision, scale = 0 }: Of<'decimal'>): number =>
  precision === undefined ? Number.POSITIVE_INFINITY : precision - scale

function fitsDecimal(kind: Of<'decimal'>, to: Of<'decimal'>): boolean {
  if (to.precision === undefined) return true
  if (kind.precision === undefined) return false
  return wholeOf(kind) <= wholeOf(to) && Math.max(0, kind.scale ?? 0) <= (to.scale ?? 0)
}

const tooManyDigits = ({ precision = 0, scale = 0 }: Of<'decimal'>): string =>
  `Numbers of more than ${precision - scale} digits before or ${scale} after the point are refused.`
const tooFine = (digits: number): string => `Times finer than ${digits} digits of a second are refused.`
const SPECIAL_NOTE = 'NaN and infinity are refused.'
const ZONE_LOST = 'Instants are written on the clock that the connector sets, UTC by default; the column keeps no zone.'
const ZONE_TAKEN = 'Times without a zone are taken on the clock that the connector sets, UTC by default.'
