import { definePage } from '../../../lib/page.ts'

export const configFiles = definePage({
  path: '/system/config',
  title: { zh: '配置即代码', en: 'Configuration as code' },
  authority: 'strategy:export',
  load: () => import('./config-files.tsx'),
})

export const pages = [configFiles]
