import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  account: { zh: '个人', en: 'Account' },
}
