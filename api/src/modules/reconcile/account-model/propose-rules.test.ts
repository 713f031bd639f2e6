import { expect, test } from 'vitest'
import { type Example, proposeRules } from './propose-rules.ts'

const HOUR = 3_600_000
const line = (minor: number, columns: Partial<Example['a'][number]['columns']> = {}, hours = 0) => ({
  ...{ id: '1', minor: BigInt(minor), ms: hours * HOUR },
  columns: { order: null, parent_order: null, batch: null, item: null, account: 'A', day: null, ...columns },
})
type Given = readonly [a: ReturnType<typeof line>[], b: ReturnType<typeof line>[], item?: string]
const rulesOf = (...given: readonly Given[]) =>
  proposeRules(given.map(([a, b, item = null], at) => ({ id: String(at), a, b, item }))).map(({ rule }) => {
    const { id: _, ...says } = rule
    return says
  })
const three = (make: (order: string, at: number) => Given): Given[] => ['O-1', 'O-2', 'O-3'].map(make)

test.each<[string, Given[], object[]]>([
  ['two are too few', three(order => [[line(5, { order })], [line(5, { order })]]).slice(0, 2), []],
  [
    'one to one by the number',
    three(order => [[line(5, { order, item: 'x' })], [line(5, { order })]]),
    [{ kind: 'exact', keys: ['order'] }],
  ],
  [
    'several lines that add up',
    three(order => [[line(9, { order }), line(-4, { order })], [line(5, { order })]]),
    [{ kind: 'aggregate', keys: ['order'] }],
  ],
  [
    'a settlement',
    three(batch => [[line(5, { batch })], [line(3, { batch }), line(2, { batch })]]),
    [{ kind: 'batch', keys: ['batch'] }],
  ],
  [
    'a fee that is a share, whatever the size of the order',
    three((order, at) => [[line(9940 * (at + 1), { order })], [line(10_000 * (at + 1), { order })], 'fee']),
    [
      {
        kind: 'tolerance',
        keys: ['order'],
        item: 'fee',
        tolerance_basis_points: 60,
        tolerance_minor: '0',
        limit_minor: '18000',
      },
    ],
  ],
  [
    'differences of one size',
    three((order, at) => [[line(1000 - 3 - at, { order })], [line(1000, { order })], 'rounding']),
    [
      {
        kind: 'tolerance',
        keys: ['order'],
        item: 'rounding',
        tolerance_basis_points: 0,
        tolerance_minor: '5',
        limit_minor: '500',
      },
    ],
  ],
  ['a difference that nobody booked', three(order => [[line(997, { order })], [line(1000, { order })]]), []],
  [
    'the same number with a prefix',
    three((_, at) => [[line(5, { order: `T200P9000${at}` })], [line(5, { order: `9000${at}` })]]),
    [{ kind: 'reference', keys: ['account'], prefixes: ['T200P'] }],
  ],
  [
    'no number, hours apart: no wider than they were',
    [3, 20, -2].map((hours): Given => [[line(5)], [line(5, {}, hours)]]),
    [{ kind: 'window', keys: ['account'], before_hours: 2, after_hours: 20 }],
  ],
  ['two different numbers', three((order, at) => [[line(5, { order })], [line(5, { order: `other-${at}` })]]), []],
])('%s', (_, given, rules) => {
  expect(rulesOf(...given).map(rule => rule)).toMatchObject(rules)
  expect(rulesOf(...given)).toHaveLength(rules.length)
  expect(rulesOf(...given.toReversed())).toEqual(rulesOf(...given))
})
