import type { Tx } from '@sluice/db'

interface PlanLimits {
  readonly least_minutes: number | null
  readonly may_follow: boolean
  readonly may_script: boolean
}

/** What the tenant's plan lets a strategy do. */
export async function readPlanLimits(tx: Tx): Promise<PlanLimits> {
  const [row] = await tx.query<PlanLimits>(
    'select least_minutes, may_follow, may_script from tenant_quota where tenant_id = app_tenant()',
  )
  return row ?? { least_minutes: null, may_follow: true, may_script: true }
}
