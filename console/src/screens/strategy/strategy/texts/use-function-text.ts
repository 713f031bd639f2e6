import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './function-text.zh.ts'

/** What each function of expressions does. */
export const useFunctionText = defineTexts(zh, {
  'en-US': () => import('./function-text.en.ts'),
  'zh-TW': () => import('./function-text.tw.ts'),
  'pt-BR': () => import('./function-text.pt.ts'),
})
