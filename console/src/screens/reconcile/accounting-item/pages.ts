import { definePage } from '../../../lib/page.ts'

export const itemList = definePage({
  path: '/reconciliation/business',
  title: { zh: '业务核算项', en: 'Accounting items', pt: 'Itens contábeis' },
  authority: 'reconciliation:query',
  load: () => import('./item-list.tsx'),
})

export const pages = [itemList]
