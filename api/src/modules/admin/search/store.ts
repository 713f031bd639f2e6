import type { Tx } from '@sluice/db'

const MOST = 8

export interface FoundStrategy {
  readonly id: string
  readonly name: string
  readonly code: string
}
export interface FoundConnector {
  readonly id: string
  readonly name: string
  readonly platform_id: string
}
export interface FoundRecord {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly key: string
  readonly number: string | null
  readonly status: number
}

/** Wildcards of the caller are letters. */
const toPattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

export const findStrategies = (tx: Tx, part: string): Promise<FoundStrategy[]> =>
  tx.query<FoundStrategy>(
    `select id, name, code from strategy where tenant_id = app_tenant() and (name ilike $1 or code ilike $1)
      order by lower(name) = lower($2) desc, last_run_at desc nulls last, id limit ${MOST}`,
    [toPattern(part), part],
  )

export const findConnectors = (tx: Tx, part: string): Promise<FoundConnector[]> =>
  tx.query<FoundConnector>(
    `select id, name, platform_id from connector where tenant_id = app_tenant() and name ilike $1
      order by lower(name) = lower($2) desc, name, id limit ${MOST}`,
    [toPattern(part), part],
  )

/**
 * By whole number, key or key at the target, one index probe each per strategy: a part of a number would read every record of the tenant.
 */
export const findRecords = (tx: Tx, text: string): Promise<FoundRecord[]> =>
  tx.query<FoundRecord>(
    `select r.id::text, r.strategy_id, s.name as strategy_name, r.key, r.number, r.status
       from strategy s cross join lateral (
         (select id, strategy_id, key, number, status from find_records_by_number(s.id, $1) order by id desc limit ${MOST})
         union
         (select id, strategy_id, key, number, status from find_record_by_key(s.id, $1))
         union
         (select id, strategy_id, key, number, status from find_records_by_target(s.id, $1) order by id desc limit ${MOST})
       ) r
      where s.tenant_id = app_tenant()
      order by r.id desc limit ${MOST}`,
    [text],
  )
