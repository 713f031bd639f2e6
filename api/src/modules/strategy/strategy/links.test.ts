import { describe, expect, it } from 'vitest'
import { findCycle, orderUpstreamFirst } from './links.ts'

const links = (...pairs: string[]) => pairs.map(pair => ({ strategy_id: pair.charAt(0), upstream_id: pair.charAt(1) }))

describe('strategies that wait for each other', () => {
  it.each([
    [[], null],
    [['AB', 'BC'], null],
    [['AB', 'AC', 'BD', 'CD'], null],
    [
      ['AB', 'BA'],
      ['A', 'B', 'A'],
    ],
    [
      ['AB', 'BC', 'CD', 'DA', 'BX'],
      ['A', 'B', 'C', 'D', 'A'],
    ],
    // A circle that the strategy only leads to was there before, and is not its own.
    [['AB', 'BC', 'CB'], null],
  ])('%j: the circle of A is %j', (pairs, cycle) => {
    expect(findCycle(links(...pairs), 'A')).toEqual(cycle)
  })

  it('are started upstream first, whatever the order they were given in', () => {
    expect(orderUpstreamFirst(['A', 'B', 'C', 'D', 'A'], links('AB', 'BC', 'AD'))).toEqual(['D', 'C', 'B', 'A'])
    // Through one that is not among them.
    expect(orderUpstreamFirst(['A', 'C'], links('AB', 'BC'))).toEqual(['C', 'A'])
    expect(orderUpstreamFirst(['B', 'A'], [])).toEqual(['B', 'A'])
  })

  it('are ordered however long the chain', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => String(index))
    const chain = ids.slice(1).map((id, index) => ({ strategy_id: String(index), upstream_id: id }))
    expect(orderUpstreamFirst(ids, chain)).toEqual(ids.toReversed())
    expect(findCycle(chain, '0')).toBeNull()
  })
})
