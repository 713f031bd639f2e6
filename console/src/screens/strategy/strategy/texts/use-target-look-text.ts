import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './target-look-text.zh.ts'

/** Texts of the look at a target that is being set up. */
export const useTargetLookText = defineTexts(zh, {
  'en-US': () => import('./target-look-text.en.ts'),
  'zh-TW': () => import('./target-look-text.tw.ts'),
  'pt-BR': () => import('./target-look-text.pt.ts'),
})
