import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
}
