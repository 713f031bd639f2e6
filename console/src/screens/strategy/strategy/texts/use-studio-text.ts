import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './studio-text.zh.ts'

/** Texts of the mapping studio and the row filter. */
export const useStudioText = defineTexts(zh, {
  'en-US': () => import('./studio-text.en.ts'),
  'zh-TW': () => import('./studio-text.tw.ts'),
  'pt-BR': () => import('./studio-text.pt.ts'),
})
