import { gzipSync } from 'node:zlib'

/** An entry of Vite's manifest, as far as sizes need it. */
export interface ManifestEntry {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isDynamicEntry?: boolean
}
export type Manifest = Readonly<Record<string, ManifestEntry>>

/** kB gzip that may be loaded, by page; SCREEN_BUDGET for every other. Decisions 0023, 0271. */
const budgets: Readonly<Record<string, number>> = { 'sign-in': 222, 'first list': 314, forms: 82 }
const SCREEN_BUDGET = 60

const SIGN_IN = ['index.html', 'src/screens/identity/user/login.tsx']
/** With what comes a moment later by itself; `console/plan-chunks.ts` names the same. */
const FIRST_LIST = [
  'index.html',
  'src/app/workspace.tsx',
  'src/screens/strategy/strategy/strategy-list.tsx',
  'src/screens/strategy/strategy/list/list-extras.tsx',
  'src/screens/strategy/strategy/list/follow-left-over.tsx',
]
const SCREEN = /^src\/screens\/[^/]+\/[^/]+\/[^/]+\.tsx$/

/**
 * What each page loads in kB gzip: sign-in and first list whole; the forms and parts that many screens share, which the
 * first of them loads; and of every other screen what is its own beyond these.
 */
export function measureRoutes(manifest: Manifest, read: (file: string) => Buffer): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    const known = sizes.get(file) ?? gzipSync(read(file), { level: 9 }).length / 1000
    sizes.set(file, known)
    return known
  }
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + sizeOf(file), 0)
  const list = listFiles(manifest, FIRST_LIST)
  const forms = new Set([...listShared(manifest)].filter(file => !list.has(file)))
  const screens = Object.keys(manifest).filter(key => SCREEN.test(key) && manifest[key]?.isDynamicEntry)
  return new Map([
    ['sign-in', sum(listFiles(manifest, SIGN_IN))],
    ['first list', sum(list)],
    ['forms', sum(forms)],
    ...screens.map(key => {
      const own = [...listFiles(manifest, [key])].filter(file => !list.has(file) && !forms.has(file))
      return [key, sum(own)] as const
    }),
  ])
}

/** Pages over their budget, the worst first. */
export function findFatRoutes(sizes: ReadonlyMap<string, number>): string[] {
  const budgetOf = (page: string): number => budgets[page] ?? SCREEN_BUDGET
  return [...sizes]
    .filter(([page, size]) => size > budgetOf(page))
    .sort(([, a], [, b]) => b - a)
    .map(([page, size]) => `${page} loads ${size.toFixed(1)} kB gzip, allowed are ${budgetOf(page)}`)
}

/** The chunks that `console/plan-chunks.ts` makes of what many screens use. */
const SHARED = /^_(?:parts|sign-in)-[^.]+\.js$/
const listShared = (manifest: Manifest): ReadonlySet<string> =>
  listFiles(
    manifest,
    Object.keys(manifest).filter(key => SHARED.test(key)),
  )

/** Scripts and styles that are loaded with these entries. */
function listFiles(manifest: Manifest, entries: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const load = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const entry = manifest[key]
    if (!entry) throw new Error(`measuring routes: ${key} is not in the manifest of the console`)
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file)
    for (const next of entry.imports ?? []) load(next)
  }
  for (const entry of entries) load(entry)
  return files
}
