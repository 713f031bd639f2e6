import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'account', path: '/account', order: 80, redirect: '/account/center', isHidden: true },
  { id: 'account-center', path: '/account/center', parent: 'account', isHidden: true },
  { id: 'account-notices', path: '/account/notices', parent: 'account', isHidden: true },
  { id: 'account-settings', path: '/account/settings', parent: 'account', isHidden: true },
  {
    id: 'account-settings-base',
    path: '/account/settings/base',
    parent: 'account-settings',
    component: 'account/settings-base',
    isHidden: true,
  },
  {
    id: 'account-settings-security',
    path: '/account/settings/security',
    parent: 'account-settings',
    component: 'account/settings-security',
    isHidden: true,
  },
  {
    id: 'account-settings-custom',
    path: '/account/settings/custom',
    parent: 'account-settings',
    component: 'account/settings-custom',
    isHidden: true,
  },
  {
    id: 'account-settings-binding',
    path: '/account/settings/binding',
    parent: 'account-settings',
    component: 'account/settings-binding',
    isHidden: true,
  },
  {
    id: 'account-settings-notification',
    path: '/account/settings/notification',
    parent: 'account-settings',
    component: 'account/settings-notification',
    isHidden: true,
  },
]
