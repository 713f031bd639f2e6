import { create } from 'zustand'

/** The languages whose texts exist. */
export type Language = 'zh-CN' | 'en-US'

/** Every language of the switch; the disabled ones have no texts yet. Spec §9. */
export const languages = [
  { id: 'zh-CN', name: '简体中文', isEnabled: true },
  { id: 'zh-TW', name: '繁體中文', isEnabled: false },
  { id: 'en-US', name: 'English', isEnabled: true },
  { id: 'pt-BR', name: 'Português', isEnabled: false },
] as const

/** A text in both languages, as manifests and pages carry it. */
export interface Words {
  readonly zh: string
  readonly en: string
}

/** The shape of a dictionary with any wording; a missing key in the second language is a compile error. */
export type Like<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Like<T[K]> }

const STORAGE_KEY = 'app_lang'

const isLanguage = (text: string | null): text is Language => text === 'zh-CN' || text === 'en-US'

function readLanguage(): Language {
  const stored = globalThis.localStorage?.getItem(STORAGE_KEY) ?? null
  return isLanguage(stored) ? stored : 'zh-CN'
}

const store = create<{ readonly language: Language }>(() => ({ language: readLanguage() }))

export const useLanguage = (): Language => store(state => state.language)
export const getLanguage = (): Language => store.getState().language

/** Switches every text at once and remembers the choice. An unknown language is ignored. */
export function setLanguage(language: string): void {
  if (!isLanguage(language) || language === getLanguage()) return
  localStorage.setItem(STORAGE_KEY, language)
  store.setState({ language })
}

/** Calls back after every switch until the returned function is called. */
export const onLanguageChange = (listener: () => void): (() => void) => store.subscribe(listener)

/** Makes the hook that reads a dictionary in the current language. */
export function defineTexts<T>(zh: T, en: Like<T>): () => T {
  // Like<T> has T's keys and call signatures, so either may stand where T is asked for.
  return () => (useLanguage() === 'zh-CN' ? zh : (en as unknown as T))
}

/** The wording of the current language, outside React. */
export const pickWords = (words: Words): string => (getLanguage() === 'zh-CN' ? words.zh : words.en)

/** `const say = useWords(); say(page.title)` */
export function useWords(): (words: Words) => string {
  const language = useLanguage()
  return words => (language === 'zh-CN' ? words.zh : words.en)
}

/** English plural: `plural(2, 'record')` → `2 records`. Chinese has none. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
