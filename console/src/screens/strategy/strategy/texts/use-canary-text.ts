import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './canary-text.zh.ts'

/** Texts of drafts that are tried on a share of the keys. */
export const useCanaryText = defineTexts(zh, {
  'en-US': () => import('./canary-text.en.ts'),
  'zh-TW': () => import('./canary-text.tw.ts'),
  'pt-BR': () => import('./canary-text.pt.ts'),
})
