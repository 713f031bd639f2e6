import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counts, findImbalance, zeroCounts } from './counts.ts'

const parts = [
  'fresh',
  'duplicate',
  'filtered',
  'rejected',
  'carried',
  'written',
  'skipped',
  'failed',
  'dead',
  'unknown',
  'pending',
] as const

// Conflicts are among the others.
const booked = (Object.keys(zeroCounts()) as (keyof Counts)[]).filter(name => name !== 'conflicts')

test('books made from their parts balance, and one record more or less anywhere is found', () => {
  const balanced = fc.record(Object.fromEntries(parts.slice(5).map(part => [part, fc.nat(1000)]))).chain(write =>
    fc
      .record({ duplicate: fc.nat(1000), filtered: fc.nat(1000), rejected: fc.nat(1000), fresh: fc.nat() })
      .map(read => {
        const staged = Object.values(write).reduce((sum, count) => sum + count, 0)
        const fresh = staged === 0 ? 0 : read.fresh % (staged + 1)
        return {
          ...zeroCounts(),
          ...write,
          ...read,
          fresh,
          carried: staged - fresh,
          staged,
          read: fresh + read.duplicate + read.filtered + read.rejected,
        }
      }),
  )
  fc.assert(
    fc.property(balanced, fc.constantFrom(...booked), (counts, changed) => {
      expect(findImbalance(counts)).toBeNull()
      expect(findImbalance({ ...counts, [changed]: counts[changed] + 1 })).toMatch(/≠/)
    }),
    { numRuns: 1000 },
  )
})
