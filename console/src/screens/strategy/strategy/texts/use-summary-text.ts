import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './summary-text.zh.ts'

/** Texts of a new table and of what a strategy will do. */
export const useSummaryText = defineTexts(zh, {
  'en-US': () => import('./summary-text.en.ts'),
  'zh-TW': () => import('./summary-text.tw.ts'),
  'pt-BR': () => import('./summary-text.pt.ts'),
})
