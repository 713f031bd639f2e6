import { isObject, type Json } from '../../../admin/config/index.ts'
import type { SpecDocument } from '../merge-specs.ts'

/**
 * Another way to see a package than the merge's own: every value that can be another by its place, and every object, list
 * and document by its being there. Lists that say no names are one value.
 */
export function flatten(documents: readonly SpecDocument[], isNamed: (place: string) => boolean): Map<string, string> {
  const leaves = new Map<string, string>()
  for (const { kind, key, spec } of documents) {
    leaves.set(`${kind} ${key}`, 'there')
    flattenValue(spec, `${kind} ${key} spec`, { leaves, isNamed })
  }
  return leaves
}

interface Flattening {
  readonly leaves: Map<string, string>
  isNamed(place: string): boolean
}

function flattenValue(value: Json, at: string, flattening: Flattening): void {
  const { leaves, isNamed } = flattening
  if (value === undefined) return
  if (isObject(value)) {
    leaves.set(at, 'object')
    for (const [name, each] of Object.entries(value)) flattenValue(each, `${at}.${name}`, flattening)
  } else if (Array.isArray(value) && isNamed(at)) {
    leaves.set(at, 'list')
    for (const each of value as readonly Json[]) {
      const [by, name] = nameOf(each)
      if (by === '') leaves.set(`${at}[=${name}]`, 'there')
      else flattenValue(each, `${at}[${by}=${name}]`, flattening)
    }
  } else leaves.set(at, JSON.stringify(value))
}

const NAMING = ['target', 'field', 'name', 'a', 'strategy']

function nameOf(each: Json): readonly [string, string] {
  if (!isObject(each)) return ['', String(each)]
  const by = NAMING.find(name => typeof each[name] === 'string') ?? ''
  return [by, String(each[by])]
}

/** Lists of elements that have names, and sets, by how their places end. */
export const isNamedList = (at: string): boolean =>
  /(\.(fields|derived|lines|request|headers|preconditions|tags|after|leftOut|hosts|nothing|busy|duplicate))$/.test(at)

/** The names of a list, in order, by its place: of all lists that have names. */
export function listOrders(documents: readonly SpecDocument[]): Map<string, readonly string[]> {
  const orders = new Map<string, readonly string[]>()
  const walk = (value: Json, at: string): void => {
    if (isObject(value)) for (const [name, each] of Object.entries(value)) walk(each, `${at}.${name}`)
    if (!Array.isArray(value) || !isNamedList(at)) return
    const elements = value as readonly Json[]
    orders.set(
      at,
      elements.map(each => nameOf(each)[1]),
    )
    for (const each of elements) walk(each, `${at}[${nameOf(each).join('=')}]`)
  }
  for (const { kind, key, spec } of documents) walk(spec, `${kind} ${key} spec`)
  return orders
}
