import { defineTexts } from '../../lib/i18n.ts'
import { en } from './list-text.en.ts'
import { zh } from './list-text.zh.ts'

/** Texts of the list alone, so that the first list after sign-in stays small. */
export const useListText = defineTexts(zh, en)
