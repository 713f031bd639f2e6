import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './flow-text.zh.ts'

/** Texts of the picture of a strategy at work. */
export const useFlowText = defineTexts(zh, {
  'en-US': () => import('./flow-text.en.ts'),
  'zh-TW': () => import('./flow-text.tw.ts'),
  'pt-BR': () => import('./flow-text.pt.ts'),
})
