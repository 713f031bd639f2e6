import { expect, test } from 'vitest'
import { explainLine, type Line } from './explain.ts'
import { makeRules } from './testing/rules.ts'
import { DAY_MS } from './testing/to-lines.ts'

const AT = Date.UTC(2026, 2, 1)
const line = (id: string, amount: bigint, change: Partial<Line> = {}, columns: Line['columns'] = {}): Line => ({
  id,
  amountMinor: amount,
  currency: 'CNY',
  occurredMs: AT,
  columns: { order: '2026000001', item: 'goods', account: 'shop', batch: null, ...columns },
  isTaken: false,
  ...change,
})
const RULES = makeRules()

test('an amount beyond the tolerance: the rule that nearly took it, and by how much it did not', () => {
  const [nearest] = explainLine('a', line('a1', 1000n), [line('b1', 1009n)], RULES)
  expect(nearest).toMatchObject({
    id: 'b1',
    distances: { reference: 'equal', isSameCurrency: true, differenceMinor: -9n, lagMs: 0, isTaken: false },
    nearest: { rule: 'exact', failures: [{ why: 'amount', missingMinor: 9n }] },
  })
  const tolerance = nearest?.verdicts.find(({ rule }) => rule === 'tolerance')
  expect(tolerance?.failures).toEqual([{ why: 'amount', missingMinor: 4n }])
})

test('seen from B the same pair has the same distances', () => {
  const [fromA] = explainLine('a', line('a1', 1000n), [line('b1', 1009n, { occurredMs: AT + 5 })], RULES)
  const [fromB] = explainLine('b', line('b1', 1009n, { occurredMs: AT + 5 }), [line('a1', 1000n)], RULES)
  expect(fromB?.distances).toEqual(fromA?.distances)
})

test('a window that was too short, in milliseconds', () => {
  const late = line('b1', 1000n, { occurredMs: AT + 3 * DAY_MS }, { order: null })
  const [nearest] = explainLine('a', line('a1', 1000n), [late], RULES)
  const window = nearest?.verdicts.find(({ rule }) => rule === 'window')
  expect(window?.failures).toEqual([{ why: 'time', missingMs: DAY_MS }])
})

test('two lines that name their deals are not for the rules without a reference', () => {
  const [nearest] = explainLine('a', line('a1', 1000n), [line('b1', 1000n, {}, { order: 'another one' })], RULES)
  const window = nearest?.verdicts.find(({ rule }) => rule === 'window')
  expect(window?.failures).toEqual([{ why: 'reference' }])
})

test('a reference by one character, another currency, a line that is taken, and a key with what it holds', () => {
  const of = (candidate: Line) => explainLine('a', line('a1', 1000n), [candidate], RULES)[0]
  expect(of(line('b1', 1000n, {}, { order: '2026000007' }))?.distances.reference).toBe('near')
  expect(of(line('b1', 1000n, { currency: 'JPY' }))?.nearest?.failures).toEqual([{ why: 'currency' }])
  expect(of(line('b1', 1000n, { isTaken: true }))?.nearest?.failures).toEqual([{ why: 'taken' }])
  const exact = of(line('b1', 1000n, {}, { item: 'fee' }))?.verdicts[0]
  expect(exact?.failures).toEqual([{ why: 'key', column: 'item', value: 'goods', other: 'fee' }])
})

test('the nearest stand first, whatever their order, and no more than asked for', () => {
  const candidates = [
    line('far', 5000n, { occurredMs: AT + 9 * DAY_MS }, { order: 'another one' }),
    line('cent', 1001n),
    line('nine', 1009n),
  ]
  const names = (lines: readonly Line[]) => explainLine('a', line('a1', 1000n), lines, RULES, 2).map(({ id }) => id)
  expect(names(candidates)).toEqual(['cent', 'nine'])
  expect(names(candidates.toReversed())).toEqual(['cent', 'nine'])
})

test('a rule without failures took nothing because there was more than one way', () => {
  const twins = [line('b1', 1000n), line('b2', 1000n)]
  const explained = explainLine('a', line('a1', 1000n), twins, RULES)
  expect(explained.map(({ id, nearest }) => [id, nearest?.failures])).toEqual([
    ['b1', []],
    ['b2', []],
  ])
})
