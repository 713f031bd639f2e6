import { expect, test } from 'vitest'
import { curveOf, placeNodes, pointAt } from './flow-layout.ts'
import type { Graph } from './types.ts'

const size = { width: 900, height: 300 }
const graph = (pairs: readonly (readonly [from: string, to: string])[]): Graph => ({
  nodes: [...new Set(pairs.flat())].map(id => ({ id, name: id, platform_id: 'x', is_failed: false })),
  edges: pairs.map(([source, target], at) => ({
    ...{ id: String(at), name: 'n', source, target, written: 1, lately: 0, errors: 0, level: 'healthy' as const },
  })),
})

test('data goes from left to right, and a circle ends', () => {
  const places = placeNodes(
    graph([
      ['shop', 'hub'],
      ['hub', 'erp'],
    ]),
    size,
  )
  expect(['shop', 'hub', 'erp'].map(id => places.get(id)?.x)).toEqual([150, 450, 750])
  const round = placeNodes(
    graph([
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'b'],
    ]),
    size,
  )
  expect(round.size).toBe(2)
})

test('300 systems and 600 strategies lie on the sheet within a moment', () => {
  const pairs = Array.from({ length: 600 }, (_, at) => [`n${at % 300}`, `n${(at * 7 + 1) % 300}`] as const)
  const started = performance.now()
  const places = placeNodes(graph(pairs), size)
  expect(performance.now() - started).toBeLessThan(500)
  expect(places.size).toBe(300)
  for (const { x, y } of places.values()) expect(x >= 0 && x <= 900 && y >= 0 && y <= 300).toBe(true)
})

test('a dot begins at one system and ends at the other', () => {
  const curve = curveOf({ id: 'a', x: 0, y: 0 }, { id: 'b', x: 100, y: 50 }, 0, 1)
  expect(pointAt(curve, 0)).toEqual([0, 0])
  expect(pointAt(curve, 1)).toEqual([100, 50])
})
