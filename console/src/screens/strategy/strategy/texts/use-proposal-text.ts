import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './proposal-text.zh.ts'

/** Texts of settings that an answer suggests. */
export const useProposalText = defineTexts(zh, {
  'en-US': () => import('./proposal-text.en.ts'),
  'zh-TW': () => import('./proposal-text.tw.ts'),
  'pt-BR': () => import('./proposal-text.pt.ts'),
})
