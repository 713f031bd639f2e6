import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  digraph: { zh: '可视化', en: 'Visualization', pt: 'Visualização' },
}
