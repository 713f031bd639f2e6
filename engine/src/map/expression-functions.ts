import { type Edition, functionAliases } from '@sluice/contract'
import { calendarFunctions } from './expression-calendar.ts'
import { dateFunctions, firstDateFunctions } from './expression-date.ts'
import { firstListFunctions, listFunctions, secondListFunctions, thirdListFunctions } from './expression-list.ts'
import { type ExpressionFunction, moneyFunctions } from './expression-money.ts'
import { orderFunctions, secondOrderFunctions, thirdOrderFunctions } from './expression-order.ts'
import { patternFunctions } from './expression-pattern.ts'
import { stringFunctions } from './expression-strings.ts'
import { textFunctions } from './expression-text.ts'
import { tradeFunctions } from './expression-trade.ts'
import { refuseStructures } from './refuse-structures.ts'

const own = [
  ...[...moneyFunctions, ...textFunctions, ...stringFunctions, ...patternFunctions],
  ...[...dateFunctions, ...calendarFunctions, ...listFunctions, ...orderFunctions, ...tradeFunctions],
]

const nameIn = (signature: string): string => signature.slice(0, signature.indexOf('('))

type Functions = readonly ExpressionFunction[]

/** Beside them the same functions under each of their other names. */
const underAllNames = (functions: Functions): Functions => [
  ...functions,
  ...Object.entries(functionAliases).flatMap(([alias, name]) =>
    functions
      .filter(([signature]) => nameIn(signature) === name)
      .map(([signature, handler]): ExpressionFunction => [`${alias}${signature.slice(name.length)}`, handler]),
  ),
]

/** Of texts: they take null for "", and a field that is missing too. */
export const takesMissing: ReadonlySet<string> = new Set(
  [...textFunctions, ...stringFunctions, ...patternFunctions].flatMap(([signature]) => {
    const name = /^(\w+)\(.*\bdyn\b/.exec(signature)?.[1]
    if (name === undefined) return []
    return [name, ...Object.keys(functionAliases).filter(alias => functionAliases[alias] === name)]
  }),
)

/** What changed its meaning stands under the signatures that those after it have. */
function replace(functions: Functions, by: Functions): Functions {
  const others = new Map(by.map(each => [each[0], each]))
  return functions.map(each => others.get(each[0]) ?? each)
}

const second = replace(own, [...secondListFunctions, ...secondOrderFunctions])
const first = replace(second, [...firstDateFunctions, ...firstListFunctions])
const newest = replace(own, refuseStructures([...textFunctions, ...stringFunctions, ...patternFunctions]))

const byEdition: Readonly<Record<Edition, Functions>> = {
  1: underAllNames(first),
  2: underAllNames(second),
  3: underAllNames(replace(newest, [...thirdListFunctions, ...thirdOrderFunctions])),
  4: underAllNames(newest),
}

export const functionsOf = (edition: Edition): Functions => byEdition[edition]
