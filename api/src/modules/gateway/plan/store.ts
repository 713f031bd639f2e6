import type { Tx } from '@sluice/db'
import type { Plan } from './contract.ts'

export interface PlanRow {
  readonly id: string
  readonly name: string
  readonly remark: string
  readonly rate_per_minute: number
  readonly burst: number
  readonly quota_per_day: string | null
  readonly quota_per_month: string | null
  readonly concurrency: number | null
  readonly priority: Plan['priority']
  readonly applications: number
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly total: string
}

const SELECT = `
  select p.id, p.name, p.remark, p.rate_per_minute, p.burst, p.quota_per_day, p.quota_per_month, p.concurrency, p.priority,
         (select count(*) from gateway_application a where a.tenant_id = p.tenant_id and a.plan_id = p.id)::int as applications,
         p.version, p.created_at, p.updated_at, count(*) over () as total
    from gateway_plan p
   where p.tenant_id = app_tenant()`

export interface PlanFilter {
  /** As `like` has it. */
  readonly pattern: string | null
  readonly priority: Plan['priority'] | null
  readonly sort: string
}

const orders: Readonly<Record<string, string>> = {
  name: 'lower(p.name)',
  rate_per_minute: 'p.rate_per_minute',
  created_at: 'p.created_at',
}

const orderOf = (sort: string): string =>
  `${orders[sort.replace('-', '')] ?? 'p.created_at'} ${sort.startsWith('-') ? 'desc' : 'asc'}, p.id`

export const listPlans = (
  tx: Tx,
  { pattern, priority, sort }: PlanFilter,
  /** null: all. */
  limit: number | null,
  offset: number,
): Promise<PlanRow[]> =>
  tx.query<PlanRow>(
    `${SELECT} and ($1::text is null or p.name ilike $1 or p.remark ilike $1) and ($2::text is null or p.priority = $2)
      order by ${orderOf(sort)} limit $3 offset $4`,
    [pattern, priority, limit, offset],
  )

export async function findPlan(tx: Tx, id: string): Promise<PlanRow | undefined> {
  return (await tx.query<PlanRow>(`${SELECT} and p.id = $1`, [id]))[0]
}

/** Nobody else changes it until the transaction ends. */
export async function lockPlan(tx: Tx, id: string): Promise<PlanRow | undefined> {
  await tx.query('select 1 from gateway_plan where tenant_id = app_tenant() and id = $1 for update', [id])
  return findPlan(tx, id)
}

export interface PlanSettings {
  readonly name: string
  readonly remark: string
  readonly rate_per_minute: number
  readonly burst: number
  readonly quota_per_day: number | null
  readonly quota_per_month: number | null
  readonly concurrency: number | null
  readonly priority: Plan['priority']
}

const valuesOf = (set: PlanSettings): readonly unknown[] => [
  set.name,
  set.remark,
  set.rate_per_minute,
  set.burst,
  set.quota_per_day,
  set.quota_per_month,
  set.concurrency,
  set.priority,
]

export const insertPlan = (tx: Tx, id: string, set: PlanSettings, userId: string): Promise<number> =>
  tx.execute(
    `insert into gateway_plan (id, name, remark, rate_per_minute, burst, quota_per_day, quota_per_month, concurrency, priority,
       created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [id, ...valuesOf(set), userId],
  )

export const updatePlan = (tx: Tx, id: string, set: PlanSettings, userId: string): Promise<number> =>
  tx.execute(
    `update gateway_plan set name = $2, remark = $3, rate_per_minute = $4, burst = $5, quota_per_day = $6, quota_per_month = $7,
       concurrency = $8, priority = $9, updated_by = $10, updated_at = now(), version = version + 1
      where tenant_id = app_tenant() and id = $1`,
    [id, ...valuesOf(set), userId],
  )

export const deletePlan = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from gateway_plan where tenant_id = app_tenant() and id = $1', [id])
