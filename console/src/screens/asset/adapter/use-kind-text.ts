import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './kind-text.zh.ts'

/** Texts of scripts, statements, import and of what comes with the product. */
export const useKindText = defineTexts(zh, {
  'en-US': () => import('./kind-text.en.ts'),
  'zh-TW': () => import('./kind-text.tw.ts'),
  'pt-BR': () => import('./kind-text.pt.ts'),
})
