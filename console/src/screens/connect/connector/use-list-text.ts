import { defineTexts } from '../../../lib/i18n.ts'
import { zh } from './text-list.zh.ts'

/** Only what the list shows: it is a first screen, and the other texts are twice as long. */
export const useListText = defineTexts(zh, {
  'en-US': () => import('./text-list.en.ts'),
  'zh-TW': () => import('./text-list.tw.ts'),
  'pt-BR': () => import('./text-list.pt.ts'),
})
