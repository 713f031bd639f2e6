import type { PermissionCatalogue } from './types.ts'

type Module = PermissionCatalogue['modules'][number]
type Permission = Module['permissions'][number]

export type Mark = 'all' | 'some' | 'none'

/** How much of a row or a column is ticked. Nothing at all is not "all". */
export function markOf(names: readonly string[], chosen: ReadonlySet<string>): Mark {
  const count = names.filter(name => chosen.has(name)).length
  return count === 0 ? 'none' : count === names.length ? 'all' : 'some'
}

/** Ticks all of these, or takes all away when all are ticked. What may not be given stays as it is. */
export function toggleAll(permissions: readonly Permission[], chosen: ReadonlySet<string>): Set<string> {
  const names = permissions.filter(permission => permission.is_held).map(permission => permission.name)
  const next = new Set(chosen)
  const isFull = markOf(names, chosen) === 'all'
  for (const name of names) isFull ? next.delete(name) : next.add(name)
  return next
}

export function toggleOne(name: string, chosen: ReadonlySet<string>): Set<string> {
  const next = new Set(chosen)
  if (!next.delete(name)) next.add(name)
  return next
}

/** Modules whose name, permissions or opened actions hold the word. */
export function findModules(modules: readonly Module[], word: string): readonly Module[] {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return modules
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted)
  return modules.filter(
    ({ name, label, permissions }) =>
      holds(name) ||
      holds(label) ||
      permissions.some(permission => holds(permission.name) || permission.opens.some(holds)),
  )
}

export const columnOf = (modules: readonly Module[], verb: string): Permission[] =>
  modules.flatMap(module => module.permissions.filter(permission => permission.verb === verb))

/** The frame of the console asks for some add and some delete. */
export const mayEnter = (chosen: ReadonlySet<string>): boolean =>
  chosen.has('*') || ['add', 'delete'].every(verb => [...chosen].some(name => name.endsWith(`:${verb}`)))

export const holds = (permissions: readonly string[], name: string): boolean =>
  permissions.includes('*') || permissions.includes(name)
