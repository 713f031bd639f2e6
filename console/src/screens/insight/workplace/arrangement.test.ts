import { expect, it } from 'vitest'
import { arrange, blocks, orderOfRole, spell } from './arrangement.ts'

const can =
  (...permissions: string[]) =>
  (name: string) =>
    permissions.includes(name)

it('begins by role: money, processes or drafts first', () => {
  expect(orderOfRole(can('reconciliation:update'))[0]).toBe('finance')
  expect(orderOfRole(can('process:query'))[1]).toBe('limits')
  expect(orderOfRole(can('strategy:update', 'reconciliation:update'))[0]).toBe('needs')
  for (const role of [can(), can('strategy:update'), can('process:query')])
    expect(orderOfRole(role).toSorted()).toEqual(blocks.toSorted())
})

it('is kept as a text that stays true when blocks come or go', () => {
  const chosen = arrange('strips,-needs,nonsense,strips', ['needs', 'strips', 'day'])
  expect(chosen).toEqual([
    { block: 'strips', isShown: true },
    { block: 'needs', isShown: false },
    { block: 'day', isShown: true },
  ])
  expect(arrange(spell(chosen), ['needs', 'strips', 'day'])).toEqual(chosen)
  expect(spell(blocks.map(block => ({ block, isShown: false }))).length).toBeLessThan(200)
})
