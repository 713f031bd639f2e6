import {
  Bytes,
  type Edition,
  ExactNumber,
  editionOf,
  isData,
  type LookupDirection,
  lookupKey,
  type Mapping,
  type MissPolicy,
  NEWEST_EDITION,
  toText,
  type Value,
  type ValueLookup,
  type ValueRules,
  WILDCARD,
} from '@sluice/contract'
import { plainDecimal } from './compare-values.ts'
import type { LoadedStrategy } from './find-answer.ts'
import type { LookupNote } from './map-outcome.ts'
import { Refusal } from './refusal.ts'
import { fullPath, type Scope } from './scope.ts'

/** A value map as a run reads it: one version, enabled lines only. Plain JSON, because it travels to workers. */
export interface LoadedMap extends ValueRules {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly on_miss: MissPolicy
  readonly default_a: string
  readonly default_b: string
  /** [id of the line, value of A, value of B] */
  readonly lines: readonly (readonly [string, string, string])[]
}

/** A mapping with the maps and strategies that its fields look up. */
export type BoundMapping = Mapping & {
  readonly maps?: readonly LoadedMap[]
  /** Strategies that its fields look into; absent: it is not bound. */
  readonly strategies?: readonly LoadedStrategy[]
  /** Note every look-up, not only values that no line holds. */
  readonly explain?: boolean
}

/** The looked-up value, undefined for missing, or why there is none. */
export type Lookup = (value: Value | undefined, scope: Scope, path: string) => Value | undefined | Refusal

interface Line {
  readonly id: string
  readonly value: string
  /** Another line holds the same value with another answer: then neither is right. */
  readonly isAmbiguous: boolean
}

export interface OpenMaps {
  readonly isExplained: boolean
  /** @throws RangeError when the mapping was not bound to the map */
  find(lookup: ValueLookup): { readonly map: LoadedMap; readonly index: LineIndex } | null
}

/** Each side of each map is indexed once, however many fields use it. Unbound mappings compile, but look nothing up. */
export function openMaps({ maps, explain, edition }: BoundMapping): OpenMaps {
  const indexes = new Map<string, LineIndex>()
  return {
    isExplained: explain ?? false,
    find({ map_id, direction }) {
      if (maps === undefined) return null
      const map = maps.find(each => each.id === map_id)
      if (!map) throw new RangeError('The value map it looks up does not exist any more.')
      const key = `${direction}/${map_id}`
      const index = indexes.get(key) ?? openIndex(map, direction, editionOf({ edition }))
      indexes.set(key, index)
      return { map, index }
    },
  }
}

interface LineIndex {
  readonly rest: Line | undefined
  /** The line of a value: of a number by its amount, of a text by its characters, then by its amount. */
  get(value: Value): Line | undefined
}

function openIndex(map: LoadedMap, direction: LookupDirection, edition: Edition): LineIndex {
  const byText = indexLines(map, direction, value => lookupKey(value, map))
  const rest = byText.get(WILDCARD)
  const readText = (value: Value): Line | undefined => byText.get(lookupKey(toText(value), map))
  if (edition === 1) return { rest, get: readText }
  const byAmount = indexLines(map, direction, amountOf)
  return {
    rest,
    get(value) {
      const amount = amountOf(toText(value))
      const isNumber = typeof value === 'number' || value instanceof ExactNumber
      if (amount !== null && isNumber) return byAmount.get(amount)
      return readText(value) ?? (amount === null ? undefined : byAmount.get(amount))
    },
  }
}

/** What is written in a value map has no type: plain digits are a number. */
const amountOf = (text: string): string | null => plainDecimal(text)?.toFixed() ?? null

function indexLines(
  map: LoadedMap,
  direction: LookupDirection,
  keyOf: (value: string) => string | null,
): ReadonlyMap<string, Line> {
  const index = new Map<string, Line>()
  for (const [id, a, b] of map.lines) {
    const [from, to] = direction === 'forward' ? [a, b] : [b, a]
    // A line that stands for all the rest of one side says nothing on the way back.
    if (to === WILDCARD) continue
    const key = keyOf(from)
    if (key === null) continue
    const known = index.get(key)
    index.set(key, { id, value: to, isAmbiguous: known !== undefined && known.value !== to })
  }
  return index
}

/** Whether the map has one answer to each value, as a look-up in this direction would. */
export function compileAnswered(map: LoadedMap, direction: LookupDirection): (value: string) => boolean {
  const index = openIndex(map, direction, NEWEST_EDITION)
  return value => {
    const line = index.get(value) ?? index.rest
    return line !== undefined && !line.isAmbiguous
  }
}

/** A record of a hundred thousand lines is explained by its first ones. */
const MAX_NOTES = 500

/** @throws RangeError when the map is not there */
export function compileLookup(lookup: ValueLookup, maps: OpenMaps): Lookup {
  const found = maps.find(lookup)
  if (!found) return value => value
  const { map, index } = found
  const { rest } = index
  const { direction } = lookup
  const note = (scope: Scope, path: string, rest: Pick<LookupNote, 'value' | 'lineId' | 'policy' | 'result'>): void => {
    scope.record.lookups ??= []
    if (scope.record.lookups.length < MAX_NOTES)
      scope.record.lookups.push({ field: fullPath(scope, path), mapId: map.id, direction, ...rest })
  }
  const miss = compileMiss(lookup, map)
  return (value, scope, path) => {
    if (value === undefined || value === null) return value
    if (Array.isArray(value) || isData(value) || value instanceof Bytes)
      return new Refusal('mapping.lookup', 'is not a text, which a value map needs', value)
    const text = toText(value)
    const line = index.get(value) ?? rest
    if (line?.isAmbiguous)
      return new Refusal('mapping.ambiguous', `has several answers in the value map "${map.name}"`, text)
    if (line) {
      if (maps.isExplained) note(scope, path, { value: text, lineId: line.id, policy: null, result: line.value })
      return line.value
    }
    const outcome = miss(value)
    const isRefused = outcome instanceof Refusal
    note(scope, path, {
      value: text,
      lineId: null,
      policy: lookup.onMiss ?? map.on_miss,
      result: isRefused ? null : toText(outcome),
    })
    return outcome
  }
}

function compileMiss(
  { direction, onMiss, default: given }: ValueLookup,
  map: LoadedMap,
): (value: Value) => Value | Refusal {
  const policy = onMiss ?? map.on_miss
  if (policy === 'keep') return value => value
  if (policy === 'error')
    return value => new Refusal('mapping.noMatch', `has no line in the value map "${map.name}"`, value)
  const fallback = given ?? (direction === 'forward' ? map.default_b : map.default_a)
  return () => fallback
}
