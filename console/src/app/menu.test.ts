import type { MenuNode } from '@sluice/api/modules/identity/user/contract.ts'
import { describe, expect, it } from 'vitest'
import type { AnyPage } from '../lib/page.ts'
import type { MenuItem } from '../shell/menu-item.ts'
import { buildMenu, traceTrail } from './menu.ts'

const page = (path: string, zh: string): AnyPage => ({
  path,
  title: { zh, en: path },
  area: 'workspace',
  load: () => Promise.reject(new Error('not loaded here')),
})
const pages = [
  page('/workplace', '工作台'),
  page('/strategy/index', '策略列表'),
  page('/strategy/detail/:id', '策略详情'),
  page('/system/log', '操作日志'),
]
const titles = { pages, headings: { system: { zh: '系统设置', en: 'System' } } }
const node = (id: string, parentId: string, path: string, meta: Partial<MenuNode['meta']> = {}): MenuNode => ({
  id,
  parentId,
  name: id,
  path,
  meta: { title: `menu.${id}`, ...meta },
})
const nodes: MenuNode[] = [
  node('workplace', '', '/workplace', { icon: 'WorkplaceIcon' }),
  node('strategy', '', '/strategy/index', { hideChildrenInMenu: true }),
  node('strategy-detail', 'strategy', '/strategy/detail/:id', { hideInMenu: true }),
  { ...node('system', '', '/system'), redirect: '/system/log' },
  node('system-log', 'system', '/system/log'),
  node('sheets', '', 'https://sheets.example', { title: '表格' }),
]

describe('menu', () => {
  it('makes a tree of the flat nodes, with our titles', () => {
    const shown = (items: readonly MenuItem[]): unknown[] =>
      items.map(item => [item.title.zh, item.path, ...(item.children.length > 0 ? [shown(item.children)] : [])])
    expect(shown(buildMenu(nodes, titles))).toEqual([
      ['工作台', '/workplace'],
      ['策略列表', '/strategy/index'],
      ['系统设置', '/system/log', [['操作日志', '/system/log']]],
      ['表格', 'https://sheets.example'],
    ])
  })
  it('marks addresses of other sites', () => {
    expect(buildMenu(nodes, titles).map(item => item.isExternal)).toEqual([false, false, false, true])
  })
  it('traces a hidden page through its parents', () => {
    const trail = traceTrail('/strategy/detail/7', pages[2]!, nodes, titles)
    expect(trail.map(crumb => [crumb.title.zh, crumb.path])).toEqual([
      ['策略列表', '/strategy/index'],
      ['策略详情', undefined],
    ])
  })
  it('traces a page that no node names by the page’s own parents', () => {
    const orphan = { ...page('/strategy/other', '其他'), parent: () => pages[1]! }
    expect(traceTrail('/strategy/other', orphan, nodes, titles).map(crumb => crumb.path)).toEqual([
      '/strategy/index',
      undefined,
    ])
  })
  it('has no trail for an address that does not exist', () => {
    expect(traceTrail('/nope', null, nodes, titles)).toEqual([])
  })
})
