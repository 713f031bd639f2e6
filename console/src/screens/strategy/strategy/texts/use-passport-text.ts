import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './passport-text.zh.ts'

/** Texts of the life of a record. */
export const usePassportText = defineTexts(zh, {
  'en-US': () => import('./passport-text.en.ts'),
  'zh-TW': () => import('./passport-text.tw.ts'),
  'pt-BR': () => import('./passport-text.pt.ts'),
})
