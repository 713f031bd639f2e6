import type { RouteContext } from '../../../http/route-handler.ts'

/** Readings that several callers share. */
export interface Shared<Reading> {
  /** A reading of at most this age; who asks while it is read waits for the same one. */
  get(key: string, maxAgeMs: number, read: () => Promise<Reading>): Promise<Reading>
}

/**
 * Under which a reading is shared: by all who see the same rows of the same tenant.
 * @param more what else it depends on: a language, whether they may see its parts
 */
export const sightOf = (
  { tenantId, groups }: Pick<RouteContext['principal'], 'tenantId' | 'groups'>,
  ...more: readonly (string | boolean)[]
): string => JSON.stringify([tenantId, groups && [...groups].sort(), ...more])

interface Kept<Reading> {
  readonly atMs: number
  readonly reading: Promise<Reading>
}

const MOST = 5000
const KEEP_MS = 60_000

/** Of one process. A machine more reads once more. */
export function shareReadings<Reading>(now: () => number): Shared<Reading> {
  const kept = new Map<string, Kept<Reading>>()
  const tidy = () => {
    for (const [key, { atMs }] of kept) {
      // They stand in the order in which they were read.
      if (kept.size <= MOST && now() - atMs < KEEP_MS) return
      kept.delete(key)
    }
  }
  return {
    get(key, maxAgeMs, read) {
      const known = kept.get(key)
      if (known && now() - known.atMs < maxAgeMs) return known.reading
      const reading = read()
      kept.delete(key)
      kept.set(key, { atMs: now(), reading })
      // What could not be read at all is asked for again by the next.
      reading.catch(() => kept.delete(key))
      tidy()
      return reading
    },
  }
}
