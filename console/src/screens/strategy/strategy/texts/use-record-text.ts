import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './record-text.zh.ts'

/** Texts of records that are processed again. */
export const useRecordText = defineTexts(zh, {
  'en-US': () => import('./record-text.en.ts'),
  'zh-TW': () => import('./record-text.tw.ts'),
  'pt-BR': () => import('./record-text.pt.ts'),
})
