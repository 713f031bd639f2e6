import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './push-text.zh.ts'

/** Texts of strategies that are pushed to. */
export const usePushText = defineTexts(zh, {
  'en-US': () => import('./push-text.en.ts'),
  'zh-TW': () => import('./push-text.tw.ts'),
  'pt-BR': () => import('./push-text.pt.ts'),
})
