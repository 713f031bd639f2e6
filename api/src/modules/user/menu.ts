import type { MenuNode } from './contract.ts'

interface Entry extends Omit<MenuNode, 'meta'> {
  readonly meta: MenuNode['meta']
  /** Shown only to who holds it. */
  readonly permission?: string
}

const leaf = (parentId: string, id: string, path: string, component: string, permission?: string): Entry => ({
  id,
  parentId,
  name: id,
  path,
  component,
  meta: { title: `menu.${id}`, hideInMenu: true },
  ...(permission === undefined ? {} : { permission }),
})

/** What exists now. A screen joins the menu by one entry here; titles are keys of the console's texts. */
const entries: readonly Entry[] = [
  {
    id: 'workplace',
    parentId: '',
    name: 'workplace',
    path: '/workplace',
    component: 'workplace',
    meta: { title: 'menu.workplace', icon: 'WorkplaceIcon' },
  },
  {
    id: 'strategy',
    parentId: '',
    name: 'strategy',
    path: '/strategy/index',
    component: 'strategy/index',
    meta: { title: 'menu.strategy', icon: 'StrategyIcon', hideChildrenInMenu: true },
    permission: 'strategy:query',
  },
  leaf('strategy', 'strategy-create', '/strategy/create', 'strategy/create', 'strategy:add'),
  leaf('strategy', 'strategy-detail', '/strategy/detail/:id', 'strategy/detail', 'strategy:query'),
  leaf('strategy', 'strategy-data', '/strategy/detail/:strategy/:id', 'strategy/data', 'strategy:query'),
  {
    id: 'connector',
    parentId: '',
    name: 'connector',
    path: '/connector/index',
    component: 'connector/index',
    meta: { title: 'menu.connector', icon: 'ConnectorIcon', hideChildrenInMenu: true },
    permission: 'connector:query',
  },
  leaf('connector', 'connector-create', '/connector/create', 'connector/create', 'connector:add'),
  leaf('connector', 'connector-detail', '/connector/detail/:id', 'connector/detail', 'connector:query'),
  {
    id: 'system',
    parentId: '',
    name: 'system',
    path: '/system',
    redirect: '/system/log',
    meta: { title: 'menu.system', icon: 'SystemIcon' },
    permission: 'log:query',
  },
  {
    id: 'system-log',
    parentId: 'system',
    name: 'system-log',
    path: '/system/log',
    component: 'system/log',
    meta: { title: 'menu.system-log' },
    permission: 'log:query',
  },
]

/** The nodes a holder of these permissions may see, parents first. */
export const listMenu = (isAllowed: (permission: string) => boolean): MenuNode[] =>
  entries
    .filter(entry => entry.permission === undefined || isAllowed(entry.permission))
    .map(({ permission, ...node }) => ({
      ...node,
      meta: { ...node.meta, ...(permission === undefined ? {} : { authority: [permission] }) },
    }))
