import { expect, test } from 'vitest'
import { stateOf } from './source-state.ts'

const whole = {
  ...{ is_on: true, failure: null, looked_at: '2026-11-29T10:00:00Z', is_stale: false },
  ...{ remaining: 0, problems: [] },
}

test('a look is good only where it brought everything', () => {
  expect(stateOf(whole)).toBe('good')
  expect(stateOf({ ...whole, remaining: 1 })).toBe('partial')
  expect(stateOf({ ...whole, problems: [{}] })).toBe('partial')
  expect(stateOf({ ...whole, problems: [{}], is_stale: true })).toBe('stale')
  expect(stateOf({ ...whole, failure: { code: 'egress.refused', message: '' }, is_stale: true })).toBe('failed')
  expect(stateOf({ ...whole, looked_at: null })).toBe('never')
  expect(stateOf({ ...whole, is_on: false })).toBe('off')
})
