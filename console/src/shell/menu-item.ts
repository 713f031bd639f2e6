import type { Words } from '../lib/i18n.ts'

/** An entry of the side menu, ready to be drawn. */
export interface MenuItem {
  readonly id: string
  /** Where it leads; for a group the page it redirects to. */
  readonly path: string
  readonly title: Words
  readonly icon?: string
  readonly isExternal: boolean
  readonly children: readonly MenuItem[]
}

/** A step of the breadcrumb; the last one and mere groups lead nowhere. */
export interface Crumb {
  readonly id: string
  readonly title: Words
  readonly path?: string
}
