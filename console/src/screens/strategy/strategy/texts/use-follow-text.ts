import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './follow-text.zh.ts'

/** Texts of strategies that stay and take changes as they come. */
export const useFollowText = defineTexts(zh, {
  'en-US': () => import('./follow-text.en.ts'),
  'zh-TW': () => import('./follow-text.tw.ts'),
  'pt-BR': () => import('./follow-text.pt.ts'),
})
