import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './log-text.zh.ts'

/** Texts of the log of a strategy. */
export const useLogText = defineTexts(zh, {
  'en-US': () => import('./log-text.en.ts'),
  'zh-TW': () => import('./log-text.tw.ts'),
  'pt-BR': () => import('./log-text.pt.ts'),
})
