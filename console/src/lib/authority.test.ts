import { expect, it } from 'vitest'
import { isAllowed } from './authority.ts'

const held = new Set(['add', 'connector:query'])

it('takes a name, a list of which one suffices, or a rule', () => {
  expect(isAllowed(held, 'add')).toBe(true)
  expect(isAllowed(held, 'delete')).toBe(false)
  expect(isAllowed(held, ['delete', 'connector:query'])).toBe(true)
  expect(isAllowed(held, [])).toBe(false)
  expect(isAllowed(held, names => names.size > 5)).toBe(false)
})
it('lets everyone pass where nothing is asked', () => {
  expect(isAllowed(new Set(), undefined)).toBe(true)
  expect(isAllowed(new Set(), null)).toBe(true)
})
