import type { Tx } from '@sluice/db'
import { groupersSql } from '../sql/group-rows.ts'
import { defaultRetention, type Retention } from './policy.ts'

/** Whose data is looked at, and how long it is kept. */
export interface Scope {
  readonly tenantId: string
  readonly strategyId: string
  readonly retention: Retention
  /** Another strategy reads what it has stored as groups. */
  readonly isGrouped: boolean
}

interface ScopeColumns {
  readonly tenant_id: string
  readonly strategy_id: string
  readonly finished_days: number | null
  readonly error_days: number | null
  readonly log_days: number | null
  readonly run_days: number | null
  readonly replaced_days: number | null
  readonly archive: boolean | null
  readonly is_grouped: boolean
}

const days = (column: string): string => `coalesce(own.${column}, everywhere.${column}) as ${column}`

/** Every strategy with its rule: its own, else the tenant's, else the product's. */
export async function listScopes(
  tx: Tx,
  only: { tenantId: string; strategyId: string } | null = null,
): Promise<Scope[]> {
  const rows = await tx.query<ScopeColumns>(
    `select s.tenant_id, s.id as strategy_id, ${[
      'finished_days',
      'error_days',
      'log_days',
      'run_days',
      'replaced_days',
      'archive',
    ]
      .map(days)
      .join(', ')}, exists (select ${groupersSql('s')}) as is_grouped
       from strategy s
       left join retention own on own.tenant_id = s.tenant_id and own.scope_id = s.id
       left join retention everywhere on everywhere.tenant_id = s.tenant_id and everywhere.scope_id = s.tenant_id
      where $1::uuid is null or (s.tenant_id = $1 and s.id = $2)
      order by s.tenant_id, s.id`,
    [only?.tenantId ?? null, only?.strategyId ?? null],
  )
  return rows.map(row => ({
    tenantId: row.tenant_id,
    strategyId: row.strategy_id,
    retention: toRetention(row),
    isGrouped: row.is_grouped,
  }))
}

const toRetention = (row: ScopeColumns): Retention => ({
  finishedDays: row.finished_days ?? defaultRetention.finishedDays,
  errorDays: row.error_days ?? defaultRetention.errorDays,
  logDays: row.log_days ?? defaultRetention.logDays,
  runDays: row.run_days ?? defaultRetention.runDays,
  replacedDays: row.replaced_days ?? defaultRetention.replacedDays,
  archive: row.archive ?? defaultRetention.archive,
})
