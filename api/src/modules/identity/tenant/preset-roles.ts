import { type Words, walkRoutes } from '@sluice/contract'
import { contracts } from '../../../server/contracts.ts'

export interface PresetRole {
  readonly key: 'administrator' | 'developer' | 'operator' | 'reader'
  readonly name: string
  readonly label: Words
  /** `module:verb`; `*` grants everything. */
  readonly permissions: readonly string[]
}

/** The frame of the console asks for some add and some delete; what belongs to oneself is everybody's. */
const OWN = ['own:add', 'own:delete']
/** Asked for by a rule inside a handler, so no route names them. */
const BY_RULE = ['user:update', 'strategy:script', ...OWN]

/** Every permission that some route or rule of the product asks for. */
export function listPermissions(): string[] {
  const named = [...walkRoutes(contracts)].map(([, route]) => route.permission)
  return [...new Set([...named, ...BY_RULE])]
    .filter((name): name is string => name !== null && name !== 'public')
    .sort()
}

/** Who may do what in the tenant itself, and what the market offers to others: for administrators. */
const administration: ReadonlySet<string> = new Set(['user', 'role', 'log', 'sso', 'website', 'tenant', 'review'])
const operating: ReadonlySet<string> = new Set(['query', 'add', 'update', 'export', 'start', 'stop'])

/** The roles a new tenant starts with, out of what the product can do; the first is the administrator's. */
export function listPresetRoles(): readonly PresetRole[] {
  const work = listPermissions().filter(name => !administration.has(moduleOf(name)) && moduleOf(name) !== 'own')
  const some = (allows: (verb: string, module: string) => boolean) =>
    [...work.filter(name => allows(verbOf(name), moduleOf(name))), ...OWN].sort()
  return [
    { key: 'administrator', name: '管理员', label: { zh: '管理员', en: 'Administrator' }, permissions: ['*'] },
    { key: 'developer', name: '实施开发', label: { zh: '实施开发', en: 'Developer' }, permissions: some(() => true) },
    {
      key: 'operator',
      name: '操作员',
      label: { zh: '操作员', en: 'Operator' },
      // Runs and mends what there is, deletes nothing; machines and storage are looked at only.
      permissions: some(
        (verb, module) => verb === 'query' || (operating.has(verb) && module !== 'process' && module !== 'storage'),
      ),
    },
    { key: 'reader', name: '只读', label: { zh: '只读', en: 'Reader' }, permissions: some(verb => verb === 'query') },
  ]
}

const moduleOf = (permission: string): string => permission.split(':')[0] ?? ''
const verbOf = (permission: string): string => permission.split(':')[1] ?? ''
