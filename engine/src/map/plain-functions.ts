import { Bytes, type Edition } from '@sluice/contract'
import { conversions } from './exact-operators.ts'
import { calendarFunctions } from './expression-calendar.ts'
import { dateFunctions } from './expression-date.ts'
import { functionsOf } from './expression-functions.ts'
import { numeralOf } from './expression-money.ts'
import { isOperand, Numeral } from './expression-numeral.ts'
import { isPatternName } from './expression-pattern.ts'
import { leavePlain, spendSteps } from './plain-steps.ts'
import type { Scope } from './scope.ts'

/** Of the same name and number of arguments, the first whose types fit. */
export type PlainFunction = (values: readonly unknown[], scope: Scope) => unknown

interface Overload {
  readonly steps: number
  readonly fits: readonly ((value: unknown) => boolean)[]
  readonly call: (...values: unknown[]) => unknown
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  dyn: () => true,
  string: value => typeof value === 'string',
  int: value => typeof value === 'bigint',
  number: value => value instanceof Numeral,
  binary: value => value instanceof Bytes,
  list: Array.isArray,
}

/** A number that is rounded: a microsecond or two. */
const CALL_STEPS = 20
/** A time that is moved to a zone. */
const DATE_STEPS = 200
const DATES: ReadonlySet<string> = new Set(
  [...dateFunctions, ...calendarFunctions].map(([signature]) => signature.slice(0, signature.indexOf('('))),
)

const overloads = { 1: collectOverloads(1), 2: collectOverloads(2), 3: collectOverloads(3), 4: collectOverloads(4) }

function collectOverloads(edition: Edition): ReadonlyMap<string, readonly Overload[]> {
  const all = functionsOf(edition).flatMap(([signature, handler]) => {
    const [, name, list] = /^(\w+)\((.*)\):/.exec(signature) ?? []
    if (name === undefined || list === undefined) return []
    const fits = list.split(', ').map(type => types[type])
    if (!fits.every(fit => fit !== undefined)) return []
    // Called only with what its signature asks for.
    return [
      {
        id: `${name}/${fits.length}`,
        overload: { steps: DATES.has(name) ? DATE_STEPS : CALL_STEPS, fits, call: handler as Overload['call'] },
      },
    ]
  })
  const groups = Map.groupBy(all, ({ id }) => id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ overload }) => overload)]))
}

/** @param patternSteps what a pattern takes for each character; without it, one that is compiled in milliseconds is not plain */
export function findPlainFunction(
  name: string,
  count: number,
  edition: Edition,
  patternSteps: number | undefined,
): PlainFunction | null {
  if (isPatternName(name) && patternSteps === undefined) return null
  const convert = edition > 1 && count === 1 && Object.hasOwn(conversions, name) ? conversions[name] : undefined
  if (convert)
    return ([value], scope) => {
      if (!isOperand(value)) return leavePlain()
      spendSteps(scope, CALL_STEPS)
      return convert(numeralOf(value))
    }
  const known = overloads[edition].get(`${name}/${count}`)
  if (!known) return null
  return (values, scope) => {
    const overload = known.find(({ fits }) => fits.every((fit, index) => fit(values[index])))
    if (!overload) return leavePlain()
    spendSteps(scope, overload.steps)
    for (const value of values) spendSteps(scope, weighValue(value))
    if (patternSteps !== undefined) spendSteps(scope, weighValue(values[0]) * 4 * patternSteps)
    const result = overload.call(...values)
    spendSteps(scope, weighValue(result))
    return result
  }
}

function weighValue(value: unknown): number {
  if (typeof value === 'string') return value.length / 4
  if (value instanceof Numeral) return 4 * value.countWords()
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + weighValue(element), 16)
  if (value instanceof Map) return [...value.values()].reduce<number>((sum, child) => sum + weighValue(child), 16)
  return 1
}
