import type { Language, PackageWords, SolutionPackage } from '@sluice/contract'

/** What lists and the market show of a package, kept beside it so that nobody reads the whole for it. */
export interface PackageCard {
  readonly title: PackageWords
  readonly summary: PackageWords
  /** What moves, each once. */
  readonly documents: readonly PackageWords[]
  readonly tags: readonly string[]
  readonly flows: number
  readonly changes: PackageWords
}

export const makeCard = ({ manifest }: SolutionPackage): PackageCard => {
  const { title, summary, tags, flows, changes = '' } = manifest
  const documents = new Map(flows.map(each => [sayPackage(each.document, 'zh'), each.document]))
  return { title, summary, tags, documents: [...documents.values()], flows: flows.length, changes }
}

export const listPlatforms = ({ manifest }: SolutionPackage): string[] => [
  ...new Set(manifest.connections.map(each => each.platform)),
]

/** What it is found by, in lower case: words of every language. */
export const listWords = ({ manifest, signature }: SolutionPackage): string => {
  const { name, title, summary, tags, flows, industry } = manifest
  const told = [
    name,
    ...spread(title),
    ...spread(summary),
    ...flows.flatMap(each => [...spread(each.document), ...spread(each.title)]),
  ]
  return [...new Set([...told, ...tags, industry, signature?.publisher ?? ''])].join('\n').toLowerCase()
}

const spread = (words: PackageWords): string[] =>
  typeof words === 'string' ? [words] : Object.values(words).filter(each => each !== undefined)

/** A word of a package in the reader's language; Chinese where it has none. */
export function sayPackage(words: PackageWords, language: Language): string {
  if (typeof words === 'string') return words
  return (language === 'tw' ? undefined : words[language]) ?? (language === 'pt' ? words.en : undefined) ?? words.zh
}
