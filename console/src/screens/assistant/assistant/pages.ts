import { definePage } from '../../../lib/page.ts'
import { searchPaging, searchText } from '../../../lib/search.ts'

export const accountAssistant = definePage({
  path: '/account/assistant',
  title: { zh: '智能助手', en: 'Assistant' },
  search: { id: searchText, keyword: searchText, ...searchPaging },
  load: () => import('./assistant.tsx'),
})

export const pages = [accountAssistant]
