import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './text-catalogue.zh.ts'

export const useCatalogueText = defineTexts(zh, {
  'en-US': () => import('./text-catalogue.en.ts'),
  'zh-TW': () => import('./text-catalogue.tw.ts'),
  'pt-BR': () => import('./text-catalogue.pt.ts'),
})
