import { afterEach, expect, test, vi } from 'vitest'
import { takeTurn } from './take-turn.ts'

const cases = Array.from({ length: 10 }, (_, at) => at)
afterEach(() => vi.unstubAllEnvs())

test('three turns see every case once, and a run of all sees all', () => {
  const seen = ['0', '1', '2'].flatMap(turn => {
    vi.stubEnv('TEST_TURN', turn)
    return takeTurn(cases)
  })
  expect(seen.toSorted((a, b) => a - b)).toEqual(cases)
  vi.stubEnv('TEST_TURN', 'all')
  expect(takeTurn(cases)).toEqual(cases)
})

test('without a name each day has a turn of its own, and short lists are not all taken at their first case', () => {
  vi.stubEnv('TEST_TURN', undefined)
  expect(takeTurn(cases).length).toBeLessThan(5)
  expect([0, 1, 2].flatMap(offset => takeTurn(['only'], offset))).toEqual(['only'])
})
