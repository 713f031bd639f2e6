import type { Adapter } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'

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

/** Those of the newest version of each adapter, which were asked for when it was saved. */
async function listHosts(tx: Tx, platformId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ host: string }>(
    `select distinct jsonb_array_elements_text(v.doc -> 'hosts') as host
       from adapter a join adapter_version v on v.tenant_id = a.tenant_id and v.adapter_id = a.id and v.version = a.version
      where a.tenant_id = app_tenant() and a.platform_id = $1 and jsonb_typeof(v.doc -> 'hosts') = 'array'`,
    [platformId],
  )
  return new Set(rows.map(({ host }) => host))
}
