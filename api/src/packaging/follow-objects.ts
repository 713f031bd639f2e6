import { findNaming, isObject, type Json, nameOf, ownField } from '../modules/admin/config/index.ts'
import { type PackageObject, SLOT } from './package-objects.ts'

/**
 * What a package had made of its objects, found again in the same objects as they are now: an element of a list is the same
 * where it has the same name, or else the same place.
 */
type Meet = (before: Json, now: Json) => Json

function walk(before: Json, now: Json, meet: Meet): Json {
  if (Array.isArray(before) && Array.isArray(now)) return walkLists(before as Json[], now as Json[], meet)
  if (!isObject(before) || !isObject(now)) return meet(before, now)
  return Object.fromEntries(Object.entries(now).map(([name, each]) => [name, walk(ownField(before, name), each, meet)]))
}

function walkLists(before: readonly Json[], now: readonly Json[], meet: Meet): Json {
  const by = findNaming([before, now])
  if (by === undefined) return now.map((each, at) => walk(before[at], each, meet))
  const named = new Map(before.map(each => [isObject(each) ? each[by] : undefined, each]))
  return now.map(each => walk(named.get(isObject(each) ? each[by] : undefined), each, meet))
}

const pair = (before: readonly PackageObject[], now: readonly PackageObject[]) => {
  const known = new Map(before.map(each => [nameOf(each.kind, each.key), each]))
  return now.map(each => [known.get(nameOf(each.kind, each.key)), each] as const)
}

/** Slots by the connectors that stand in their places now: whoever has installed it connected systems to these slots. */
export function learnSlots(
  before: readonly PackageObject[],
  now: readonly PackageObject[],
): ReadonlyMap<string, string> {
  const slots = new Map<string, string>()
  const taken = new Set<string>()
  for (const [old, each] of pair(before, now))
    if (old)
      walk(old.spec, each.spec, (was, is) => {
        if (typeof was !== 'string' || typeof is !== 'string' || !was.startsWith(SLOT)) return is
        const slot = was.slice(SLOT.length)
        if (!slots.has(is) && !taken.has(slot)) {
          slots.set(is, slot)
          taken.add(slot)
        }
        return is
      })
  return slots
}

const WHOLE = /^\$\{param:[a-z][a-z0-9_]{0,39}\}$/

/** What is asked of whoever installs stays a question, whatever constant stands there now. */
export const keepAsked = <T extends PackageObject>(before: readonly PackageObject[], now: readonly T[]): T[] =>
  pair(before, now).map(([old, each]) => {
    const object = each as T // it came from `now`
    const isConstant = (value: Json): boolean => typeof value !== 'object' && value !== undefined
    const ask: Meet = (was, is) => (typeof was === 'string' && WHOLE.test(was) && isConstant(is) ? was : is)
    return old ? { ...object, spec: walk(old.spec, object.spec, ask) as T['spec'] } : object // an object stays one
  })
