import { defineTexts } from '../lib/i18n.ts'
import { zh } from './text.zh.ts'

/** Texts of the parts in this folder. */
export const useUiText = defineTexts(zh, {
  'en-US': () => import('./text.en.ts'),
  'zh-TW': () => import('./text.tw.ts'),
  'pt-BR': () => import('./text.pt.ts'),
})
