import type { ConfigField } from './contract.ts'
import { isObject, type Json, ownField } from './json.ts'

const MAX_TEXT = 200

/** Every value that becomes another, by its path. Elements of lists are recognised by what names them. */
export function diffSpecs(before: Json, after: Json, path = 'spec'): ConfigField[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap(name => diffSpecs(ownField(before, name), ownField(after, name), `${path}.${name}`))
  }
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before as Json[], after as Json[], path)
  if (before === after) return []
  return [{ path, before: showValue(before), after: showValue(after) }]
}

/** Fields that name an element among its siblings. */
const NAMES = ['target', 'field', 'name', 'a', 'strategy', 'asset']

function diffLists(before: readonly Json[], after: readonly Json[], path: string): ConfigField[] {
  const name = findNaming([before, after])
  if (name === undefined || before.length + after.length === 0) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, at) => diffSpecs(before[at], after[at], `${path}[${at}]`)).flat()
  }
  const old = toNamed(before, name)
  const next = toNamed(after, name)
  const keys = [...new Set([...old.keys(), ...next.keys()])]
  const changes = keys.flatMap(key => diffSpecs(old.get(key), next.get(key), `${path}[${name}=${key}]`))
  const isMoved = changes.length === 0 && [...old.keys()].join('\n') !== [...next.keys()].join('\n')
  return isMoved ? [{ path, before: showValue([...old.keys()]), after: showValue([...next.keys()]) }] : changes
}

/** By which field all elements of all these lists are told from their siblings; undefined: by none. */
export const findNaming = (lists: readonly (readonly Json[])[]): string | undefined =>
  NAMES.find(name => lists.every(list => isNamedBy(list, name)))

function isNamedBy(list: readonly Json[], name: string): boolean {
  const names = list.map(each => (isObject(each) ? each[name] : undefined))
  return names.every(each => typeof each === 'string') && new Set(names).size === list.length
}

const toNamed = (list: readonly Json[], name: string): Map<string, Json> =>
  new Map(list.map(each => [String((each as Record<string, Json>)[name]), each]))

function showValue(value: Json): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`
}
