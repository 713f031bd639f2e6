/**
 * A place in the menu, in the `menu.ts` of a screen's folder. The server answers with the menu, made of all of them by
 * tools/src/generate-menu.ts; none of it is in the console's own code.
 */
export interface MenuEntry {
  /** One in the whole menu; the words of a heading are found by it. */
  readonly id: string
  readonly path: string
  /** The heading above, or the page that it belongs to. Absent: at the first level. */
  readonly parent?: string
  /** Place among those beside it, from 0. Absent: behind those that have one, by id. */
  readonly order?: number
  /** What the server calls the screen. Default: the path without its first slash. */
  readonly component?: string
  /** Of a heading, which has no screen of its own: where it leads when that is allowed. */
  readonly redirect?: string
  readonly icon?: string
  /** Known for breadcrumb and selection, not listed. */
  readonly isHidden?: boolean
  /** Nothing below it is listed. */
  readonly hasHiddenChildren?: boolean
}
