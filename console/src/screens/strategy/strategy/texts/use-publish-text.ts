import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './publish-text.zh.ts'

/** Texts of drafts, rehearsals and their publication. */
export const usePublishText = defineTexts(zh, {
  'en-US': () => import('./publish-text.en.ts'),
  'zh-TW': () => import('./publish-text.tw.ts'),
  'pt-BR': () => import('./publish-text.pt.ts'),
})
