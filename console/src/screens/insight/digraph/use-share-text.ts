import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './share-text.zh.ts'

export const useShareText = defineTexts(zh, {
  'en-US': () => import('./share-text.en.ts'),
  'zh-TW': () => import('./share-text.tw.ts'),
  'pt-BR': () => import('./share-text.pt.ts'),
})
