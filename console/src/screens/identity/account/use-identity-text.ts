import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './identity-text.zh.ts'

export const useIdentityText = defineTexts(zh, {
  'en-US': () => import('./identity-text.en.ts'),
  'zh-TW': () => import('./identity-text.tw.ts'),
  'pt-BR': () => import('./identity-text.pt.ts'),
})
