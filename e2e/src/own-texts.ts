import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from './browser.ts'

/** Everything the product itself may say in a language: plain texts, and texts with places for values. */
interface OwnTexts {
  readonly plain: ReadonlySet<string>
  readonly patterns: readonly Pattern[]
}

interface Pattern {
  /** Looked for first: a search for a text is much quicker than a match. */
  readonly longest: string
  readonly whole: RegExp
}

const suffixes = { 'zh-CN': 'zh', 'zh-TW': 'tw', 'en-US': 'en', 'pt-BR': 'pt' } as const satisfies Record<
  Language,
  string
>
const root = join(import.meta.dirname, '../..')
/** A value's place in a text that is made by a function. */
const VALUE = '\u0001'
/** Fixed text shorter than this is found anywhere and proves nothing. */
const MIN_FIXED = { 'zh-CN': 4, 'zh-TW': 4, 'en-US': 12, 'pt-BR': 12 } as const

/** Reads dictionaries and catalogues as they lie in the sources. */
export async function readOwnTexts(language: Language): Promise<OwnTexts> {
  const texts = [...(await readDictionaries(language)), ...(await readCatalogues(language))]
  const parts = texts.map(text => text.split(new RegExp(`${VALUE}|\\{\\w+[~!]?\\}`)))
  return {
    plain: new Set(parts.filter(({ length }) => length === 1).map(([text]) => text ?? '')),
    patterns: parts.filter(({ length }) => length > 1).flatMap(fixed => toPattern(fixed, MIN_FIXED[language]) ?? []),
  }
}

function toPattern(fixed: readonly string[], least: number): Pattern | null {
  const longest = fixed.toSorted((a, b) => b.length - a.length)[0] ?? ''
  if (longest.trim().length < least) return null
  const escaped = fixed.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { longest, whole: new RegExp(`^${escaped.join('.*')}$`, 's') }
}

export const says = ({ plain, patterns }: OwnTexts, line: string): boolean =>
  plain.has(line) || patterns.some(({ longest, whole }) => line.includes(longest) && whole.test(line))

async function readDictionaries(language: Language): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(`console/src/**/*text*.${suffixes[language]}.ts`, { cwd: root })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, path)).href)
    for (const dictionary of Object.values(module)) collect(dictionary, found)
  }
  return found
}

function collect(node: unknown, found: string[]): void {
  if (typeof node === 'string') found.push(node)
  else if (typeof node === 'function') {
    try {
      found.push(String(node(...Array.from({ length: node.length }, () => VALUE))))
    } catch {
      // It wants a list or an object; the other texts of its screen tell enough.
    }
  } else if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) collect(child, found)
}

/** Sentences of the server and titles of pages: the catalogues know them by the English text. */
async function readCatalogues(language: Language): Promise<string[]> {
  const found: string[] = []
  const other = language === 'pt-BR' ? 'pt' : 'tw'
  for await (const path of glob(`{console,api,engine,connector-kit,connectors}/src/**/{sentences,words}.${other}.ts`, {
    cwd: root,
  })) {
    const module: Record<string, Readonly<Record<string, string>>> = await import(pathToFileURL(join(root, path)).href)
    for (const catalogue of Object.values(module))
      found.push(
        ...(language === 'en-US' ? Object.keys(catalogue) : language === 'zh-CN' ? [] : Object.values(catalogue)),
      )
  }
  if (language === 'zh-CN') found.push(...(await readChinese()))
  return found
}

/** Simplified Chinese stands in the sources themselves. */
async function readChinese(): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob('{console,api,engine,connector-kit,connectors}/src/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing/.test(path)) continue
    const text = await readFile(join(root, path), 'utf8')
    const literals = path.endsWith('sentences.zh.ts') ? /:\s*'((?:[^'\\]|\\.)*)',/g : /\bzh: '((?:[^'\\]|\\.)*)'/g
    for (const [, literal] of text.matchAll(literals)) found.push(literal ?? '')
  }
  return found
}
