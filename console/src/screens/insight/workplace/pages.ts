import { definePage } from '../../../lib/page.ts'

export const workplace = definePage({
  path: '/workplace',
  title: { zh: '工作台', en: 'Workplace' },
  load: () => import('./workplace.tsx'),
})

export const pages = [workplace]
