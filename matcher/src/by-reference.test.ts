import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanReference, isNear } from './by-reference.ts'
import { measureEdits } from './testing/oracle.ts'

test('near is what one edit makes, as the table of edits says', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(isNear(one, two)).toBe(measureEdits(one, two) <= 1)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['t200p2026000001 ', '2026000001'],
  ['２０２６０００００１', '2026000001'],
  ['T200P', 'T200P'],
  ['  ', ''],
])('%j is cleaned to %j', (reference, clean) => {
  expect(cleanReference(reference, ['T200P'])).toBe(clean)
})
