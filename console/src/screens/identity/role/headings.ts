import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  system: { zh: '系统设置', en: 'System' },
}
