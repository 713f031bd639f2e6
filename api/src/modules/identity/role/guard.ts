import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type Principal } from '../../../http/route-handler.ts'
import { countAdministrators } from './store.ts'

interface Power {
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

/** Whether somebody may do all that a role allows, so may give it, or act on who has it. */
export const coversRole = (principal: Principal, role: Power): boolean => findExcess(principal, role) === null

/** The first thing a role allows and the caller does not hold; null: none. */
export function findExcess(principal: Principal, { permissions, groups }: Power): string | null {
  const permission = permissions.find(name => !isAllowed(principal, name))
  if (permission !== undefined) return permission
  if (principal.groups === null) return null
  const own = new Set(principal.groups)
  if (groups === null) return '*'
  return groups.find(group => !own.has(group)) ?? null
}

/** After a change, in its transaction. @throws Failure `conflict.lastAdmin` when nobody is left who may do everything */
export async function requireAdministrator(tx: Tx): Promise<void> {
  if ((await countAdministrators(tx)) === 0) throw refuse('conflict.lastAdmin')
}
