import { defineTexts } from '../lib/i18n.ts'
import { zh } from './notice-text.zh.ts'

/** Texts of what the bell opens. */
export const useNoticeText = defineTexts(zh, {
  'en-US': () => import('./notice-text.en.ts'),
  'zh-TW': () => import('./notice-text.tw.ts'),
  'pt-BR': () => import('./notice-text.pt.ts'),
})
