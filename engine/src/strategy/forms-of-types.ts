import { isIP } from 'node:net'

/**
 * How values of types that only a database understands are written, as far as a text can be told from none. Wider rather than
 * narrower: what is not matched here is refused there, and not the other way round.
 */
const FORMS: readonly (readonly [type: RegExp, form: (type: string) => Form])[] = [
  [/^uuid$/i, () => /^\{?(?:[\da-f]{4}-?){8}\}?$/i],
  [/^inet$/i, () => ({ test: text => isIP(withoutSize(text)) > 0 })],
  // A network may leave its last numbers out.
  [
    /^cidr$/i,
    () => ({
      test: text =>
        isIP(withoutSize(text)) > 0 || isIP(`${withoutSize(text)}.0.0.0`.split('.').slice(0, 4).join('.')) > 0,
    }),
  ],
  [/^inet4$/i, () => ({ test: text => isIP(text) === 4 })],
  [/^inet6$/i, () => ({ test: text => isIP(text) > 0 })],
  [/^macaddr$/i, () => /^[\da-f]{2}(?:[-:.]?[\da-f]{2}){5}$/i],
  [/^macaddr8$/i, () => /^[\da-f]{2}(?:[-:.]?[\da-f]{2}){5,7}$/i],
  [
    /^(?:timetz|time(?:\(\d\))? with time zone)/i,
    () => /^(?:[01]?\d|2[0-4]):\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:[+-]\d{1,2}(?::?\d{2})*|Z|[a-z/_]+))?$/i,
  ],
  [/^interval/i, () => ({ test: isInterval })],
  [/^money$/i, () => /^\(?[+-]?\s*\p{Sc}?\s*[+-]?\s*(?:\d{1,3}(?:,\d{3})+|\d{1,17})?(?:\.\d*)?\)?$/u],
  [/^(?:bit varying|varbit)/i, type => bits(type, '0')],
  [/^bit\b/i, type => bits(type, sizeOf(type) ?? '1')],
  [/^set\(/i, readSet],
  [/^point$/i, () => /^(?:SRID=\d+;)?\s*(?:POINT\s*\(|\(|[+-]?\d*\.?\d+\s*,)/i],
]

/** `1 day 02:03:04`, `3 mons ago`, `P1DT2H`: numbers and the units that there are. */
function isInterval(text: string): boolean {
  if (!/^[\sa-z\d.:+@-]+$/i.test(text) || !/\d/.test(text)) return false
  if (/\d{10}|^\d+-\d+-|\.\d+\.|\de[+-]?\d/i.test(text)) return false
  return /^P[\dTYMWDHS.+-]+$/i.test(text) || Array.from(text.matchAll(/[a-z]+/gi)).every(([word]) => UNIT.test(word))
}

const UNIT =
  /^(?:ago|y|years?|mons?|months?|w|weeks?|d|days?|h|hours?|m|mins?|minutes?|s|secs?|seconds?|m(?:illi)?s(?:ec(?:ond)?s?)?|(?:us|micros?)(?:ec(?:ond)?s?)?|decades?|centur(?:y|ies)|millenni(?:um|a)|quarters?)$/i

interface Form {
  test(text: string): boolean
}

const withoutSize = (address: string): string => address.replace(/\/\d{1,3}$/, '')

const sizeOf = (type: string): string | undefined => /\((\d+)\)/.exec(type)?.[1]

const bits = (type: string, least: string): RegExp =>
  new RegExp(`^[bB]?[01]{${least},${sizeOf(type) ?? (least === '1' ? '1' : '')}}$`)

/** `set('x','y')`: any of them, with commas between, in any case. */
function readSet(type: string): RegExp {
  const names = Array.from(type.matchAll(/'((?:[^']|'')*)'/g), ([, name = '']) =>
    name.replaceAll("''", "'").replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  const one = `(?:${names.join('|')})`
  return new RegExp(`^(?:${one}(?:,${one})*)?$`, 'i')
}

const known = new Map<string, Form | null>()

/** Whether a text is none that a column of this type may take. */
export function misfitsForm(text: string, nativeType: string): boolean {
  if (!known.has(nativeType)) {
    if (known.size >= 500) known.clear()
    known.set(nativeType, FORMS.find(([type]) => type.test(nativeType))?.[1](nativeType) ?? null)
  }
  const form = known.get(nativeType)
  return form ? !(text.length <= 1000 && form.test(text)) : false
}
