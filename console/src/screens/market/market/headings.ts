import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  lite: { zh: '轻应用', en: 'Applications', pt: 'Aplicativos' },
}
