import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './script-text.zh.ts'

/** Texts of the studio's script. */
export const useScriptText = defineTexts(zh, {
  'en-US': () => import('./script-text.en.ts'),
  'zh-TW': () => import('./script-text.tw.ts'),
  'pt-BR': () => import('./script-text.pt.ts'),
})
