import { expect, test } from 'vitest'
import { guessKey } from './guess-key.ts'

test.each([
  [
    'the first field named like a key',
    [
      { name: 'a', id: 1 },
      { name: 'b', id: 2 },
    ],
    'id',
  ],
  [
    'camel case',
    [
      { orderNo: 'A', qty: 1 },
      { orderNo: 'B', qty: 2 },
    ],
    'orderNo',
  ],
  [
    'Chinese',
    [
      { 日期: 1, 订单号: 'A' },
      { 日期: 2, 订单号: 'B' },
    ],
    '订单号',
  ],
  [
    'values that repeat are none',
    [
      { id: 1, code: 'a' },
      { id: 1, code: 'b' },
    ],
    'code',
  ],
  ['nor are blanks', [{ id: '' }, { id: 2 }], null],
  ['nor missing ones', [{ id: 1 }, {}], null],
  [
    'nor words that only end so',
    [
      { piano: 1, paid: 2 },
      { piano: 3, paid: 4 },
    ],
    null,
  ],
  ['one record tells nothing', [{ id: 1 }], null],
])('%s', (_, rows, key) => expect(guessKey(rows)).toBe(key))
