import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './version-text.zh.ts'

export const useVersionText = defineTexts(zh, {
  'en-US': () => import('./version-text.en.ts'),
  'zh-TW': () => import('./version-text.tw.ts'),
  'pt-BR': () => import('./version-text.pt.ts'),
})
