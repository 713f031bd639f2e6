import { Failure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'

/** Limits to be changed; null takes one away, what is missing stays. */
export interface QuotaChange {
  readonly weight?: number
  readonly runs?: number | null
  readonly strategies?: number | null
  readonly records_per_month?: number | null
  readonly storage_bytes?: number | null
}

/** What the tenant may use from now on. Runs that wait for a quota are looked at again at once. @throws Failure `notFound.tenant` */
export const changeQuota = (database: Database, code: string, change: QuotaChange): Promise<QuotaChange> =>
  database.withSystem(async tx => {
    const columns = Object.keys(change)
    const sets = columns.map((column, index) => `${column} = $${index + 2}`)
    const [quota] = await tx.query<QuotaChange & { readonly tenant_id: string }>(
      `update tenant_quota q set ${[...sets, 'updated_at = now()'].join(', ')} from tenant t
        where t.code = $1 and q.tenant_id = t.id
      returning q.tenant_id, q.weight, q.runs, q.strategies, q.records_per_month, q.storage_bytes`,
      [code, ...Object.values(change)],
    )
    if (!quota)
      throw new Failure({ code: 'notFound.tenant', message: `There is no tenant ${code}.`, field: 'code', value: code })
    await lookAgain(tx, quota.tenant_id)
    const { tenant_id: _, ...limits } = quota
    return limits
  })

async function lookAgain(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(`update tenant_load set measured_at = 'epoch' where tenant_id = $1`, [tenantId])
  await tx.execute(
    `update run set look_at = now() where tenant_id = $1 and state = 'queued' and hold ->> 'code' like 'wait.quota.%'`,
    [tenantId],
  )
}
