import { expect, test } from 'vitest'
import {
  addComponent,
  align,
  copyComponents,
  fit,
  linesOf,
  moveBy,
  moveLayer,
  resizeBox,
  resizeSheet,
  snapEdge,
} from './model.ts'
import type { Design } from './types.ts'

const blank: Design = { width: 1000, height: 500, theme: 'auto', components: [] }
const add = (design: Design, x: number, y: number, width = 100, height = 100): Design => {
  const { design: next, id } = addComponent(design, 'text')
  return {
    ...next,
    components: next.components.map(each => (each.id === id ? { ...each, x, y, width, height } : each)),
  }
}
const two = add(add(blank, 0, 0), 200, 100)
const ids = two.components.map(({ id }) => id)
const all = new Set(ids)
const placesOf = (design: Design) => design.components.map(({ x, y }) => [x, y])

test('what moves together stays together, and stops where the first of it meets the edge', () => {
  expect(placesOf(moveBy(two, all, -50, 30))).toEqual([
    [0, 30],
    [200, 130],
  ])
  expect(placesOf(moveBy(two, all, 5000, 5000))).toEqual([
    [700, 300],
    [900, 400],
  ])
})

test('a box is never smaller than can be found, and never beyond the sheet', () => {
  expect(fit({ x: -5, y: 490, width: 1, height: 9000 }, blank)).toEqual({ x: 0, y: 0, width: 40, height: 500 })
  const box = { x: 100, y: 100, width: 100, height: 100 }
  expect(resizeBox(box, { x: -1, y: 0 }, 500, 0, blank)).toEqual({ ...box, x: 160, width: 40 })
  expect(resizeBox(box, { x: 1, y: 1 }, 9000, 9000, blank)).toEqual({ ...box, width: 900, height: 400 })
})

test('an edge goes to the nearest line, else to the grid', () => {
  expect(snapEdge([203], [100, 200])).toBe(-3)
  expect(snapEdge([213], [100, 200])).toBe(3)
  expect(linesOf(two, new Set([ids[1] ?? ''])).x).toEqual([0, 500, 1000, 0, 50, 100])
})

test('several align among themselves, one alone to the sheet', () => {
  expect(placesOf(align(two, all, 'bottom'))).toEqual([
    [0, 100],
    [200, 100],
  ])
  expect(placesOf(align(two, new Set([ids[0] ?? '']), 'center'))[0]).toEqual([450, 0])
})

test('layers: to the front, to the back, and one at a time', () => {
  const three = add(two, 300, 300)
  const order = (design: Design) => design.components.map(({ id }) => id)
  const [a = '', b = '', c = ''] = order(three)
  const first = new Set([a])
  expect(order(moveLayer(three, first, 'front'))).toEqual([b, c, a])
  expect(order(moveLayer(three, first, 'forward'))).toEqual([b, a, c])
  expect(order(moveLayer(three, first, 'backward'))).toEqual([a, b, c])
  expect(order(moveLayer(three, new Set([c]), 'back'))).toEqual([c, a, b])
})

test('copies have names of their own, and a smaller sheet keeps everything on it', () => {
  const { design, ids: copies } = copyComponents(two, all)
  expect(new Set(design.components.map(({ id }) => id)).size).toBe(4)
  expect([...copies].some(id => all.has(id))).toBe(false)
  expect(placesOf(resizeSheet(two, 320, 320))).toEqual([
    [0, 0],
    [200, 100],
  ])
  expect(placesOf(resizeSheet(add(blank, 900, 400), 320, 320))).toEqual([[220, 220]])
})
