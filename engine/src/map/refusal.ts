import { Bytes, isData, toText, type Value } from '@sluice/contract'

/** Why a value could not become what its field wants. Returned, not thrown: it concerns one field of one record. */
export class Refusal {
  /** Stable: `mapping.type`. */
  readonly code: string
  /** The rule that the value breaks, as the end of a sentence: `is not a whole number`. */
  readonly rule: string
  readonly value: Value | undefined

  constructor(code: string, rule: string, value?: Value) {
    this.code = code
    this.rule = rule
    this.value = value
  }
}

/** A look-up inside an expression that refuses its record: it passes through whatever stands around it. */
export class LookupRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.rule)
    this.refusal = refusal
  }
}

/** A value as a message shows it, at most 80 characters. */
export function showValue(value: Value | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  const quote = typeof value === 'string' ? '"' : ''
  return `${quote}${shorten(describe(value), 80)}${quote}`
}

export const shorten = (text: string, length: number): string => {
  if (text.length <= length) return text
  const end = text.slice(0, length)
  // A cut in the middle of a surrogate pair would leave half a character.
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`
}

/** Lists and objects by their size: writing a large one out only to shorten it costs more than it tells. */
function describe(value: Value): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Bytes) return 'binary content'
  return isData(value) ? `an object of ${Object.keys(value).length} fields` : toText(value)
}
