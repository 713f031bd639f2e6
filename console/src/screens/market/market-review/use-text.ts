import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './text.zh.ts'

export const useText = defineTexts(zh, {
  'en-US': () => import('./text.en.ts'),
  'zh-TW': () => import('./text.tw.ts'),
  'pt-BR': () => import('./text.pt.ts'),
})
