import type { Words } from '@sluice/contract'
import { use } from 'react'
import { create } from 'zustand'

export type { Words }

/** Every language of the switch, each with all its texts; `isEnabled` alone decides who may be chosen. Spec §9. */
export const languages = [
  { id: 'zh-CN', name: '简体中文', isEnabled: true },
  { id: 'zh-TW', name: '繁體中文', isEnabled: false },
  { id: 'en-US', name: 'English', isEnabled: true },
  { id: 'pt-BR', name: 'Português', isEnabled: false },
] as const

export type Language = (typeof languages)[number]['id']
/** The languages that are loaded when they are asked for. */
type LoadedLanguage = Exclude<Language, 'zh-CN'>

/** The shape of a dictionary with any wording; a missing key in another language is a compile error. */
export type Like<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Like<T[K]> }

/** Loads a dictionary of another language: `() => import('./text.en.ts')`. Its one export is the dictionary. */
type LoadTexts<T> = () => Promise<Readonly<Record<string, Like<T> | T>>>

/** One loader for every language but Chinese. */
type Loaders<T> = Readonly<Record<LoadedLanguage, LoadTexts<T>>>

const STORAGE_KEY = 'app_lang'

const isLanguage = (text: string | null): text is Language => languages.some(({ id }) => id === text)

function readLanguage(): Language {
  const stored = globalThis.localStorage?.getItem(STORAGE_KEY) ?? null
  return isLanguage(stored) ? stored : 'zh-CN'
}

const store = create<{ readonly language: Language }>(() => ({ language: readLanguage() }))

export const useLanguage = (): Language => store(state => state.language)
export const getLanguage = (): Language => store.getState().language

const loaders = new Set<(language: Language) => Promise<unknown>>()

/** Every dictionary known so far, so that nothing is drawn in a language before its words are there. */
export async function loadTexts(language: Language = getLanguage()): Promise<void> {
  await Promise.all([...loaders].map(load => load(language)))
}

/** Switches every text at once and remembers the choice. An unknown language is ignored. */
export async function setLanguage(language: string): Promise<void> {
  if (!isLanguage(language) || language === getLanguage()) return
  await loadTexts(language)
  localStorage.setItem(STORAGE_KEY, language)
  store.setState({ language })
}

/** Calls back after every switch until the returned function is called. */
export const onLanguageChange = (listener: () => void): (() => void) => store.subscribe(listener)

/**
 * Makes the hook that reads a dictionary in the current language. Chinese comes with the code; another language is
 * loaded when it is asked for, and the caller's Suspense waits for it.
 */
export function defineTexts<T>(zh: T, others: Loaders<T>): () => T {
  const asked = new Map<Language, Promise<T>>()
  const load = (language: Language): Promise<T> => {
    const known = asked.get(language)
    if (known) return known
    const texts = language === 'zh-CN' ? settled(zh) : others[language]().then(readOnlyExport<T>)
    asked.set(language, texts)
    texts.then(
      dictionary => settle(texts, dictionary),
      () => asked.delete(language), // the next one who asks tries again
    )
    return texts
  }
  loaders.add(load)
  // `use` in every call, loaded or not: React replays a component that waited and wants the same hooks again.
  return () => use(load(useLanguage()))
}

/** What React writes on a promise it has seen the end of: `use` then reads it without waiting. */
const settle = <T>(promise: Promise<T>, value: T): Promise<T> => Object.assign(promise, { status: 'fulfilled', value })
const settled = <T>(value: T): Promise<T> => settle(Promise.resolve(value), value)

function readOnlyExport<T>(module: Readonly<Record<string, Like<T> | T>>): T {
  const [dictionary] = Object.values(module)
  return dictionary as unknown as T // Like<T> has T's keys and call signatures
}

/** Words of our own in the languages that their source does not write, by the English ones. */
const catalogues = {
  'zh-TW': { field: 'tw', load: () => import('./words.tw.ts') },
  'pt-BR': { field: 'pt', load: () => import('./words.pt.ts') },
} as const
const known = new Map<string, Readonly<Record<string, string>>>()

loaders.add(async language => {
  if (language === 'zh-TW' || language === 'pt-BR') known.set(language, (await catalogues[language].load()).words)
})

/** The wording of a language; default: the current one, outside React. Where a far part has no word, its nearest one. */
export function pickWords(words: Words, language: Language = getLanguage()): string {
  if (language === 'zh-CN') return words.zh
  if (language === 'en-US') return words.en
  const own = words[catalogues[language].field] ?? known.get(language)?.[words.en]
  return own ?? (language === 'zh-TW' ? words.zh : words.en)
}

/** `const say = useWords(); say(page.title)` */
export function useWords(): (words: Words) => string {
  const language = useLanguage()
  return words => pickWords(words, language)
}

/** `plural(2, 'record')` → `2 records`. Chinese has none. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(getLanguage())} ${count === 1 ? one : many}`
