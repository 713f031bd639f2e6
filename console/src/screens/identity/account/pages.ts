import { definePage } from '../../../lib/page.ts'
import { searchFlag, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const operations = ['add', 'delete', 'update', 'query', 'import', 'export'] as const

export const accountCenter = definePage({
  path: '/account/center',
  title: { zh: '个人中心', en: 'Personal centre' },
  search: { operation: searchOneOf(operations), ...searchPaging },
  load: () => import('./account-center.tsx'),
})

export const accountNotices = definePage({
  path: '/account/notices',
  title: { zh: '通知', en: 'Notices' },
  search: {
    group: searchOneOf(['todo', 'message']),
    kind: searchText,
    keyword: searchText,
    unread: searchFlag,
    ...searchPaging,
  },
  load: () => import('./notice-list.tsx'),
})

export const accountSettings = definePage({
  path: '/account/settings',
  title: { zh: '个人设置', en: 'Personal settings' },
  load: () => import('./settings-start.tsx'),
})

export const settingsBase = definePage({
  path: '/account/settings/base',
  title: { zh: '基本设置', en: 'Basic settings' },
  parent: () => accountSettings,
  load: () => import('./settings-base.tsx'),
})

export const settingsSecurity = definePage({
  path: '/account/settings/security',
  title: { zh: '安全设置', en: 'Security' },
  parent: () => accountSettings,
  load: () => import('./settings-security.tsx'),
})

export const settingsCustom = definePage({
  path: '/account/settings/custom',
  title: { zh: '个性化设置', en: 'Customisation' },
  parent: () => accountSettings,
  load: () => import('./settings-custom.tsx'),
})

export const settingsBinding = definePage({
  path: '/account/settings/binding',
  title: { zh: '账号绑定', en: 'Linked accounts' },
  parent: () => accountSettings,
  load: () => import('./settings-binding.tsx'),
})

export const settingsNotification = definePage({
  path: '/account/settings/notification',
  title: { zh: '新消息通知', en: 'Notifications' },
  parent: () => accountSettings,
  load: () => import('./settings-notification.tsx'),
})

/** The tabs at the left of the settings, in their order. */
export const settingsPages = [settingsBase, settingsSecurity, settingsCustom, settingsBinding, settingsNotification]

export const pages = [accountCenter, accountNotices, accountSettings, ...settingsPages]
