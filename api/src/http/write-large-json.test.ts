import { expect, test } from 'vitest'
import { writeLargeJson } from './write-large-json.ts'

test.each([0, 1, 2, 9])('taken apart at %i levels it is what JSON writes', async depth => {
  const value = { a: { b: { c: [1, { d: '"' }] }, none: undefined, e: {} }, 'ü"': null, f: 'x', g: [], h: false }
  let turns = 0
  const written = await writeLargeJson(value, depth, async () => void turns++)
  expect(written.toString()).toBe(JSON.stringify(value))
  expect(turns).toBeGreaterThan(0)
})
