import type { Words } from '../../../lib/i18n.ts'

export const headings: Readonly<Record<string, Words>> = {
  'api-assets': { zh: 'API 资产', en: 'API assets' },
}
