import { z } from 'zod'

/** The languages texts are written in, as the rooms of the server call them. */
export type Language = 'zh' | 'en' | 'tw' | 'pt'

/** Languages whose texts are found by the English one. */
export type OtherLanguage = Exclude<Language, 'en'>

/** A short text of a form or a page. Sources write two; the others are filled in from the catalogues. */
export const Words = z.object({
  zh: z.string(),
  en: z.string(),
  /** Traditional Chinese. */
  tw: z.string().optional(),
  /** Brazilian Portuguese. */
  pt: z.string().optional(),
})
export type Words = z.output<typeof Words>

/** The text in a language; where it is missing there, in the nearest one. */
export const sayIn = (words: Words, language: Language): string =>
  words[language] ?? (language === 'tw' ? words.zh : words.en)
