import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './list-text.zh.ts'

/** Texts of the list alone, so that the first list after sign-in stays small. */
export const useListText = defineTexts(zh, {
  'en-US': () => import('./list-text.en.ts'),
  'zh-TW': () => import('./list-text.tw.ts'),
  'pt-BR': () => import('./list-text.pt.ts'),
})
