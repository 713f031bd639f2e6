import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  operations: { zh: '运维中心', en: 'Operations' },
}
