import { STORED_RECORDS, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'

const CURRENT = `from strategy_version v join strategy g
  on g.tenant_id = v.tenant_id and g.id = v.strategy_id and g.version = v.version`

/** From and where: strategies `g`, running or not, that group what `strategy`, another row of that table, has stored. */
export const groupersSql = (strategy: string): string => `${CURRENT}
  where v.tenant_id = ${strategy}.tenant_id and v.groups_of = '${STORED_RECORDS}' || ${strategy}.id::text`

/** A strategy with the version that runs. */
export interface GroupingStrategy {
  readonly id: string
  readonly config: StrategyConfig
}

/** Those that group what this one has stored. */
export async function findGroupers(tx: Tx, strategyId: string): Promise<GroupingStrategy[]> {
  const rows = await tx.query<{ id: string; config: unknown }>(
    `select g.id, v.config ${CURRENT} where v.tenant_id = $1 and v.groups_of = $2 order by g.id`,
    [tx.tenantId, STORED_RECORDS + strategyId],
  )
  return rows.map(({ id, config }) => ({ id, config: StrategyConfig.parse(config) }))
}

/** The strategy whose stored records this one groups; null: it groups none. */
export async function findGrouped(tx: Tx, strategyId: string): Promise<string | null> {
  const [row] = await tx.query<{ groups_of: string | null }>(
    `select v.groups_of ${CURRENT} where v.tenant_id = $1 and v.strategy_id = $2`,
    [tx.tenantId, strategyId],
  )
  return row?.groups_of?.startsWith(STORED_RECORDS) ? row.groups_of.slice(STORED_RECORDS.length) : null
}
