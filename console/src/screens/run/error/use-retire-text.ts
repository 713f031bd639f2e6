import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './retire-text.zh.ts'

/** What is decided about documents that no row gives any more. */
export const useRetireText = defineTexts(zh, {
  'en-US': () => import('./retire-text.en.ts'),
  'zh-TW': () => import('./retire-text.tw.ts'),
  'pt-BR': () => import('./retire-text.pt.ts'),
})
