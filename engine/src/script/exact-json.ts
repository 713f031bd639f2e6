import { ExactNumber, isData, parseJson, toJson, type Value } from '@sluice/contract'

/** JSON whose numbers survive a sandbox that knows only doubles: others travel as `{"$exact":"12345678901234567890"}`. */
export const writeExact = (value: Value): string => toJson(mark(value))

/** @throws SyntaxError */
export const readExact = (json: string): Value => unmark(parseJson(json))

function mark(value: Value): Value {
  if (value instanceof ExactNumber) return { $exact: value.toString() }
  if (Array.isArray(value)) return value.map(mark)
  return isData(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mark(each)])) : value
}

function unmark(value: Value): Value {
  if (Array.isArray(value)) return value.map(unmark)
  if (!isData(value)) return value
  const { $exact } = value
  if (typeof $exact === 'string' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test($exact))
    return parseJson($exact)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unmark(each)]))
}
