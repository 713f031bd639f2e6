import { Bytes, type Data, ExactNumber, toJson } from '@sluice/contract'
import { expect, test } from 'vitest'
import { toJsonInTurns } from './in-turns.ts'

test.each<[string, Data]>([
  ['nothing', {}],
  ['plain values', { a: null, b: true, c: 'x"\n', d: new ExactNumber('12.50'), e: new Bytes('AAAA') }],
  ['short and empty lists', { a: [], b: [1], c: [[], [{}], [1, 2]], d: { e: [null, 'x'] } }],
  ['flat and deep elements mixed', { a: Array.from({ length: 350 }, (_, at) => (at % 90 === 7 ? { b: [at] } : at)) }],
  ['long lists', { a: Array.from({ length: 250 }, (_, at) => ({ id: at, n: [at, 'x'] })), b: Array(100).fill(1) }],
])('%s are written in turns as at once', async (_, value) => {
  expect(await toJsonInTurns(value)).toBe(toJson(value))
})
