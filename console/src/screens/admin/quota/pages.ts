import { definePage } from '../../../lib/page.ts'

export const tenantQuota = definePage({
  path: '/system/quota',
  title: { zh: '租户配额', en: 'Quota' },
  authority: 'strategy:query',
  load: () => import('./tenant-quota.tsx'),
})

export const pages = [tenantQuota]
