import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './more-text.zh.ts'

/** Texts of what else there is to know of a strategy. */
export const useMoreText = defineTexts(zh, {
  'en-US': () => import('./more-text.en.ts'),
  'zh-TW': () => import('./more-text.tw.ts'),
  'pt-BR': () => import('./more-text.pt.ts'),
})
