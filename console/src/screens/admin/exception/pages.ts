import { definePage } from '../../../lib/page.ts'

export const forbidden = definePage({
  path: '/exception/403',
  title: { zh: '没有权限', en: 'No permission' },
  load: () => import('./forbidden.tsx'),
})

export const notFound = definePage({
  path: '/exception/404',
  title: { zh: '页面不存在', en: 'Page not found' },
  load: () => import('./not-found.tsx'),
})

export const serverError = definePage({
  path: '/exception/500',
  title: { zh: '服务器出错', en: 'Server error' },
  load: () => import('./server-error.tsx'),
})

export const pages = [forbidden, notFound, serverError]
