import type { MenuNode } from './contract.ts'
import { entries } from './menu-entries.ts'

type Entry = (typeof entries)[number]

/** The nodes a holder of these permissions may see, parents first. */
export function listMenu(isAllowed: (permission: string) => boolean): MenuNode[] {
  const allowed = entries.filter(entry => entry.permission === undefined || isAllowed(entry.permission))
  const findChildren = (id: string) => allowed.filter(entry => entry.parentId === id)
  return (
    allowed
      // A heading without anything below it leads nowhere.
      .filter(entry => entry.redirect === undefined || findChildren(entry.id).length > 0)
      .map(({ permission, redirect, ...node }) => ({
        ...node,
        ...(redirect === undefined ? {} : { redirect: findRedirect(redirect, findChildren(node.id)) }),
        meta: { ...node.meta, ...(permission === undefined ? {} : { authority: [permission] }) },
      }))
  )
}

/** Where a heading leads: the entry it names, or the first that this person may see. */
const findRedirect = (wanted: string, children: readonly Entry[]): string =>
  children.some(child => child.path === wanted) ? wanted : (children[0]?.path ?? wanted)
