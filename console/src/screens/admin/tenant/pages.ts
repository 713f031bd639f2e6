import { definePage } from '../../../lib/page.ts'

export const tenantData = definePage({
  path: '/system/tenant',
  title: { zh: '租户数据', en: 'Tenant data' },
  authority: 'tenant:query',
  load: () => import('./tenant-data.tsx'),
})

export const pages = [tenantData]
