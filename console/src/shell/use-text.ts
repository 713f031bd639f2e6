import { defineTexts } from '../lib/i18n.ts'
import { en } from './text.en.ts'
import { zh } from './text.zh.ts'

/** Texts of the frame. */
export const useShellText = defineTexts(zh, en)
