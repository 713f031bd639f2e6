import type { BoundMapping, LookupNote } from '../map/index.ts'
import type { ExplainedLookup } from './records.ts'

/** Each look-up with the map's name and version, and the line that answered; in the order of the notes. */
export function explainLookups({ maps = [] }: BoundMapping, lookups: readonly LookupNote[]): ExplainedLookup[] {
  return lookups.flatMap(({ mapId, lineId, ...note }) => {
    const map = maps.find(each => each.id === mapId)
    if (!map) return []
    const line = lineId === null ? undefined : map.lines.find(([id]) => id === lineId)
    const answered = line ? { id: line[0], a: line[1], b: line[2] } : null
    return [{ ...note, mapId, mapName: map.name, mapVersion: map.version, line: answered }]
  })
}
