import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './again-text.zh.ts'

/** Texts of records that are processed again. */
export const useAgainText = defineTexts(zh, {
  'en-US': () => import('./again-text.en.ts'),
  'zh-TW': () => import('./again-text.tw.ts'),
  'pt-BR': () => import('./again-text.pt.ts'),
})
