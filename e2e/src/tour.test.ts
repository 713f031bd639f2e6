import { expect, test } from 'vitest'
import { readRegistry } from './registry.ts'
import { listStops, noIds } from './tour.ts'
import { addPlain } from './tour-stop.ts'

const registry = await readRegistry()
const stops = addPlain(listStops(noIds), registry)

test('every registered page is on the tour, and nothing that is none', () => {
  const registered = registry.map(({ path }) => path)
  const toured = Object.keys(stops).filter(path => path !== '*')
  expect(registered.filter(path => (stops[path] ?? []).length === 0)).toEqual([])
  expect(toured.filter(path => !registered.includes(path))).toEqual([])
})

test('every tab, step and view of a page is on the tour', () => {
  const missing = registry.flatMap(({ path, choices }) =>
    Object.entries(choices).flatMap(([field, words]) => {
      const seen = (stops[path] ?? []).map(stop => new URL(stop.path, 'http://tour').searchParams.get(field))
      // A page without the field shows its default, which is the first unless another is.
      const missed = words.filter(word => !seen.includes(word))
      return missed.length > 1 || (missed.length === 1 && !seen.includes(null))
        ? [`${path}: ${field} ${missed.join(' ')}`]
        : []
    }),
  )
  expect(missing).toEqual([])
})

test('names are unique: they name pictures', () => {
  const names = Object.values(stops).flatMap(list => list.map(({ name }) => name))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})
