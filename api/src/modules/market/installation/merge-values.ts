import { findNaming, isObject, type Json, type JsonObject, ownField } from '../../admin/config/index.ts'
import { arrange, orderOf } from './arrange.ts'
import type { Place } from './merge-place.ts'
import { isSame } from './same-json.ts'

/** One value as it was installed, as it is here now, and as the other version has it. undefined: it is not there. */
export interface Three<T = Json> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/** What the document around it has to say and to hear. */
export interface Merging {
  /** Both sides changed it, and not to the same: says whose it is to be. */
  decide(place: Place, three: Three): 'mine' | 'theirs'
  /** An edit of mine stays, and theirs has none there. isOne: however much of it is other. */
  keep(base: Json, mine: Json, isOne?: boolean): void
  /** What naming knows nothing of: a list of texts in which each is there or not. */
  isSet(place: Place): boolean
  /** Parts of it name each other by their places: half of one side with half of the other would mean something else. */
  isOne(place: Place): boolean
  /** A list that is not there is not an empty one. */
  isWhole(place: Place): boolean
}

/** As one value, whatever it is made of. */
export function mergeWhole(merging: Merging, place: Place, { base, mine, theirs }: Three): Json {
  if (isSame(mine, theirs) || isSame(base, mine)) return theirs
  if (!isSame(base, theirs)) return { base, mine, theirs }[merging.decide(place, { base, mine, theirs })]
  merging.keep(base, mine, true)
  return mine
}

/** Field by field; what only one side changed is as that side has it. Its depth is bounded by whoever calls. */
export function mergeValues(merging: Merging, place: Place, three: Three): Json {
  const { base, mine, theirs } = three
  if (isSame(mine, theirs) || isSame(base, mine)) return theirs
  if (merging.isOne(place)) return mergeWhole(merging, place, three)
  if (isSame(base, theirs)) {
    merging.keep(base, mine)
    return mine
  }
  if (isObject(base) && isObject(mine) && isObject(theirs) && isOneForm(place, base, mine, theirs))
    return mergeObjects(merging, place, { base, mine, theirs })
  return mergeLists(merging, place, three) ?? three[merging.decide(place, three)]
}

/** A constant with the template of another value would be neither: where its kind changes, a value is one thing. */
const isOneForm = ({ name, by }: Place, ...values: readonly JsonObject[]): boolean =>
  name !== 'value' || by !== undefined || new Set(values.map(each => ownField(each, 'kind'))).size === 1

function mergeObjects(merging: Merging, place: Place, { base, mine, theirs }: Three<JsonObject>): JsonObject {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const entries: [string, Json][] = []
  for (const name of names) {
    const three = { base: ownField(base, name), mine: ownField(mine, name), theirs: ownField(theirs, name) }
    const merged = mergeValues(merging, { parent: place, name }, three)
    if (merged !== undefined) entries.push([name, merged])
  }
  return Object.fromEntries(entries)
}

/** undefined: they are no lists, or nothing names their elements. An empty list is not told from none. */
function mergeLists(merging: Merging, place: Place, three: Three): readonly Json[] | undefined {
  const lists = readLists(three, merging.isWhole(place))
  if (lists === undefined) return undefined
  if (merging.isSet(place)) return isSetOfTexts(lists) ? mergeNamed(merging, place, nameAll(lists, '')) : undefined
  const by = findNaming([lists.base, lists.mine, lists.theirs])
  return by === undefined ? undefined : mergeNamed(merging, place, { ...nameAll(lists, by), by })
}

/** At least two are there: of one alone, one side would have changed nothing. */
function readLists({ base, mine, theirs }: Three, isWhole: boolean): Three<readonly Json[]> | undefined {
  const read = (value: Json): readonly Json[] | undefined =>
    Array.isArray(value) ? (value as readonly Json[]) : value === undefined && !isWhole ? [] : undefined
  const lists = { base: read(base), mine: read(mine), theirs: read(theirs) }
  if (lists.base === undefined || lists.mine === undefined || lists.theirs === undefined) return undefined
  return { base: lists.base, mine: lists.mine, theirs: lists.theirs }
}

const isSetOfTexts = (lists: Three<readonly Json[]>): boolean =>
  [lists.base, lists.mine, lists.theirs].every(
    list => list.every(each => typeof each === 'string') && new Set(list).size === list.length,
  )

type Named = Three<ReadonlyMap<string, Json>>

function nameAll({ base, mine, theirs }: Three<readonly Json[]>, by: string): Named {
  const name = (list: readonly Json[]): ReadonlyMap<string, Json> =>
    new Map(list.map(each => [by === '' ? String(each) : String((each as JsonObject)[by]), each]))
  return { base: name(base), mine: name(mine), theirs: name(theirs) }
}

function mergeNamed(
  merging: Merging,
  place: Place,
  { by, base, mine, theirs }: Named & { readonly by?: string },
): readonly Json[] {
  const merged = new Map<string, Json>()
  for (const name of new Set([...theirs.keys(), ...mine.keys()])) {
    const three = { base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) }
    const value = mergeValues(merging, { parent: place, name, by: by ?? '' }, three)
    if (value !== undefined) merged.set(name, value)
  }
  const leads = by === undefined ? 'theirs' : findLead(merging, place, { base, mine, theirs })
  const [lead, other] = leads === 'theirs' ? [theirs, mine] : [mine, theirs]
  return arrange([...lead.keys()], [...other.keys()], merged)
}

/** Whose order the list has: a move is an edit like any other. */
function findLead(merging: Merging, place: Place, { base, mine, theirs }: Named): 'mine' | 'theirs' {
  const isCommon = (name: string): boolean => base.has(name) && mine.has(name) && theirs.has(name)
  const three = { base: orderOf(base, isCommon), mine: orderOf(mine, isCommon), theirs: orderOf(theirs, isCommon) }
  if (isSame(three.base, three.mine) || isSame(three.mine, three.theirs)) return 'theirs'
  if (!isSame(three.base, three.theirs)) return merging.decide(place, three)
  merging.keep(three.base, three.mine, true)
  return 'mine'
}
