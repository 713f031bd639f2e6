import { describe, expect, it } from 'vitest'
import {
  closeTabs,
  HOME_TAB,
  listClosing,
  MOST_TABS,
  moveTab,
  noTabs,
  refreshTab,
  type Tabs,
  visitTab,
} from './tabs.ts'

const keys = (tabs: Tabs): readonly string[] => tabs.order.map(tab => tab.key)
const open = (...urls: string[]): Tabs => urls.reduce(visitTab, noTabs)

describe('tabs of the workspace', () => {
  it('keep the workbench first and open every other page once', () => {
    expect(keys(open('/a', '/b', '/a?page=2'))).toEqual([HOME_TAB, '/a', '/b'])
    expect(open('/a', '/b', '/a?page=2').order[1]?.url).toBe('/a?page=2')
  })
  it('remember which were seen last', () => {
    expect(open('/a', '/b', '/a?x=1').recent).toEqual(['/a', '/b'])
  })
  it.each([
    ['one', '/b', ['/b']],
    ['left', '/b', ['/a']],
    ['right', '/b', ['/c']],
    ['others', '/b', ['/a', '/c']],
    ['one', HOME_TAB, []],
    ['left', '/a', []],
    ['right', '/c', []],
    ['others', HOME_TAB, ['/a', '/b', '/c']],
    ['one', '/nowhere', []],
  ] as const)('closing %s from %s closes %j, never the workbench', (closing, key, closed) => {
    expect(listClosing(open('/a', '/b', '/c'), key, closing)).toEqual(closed)
  })
  it('closing the shown one goes to its right neighbour, then to its left', () => {
    const tabs = open('/a?x=1', '/b', '/c?y=2')
    expect(closeTabs(tabs, ['/b'], '/b').next).toBe('/c?y=2')
    expect(closeTabs(tabs, ['/b', '/c'], '/b').next).toBe('/a?x=1')
    expect(closeTabs(tabs, ['/a', '/b', '/c'], '/b').next).toBe(HOME_TAB)
    expect(closeTabs(tabs, ['/a'], '/b').next).toBeNull()
    expect(closeTabs(tabs, ['/a'], '/b').tabs.recent).toEqual(['/c', '/b'])
  })
  it('move along the bar, but not before the workbench', () => {
    expect(keys(moveTab(open('/a', '/b', '/c'), '/c', 0))).toEqual([HOME_TAB, '/c', '/a', '/b'])
    expect(keys(moveTab(open('/a', '/b', '/c'), '/a', 2))).toEqual([HOME_TAB, '/b', '/a', '/c'])
    expect(keys(moveTab(open('/a', '/b'), '/a', 99))).toEqual([HOME_TAB, '/b', '/a'])
    expect(keys(moveTab(open('/a'), HOME_TAB, 1))).toEqual([HOME_TAB, '/a'])
  })
  it('more than anybody finds again: the one that was not seen for longest goes, never the workbench', () => {
    const many = Array.from({ length: MOST_TABS - 1 }, (_, index) => `/p${index}`)
    const full = open(HOME_TAB, ...many)
    expect(full.order).toHaveLength(MOST_TABS)
    expect(keys(visitTab(visitTab(full, '/p0'), '/new'))).toEqual([HOME_TAB, '/p0', ...many.slice(2), '/new'])
    // After a reload none was seen yet.
    expect(keys(visitTab({ ...full, recent: [] }, '/new'))).toEqual([HOME_TAB, ...many.slice(1), '/new'])
  })
  it('a refreshed one starts anew at its place', () => {
    const tabs = refreshTab(open('/a', '/b'), '/a')
    expect(tabs.order.map(tab => tab.generation)).toEqual([0, 1, 0])
  })
})
