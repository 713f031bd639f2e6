import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History, type HistoryOptions, type Step } from '../testing/history.ts'

// `npm run histories` runs 10,000 of each kind.
const HISTORIES = process.env['npm_lifecycle_event'] === 'histories' ? 10_000 : 700

const tx = fc.nat({ max: 3 })
const key = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('begin' as const), tx }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('put' as const, 'put' as const, 'put' as const, 'flag' as const, 'remove' as const),
      tx,
      key,
      value: fc.nat({ max: 999 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('commit' as const, 'commit' as const, 'abort' as const), tx }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      us: fc.constantFrom(0, 1, 7, 1000, 400_000, 3_000_000),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ kind: 'page' as const }) },
  { weight: 2, arbitrary: fc.constantFrom({ kind: 'crash' as const }, { kind: 'break' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refuse' as const), key }) },
)
const steps = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' })
const options: fc.Arbitrary<HistoryOptions> = fc.record({
  lookBackSeconds: fc.constantFrom(0, 1, 60),
  endLagSeconds: fc.constantFrom(0, 2),
  saysHighWater: fc.constant(true),
  pageSize: fc.constantFrom(1, 2, 3, 10),
  grainUs: fc.constantFrom(1, 1000, 1_000_000),
})

function play(options: HistoryOptions, story: readonly Step[]): void {
  const history = new History(options)
  for (const each of story) history.step(each)
  const { expected, actual } = history.settle()
  expect(actual).toEqual(expected)
}

const find = (defect: NonNullable<HistoryOptions['defect']>) =>
  fc.check(
    fc.property(options, steps, (chosen, story) =>
      play({ ...chosen, lookBackSeconds: 0, endLagSeconds: 0, defect }, story),
    ),
    { numRuns: 20_000, seed: 7, endOnFailure: true },
  )

describe('histories of inserts, updates, deletes and late commits while pages are read', () => {
  it('end with nothing lost, doubled or old, where the source says what it holds', () => {
    fc.assert(fc.property(options, steps, play), { numRuns: HISTORIES })
  })

  it('end so too where only the clock bounds a window, for writers that are done within the lag', () => {
    const clocked = options.map(chosen => ({ ...chosen, saysHighWater: false, endLagSeconds: 2 }))
    fc.assert(fc.property(clocked, steps, play), { numRuns: HISTORIES })
  })

  // A model that cannot fail proves nothing.
  it.each(['exclusive', 'unsafeHighWater', 'earlyWatermark'] as const)('would show the defect %s', defect => {
    expect(find(defect).failed).toBe(true)
  })
})
