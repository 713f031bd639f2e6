import type { MenuNode } from '@sluice/api/modules/identity/user/contract.ts'
import { matchPath } from 'react-router'
import type { Words } from '../lib/i18n.ts'
import type { AnyPage } from '../lib/page.ts'
import type { Crumb, MenuItem } from '../shell/menu-item.ts'

/** What the menu's words are taken from: pages have their titles; headings, which are no page, theirs by their id. */
export interface Titles {
  readonly pages: readonly AnyPage[]
  readonly headings: Readonly<Record<string, Words>>
}

/** The tree of the side menu from the server's flat nodes. The path selects our page; `component` never selects code. */
export function buildMenu(nodes: readonly MenuNode[], titles: Titles): MenuItem[] {
  const level = (parentId: string): MenuItem[] =>
    nodes
      .filter(node => node.parentId === parentId && !node.meta.hideInMenu)
      .map(node => {
        const children = node.meta.hideChildrenInMenu ? [] : level(node.id)
        return {
          id: node.id,
          path: node.redirect ?? node.path,
          title: titleOf(node, titles),
          isExternal: isExternal(node),
          children,
          ...(node.meta.icon !== undefined && { icon: node.meta.icon }),
        }
      })
  return level('')
}

const isExternal = (node: MenuNode): boolean => node.meta.target === '_blank' || /^https?:\/\//.test(node.path)

function titleOf(node: MenuNode, { pages, headings }: Titles): Words {
  const page = pages.find(candidate => candidate.path === node.path)
  const key = node.meta.title.replace(/^menu\./, '')
  return page?.title ?? headings[key] ?? headings[node.name] ?? { zh: node.meta.title, en: node.meta.title }
}

/** The way from the top to an address: menu entries above it, then the page itself. */
export function traceTrail(
  pathname: string,
  page: AnyPage | null,
  nodes: readonly MenuNode[],
  titles: Titles,
): Crumb[] {
  const node =
    nodes.find(candidate => candidate.path === page?.path) ?? nodes.find(({ path }) => matchPath(path, pathname))
  if (!node) return page ? traceParents(page) : []
  const above: Crumb[] = []
  for (let at = findParent(node, nodes); at; at = findParent(at, nodes)) {
    const hasPage = titles.pages.some(({ path }) => path === at?.path)
    above.unshift({ id: at.id, title: titleOf(at, titles), ...(hasPage && { path: at.path }) })
  }
  return [...above, { id: node.id, title: page?.title ?? titleOf(node, titles) }]
}

const findParent = (node: MenuNode, nodes: readonly MenuNode[]): MenuNode | undefined =>
  nodes.find(candidate => candidate.id === node.parentId)

/** For pages that no node names: the parents that the page itself names. */
function traceParents(page: AnyPage): Crumb[] {
  const parent = page.parent?.()
  const above = parent ? traceParents(parent).map(crumb => ({ ...crumb, path: crumb.path ?? parent.path })) : []
  return [...above, { id: page.path, title: page.title }]
}
