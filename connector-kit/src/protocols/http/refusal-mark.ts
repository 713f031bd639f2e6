import { isData, toText, type Value } from '@sluice/contract'
import { isList } from './json-path.ts'

/** Names under which answers everywhere say that something was refused. */
const SUCCESS = /^(?:(?:is_?)?success(?:ful)?|ok)$/i
const CODE = /^err(?:or)?_?(?:code|no)$/i
const ERRORS = /^errors$/i
/** What stands under the name of a code where nothing went wrong. */
const NO_ERROR = /^(?:0*|200|null|ok|success)$/i
/** Names of the reason beside such a mark. */
const REASON = /^(?:err(?:or)?_?)?(?:msg|message)$/i

/** Where an answer says unmistakably that it refuses, and the reason beside it. */
export interface RefusalMark {
  readonly path: string
  readonly said: string
}

/**
 * The mark of a refusal that needs no setting to be understood; null where there is none. Without a success test every
 * answer would be a success, this one too.
 * @param depth how deep it is looked for in objects inside of the answer, never in lists
 */
export function findRefusalMark(body: Value | undefined, depth: number, under = ''): RefusalMark | null {
  if (!isData(body)) return null
  const entries = Object.entries(body)
  const found = entries.find(([name, value]) => isRefusal(name, value))
  if (found) {
    const reason = entries.find(([name, value]) => REASON.test(name) && toText(value) !== '')
    const [name, value] = found
    return { path: `${under}${name}`, said: reason ? toText(reason[1]) : `${under}${name} is ${toText(value)}` }
  }
  if (depth === 0) return null
  for (const [name, value] of entries) {
    const inner = findRefusalMark(value, depth - 1, `${under}${name}.`)
    if (inner) return inner
  }
  return null
}

/** Names of a mark that says how it went, either way. */
const VERDICT = /^(?:(?:is_?)?success(?:ful)?|ok|(?:err(?:or)?_?)?(?:code|no)|(?:ret|result|status)_?code)$/i
const GOOD = /^(?:true|0+|200|ok|success)$/i

/** Where an answer says that it was done, and by which value: what a success test could ask for. */
export function findSuccessMark(
  body: Value | undefined,
  depth: number,
  under = '',
): { readonly path: string; readonly value: string } | null {
  if (!isData(body)) return null
  const entries = Object.entries(body)
  for (const [name, value] of entries)
    if (VERDICT.test(name) && !isData(value) && !isList(value) && GOOD.test(toText(value)))
      return { path: `${under}${name}`, value: toText(value) }
  if (depth === 0) return null
  for (const [name, value] of entries) {
    const inner = findSuccessMark(value, depth - 1, `${under}${name}.`)
    if (inner) return inner
  }
  return null
}

/** The name by which each of these objects says how it went, and the value that means well; null: not all of them do. */
export function nameVerdict(rows: readonly Value[]): { readonly verdict: string; readonly good: string } | null {
  const [first] = rows
  const verdict = isData(first) ? Object.keys(first).find(name => VERDICT.test(name) && isSaidByAll(rows, name)) : null
  if (!verdict) return null
  const values = rows.map(row => toText(isData(row) ? row[verdict] : null))
  const isFlag = values.every(value => value === 'true' || value === 'false')
  return { verdict, good: values.find(value => GOOD.test(value)) ?? (isFlag ? 'true' : '0') }
}

const isSaidByAll = (rows: readonly Value[], name: string): boolean =>
  rows.every(row => isData(row) && toText(row[name]) !== '' && !isData(row[name]) && !isList(row[name]))

function isRefusal(name: string, value: Value): boolean {
  if (SUCCESS.test(name)) return toText(value) === 'false'
  if (CODE.test(name)) return !isData(value) && !isList(value) && !NO_ERROR.test(toText(value))
  return ERRORS.test(name) && isList(value) && value.length > 0
}

/**
 * What an answer without the data that was asked for says in its own words: a code that is no success, and a message
 * beside it. Beside data a plain `code` may mean anything, so this is asked only where there is none.
 */
export function findComplaint(body: Value | undefined): string | null {
  if (!isData(body)) return null
  const entries = Object.entries(body)
  const isPlain = (value: Value): boolean => !isData(value) && !isList(value) && value !== null
  const mark = entries.find(([name, value]) => VERDICT.test(name) && isPlain(value) && !GOOD.test(toText(value)))
  const reason = entries.find(([name, value]) => REASON.test(name) && isPlain(value) && toText(value) !== '')
  return mark && reason ? `${toText(reason[1]).slice(0, 300)} (${mark[0]} ${toText(mark[1]).slice(0, 40)})` : null
}

/** The name of the message beside a mark of how it went. */
export const nameReason = (body: Value | undefined): string | null =>
  isData(body) ? (Object.keys(body).find(name => REASON.test(name)) ?? null) : null
