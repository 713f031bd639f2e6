import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './link-text.zh.ts'

export const useLinkText = defineTexts(zh, {
  'en-US': () => import('./link-text.en.ts'),
  'zh-TW': () => import('./link-text.tw.ts'),
  'pt-BR': () => import('./link-text.pt.ts'),
})
