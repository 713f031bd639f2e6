import type { Like } from '../lib/i18n.ts'
import type { zh } from './assistant-text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Assistant',
  another: 'New session',
  page: 'Open as a page',
  close: 'Close',
  success: 'Answered',
  failure: 'No answer',
}
