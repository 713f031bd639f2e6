import { expect, test } from 'vitest'
import { listCurrencies, shareProven } from './model.ts'

test('what nobody ever confirmed is not measured, and what was refused is', () => {
  expect([
    shareProven({ right: 0, wrong: 0, proven: 0 }),
    shareProven({ right: 0, wrong: 3, proven: 0 }),
    shareProven({ right: 20, wrong: 0, proven: 8609 }),
  ]).toEqual([null, 0, 86.09])
})

test('amounts of rules are in the currency of the lines, whatever the account was set up with', () => {
  expect([listCurrencies(['CNY'], 'USD'), listCurrencies([], 'USD'), listCurrencies(undefined, 'USD')]).toEqual([
    ['CNY'],
    ['USD'],
    ['USD'],
  ])
})
