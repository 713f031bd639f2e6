import { definePage } from '../../../lib/page.ts'

export const websiteSettings = definePage({
  path: '/system/website',
  title: { zh: '网站属性', en: 'Website' },
  authority: 'website:update',
  load: () => import('./website-settings.tsx'),
})

export const pages = [websiteSettings]
