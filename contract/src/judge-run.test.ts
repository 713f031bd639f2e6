import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Counts } from './counts.ts'
import { type Allowance, countMissing, judgeRun, type RunEnding } from './judge-run.ts'

const upsert: Allowance = { mode: 'upsert' }
const replace: Allowance = { mode: 'replace' }
const twoMayLack: Allowance = { mode: 'replace', replace: { maxErrors: 2, allowEmpty: true } }

/** The rows of the table in docs/engine.md. */
const cells: readonly (readonly [
  string,
  Partial<Counts>,
  RunEnding,
  Allowance,
  string,
  string | null,
  string | null,
])[] = [
  ['all arrived', { written: 5 }, 'read', upsert, 'succeeded', null, 'healthy'],
  ['nothing was there', {}, 'read', upsert, 'succeeded', null, 'healthy'],
  ['left out by the strategy', { filtered: 3, skipped: 1, duplicate: 1 }, 'read', upsert, 'succeeded', null, 'healthy'],
  ['some rejected', { written: 4, rejected: 1 }, 'read', upsert, 'partial', 'run.partial', 'watch'],
  ['some in error', { written: 4, dead: 1 }, 'read', upsert, 'partial', 'run.partial', 'watch'],
  ['some wait for a try', { written: 4, failed: 1 }, 'read', upsert, 'partial', 'run.partial', 'watch'],
  ['some without an answer', { written: 4, unknown: 1 }, 'read', upsert, 'partial', 'run.partial', 'watch'],
  ['some rejected, the others known', { duplicate: 4, rejected: 1 }, 'read', upsert, 'partial', 'run.partial', 'watch'],
  ['all rejected', { rejected: 3 }, 'read', upsert, 'failed', 'run.failed', 'watch'],
  ['all in error', { dead: 3, filtered: 5 }, 'read', upsert, 'failed', 'run.failed', 'watch'],
  ['replace: all arrived', { written: 5, filtered: 2 }, 'read', replace, 'succeeded', null, 'healthy'],
  ['replace: one rejected', { written: 5, rejected: 1 }, 'read', replace, 'failed', 'run.failed', 'watch'],
  [
    'replace: as many as allowed',
    { written: 5, rejected: 1, dead: 1 },
    'read',
    twoMayLack,
    'partial',
    'run.partial',
    'watch',
  ],
  ['replace: one more', { written: 5, rejected: 2, dead: 1 }, 'read', twoMayLack, 'failed', 'run.failed', 'watch'],
  ['replace: all of them, allowed or not', { rejected: 2 }, 'read', twoMayLack, 'failed', 'run.failed', 'watch'],
  ['stopped', { written: 5, rejected: 1 }, 'stopped', upsert, 'stopped', null, null],
  ['broke off', { written: 5 }, 'broken', upsert, 'failed', 'run.failed', 'watch'],
  ['unbalanced', { written: 5 }, 'unbalanced', upsert, 'failed', 'run.imbalance', 'watch'],
]

test.each(cells)('%s', (_name, counts, ending, target, state, notice, health) => {
  expect(judgeRun(counts, ending, target)).toEqual({ state, notice, health, missing: countMissing(counts) })
})

const books = fc.record(
  Object.fromEntries(
    ['duplicate', 'filtered', 'rejected', 'written', 'skipped', 'failed', 'dead', 'unknown'].map(book => [
      book,
      fc.nat(3),
    ]),
  ),
)
const targets = fc.record({
  mode: fc.constantFrom('upsert', 'insert', 'replace'),
  replace: fc.record({ maxErrors: fc.nat(5), allowEmpty: fc.boolean() }),
})

test('green is what misses nothing, and no run of which nothing arrived is less than failed', () => {
  fc.assert(
    fc.property(books, targets, (counts: Partial<Counts>, target) => {
      const { state, missing, notice } = judgeRun(counts, 'read', target)
      expect(state === 'succeeded').toBe(missing === 0)
      expect(notice === null).toBe(missing === 0)
      const arrived = (counts.written ?? 0) + (counts.skipped ?? 0) + (counts.duplicate ?? 0)
      if (missing > 0 && arrived === 0) expect(state).toBe('failed')
    }),
    { numRuns: 2000 },
  )
})
