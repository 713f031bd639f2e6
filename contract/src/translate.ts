import type { OtherLanguage } from './words.ts'

/**
 * A catalogue of one language: the English sentence as its source writes it, with `{name}` where a value stands, and
 * the same sentence in the other language. There a value is taken over by `{name}`; `{name~}` is a sentence itself and
 * is translated where it can be; `{name!}` too, and where it cannot be, the whole entry does not apply.
 */
export type Sentences = Readonly<Record<string, string>>

/** One catalogue for each language that whoever speaks has. */
export type Catalogues = Readonly<Partial<Record<OtherLanguage, Sentences>>>

/** The sentence in the catalogue's language, or as it is: words of a far system stay its own. */
export type Translate = (sentence: string) => string

/** Longer texts are evidence, not sentences. */
const MAX_LENGTH = 2000
/** Sentences inside sentences; the deepest of ours has three. */
const MAX_DEPTH = 6
/** Sentences in a row that are looked at. */
const MAX_ROW = 12
/** Entries and places of values tried for one text, so that none costs more than some milliseconds. */
const MAX_TRIES = 5000

/**
 * Translates finished sentences, so that whoever fails writes one English sentence and nothing else, and what was
 * stored years ago is readable too. When two entries fit, the one with more words of its own wins, then the
 * one with fewer values.
 */
export function createTranslate(...catalogues: readonly Sentences[]): Translate {
  // Most processes never say a word of most languages.
  let index: Index | null = null
  return sentence => {
    // A word alone is a part of a sentence, or a far system's own code.
    if (sentence.length > MAX_LENGTH || !sentence.includes(' ')) return sentence
    index ??= readCatalogues(catalogues)
    return findText({ index, known: new Map(), triesLeft: MAX_TRIES }, sentence, 0) ?? sentence
  }
}

function readCatalogues(catalogues: readonly Sentences[]): Index {
  const entries = new Map<string, Entry>()
  for (const catalogue of catalogues)
    for (const [source, target] of Object.entries(catalogue)) entries.set(source, parseEntry(source, target))
  return indexEntries([...entries.values()].toSorted((a, b) => b.weight - a.weight || a.names.length - b.names.length))
}

interface Told {
  readonly message: string
  readonly advice?: string | undefined
}

/** A failure, a line of a check, a problem of a mapping: the same with its sentences translated. */
export const translateTold = <T extends Told>(told: T, translate: Translate): T => ({
  ...told,
  message: translate(told.message),
  ...(told.advice === undefined ? {} : { advice: translate(told.advice) }),
})

interface Search {
  readonly index: Index
  /** Parts looked up already: entries that fit loosely ask for the same ones again and again. */
  readonly known: Map<string, string | null>
  triesLeft: number
}

/** Sentences in a row first: an entry that begins or ends with a value would take a whole row for one. */
function findText(search: Search, text: string, depth: number): string | null {
  const row = findRow(search, text, depth)
  if (row?.isComplete) return row.text
  return findSentence(search, text, depth) ?? row?.text ?? null
}

function findSentence(search: Search, sentence: string, depth: number): string | null {
  if (depth > MAX_DEPTH || sentence === '') return null
  const known = search.known.get(sentence)
  if (known !== undefined) return known
  let found: string | null = null
  for (const entry of candidates(search.index, sentence)) {
    found = fill(entry, sentence, search, depth)
    if (found !== null || search.triesLeft <= 0) break
  }
  search.known.set(sentence, found)
  return found
}

interface Row {
  readonly text: string
  /** Every sentence of it is known. */
  readonly isComplete: boolean
}

/** Each sentence looked up alone or with the next; the unknown ones stay. null: none is known, or there is only one. */
function findRow(search: Search, text: string, depth: number): Row | null {
  const sentences = text.split(/(?<=\.) /)
  if (sentences.length < 2 || sentences.length > MAX_ROW || depth > 1) return null
  const told: string[] = []
  let unknown = 0
  for (let at = 0; at < sentences.length; at += 1) {
    const one = sentences[at] ?? ''
    const alone = findSentence(search, one, depth + 1)
    const next = sentences[at + 1]
    const both = alone === null && next !== undefined ? findSentence(search, `${one} ${next}`, depth + 1) : null
    if (both !== null) at += 1
    if (alone === null && both === null) unknown += 1
    told.push(both ?? alone ?? one)
  }
  return unknown === told.length ? null : { text: joinSentences(told), isComplete: unknown === 0 }
}

/** A full stop that is as narrow as a letter has a space behind it; 。 brings its own. */
const joinSentences = (told: readonly string[]): string =>
  told.map((one, at) => (at + 1 < told.length && one.endsWith('.') ? `${one} ` : one)).join('')

interface Entry {
  /** The fixed parts of the source; between two of them stands a value. */
  readonly fixed: readonly string[]
  readonly names: readonly string[]
  readonly target: string
  /** Values that must be sentences themselves. */
  readonly needed: ReadonlySet<string>
  /** Fixed characters but spaces and the full stop at the end, which says nothing. */
  readonly weight: number
}

const SOURCE_VALUE = /\{([a-z][A-Za-z_]*)\}/
const TARGET_VALUE = /\{([a-z][A-Za-z_]*)([~!]?)\}/g

function parseEntry(source: string, target: string): Entry {
  // split with a group answers fixed, name, fixed, name, …, fixed
  const pieces = source.split(SOURCE_VALUE)
  const fixed = pieces.filter((_, at) => at % 2 === 0)
  const names = pieces.filter((_, at) => at % 2 === 1)
  const needed = [...target.matchAll(TARGET_VALUE)].flatMap(([, name = '', mark]) => (mark === '!' ? [name] : []))
  return {
    fixed,
    names,
    target,
    needed: new Set(needed),
    weight: fixed.join('').replace(/\.$/, '').replaceAll(' ', '').length,
  }
}

interface Index {
  /** Entries by their first characters. */
  readonly byStart: ReadonlyMap<string, readonly Entry[]>
  /** Entries that begin with a value, or nearly. */
  readonly loose: readonly Entry[]
}

const START = 4

function indexEntries(entries: readonly Entry[]): Index {
  const isLoose = ({ fixed }: Entry): boolean => (fixed[0] ?? '').length < START
  return {
    byStart: Map.groupBy(
      entries.filter(entry => !isLoose(entry)),
      ({ fixed }) => (fixed[0] ?? '').slice(0, START),
    ),
    loose: entries.filter(isLoose),
  }
}

function* candidates({ byStart, loose }: Index, sentence: string): Iterable<Entry> {
  yield* byStart.get(sentence.slice(0, START)) ?? []
  yield* loose
}

/** The entry's translation of the sentence; null when it does not fit. */
function fill(entry: Entry, sentence: string, search: Search, depth: number): string | null {
  const { fixed, names, needed, target } = entry
  if (!sentence.startsWith(fixed[0] ?? '') || !sentence.endsWith(fixed.at(-1) ?? '')) return null
  const values = new Map<string, string>()
  const found = new Map<string, string | null>()
  search.triesLeft -= 1
  const isGood = (name: string, value: string): boolean => {
    values.set(name, value)
    if (!needed.has(name)) return true
    found.set(name, findSentence(search, value, depth + 1))
    return found.get(name) !== null
  }
  /** Places value `at`, which begins at `from`, as short as the rest allows. */
  const place = (at: number, from: number): boolean => {
    const name = names[at]
    if (name === undefined) return from === sentence.length
    const next = fixed[at + 1] ?? ''
    if (at === names.length - 1) {
      const end = sentence.length - next.length
      return end >= from && sentence.endsWith(next) && isGood(name, sentence.slice(from, end))
    }
    for (
      let end = sentence.indexOf(next, from);
      end >= 0 && search.triesLeft > 0;
      end = sentence.indexOf(next, end + 1)
    ) {
      search.triesLeft -= 1
      if (isGood(name, sentence.slice(from, end)) && place(at + 1, end + next.length)) return true
    }
    return false
  }
  if (!place(0, (fixed[0] ?? '').length)) return null
  return target.replace(TARGET_VALUE, (_, name: string, mark: string) => {
    const value = values.get(name) ?? ''
    return mark === '' ? value : (found.get(name) ?? findText(search, value, depth + 1) ?? value)
  })
}
