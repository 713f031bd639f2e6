import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './filter-text.zh.ts'

/** Texts of filters kept under names. */
export const useFilterText = defineTexts(zh, {
  'en-US': () => import('./filter-text.en.ts'),
  'zh-TW': () => import('./filter-text.tw.ts'),
  'pt-BR': () => import('./filter-text.pt.ts'),
})
