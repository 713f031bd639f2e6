import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { requireOrder } from './increment-order.ts'

const judge = (kind: Column['kind'], greatest: string | null): boolean => {
  try {
    requireOrder({ name: 'up', kind }, greatest)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'source.incrementOrder', field: 'source.increment.field' })
    return false
  }
}

describe('the greatest text of an increment field', () => {
  it.each([
    ['9', false],
    ['10.5', false],
    ['-3', false],
    ['31.1.2026', false],
    ['31/01/2026 10:00', false],
    ['2026-1-5', false],
    ['2026年1月5日', false],
    ['99991399', false],
    ['f47ac10b-58cc-4372-a567-0e02b2c3d479', false],
    ['20260131', true],
    ['20260131235959', true],
    ['2026-01-05', true],
    ['2026/01/05 10:00', true],
    ['2026-01-05T10:00:00Z', true],
    ['SO-000123', true],
    ['018f4b2e-7a3c-7def-8abc-0123456789ab', true],
  ])('%s: %s', (greatest, isOrdered) => expect(judge({ is: 'text' }, greatest)).toBe(isOrdered))
})

it('numbers and times are ordered, and nothing is; other kinds are not', () => {
  expect(judge({ is: 'integer', min: 0n, max: 9n }, '9')).toBe(true)
  expect(judge({ is: 'datetime', zoned: true, digits: 6 }, '2026-01-05 10:00:00+00')).toBe(true)
  expect(judge({ is: 'text' }, null)).toBe(true)
  expect(judge({ is: 'boolean' }, 'true')).toBe(false)
  expect(judge({ is: 'other' }, 'f47ac10b-58cc-4372-a567-0e02b2c3d479')).toBe(false)
})
