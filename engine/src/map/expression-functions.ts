import { type Edition, functionAliases } from '@sluice/contract'
import { calendarFunctions } from './expression-calendar.ts'
import { dateFunctions, firstDateFunctions } from './expression-date.ts'
import { firstListFunctions, listFunctions } from './expression-list.ts'
import { type ExpressionFunction, moneyFunctions } from './expression-money.ts'
import { orderFunctions } from './expression-order.ts'
import { patternFunctions } from './expression-pattern.ts'
import { stringFunctions } from './expression-strings.ts'
import { textFunctions } from './expression-text.ts'
import { tradeFunctions } from './expression-trade.ts'

const own = [
  ...[...moneyFunctions, ...textFunctions, ...stringFunctions, ...patternFunctions],
  ...[...dateFunctions, ...calendarFunctions, ...listFunctions, ...orderFunctions, ...tradeFunctions],
]

const nameIn = (signature: string): string => signature.slice(0, signature.indexOf('('))

/** The same function under each of its other names. */
const aliases = Object.entries(functionAliases).flatMap(([alias, name]) =>
  own
    .filter(([signature]) => nameIn(signature) === name)
    .map(([signature, handler]): ExpressionFunction => [`${alias}${signature.slice(name.length)}`, handler]),
)

/** Of texts: they take null for "", and a field that is missing too. */
export const takesMissing: ReadonlySet<string> = new Set(
  [...textFunctions, ...stringFunctions, ...patternFunctions].flatMap(([signature]) => {
    const name = /^(\w+)\(.*\bdyn\b/.exec(signature)?.[1]
    if (name === undefined) return []
    return [name, ...Object.keys(functionAliases).filter(alias => functionAliases[alias] === name)]
  }),
)

const newest = [...own, ...aliases]

/** What changed its meaning, under the signatures that the newest have. */
const first = new Map([...firstDateFunctions, ...firstListFunctions].map(each => [each[0], each]))

const byEdition: Readonly<Record<Edition, readonly ExpressionFunction[]>> = {
  1: newest.map(each => first.get(each[0]) ?? each),
  2: newest,
}

export const functionsOf = (edition: Edition): readonly ExpressionFunction[] => byEdition[edition]
