import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './reading-text.zh.ts'

/** Texts of what a file does not say itself. */
export const useReadingText = defineTexts(zh, {
  'en-US': () => import('./reading-text.en.ts'),
  'zh-TW': () => import('./reading-text.tw.ts'),
  'pt-BR': () => import('./reading-text.pt.ts'),
})
