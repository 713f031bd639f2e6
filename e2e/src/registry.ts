import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './product.ts'

/** A page of the console's registry, as its folder's table of contents declares it. */
export interface RegisteredPage {
  readonly path: string
  /** Fields of the address that choose a part of the page (a tab, a step, a view), with every choice. */
  readonly choices: Readonly<Record<string, readonly string[]>>
}

interface SearchField {
  parse(text: string | null): unknown
}
interface PageSource {
  readonly path: string
  readonly search?: Readonly<Record<string, SearchField>>
}

/** Names of the fields that choose a part; others only filter a list. */
const PARTS = ['tab', 'step', 'view']

/** Reads the tables of contents as they lie in the sources: a new screen is known here without being named. */
export async function readRegistry(): Promise<readonly RegisteredPage[]> {
  const found: RegisteredPage[] = []
  for await (const path of glob('console/src/screens/*/*/pages.ts', { cwd: projectRoot })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(projectRoot, path)).href)
    const lists = Object.values(module).filter(isWords)
    for (const page of module['pages'] as readonly PageSource[]) found.push(describe(page, lists)) // what app/registry.ts reads
  }
  return found
}

function describe({ path, search = {} }: PageSource, lists: readonly (readonly string[])[]): RegisteredPage {
  const parts = Object.entries(search).filter(([name]) => PARTS.includes(name))
  const choices = parts.map(([name, field]) => [name, lists.find(words => isChoiceOf(words, field)) ?? []])
  return { path, choices: Object.fromEntries(choices) }
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(word => typeof word === 'string')
/** The list that the field was made of: it reads every word of it as itself. */
const isChoiceOf = (words: readonly string[], field: SearchField): boolean =>
  words.every(word => field.parse(word) === word)
