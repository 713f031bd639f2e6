import type { Like } from '../lib/i18n.ts'
import type { zh } from './palette-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Search',
  placeholder: 'Page, strategy, connector, or a whole number',
  pages: 'Pages',
  strategies: 'Strategies',
  connectors: 'Connectors',
  records: 'Records',
  none: q => `Nothing found for “${q}”. A number must be whole.`,
  searching: 'Searching…',
  failed: 'The search did not work',
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
}
