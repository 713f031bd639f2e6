import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_STEPS_OF_RUN } from './by-subset.ts'
import { match, matchInTurns } from './match.ts'
import type { Rule, RuleSet } from './rule.ts'
import { makeLabelled } from './testing/make-labelled.ts'
import { matchByHand, nameGroup } from './testing/oracle.ts'
import { makeRandom } from './testing/random.ts'
import { EARNED, makeRules } from './testing/rules.ts'
import { listGroups, OPTIONS, score } from './testing/score.ts'
import { DAY_MS, type TestLine, toLines } from './testing/to-lines.ts'

const AT = Date.UTC(2026, 2, 1)
const line = (id: string, amount: number, change: Partial<TestLine> = {}): TestLine => ({
  id,
  amount: BigInt(amount),
  at: AT,
  order: 'O1',
  item: 'goods',
  account: 'shop',
  ...change,
})
const named = (a: readonly TestLine[], b: readonly TestLine[], rules: RuleSet = makeRules()) => {
  const result = match({ a: toLines(a), b: toLines(b) }, rules, OPTIONS)
  return listGroups(result, a, b).map(
    ({ rule, state, lines }) => `${rules.rules[rule]!.id} ${state}: ${nameGroup(lines)}`,
  )
}
const kinds = (a: readonly TestLine[], b: readonly TestLine[]) =>
  match({ a: toLines(a), b: toLines(b) }, makeRules(), OPTIONS).open.map(
    ({ side, row, kind }) => `${(side === 'a' ? a : b)[row]!.id} ${kind}`,
  )

describe('lines whose true matches are known', () => {
  test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    'seed %i: nothing false is confirmed, and what can be found is',
    seed => {
      const labelled = makeLabelled(seed, 1500)
      const { falselyConfirmed, falselyProposed, proposed, found } = score(labelled)
      const foundHere = [...labelled.matchable].filter(label => found.has(label))
      expect(falselyConfirmed).toEqual([])
      expect(foundHere.length / labelled.matchable.size).toBeGreaterThanOrEqual(0.995)
      expect(falselyProposed.length / proposed).toBeLessThanOrEqual(0.01)
    },
  )

  test('without any reference nothing is confirmed, and what is proposed is nearly always right', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { a, b, matchable } = makeLabelled(seed, 500)
      const bare = (lines: readonly TestLine[]) => lines.map(one => ({ ...one, order: null, batch: null }))
      const { confirmed, proposed, falselyProposed, found } = score({ a: bare(a), b })
      expect(confirmed).toBe(0)
      expect(falselyProposed.length / proposed).toBeLessThanOrEqual(0.1)
      expect(found.size / matchable.size).toBeGreaterThan(0.4)
    }
  })
})

describe('equal lines and rules have an equal result', () => {
  test('in whatever order the lines come, and however often', () => {
    const { a, b } = makeLabelled(7, 1000)
    const random = makeRandom(99)
    const first = score({ a, b }).result
    for (let round = 0; round < 5; round += 1) {
      const again = { a: random.shuffle(a), b: random.shuffle(b) }
      expect(score(again).result.hash).toBe(first.hash)
    }
    const sorted = (lines: readonly TestLine[]) =>
      lines.toSorted((one, two) => one.at - two.at || (one.id < two.id ? -1 : 1))
    expect(score({ a: sorted(a), b: sorted(b) }).result.hash).toBe(first.hash)
  })

  test('and another one when a cent, a line or the right to confirm differs', () => {
    const { a, b } = makeLabelled(7, 200)
    const first = score({ a, b }).result.hash
    const dearer = a.map((one, at) => (at === 3 ? { ...one, amount: one.amount + 1n } : one))
    for (const other of [
      score({ a: dearer, b }),
      score({ a: a.slice(1), b }),
      score({ a, b }, makeRules({ right: 0, wrong: 0 })),
    ])
      expect(other.result.hash).not.toBe(first)
  })
})

describe('rules on small sets', () => {
  // Few values, so that everything collides with everything.
  const small = (side: string) =>
    fc
      .array(
        fc.record({
          amount: fc.constantFrom(-300n, -100n, 100n, 200n, 203n, 300n, 500n),
          at: fc.integer({ min: 0, max: 5 }).map(days => AT + days * DAY_MS),
          currency: fc.constantFrom('CNY', 'CNY', 'CNY', 'JPY'),
          order: fc.constantFrom(null, 'O1', 'O2', 'o2 ', '2026000001', '2026000002', 'T200P2026000001', '202600001'),
          item: fc.constantFrom('goods', 'goods', 'fee', null),
          batch: fc.constantFrom(null, null, null, 'S1'),
          account: fc.constantFrom('shop', 'shop', null),
        }),
        { maxLength: 9 },
      )
      .map(lines => lines.map((one, at): TestLine => ({ ...one, id: `${side}${at}` })))

  test('agree exactly with every line held against every other', () => {
    fc.assert(
      fc.property(small('a'), small('b'), fc.shuffledSubarray([...makeRules().rules]), (a, b, order) => {
        const rules = { ...makeRules(), rules: order }
        const groups = named(a, b, rules).map(name => name.replace(/ (confirmed|proposed):/, ':'))
        expect(new Set(groups)).toEqual(matchByHand(a, b, order))
      }),
      { numRuns: 1500 },
    )
  })

  test('account for every line and every cent, currency by currency', () => {
    fc.assert(
      fc.property(small('a'), small('b'), (a, b) => {
        const result = match({ a: toLines(a), b: toLines(b) }, makeRules(), OPTIONS)
        const sum = (lines: readonly TestLine[]) => lines.reduce((total, one) => total + one.amount, 0n)
        const groups = listGroups(result, a, b)
        for (const totals of result.totals)
          for (const [side, lines] of [
            ['a', a],
            ['b', b],
          ] as const) {
            const own = lines.filter(one => one.currency === totals.currency)
            const taken = (state: string) =>
              groups
                .filter(group => group.state === state)
                .flatMap(group => group.lines.filter(one => own.includes(one)))
            const open = result.open.filter(one => one.side === side).map(one => lines[one.row]!)
            const { all, confirmed, proposed, open: left } = totals[side]
            expect(all).toEqual({ lines: own.length, minor: sum(own) })
            expect(confirmed).toEqual({ lines: taken('confirmed').length, minor: sum(taken('confirmed')) })
            expect(proposed).toEqual({ lines: taken('proposed').length, minor: sum(taken('proposed')) })
            expect(left.minor).toBe(sum(open.filter(one => own.includes(one))))
            expect(left.lines).toBe(all.lines - confirmed.lines - proposed.lines)
          }
      }),
      { numRuns: 300 },
    )
  })
})

describe("what is doubtful is nobody's guess", () => {
  test('100,000 equal lines without a reference are all in doubt, and nobody holds each against each', () => {
    const many = (side: string): TestLine[] =>
      Array.from({ length: 100_000 }, (_, at) => line(`${side}${String(at).padStart(6, '0')}`, 990, { order: null }))
    const result = match({ a: toLines(many('a')), b: toLines(many('b')) }, makeRules(), OPTIONS)
    expect(result.groups.count).toBe(0)
    expect(new Set(result.open.map(({ kind }) => kind))).toEqual(new Set(['AMBIGUOUS']))
    expect(result.open.length).toBe(200_000)
    // A constant for each line: candidates of equal amount are never parts of a sum.
    expect(result.steps).toBeLessThan(200_000 * 3)
  })

  test('100,000 equal amounts whose references are all near each other end as soon', () => {
    const many = (side: string, first: number): TestLine[] =>
      Array.from({ length: 100_000 }, (_, at) =>
        line(`${side}${String(at).padStart(6, '0')}`, 990, { order: `2026${first + at}` }),
      )
    const result = match({ a: toLines(many('a', 1_000_000)), b: toLines(many('b', 1_100_000)) }, makeRules(), OPTIONS)
    expect(result.groups.count).toBe(0)
    expect(result.steps).toBeLessThan(200_000 * 3)
  })

  test('sums are searched within a bound, whatever the amounts', () => {
    const parts = Array.from({ length: 400 }, (_, at) =>
      line(`b${at}`, 1000 + 2 * at, { order: null, account: `shop ${at >> 4}` }),
    )
    const wholes = Array.from({ length: 400 }, (_, at) =>
      line(`a${at}`, 15_001, { order: null, account: `shop ${at >> 4}` }),
    )
    const result = match({ a: toLines(wholes), b: toLines(parts) }, makeRules(), OPTIONS)
    expect(result.groups.count).toBe(0)
    expect(result.steps).toBeLessThan(MAX_STEPS_OF_RUN + 1_000_000)
  })

  test('a payment that stands twice beside one document is not matched', () => {
    const a = [line('a1', 100), line('a2', 100, { at: AT + 1 })]
    expect(named(a, [line('b1', 100)])).toEqual([])
    expect(kinds(a, [line('b1', 100)])).toEqual(['a1 DUPLICATE', 'a2 DUPLICATE', 'b1 AMBIGUOUS'])
  })

  test('a payment booked twice and its refund make a right sum, which is for a person to see', () => {
    const a = [line('a1', 100), line('a2', 100, { at: AT + 1 }), line('a3', -100, { at: AT + 2 })]
    expect(named(a, [line('b1', 60), line('b2', 40)])).toEqual(['order proposed: a1 a2 a3 b1 b2'])
  })

  test('a whole line as small as the tolerance is not written off as rounding', () => {
    expect(named([line('a1', 100), line('a2', -3)], [line('b1', 101)])).toEqual([])
    expect(named([line('a1', 100), line('a2', 50)], [line('b1', 151)])).toEqual(['tolerance confirmed: a1 a2 b1'])
  })

  test('two solutions of a sum are none', () => {
    const parts = [line('b1', 40), line('b2', 60), line('b3', 30), line('b4', 70)].map(one => ({ ...one, order: null }))
    expect(named([line('a1', 100)], parts.slice(0, 2))).toEqual(['subset proposed: a1 b1 b2'])
    expect(named([line('a1', 100)], parts)).toEqual([])
  })

  test('two lines that name different deals never meet by amount and time', () => {
    expect(named([line('a1', 770)], [line('b1', 770, { order: 'O2' })])).toEqual([])
    expect(named([line('a1', 770)], [line('b1', 770, { order: null })])).toEqual(['window proposed: a1 b1'])
  })

  test('currencies never meet', () => {
    expect(named([line('a1', 100)], [line('b1', 100, { currency: 'JPY' })])).toEqual([])
    expect(kinds([line('a1', 100)], [line('b1', 100, { currency: 'JPY' })])).toEqual([
      'a1 CURRENCY_DIFF',
      'b1 CURRENCY_DIFF',
    ])
  })
})

describe('a rule confirms what it has earned', () => {
  const pair = [[line('a1', 100)], [line('b1', 100)]] as const
  test.each([
    [{ right: 0, wrong: 0 }, 'proposed'],
    [{ right: 3837, wrong: 0 }, 'proposed'],
    [{ right: 3838, wrong: 0 }, 'confirmed'],
    [{ right: 5000, wrong: 0 }, 'confirmed'],
    [{ right: 4999, wrong: 1 }, 'proposed'],
    [{ right: 4950, wrong: 50 }, 'proposed'],
  ])('%o: %s', (history, state) => {
    expect(named(...pair, makeRules(history))).toEqual([`exact ${state}: a1 b1`])
  })

  test('and one without a reference nothing, whatever it has earned', () => {
    expect(named([line('a1', 100)], [line('b1', 100, { order: null })])).toEqual(['window proposed: a1 b1'])
    const keyless: Rule = { id: 'any', kind: 'exact', keys: [], history: EARNED }
    expect(named(...pair, { ...makeRules(), rules: [keyless] })).toEqual(['any proposed: a1 b1'])
  })

  test('differences beyond the limit of a run are proposed', () => {
    const orders = ['O1', 'O2', 'O3']
    const [a, b] = [
      orders.map((order, at) => line(`a${at}`, 1000, { order })),
      orders.map((order, at) => line(`b${at}`, 1004, { order })),
    ]
    const rules = { ...makeRules(), rules: makeRules().rules.map(rule => ({ ...rule, limitMinor: 8n }) as Rule) }
    expect(named(a, b, rules)).toEqual([
      'tolerance confirmed: a0 b0',
      'tolerance confirmed: a1 b1',
      'tolerance proposed: a2 b2',
    ])
  })
})

describe('lines that would make a result wrong are refused', () => {
  test.each<[string, readonly TestLine[], RegExp]>([
    ['one that is there twice', [line('a1', 1), line('a1', 2)], /line a1 is there twice/],
    ['one that is there twice at two times', [line('a1', 1), line('a1', 1, { at: AT + 5 })], /line a1 is there twice/],
    ['one without a time', [line('a1', 1, { at: Number.NaN })], /has no time/],
  ])('%s', (_, a, message) => {
    expect(() => named(a, [])).toThrow(message)
  })

  test('amounts whose sum has no place', () => {
    const a = ['a1', 'a2'].map(id => ({ ...line(id, 1), amount: 2n ** 62n }))
    expect(() => named(a, [])).toThrow(/have no sum in 64 bits/)
    const least = [{ ...line('a1', 1), amount: -(2n ** 63n) }]
    expect(() => named(least, [])).toThrow(/have no sum in 64 bits/)
  })

  test('a column that is missing or too short', () => {
    const lines = toLines([line('a1', 1)])
    const { order: _, ...columns } = lines.columns
    expect(() => match({ a: { ...lines, columns }, b: lines }, makeRules(), OPTIONS)).toThrow(/no column "order"/)
    const short = { ...lines, columns: { ...lines.columns, order: [] } }
    expect(() => match({ a: short, b: lines }, makeRules(), OPTIONS)).toThrow(/0 values in order, 1 lines/)
  })
})

test('work is done in turns, so that whoever drives them can stop between two', () => {
  const { a, b } = makeLabelled(3, 20_000)
  const turns = matchInTurns({ a: toLines(a), b: toLines(b) }, makeRules(), OPTIONS)
  let count = 0
  while (!turns.next().done) count += 1
  expect(count).toBeGreaterThan(20)
})
