import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = [
  ...(['username', '-username', 'created_at', '-created_at'] as const),
  ...(['last_used_at', '-last_used_at', 'expires_at', '-expires_at'] as const),
]

export const security = definePage({
  path: '/system/security',
  title: { zh: '登录安全', en: 'Sign-in security' },
  authority: 'sso:query',
  // Of the tokens, the one long list of the page.
  search: {
    keyword: searchText,
    state: searchOneOf(['live', 'expired', 'revoked']),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./security.tsx'),
})

export const pages = [security]
