import { type ClauseId, clauses, isClause, type Section } from './clauses.ts'

/** Clauses that connectors do not keep, or that cannot be proved for them, and why. Data, in one file for all. */
export interface Waiver {
  readonly connectors: readonly string[]
  readonly clauses: readonly string[]
  readonly reason: string
  /** What ends it: a date, a change of the far system, or `never: …`. */
  readonly until: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What the test configuration read from the file of waivers. Absent: there are none. */
    waivers: readonly Waiver[] | undefined
  }
}

/** What became of the tests of a clause for one connector. */
export interface ClauseResult {
  readonly passed: number
  readonly failed: number
}

/** Clauses a connector is waived, with the reason. */
export const waivedFor = (waivers: readonly Waiver[], connector: string): ReadonlyMap<string, string> =>
  new Map(
    waivers
      .filter(waiver => waiver.connectors.includes(connector))
      .flatMap(({ clauses: ids, reason }) => ids.map(id => [id, reason] as const)),
  )

/** Clauses of these sections that no test was made for and no waiver names. */
export function findHoles(
  sections: ReadonlySet<Section>,
  checked: ReadonlySet<string>,
  waived: ReadonlyMap<string, string>,
): ClauseId[] {
  return (Object.keys(clauses) as ClauseId[]).filter(
    id => sections.has(clauses[id]) && !checked.has(id) && !waived.has(id),
  )
}

/** Waivers that nothing needs any more: of clauses that every test passed, of clauses that ask nothing of the connector. */
export function findStale(
  sections: ReadonlySet<Section>,
  results: ReadonlyMap<string, ClauseResult>,
  waived: ReadonlyMap<string, string>,
): string[] {
  return [...waived.keys()].flatMap(id => {
    if (!isClause(id)) return [`${id} is no clause`]
    if (!sections.has(clauses[id])) {
      // Following and queues may be proved in files of their own: there the rest is not judged, and here they are not.
      const isElsewhere = !sections.has('manifest') || (isOwnSuite(clauses[id]) && sections.has('source'))
      return isElsewhere ? [] : [`${id} asks nothing of this connector`]
    }
    const result = results.get(id)
    return result && result.failed === 0 && result.passed > 0 ? [`${id} is kept: ${result.passed} tests passed`] : []
  })
}

const isOwnSuite = (section: Section): boolean => section === 'following' || section === 'queue'
