import type { Edition } from '@sluice/contract'
import { dateFunctions, firstDateFunctions } from './expression-date.ts'
import { firstListFunctions, listFunctions } from './expression-list.ts'
import { type ExpressionFunction, moneyFunctions } from './expression-money.ts'
import { textFunctions } from './expression-text.ts'
import { tradeFunctions } from './expression-trade.ts'

const newest = [...moneyFunctions, ...textFunctions, ...dateFunctions, ...listFunctions, ...tradeFunctions]

/** What changed its meaning, under the signatures that the newest have. */
const first = new Map([...firstDateFunctions, ...firstListFunctions].map(each => [each[0], each]))

const byEdition: Readonly<Record<Edition, readonly ExpressionFunction[]>> = {
  1: newest.map(each => first.get(each[0]) ?? each),
  2: newest,
}

export const functionsOf = (edition: Edition): readonly ExpressionFunction[] => byEdition[edition]
