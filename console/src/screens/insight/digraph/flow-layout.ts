import type { Graph } from './types.ts'

export interface Placed {
  readonly id: string
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Steps from the first systems; those in a circle stay where they were met first. */
function countSteps({ nodes, edges }: Graph): Map<string, number> {
  const steps = new Map(nodes.map(({ id }) => [id, 0]))
  const most = Math.min(nodes.length, 6)
  for (let round = 0; round < most; round++) {
    let isSettled = true
    for (const { source, target } of edges) {
      const wanted = (steps.get(source) ?? 0) + 1
      if (source === target || wanted > most || wanted <= (steps.get(target) ?? 0)) continue
      // What leads back does not push its own beginning along.
      if (leadsBack(edges, target, source) && (steps.get(target) ?? 0) > 0) continue
      steps.set(target, wanted)
      isSettled = false
    }
    if (isSettled) break
  }
  return steps
}

const leadsBack = (edges: Graph['edges'], from: string, to: string): boolean =>
  edges.some(({ source, target }) => source === from && target === to)

/** Systems in columns from where data comes to where it goes; the busiest in the middle of each. */
export function placeNodes(graph: Graph, { width, height }: Size): Map<string, Placed> {
  const steps = countSteps(graph)
  const weights = new Map<string, number>()
  for (const { source, target, written } of graph.edges)
    for (const id of [source, target]) weights.set(id, (weights.get(id) ?? 0) + written + 1)
  const used = [...new Set(steps.values())].toSorted((a, b) => a - b)
  const placed = new Map<string, Placed>()
  for (const [column, step] of used.entries()) {
    const here = graph.nodes
      .filter(({ id }) => steps.get(id) === step)
      .toSorted((a, b) => (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0))
    const x = used.length === 1 ? width / 2 : (width * (column + 0.5)) / used.length
    for (const [at, { id }] of fromMiddle(here).entries())
      placed.set(id, { id, x, y: (height * (at + 0.5)) / here.length })
  }
  return placed
}

/** The first in the middle, the next above and below it in turn. */
const fromMiddle = <T>(list: readonly T[]): T[] => [
  ...list.filter((_, at) => at % 2 === 1).toReversed(),
  ...list.filter((_, at) => at % 2 === 0),
]

export interface Curve {
  readonly from: Placed
  readonly to: Placed
  /** Where it bends, both ends. */
  readonly bend: number
  /** How far it lies aside of others between the same two. */
  readonly aside: number
}

export function curveOf(from: Placed, to: Placed, at: number, of: number): Curve {
  return { from, to, bend: Math.max(60, Math.abs(to.x - from.x) / 2), aside: (at - (of - 1) / 2) * 26 }
}

/** From a system to itself: a loop above it. */
const LOOP = 70

export const pathOf = ({ from, to, bend, aside }: Curve): string => {
  if (from.id === to.id)
    return `M${from.x - 30},${from.y} C${from.x - LOOP - aside},${from.y - LOOP} ${to.x + LOOP + aside},${to.y - LOOP} ${to.x + 30},${to.y}`
  const way = to.x >= from.x ? 1 : -1
  return `M${from.x},${from.y} C${from.x + bend * way},${from.y + aside} ${to.x - bend * way},${to.y + aside} ${to.x},${to.y}`
}

/** The point of a curve at a share of its way. */
export function pointAt({ from, to, bend, aside }: Curve, share: number): readonly [x: number, y: number] {
  const rest = 1 - share
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3]
  if (from.id === to.id)
    return [
      a * (from.x - 30) + b * (from.x - LOOP - aside) + c * (to.x + LOOP + aside) + d * (to.x + 30),
      (a + d) * from.y + (b + c) * (from.y - LOOP),
    ]
  const way = to.x >= from.x ? 1 : -1
  return [
    a * from.x + b * (from.x + bend * way) + c * (to.x - bend * way) + d * to.x,
    a * from.y + b * (from.y + aside) + c * (to.y + aside) + d * to.y,
  ]
}

/** From a hair to a rope, by the order of what goes along it. */
export const widthOf = (written: number): number => 1.5 + Math.min(10, Math.log10(written + 1) * 2)
