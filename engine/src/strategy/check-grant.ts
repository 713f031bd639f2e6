import type { CheckLine } from '@sluice/contract'
import type { Database } from '@sluice/db'

/** Told so long before: somebody has to be found who may grant access. */
const SOON_DAYS = 7

/** Access that a person granted to a connector: whether it still works, and how long it will. */
export async function checkGrant(
  database: Database,
  tenantId: string,
  connector: { readonly id: string; readonly name: string; readonly env: string },
  side: 'source' | 'target',
): Promise<CheckLine[]> {
  const [grant] = await database.withTenant(tenantId, tx =>
    tx.query<{ failure: string | null; ends_at: string | null; is_over: boolean; is_soon: boolean }>(
      `select failure, ends_at, ends_at <= now() as is_over, ends_at <= now() + make_interval(days => ${SOON_DAYS}) as is_soon
         from connector_grant where tenant_id = $1 and connector_id = $2 and env = $3`,
      [tenantId, connector.id, connector.env],
    ),
  )
  if (!grant) return []
  const line = (level: CheckLine['level'], item: string, message: string): CheckLine => ({
    level,
    group: side,
    item: `${side}.${item}`,
    message,
    field: `${side}.connector_id`,
  })
  if (grant.failure !== null || grant.is_over)
    return [
      line('error', 'grantEnded', `The access granted to the connector ${connector.name} has ended; grant it again.`),
    ]
  if (grant.is_soon)
    return [
      line(
        'warning',
        'grantEnds',
        `The access granted to the connector ${connector.name} ends at ${grant.ends_at}; grant it again before.`,
      ),
    ]
  return []
}
