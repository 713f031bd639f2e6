import { expect, test } from 'vitest'
import { findFloatMoney } from './money.ts'
import { readSources } from './tree.ts'

const find = (text: string, path = 'matcher/src/planted.ts') => findFloatMoney([{ path, text }])

test.each([
  'const a = parseFloat(text)',
  'const a = Number(text)',
  'const a = amount * 100',
  'const a = amount / 100',
  'return amount.toFixed(2)',
])('%s is found where amounts are counted', text => {
  expect(find(`// line one\n${text}`)).toMatchObject([{ path: 'matcher/src/planted.ts', line: 2 }])
  expect(find(text, 'matcher/src/planted.test.ts')).toEqual([])
  expect(find(text, 'engine/src/planted.ts')).toEqual([])
})

test.each(['const a = amount * 100n', 'Number.isNaN(time)', '// parseFloat("1,234") is 1', 'const a = size * 1000'])(
  '%s is not',
  text => {
    expect(find(text)).toEqual([])
  },
)

test('the tree has none', () => {
  expect(findFloatMoney(readSources())).toEqual([])
})
