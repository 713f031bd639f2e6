import type { Data } from '@sluice/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutBatches } from './cut-batches.ts'

test('batches end at their count, at their bytes, and where the field that keeps them apart has another value', () => {
  const data: (Data | null)[] = [{ w: 'A' }, { w: 'B' }, null, { w: 'A' }, { w: 'A' }, { w: null }, {}]
  const open = [0, 1, 3, 4, 5, 6]
  expect(cutBatches(open, data, { batchSize: 4 })).toEqual([
    [0, 1, 3, 4],
    [5, 6],
  ])
  expect(cutBatches(open, data, { batchSize: 2, batch: { apart: 'w' } })).toEqual([[0, 3], [4], [1], [5], [6]])
  // {"w":"A"} has 9 bytes.
  expect(cutBatches(open, data, { batchSize: 9, batch: { maxBytes: 18 } })).toEqual([
    [0, 1],
    [3, 4],
    [5, 6],
  ])
  expect(cutBatches(open, data, { batchSize: 9, batch: { maxBytes: 1 } })).toEqual([[0], [1], [3], [4], [5], [6]])
})

test('300 random pages: every record is in exactly one batch, and no batch breaks a rule', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ w: fc.constantFrom('A', 'B', '', null), text: fc.string({ maxLength: 40 }) }), {
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      (data, batchSize, maxBytes, isApart) => {
        const batch = { maxBytes, ...(isApart ? { apart: 'w' } : {}) }
        const batches = cutBatches([...data.keys()], data, { batchSize, batch })
        expect(batches.flat().toSorted((a, b) => a - b)).toEqual([...data.keys()])
        for (const indexes of batches) {
          const bytes = indexes.reduce((sum, index) => sum + Buffer.byteLength(JSON.stringify(data[index])), 0)
          expect(indexes.length).toBeLessThanOrEqual(batchSize)
          expect(indexes.length === 1 || bytes <= maxBytes).toBe(true)
          if (isApart) expect(new Set(indexes.map(index => data[index]!.w)).size).toBe(1)
        }
      },
    ),
    { numRuns: 300, seed: 41 },
  )
})
