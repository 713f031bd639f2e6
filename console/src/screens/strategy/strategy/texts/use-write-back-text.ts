import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './write-back-text.zh.ts'

/** Texts of write-back and callback. */
export const useWriteBackText = defineTexts(zh, {
  'en-US': () => import('./write-back-text.en.ts'),
  'zh-TW': () => import('./write-back-text.tw.ts'),
  'pt-BR': () => import('./write-back-text.pt.ts'),
})
