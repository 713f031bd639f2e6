import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './edition-text.zh.ts'

/** Texts of editions of the mapping language, and of what a change makes of stored records. */
export const useEditionText = defineTexts(zh, {
  'en-US': () => import('./edition-text.en.ts'),
  'zh-TW': () => import('./edition-text.tw.ts'),
  'pt-BR': () => import('./edition-text.pt.ts'),
})
