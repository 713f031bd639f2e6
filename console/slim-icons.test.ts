import { expect, test } from 'vitest'
import { roundPath } from './slim-icons.ts'

test('what a step loses the next one gets', () => {
  expect(roundPath('M0.4 0l0.4 0l0.4 0l0.4 0z')).toBe('M0 0l1 0l0 0l1 0z')
})

test('the flags of an arc are one character each, and stay as its radii do', () => {
  expect(roundPath('M10.2 20.6a32.55 32.55 0 01-3.3-14.1')).toBe('M10 21a32.55 32.55 0 0 1-3-14')
  expect(roundPath('M1.4 1.4a2 2 0 0112.5.6')).toBe('M1 1a2 2 0 0 1 13 1')
})

test('a path of another kind stays as it is', () => {
  expect(roundPath('M1.5 2.5x3')).toBe('M1.5 2.5x3')
})
