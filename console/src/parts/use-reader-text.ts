import { defineTexts } from '../lib/i18n.ts'
import { zh } from './reader-text.zh.ts'

/** Texts of what reads a value, wherever that is told. */
export const useReaderText = defineTexts(zh, {
  'en-US': () => import('./reader-text.en.ts'),
  'zh-TW': () => import('./reader-text.tw.ts'),
  'pt-BR': () => import('./reader-text.pt.ts'),
})
