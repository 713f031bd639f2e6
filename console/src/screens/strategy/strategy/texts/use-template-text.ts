import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './template-text.zh.ts'

/** Texts of templates. */
export const useTemplateText = defineTexts(zh, {
  'en-US': () => import('./template-text.en.ts'),
  'zh-TW': () => import('./template-text.tw.ts'),
  'pt-BR': () => import('./template-text.pt.ts'),
})
