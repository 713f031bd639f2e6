import { defineTexts } from '../../../../lib/i18n.ts'
import { zh } from './schedule-text.zh.ts'

/** Texts of the schedule form alone. */
export const useScheduleText = defineTexts(zh, {
  'en-US': () => import('./schedule-text.en.ts'),
  'zh-TW': () => import('./schedule-text.tw.ts'),
  'pt-BR': () => import('./schedule-text.pt.ts'),
})
