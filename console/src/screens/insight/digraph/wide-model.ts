import type { Figure, Graph } from './types.ts'

export interface Stream {
  readonly from: string
  readonly to: string
  readonly written: number
}

/** What went from system to system, all strategies between two of them together; the widest first. */
export function sumStreams({ nodes, edges }: Graph): Stream[] {
  const names = nameApart(nodes)
  const sums = new Map<string, Stream>()
  for (const { source, target, written } of edges) {
    if (written <= 0) continue
    const key = `${source} ${target}`
    const before = sums.get(key)?.written ?? 0
    sums.set(key, { from: names.get(source) ?? '', to: names.get(target) ?? '', written: before + written })
  }
  return [...sums.values()].toSorted((a, b) => b.written - a.written || a.from.localeCompare(b.from))
}

/** Two systems of one name are told apart by a number. */
function nameApart(nodes: Graph['nodes']): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    nodes.map(({ id, name }) => {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [id, count === 1 ? name : `${name} (${count})`]
    }),
  )
}

export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** Seven days of 24 hours; null: nothing was kept of that hour on any of the days. */
export function layOut({ cells }: Pick<Figure, 'cells'>): (number | null)[][] {
  const grid = Array.from({ length: 7 }, () => HOURS.map((): number | null => null))
  for (const { day, hour, value } of cells) {
    const row = grid[day - 1]
    if (row && hour in row) row[hour] = value
  }
  return grid
}
