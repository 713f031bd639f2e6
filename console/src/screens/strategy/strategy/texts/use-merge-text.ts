import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './merge-text.zh.ts'

/** Texts of two who change one strategy. */
export const useMergeText = defineTexts(zh, {
  'en-US': () => import('./merge-text.en.ts'),
  'zh-TW': () => import('./merge-text.tw.ts'),
  'pt-BR': () => import('./merge-text.pt.ts'),
})
