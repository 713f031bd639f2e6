import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './text-env.zh.ts'

export const useEnvText = defineTexts(zh, {
  'en-US': () => import('./text-env.en.ts'),
  'zh-TW': () => import('./text-env.tw.ts'),
  'pt-BR': () => import('./text-env.pt.ts'),
})
