import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './debug-text.zh.ts'

/** Texts of the debugger. */
export const useDebugText = defineTexts(zh, {
  'en-US': () => import('./debug-text.en.ts'),
  'zh-TW': () => import('./debug-text.tw.ts'),
  'pt-BR': () => import('./debug-text.pt.ts'),
})
