import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './lineage-text.zh.ts'

/** Texts of where a field comes from and goes. */
export const useLineageText = defineTexts(zh, {
  'en-US': () => import('./lineage-text.en.ts'),
  'zh-TW': () => import('./lineage-text.tw.ts'),
  'pt-BR': () => import('./lineage-text.pt.ts'),
})
