import type { Adapter } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { listHosts } from './store.ts'

/**
 * A domain that no adapter of the platform named before would get the credentials of its connectors. That is no smaller
 * thing than leading a connector to another address: it takes the right to do so, and somebody who has shown lately who
 * they are. @throws Failure `permission.missing`, `stepUp.needed`
 */
export async function requireHosts(
  tx: Tx,
  platformId: string,
  { hosts }: Pick<Adapter, 'hosts'>,
  ctx: RouteContext,
): Promise<void> {
  if (hosts.length === 0) return
  const known = await listHosts(tx, platformId)
  if (hosts.every(host => known.has(host))) return
  if (!isAllowed(ctx.principal, MOVES)) throw refuse('permission.missing', { value: MOVES })
  await ctx.requireStepUp()
}

const MOVES = 'connector:update'
