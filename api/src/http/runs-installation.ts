import type { Tx } from '@sluice/db'
import { refuse } from './refuse.ts'
import type { RouteContext } from './route-handler.ts'

/**
 * Whether the caller's tenant runs the installation, which is the one it began with: its people may see machines and what
 * the processes measure; to all others that tells of a house that is not theirs.
 */
export async function runsInstallation(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ plain_names: boolean }>('select plain_names from tenant where id = app_tenant()')
  return rows[0]!.plain_names // the caller's own tenant
}

/** To all others the route is not there. @throws Failure `notFound.route` */
export async function requireOperator(ctx: RouteContext): Promise<void> {
  if (!(await ctx.tenant(runsInstallation))) throw refuse('notFound.route')
}
