import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  resources: { zh: '资源中心', en: 'Resources' },
}
