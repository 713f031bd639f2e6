import { expect, it } from 'vitest'
import { writeAmount } from './amount.ts'

it.each([
  ['0.00', '0.00', '0,00'],
  ['-1234.50', '-1,234.50', '-1.234,50'],
  ['92233720368547758.07', '92,233,720,368,547,758.07', '92.233.720.368.547.758,07'],
  ['-100', '-100', '-100'],
])('%s', (amount, english, portuguese) => {
  expect([writeAmount(amount, 'en-US'), writeAmount(amount, 'pt-BR')]).toEqual([english, portuguese])
})
