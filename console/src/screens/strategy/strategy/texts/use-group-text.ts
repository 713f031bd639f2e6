import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './group-text.zh.ts'

/** Texts of groups: of a list's elements, and of records. */
export const useGroupText = defineTexts(zh, {
  'en-US': () => import('./group-text.en.ts'),
  'zh-TW': () => import('./group-text.tw.ts'),
  'pt-BR': () => import('./group-text.pt.ts'),
})
