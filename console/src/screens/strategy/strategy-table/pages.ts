import { definePage } from '../../../lib/page.ts'
import { type SearchField, searchChoice, searchInt, searchList, searchText } from '../../../lib/search.ts'

/** Texts that may hold commas. */
const searchParts: SearchField<readonly string[]> = {
  parse(text) {
    try {
      return (text ?? '').split(',').flatMap(part => (part === '' ? [] : [decodeURIComponent(part)]))
    } catch {
      return []
    }
  },
  format: value => (value.length === 0 ? null : value.map(encodeURIComponent).join(',')),
}

/** The whole view stands in the address: whoever of the tenant is sent it sees the same. */
export const strategyTable = definePage({
  path: '/strategy/table/:strategy',
  title: { zh: '数据表', en: 'Table' },
  authority: 'strategy:query',
  search: {
    side: searchChoice(['source', 'mapped'], 'source'),
    /** Columns in their order: `m.d.amount`; see model.ts. */
    cols: searchParts,
    /** Conditions on values, each as JSON. */
    where: searchParts,
    status: searchList,
    keys: searchParts,
    from: searchText,
    to: searchText,
    order: searchChoice(['record', 'change'], 'record'),
    /** So many columns stay in place. */
    pin: searchInt(1, 0, 5),
  },
  load: () => import('./strategy-table.tsx'),
})

/** For people without an account; the token is the fragment, which no server and no log is told. */
export const sharedTable = definePage({
  path: '/share/table/:id',
  title: { zh: '共享数据表', en: 'Shared table' },
  area: 'open',
  load: () => import('./shared-table.tsx'),
})

export const pages = [strategyTable, sharedTable]
