import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './link-text.zh.ts'

export const en: Like<typeof zh> = {
  byCause: 'Errors by cause',
  group: 'Show errors like this',
  corrections: 'Corrections by people',
  current: 'In force',
  past: 'No longer in force: the source sent other content',
  removed: 'field removed',
}
