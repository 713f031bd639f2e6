import { definePage } from '../../../lib/page.ts'
import { searchText } from '../../../lib/search.ts'

export const orderStory = definePage({
  path: '/reconciliation/order',
  title: { zh: '订单资金流', en: 'Order waterfall', pt: 'Cascata do pedido' },
  authority: 'reconciliation:query',
  search: {
    order: searchText,
    /** A line of a side or a match: `a12`, `b7`, `g3`. */
    key: searchText,
  },
  load: () => import('./order-page.tsx'),
})

export const pages = [orderStory]
