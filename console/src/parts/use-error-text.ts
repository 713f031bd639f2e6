import { defineTexts } from '../lib/i18n.ts'
import { zh } from './error-text.zh.ts'

export const useErrorText = defineTexts(zh, {
  'en-US': () => import('./error-text.en.ts'),
  'zh-TW': () => import('./error-text.tw.ts'),
  'pt-BR': () => import('./error-text.pt.ts'),
})
