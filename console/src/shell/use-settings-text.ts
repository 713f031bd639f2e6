import { defineTexts } from '../lib/i18n.ts'
import { zh } from './settings-text.zh.ts'

/** Texts of the settings drawer, which most visits never open. */
export const useSettingsText = defineTexts(zh, {
  'en-US': () => import('./settings-text.en.ts'),
  'zh-TW': () => import('./settings-text.tw.ts'),
  'pt-BR': () => import('./settings-text.pt.ts'),
})
