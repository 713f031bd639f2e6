import { definePage } from '../../../lib/page.ts'
import { accountList } from '../recon-account/pages.ts'

export const accountModelPage = definePage({
  path: '/reconciliation/account/model/:id',
  title: { zh: '模型参数', en: 'Model parameters', pt: 'Parâmetros do modelo' },
  authority: 'reconciliation:query',
  search: {},
  parent: () => accountList,
  load: () => import('./model-page.tsx'),
})

export const pages = [accountModelPage]
