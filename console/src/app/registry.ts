import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchPath } from 'react-router'
import type { Words } from '../lib/i18n.ts'
import type { AnyPage } from '../lib/page.ts'
import { loadChunk } from './load-chunk.ts'

// Every screen folder has a table of contents; a new folder is found here without being named.
const folders = import.meta.glob<readonly AnyPage[]>('../screens/*/*/pages.ts', { eager: true, import: 'pages' })

// What stands over several pages in the menu is said by one of the folders below it.
const said = import.meta.glob<Readonly<Record<string, Words>>>('../screens/*/*/headings.ts', {
  eager: true,
  import: 'headings',
})

/** Words of the menu's headings, by the id of their entry. */
export const headings: Readonly<Record<string, Words>> = Object.assign({}, ...Object.values(said))

export interface RegisteredPage extends AnyPage {
  readonly Screen: LazyExoticComponent<ComponentType>
}

/** All pages of all screens. */
export const registry: readonly RegisteredPage[] = Object.values(folders)
  .flat()
  .map(page => ({ ...page, Screen: lazy(() => loadChunk(page.load)) }))

/** The page of an address, literal paths before patterns. */
export function findPage(pathname: string): RegisteredPage | null {
  const matches = registry.filter(page => matchPath(page.path, pathname) !== null)
  return matches.find(page => !page.path.includes(':')) ?? matches[0] ?? null
}

/** Starts loading a page's code before it is opened, for instance while the pointer rests on its link. */
export function preloadPage(pathname: string): void {
  // A failure shows when the page is really opened.
  void findPage(pathname)
    ?.load()
    .catch(() => undefined)
}
