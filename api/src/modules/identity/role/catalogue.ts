import { type Words, walkRoutes } from '@sluice/contract'
import { sayWords } from '../../../http/messages.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { contracts } from '../../../server/contracts.ts'
import { names } from '../../../server/names.ts'
import { listPermissions, listPresetRoles } from '../tenant/index.ts'
import type { PermissionCatalogue } from './contract.ts'
import { verbNames } from './permission-names.ts'
import type { RoleRow } from './store.ts'

const LOOK: Words = { zh: '查看', en: 'Look at' }

/** Every permission in the order people think of them, with what it opens: read from the routes, kept nowhere else. */
export function describeCatalogue(
  { roles, groups }: { readonly roles: readonly RoleRow[]; readonly groups: readonly string[] },
  ctx: RouteContext,
): PermissionCatalogue {
  const say = (words: Words): string => sayWords(words, ctx.language)
  const opened = listOpened()
  const known = listPermissions()
  const modules = [...new Set([...Object.keys(names.permissions), ...known.map(moduleOf)])]
  return {
    verbs: Object.entries(verbNames)
      .filter(([verb]) => known.some(name => name.endsWith(`:${verb}`)))
      .map(([name, words]) => ({ name, label: say(words) })),
    modules: modules
      .map(module => ({
        name: module,
        label: names.permissions[module] ? say(names.permissions[module]) : module,
        permissions: known
          .filter(name => moduleOf(name) === module)
          .map(name => ({
            name,
            verb: name.slice(module.length + 1),
            opens: [...new Set((opened.get(name) ?? [LOOK]).map(say))],
            is_held: isAllowed(ctx.principal, name),
          })),
      }))
      .filter(module => module.permissions.length > 0),
    presets: listPresetRoles().map(({ key, label, permissions }) => ({
      key,
      label: say(label),
      permissions: [...permissions],
    })),
    roles: roles.map(({ id, name, permissions, user_count }) => ({
      id,
      name,
      permissions: [...permissions],
      user_count,
    })),
    groups: [...groups],
  }
}

const moduleOf = (permission: string): string => permission.split(':')[0] ?? ''

/** Names of the routes that ask for each permission; those that only look say so once. */
function listOpened(): Map<string, Words[]> {
  const opened = new Map<string, Words[]>()
  const add = (permission: string, words: Words) => opened.set(permission, [...(opened.get(permission) ?? []), words])
  for (const [permission, words] of Object.entries(names.opens)) add(permission, words)
  for (const [route, { permission }] of walkRoutes(contracts))
    if (permission !== null && permission !== 'public') add(permission, names.actions[route] ?? LOOK)
  return opened
}
