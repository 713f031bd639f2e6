import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './look-text.zh.ts'

/** Texts of the look at a source that is being set up. */
export const useLookText = defineTexts(zh, {
  'en-US': () => import('./look-text.en.ts'),
  'zh-TW': () => import('./look-text.tw.ts'),
  'pt-BR': () => import('./look-text.pt.ts'),
})
