import type { PackageWords } from '@sluice/contract'
import type { WordsLanguage } from './types.ts'

/** What is written in one language; empty where there is nothing. */
export function readWords(words: PackageWords | undefined, language: WordsLanguage): string {
  if (words === undefined) return ''
  if (typeof words === 'string') return language === 'zh' ? words : ''
  return words[language] ?? ''
}

/** The words with one language changed; one text where there is only Chinese. */
export function writeWords(words: PackageWords | undefined, language: WordsLanguage, text: string): PackageWords {
  const { zh, en, pt } = typeof words === 'object' ? words : { zh: words ?? '', en: undefined, pt: undefined }
  const next = { zh, en, pt, [language]: text }
  if (!next.en && !next.pt) return next.zh
  return { zh: next.zh, ...(next.en && { en: next.en }), ...(next.pt && { pt: next.pt }) }
}

/** For people to read: Chinese where the language is missing. */
export const sayWords = (words: PackageWords | undefined, language: WordsLanguage): string =>
  readWords(words, language) || readWords(words, 'zh')
