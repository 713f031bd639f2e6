import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './cursor-text.zh.ts'

/** Texts of the tab that looks after what an increment reads. */
export const useCursorText = defineTexts(zh, {
  'en-US': () => import('./cursor-text.en.ts'),
  'zh-TW': () => import('./cursor-text.tw.ts'),
  'pt-BR': () => import('./cursor-text.pt.ts'),
})
