import type { Words } from '@sluice/contract'

type Named = Readonly<Record<string, Words>>

/** What people read instead of the names that a module gives; kept in its `names.ts`. A test finds the missing. */
export interface ModuleNames {
  /** By route: what it does, for the operation log and the catalogue of permissions. */
  readonly actions?: Named
  /** By the kind of object that the module's rows in the operation log name. */
  readonly objects?: Named
  /** By the first word of a permission. */
  readonly permissions?: Named
  /** By permission: what it opens where no route says so. */
  readonly opens?: Named
}

/** Those of the kinds that no module writes. */
const objects: Named = { route: { zh: '接口', en: 'Route', pt: 'Rota' } }

/**
 * The names of all modules: actions as `module.route`, the rest as they are.
 * @param modules in the order in which people meet them
 */
export function mergeNames(modules: Readonly<Record<string, ModuleNames>>): Required<ModuleNames> {
  const entries = Object.entries(modules)
  const merge = (part: 'objects' | 'permissions' | 'opens'): Named =>
    Object.fromEntries(entries.flatMap(([, names]) => Object.entries(names[part] ?? {})))
  return {
    actions: Object.fromEntries(
      entries.flatMap(([module, { actions }]) =>
        Object.entries(actions ?? {}).map(([route, words]) => [`${module}.${route}`, words]),
      ),
    ),
    objects: { ...objects, ...merge('objects') },
    permissions: merge('permissions'),
    opens: merge('opens'),
  }
}
