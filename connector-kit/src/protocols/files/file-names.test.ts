import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileNamePattern } from './file-names.ts'

test.each([
  ['*', 'a.csv', true],
  ['', 'a', false],
  ['*.csv', 'Bestellungen.CSV', true],
  ['*.csv', 'a.csv.bak', false],
  ['a?.csv', 'a1.csv', true],
  ['a?.csv', 'a.csv', false],
  ['订单*.xlsx', '订单2026.xlsx', true],
  ['?.txt', '😀.txt', true],
  ['a*b*c', 'aXbXbXc', true],
  ['a*b*c', 'aXbXbX', false],
  ['(a+)+', '(a+)+', true],
  ['*\n*', 'a\nb', true],
])('the pattern %j and the name %j: %s', (pattern, name, isWanted) => {
  expect(compileNamePattern(pattern)(name)).toBe(isWanted)
})

test('a name fits as it does by an expression that is tried every way', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
  const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  fc.assert(
    fc.property(letters, names, (pattern, name) => {
      const regex = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`)
      expect(compileNamePattern(pattern)(name)).toBe(regex.test(name))
    }),
    { numRuns: 2000 },
  )
})

test('many stars over a long name cost a walk; tried every way this would not end', () => {
  expect(compileNamePattern(`${'*a'.repeat(40)}b`)('a'.repeat(250))).toBe(false)
})
