import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './callers-text.zh.ts'

/** Texts of what a change breaks for applications. */
export const useCallersText = defineTexts(zh, {
  'en-US': () => import('./callers-text.en.ts'),
  'zh-TW': () => import('./callers-text.tw.ts'),
  'pt-BR': () => import('./callers-text.pt.ts'),
})
