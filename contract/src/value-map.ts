import type { ValueLookup } from './mapping.ts'

/** How two values of a map are compared. */
export interface ValueRules {
  readonly case_sensitive: boolean
  readonly trim: boolean
}

/** A value as a map compares it: as it is, unless the map says otherwise. */
export function lookupKey(value: string, { case_sensitive, trim }: ValueRules): string {
  const text = trim ? value.trim() : value
  return case_sensitive ? text : text.toLowerCase()
}

/** The line of this value answers whatever no other line holds. */
export const WILDCARD = '*'

/** Lines of one map. */
export const MAX_MAP_LINES = 100_000

export type LookupDirection = ValueLookup['direction']
export type MissPolicy = NonNullable<ValueLookup['onMiss']>
