import { definePage } from '../../../lib/page.ts'

/** For people without an account; the token is the fragment, which no server and no log is told. */
export const applicationPortal = definePage({
  path: '/share/portal/:id',
  title: { zh: '应用门户', en: 'Application portal', pt: 'Portal do aplicativo' },
  area: 'open',
  load: () => import('./application-portal.tsx'),
})

export const pages = [applicationPortal]
