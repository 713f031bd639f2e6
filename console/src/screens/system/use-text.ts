import { defineTexts } from '../../lib/i18n.ts'
import { en } from './text.en.ts'
import { zh } from './text.zh.ts'

export const useText = defineTexts(zh, en)
