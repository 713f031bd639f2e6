import { isData, toText, type Value } from '@sluice/contract'

export const partsOf = (path: string): string[] =>
  path
    .replace(/\[(\d+|\*)\]/g, '.$1')
    .split('.')
    .filter(part => part !== '')

/**
 * All that stands at a dotted path, for texts such as messages: a name on a list is looked up in every element, so
 * `errors.*.message` and `errors.message` are all messages. "" is the value itself; own fields only. Settings that lead
 * to one place ask `pickPlace`: here a wrong path over a list gives an empty list.
 */
export function pickPath(value: Value | undefined, path: string): Value | undefined {
  let at = value
  for (const part of partsOf(path)) if (part !== '*') at = pickPart(at, part)
  return at
}

function pickPart(value: Value | undefined, part: string): Value | undefined {
  if (isList(value)) {
    if (/^\d+$/.test(part)) return value[Number(part)]
    return value.map(each => pickPart(each, part)).filter(each => each !== undefined)
  }
  return isData(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

/**
 * What stands at the one place a path leads to, `data.list`, `rows[0].id`; undefined where there is none, as behind a
 * list whose element the path does not say. `edges.*.node` is the list of all of them, and none where one is missing.
 * A name may have points itself (`@odata.nextLink`).
 */
export const pickPlace = (value: Value | undefined, path: string): Value | undefined => follow(value, partsOf(path))

function follow(value: Value | undefined, parts: readonly string[]): Value | undefined {
  const [part, ...rest] = parts
  if (part === undefined) return value
  if (isList(value)) {
    if (part !== '*') return /^\d+$/.test(part) ? follow(value[Number(part)], rest) : undefined
    const found = value.map(each => follow(each, rest))
    return found.every(each => each !== undefined) ? found : undefined
  }
  if (!isData(value)) return undefined
  for (let count = 1; count <= parts.length; count += 1) {
    const name = parts.slice(0, count).join('.')
    const found = Object.hasOwn(value, name) ? follow(value[name], parts.slice(count)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Why no list stands at a path: what stands there, or where the path ends. */
export function describePlace(value: Value | undefined, path: string): string {
  const found = pickPlace(value, path)
  if (found !== undefined)
    return `${path === '' ? 'the answer' : `the place ${path}`} is ${nameKind(found)}, not a list`
  const { end, at } = findEnd(value, partsOf(path))
  const kind = isData(at) && Object.keys(at).length > 0 ? 'an object without it' : nameKind(at)
  return `there is no ${path} in the answer: ${end === '' ? 'the answer' : end} is ${kind}`
}

/** How far a path leads. */
export function findEnd(
  value: Value | undefined,
  parts: readonly string[],
): { readonly end: string; readonly at: Value | undefined } {
  for (let count = parts.length; count > 0; count -= 1) {
    const at = follow(value, parts.slice(0, count))
    if (at !== undefined) return { end: parts.slice(0, count).join('.'), at }
  }
  return { end: '', at: value }
}

function nameKind(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (isList(value)) return `a list of ${value.length}`
  if (isData(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object'
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text'
  return typeof value === 'boolean' ? 'true or false' : 'a number'
}

export interface FoundList {
  readonly path: string
  readonly rows: readonly Value[]
}

const MAX_DEPTH = 5
const MAX_LISTS = 12

/** Lists of an answer that a path can lead to, those that lie less deep first; not those inside of records. */
export function listLists(value: Value | undefined): FoundList[] {
  const found: FoundList[] = []
  let level: { readonly path: string; readonly value: Value }[] = value === undefined ? [] : [{ path: '', value }]
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0 && found.length < MAX_LISTS; depth += 1) {
    for (const { path, value: each } of level) if (isList(each)) found.push({ path, rows: each })
    level = level.flatMap(({ path, value: each }) =>
      isData(each)
        ? Object.entries(each).map(([name, inner]) => ({ path: path === '' ? name : `${path}.${name}`, value: inner }))
        : [],
    )
  }
  return found.slice(0, MAX_LISTS)
}

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)

/** The texts at a path; a list gives one each. Empty ones are left out. */
export function pickTexts(value: Value | undefined, path: string | undefined): string[] {
  if (path === undefined || path === '') return []
  const found = pickPath(value, path)
  return (isList(found) ? found : [found]).map(each => toText(each)).filter(text => text !== '')
}
