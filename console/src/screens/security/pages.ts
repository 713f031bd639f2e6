import { definePage } from '../../lib/page.ts'

export const security = definePage({
  path: '/system/security',
  title: { zh: '登录安全', en: 'Sign-in security' },
  authority: 'sso:query',
  load: () => import('./security.tsx'),
})

export const pages = [security]
