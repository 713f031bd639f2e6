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
    id: 'api-assets',
    parentId: '',
    name: 'api-assets',
    path: '/api-assets',
    redirect: '/api-assets/platform',
    meta: { title: 'menu.api-assets', icon: 'AssetIcon' },
  },
  {
    id: 'api-assets-platform',
    parentId: 'api-assets',
    name: 'api-assets-platform',
    path: '/api-assets/platform',
    component: 'api-assets/platform',
    meta: { title: 'menu.api-assets-platform' },
    permission: 'platform:query',
  },
  leaf(
    'api-assets',
    'api-assets-platform-form',
    '/api-assets/platform/:id',
    'api-assets/platform-form',
    'platform:query',
  ),
  {
    id: 'api-assets-api',
    parentId: 'api-assets',
    name: 'api-assets-api',
    path: '/api-assets/api',
    component: 'api-assets/api',
    meta: { title: 'menu.api-assets-api' },
    permission: 'asset:query',
  },
  leaf('api-assets', 'api-assets-api-form', '/api-assets/api/:id', 'api-assets/api-form', 'asset:query'),
  {
    id: 'api-assets-collection',
    parentId: 'api-assets',
    name: 'api-assets-collection',
    path: '/api-assets/collection',
    component: 'api-assets/collection',
    meta: { title: 'menu.api-assets-collection' },
    permission: 'asset:query',
  },
  leaf(
    'api-assets',
    'api-assets-collection-detail',
    '/api-assets/collection/:id',
    'api-assets/collection-detail',
    'asset:query',
  ),
  {
    id: 'api-assets-adapter',
    parentId: 'api-assets',
    name: 'api-assets-adapter',
    path: '/api-assets/adapter',
    component: 'api-assets/adapter',
    meta: { title: 'menu.api-assets-adapter' },
    permission: 'asset:query',
  },
  leaf('api-assets', 'api-assets-adapter-form', '/api-assets/adapter/:id', 'api-assets/adapter-form', 'asset:query'),
  {
    id: 'api-assets-approval',
    parentId: 'api-assets',
    name: 'api-assets-approval',
    path: '/api-assets/approval',
    component: 'api-assets/approval',
    meta: { title: 'menu.api-assets-approval' },
    permission: 'asset:query',
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
    id: 'operations',
    parentId: '',
    name: 'operations',
    path: '/operations',
    redirect: '/strategy/health',
    meta: { title: 'menu.operations', icon: 'OperationsIcon' },
  },
  {
    id: 'strategy-health',
    parentId: 'operations',
    name: 'strategy-health',
    path: '/strategy/health',
    component: 'strategy/health',
    meta: { title: 'menu.strategy-health' },
    permission: 'strategy:query',
  },
  {
    id: 'operations-error',
    parentId: 'operations',
    name: 'operations-error',
    path: '/strategy/error/data',
    component: 'strategy/error-data',
    meta: { title: 'menu.operations-error' },
    permission: 'strategy:query',
  },
  {
    id: 'strategy-export-job',
    parentId: 'operations',
    name: 'strategy-export-job',
    path: '/strategy/export/job',
    component: 'strategy/export-job',
    meta: { title: 'menu.strategy-export-job' },
    permission: 'strategy:export',
  },
  {
    id: 'resources',
    parentId: '',
    name: 'resources',
    path: '/resources',
    redirect: '/resources/process',
    meta: { title: 'menu.resources', icon: 'ResourcesIcon' },
  },
  {
    id: 'resources-process',
    parentId: 'resources',
    name: 'resources-process',
    path: '/resources/process',
    component: 'resources/process',
    meta: { title: 'menu.resources-process' },
    permission: 'process:query',
  },
  leaf(
    'resources',
    'resources-process-detail',
    '/resources/process/detail',
    'resources/process-detail',
    'process:query',
  ),
  {
    id: 'resources-mapping',
    parentId: 'resources',
    name: 'resources-mapping',
    path: '/resources/mapping',
    component: 'resources/mapping',
    meta: { title: 'menu.resources-mapping' },
    permission: 'mapping:query',
  },
  leaf('resources', 'resources-mapping-detail', '/resources/mapping/:id', 'resources/mapping-detail', 'mapping:query'),
  {
    id: 'resources-mongodb',
    parentId: 'resources',
    name: 'resources-mongodb',
    path: '/resources/mongodb',
    component: 'resources/mongodb',
    meta: { title: 'menu.resources-mongodb' },
    permission: 'storage:query',
  },
  {
    id: 'system',
    parentId: '',
    name: 'system',
    path: '/system',
    redirect: '/system/role',
    meta: { title: 'menu.system', icon: 'SystemIcon' },
  },
  {
    id: 'system-role',
    parentId: 'system',
    name: 'system-role',
    path: '/system/role',
    component: 'system/role',
    meta: { title: 'menu.system-role' },
    permission: 'role:query',
  },
  {
    id: 'system-user',
    parentId: 'system',
    name: 'system-user',
    path: '/system/user',
    component: 'system/user',
    meta: { title: 'menu.system-user' },
    permission: 'user:query',
  },
  {
    id: 'system-security',
    parentId: 'system',
    name: 'system-security',
    path: '/system/security',
    component: 'system/security',
    meta: { title: 'menu.system-security' },
    permission: 'sso:query',
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
  {
    id: 'system-permission',
    parentId: 'system',
    name: 'system-permission',
    path: '/system/permission',
    component: 'system/permission',
    meta: { title: 'menu.system-permission' },
    permission: 'role:query',
  },
  {
    id: 'system-website',
    parentId: 'system',
    name: 'system-website',
    path: '/system/website',
    component: 'system/website',
    meta: { title: 'menu.system-website' },
    permission: 'website:update',
  },
  {
    id: 'system-quota',
    parentId: 'system',
    name: 'system-quota',
    path: '/system/quota',
    component: 'system/quota',
    meta: { title: 'menu.system-quota' },
    permission: 'strategy:query',
  },
  {
    id: 'system-config',
    parentId: 'system',
    name: 'system-config',
    path: '/system/config',
    component: 'system/config',
    meta: { title: 'menu.system-config' },
    permission: 'strategy:export',
  },
  {
    id: 'account',
    parentId: '',
    name: 'account',
    path: '/account',
    redirect: '/account/center',
    meta: { title: 'menu.account', hideInMenu: true },
  },
  leaf('account', 'account-center', '/account/center', 'account/center'),
  leaf('account', 'account-assistant', '/account/assistant', 'account/assistant'),
  leaf('account', 'account-notices', '/account/notices', 'account/notices'),
  leaf('account', 'account-settings', '/account/settings', 'account/settings'),
  ...['base', 'security', 'custom', 'binding', 'notification'].map(name =>
    leaf('account-settings', `account-settings-${name}`, `/account/settings/${name}`, `account/settings-${name}`),
  ),
]

/** The nodes a holder of these permissions may see, parents first. */
export function listMenu(isAllowed: (permission: string) => boolean): MenuNode[] {
  const allowed = entries.filter(entry => entry.permission === undefined || isAllowed(entry.permission))
  const findChildren = (id: string) => allowed.filter(entry => entry.parentId === id)
  return (
    allowed
      // A heading without anything below it leads nowhere.
      .filter(entry => entry.redirect === undefined || findChildren(entry.id).length > 0)
      .map(({ permission, redirect, ...node }) => ({
        ...node,
        ...(redirect === undefined ? {} : { redirect: findRedirect(redirect, findChildren(node.id)) }),
        meta: { ...node.meta, ...(permission === undefined ? {} : { authority: [permission] }) },
      }))
  )
}

/** Where a heading leads: the entry it names, or the first that this person may see. */
const findRedirect = (wanted: string, children: readonly Entry[]): string =>
  children.some(child => child.path === wanted) ? wanted : (children[0]?.path ?? wanted)
