import type { Tx } from '@sluice/db'

/** Limits to be changed; null takes one away, what is missing stays. */
export interface QuotaChange {
  readonly weight?: number
  readonly runs?: number | null
  readonly strategies?: number | null
  readonly connectors?: number | null
  readonly least_minutes?: number | null
  readonly may_follow?: boolean
  readonly may_script?: boolean
  readonly records_per_month?: number | null
  readonly storage_bytes?: number | null
}

/** Limits as they are; null: none. */
export interface Quota {
  readonly weight: number
  readonly runs: number | null
  readonly strategies: number | null
  readonly connectors: number | null
  readonly least_minutes: number | null
  readonly may_follow: boolean
  readonly may_script: boolean
  readonly records_per_month: string | null
  readonly storage_bytes: string | null
}

export async function updateQuota(
  tx: Tx,
  code: string,
  change: QuotaChange,
): Promise<(Quota & { readonly tenant_id: string }) | undefined> {
  const sets = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
  const rows = await tx.query<Quota & { readonly tenant_id: string }>(
    `update tenant_quota q set ${[...sets, 'updated_at = now()'].join(', ')} from tenant t
      where t.code = $1 and q.tenant_id = t.id
    returning q.tenant_id, q.weight, q.runs, q.strategies, q.records_per_month, q.storage_bytes,
              q.connectors, q.least_minutes, q.may_follow, q.may_script`,
    [code, ...Object.values(change)],
  )
  return rows[0]
}

/** Runs that wait for a quota ask again at once. */
export async function lookAgain(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(`update tenant_load set measured_at = 'epoch' where tenant_id = $1`, [tenantId])
  await tx.execute(
    `update run set look_at = now() where tenant_id = $1 and state = 'queued' and hold ->> 'code' like 'wait.quota.%'`,
    [tenantId],
  )
}
