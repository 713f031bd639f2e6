import { expect, test } from 'vitest'
import type { Graph } from './types.ts'
import { layOut, sumStreams } from './wide-model.ts'

const node = (id: string, name: string) => ({ id, name, platform_id: 'x', is_failed: false })
const edge = (source: string, target: string, written: number) => ({
  ...{ id: `${source}${target}${written}`, name: 'a strategy', source, target, written },
  ...{ lately: 0, errors: 0, level: 'healthy' as const },
})

test('strategies between two systems are one stream; circles and namesakes stay apart', () => {
  const graph: Graph = {
    nodes: [node('a', 'shop'), node('b', 'erp'), node('c', 'shop')],
    edges: [edge('a', 'b', 5), edge('a', 'b', 7), edge('b', 'a', 3), edge('c', 'c', 9), edge('c', 'b', 0)],
  }
  expect(sumStreams(graph).map(({ from, to, written }) => `${from} > ${to} ${written}`)).toEqual([
    'shop > erp 12',
    'shop (2) > shop (2) 9',
    'erp > shop 3',
  ])
})

test('an hour of which nothing was kept is no nought', () => {
  const grid = layOut({
    cells: [
      { day: 1, hour: 0, value: 0 },
      { day: 7, hour: 23, value: 4 },
    ],
  })
  expect([grid.length, grid[0]?.length, grid[0]?.[0], grid[0]?.[1], grid[6]?.[23]]).toEqual([7, 24, 0, null, 4])
})
