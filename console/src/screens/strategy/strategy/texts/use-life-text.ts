import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './life-text.zh.ts'

/** Texts of what happens to a strategy as a whole: copies, quotes, changes of many, versions. */
export const useLifeText = defineTexts(zh, {
  'en-US': () => import('./life-text.en.ts'),
  'zh-TW': () => import('./life-text.tw.ts'),
  'pt-BR': () => import('./life-text.pt.ts'),
})
