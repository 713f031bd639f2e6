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

/** Why rows may be missing that were read, or are about to be: rejected; incomplete: not read to the end; running. */
export type Doubt = 'rejected' | 'incomplete' | 'running'

interface NewestRead {
  readonly state: string
  readonly follow: boolean
  readonly read_complete: boolean
  readonly lost: boolean
}

/** Of the newest read of a strategy that has begun; what is followed is never read to an end. null: none. */
export async function findDoubt(tx: Tx, strategyId: string): Promise<Doubt | null> {
  const [read] = await tx.query<NewestRead>(
    `select state, follow, read_complete, tally_of(counts, 'rejected') + tally_of(counts, 'conflicts') > 0 as lost
       from run where tenant_id = $1 and strategy_id = $2 and trigger <> 'retry' and state <> 'queued'
         and ("window" ->> 'kind' is null or state in ('running', 'stopping'))
      order by created_at desc, id desc limit 1`,
    [tx.tenantId, strategyId],
  )
  if (!read) return null
  if (read.lost) return 'rejected'
  if (read.follow) return null
  if (read.state === 'running' || read.state === 'stopping') return 'running'
  return read.read_complete ? null : 'incomplete'
}
