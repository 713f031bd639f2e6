import type { Tx } from '@sluice/db'

export interface RuleRow {
  readonly id: string
  readonly strategy_id: string | null
  readonly strategy_name: string | null
  readonly contains: string
  readonly outcome: 'ignored' | 'finished'
  readonly enabled: boolean
  readonly remark: string
  readonly hit_count: number
  readonly last_hit_at: string | null
  readonly version: number
  readonly created_by: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface RuleSettings {
  readonly strategy_id: string | null
  readonly contains: string
  readonly outcome: 'ignored' | 'finished'
  readonly enabled: boolean
  readonly remark: string
}

const SELECT = `select i.id, i.strategy_id, s.name as strategy_name, i.contains, i.outcome, i.enabled, i.remark,
    i.hit_count::int as hit_count, i.last_hit_at, i.version, coalesce(nullif(u.nickname, ''), u.username) as created_by,
    i.created_at, i.updated_at, count(*) over () as total
  from ignore_rule i
  left join strategy s on s.tenant_id = app_tenant() and s.id = i.strategy_id
  left join app_user u on u.tenant_id = app_tenant() and u.id = i.created_by
 where i.tenant_id = app_tenant()`

export const searchRules = (
  tx: Tx,
  { pattern, strategyId }: { readonly pattern: string | null; readonly strategyId: string | null },
  limit: number,
  offset: number,
): Promise<(RuleRow & { readonly total: string })[]> =>
  tx.query(
    `${SELECT} and ($1::text is null or i.contains ilike $1 or i.remark ilike $1)
       and ($2::uuid is null or i.strategy_id = $2 or i.strategy_id is null)
      order by i.created_at desc, i.id limit $3 offset $4`,
    [pattern, strategyId, limit, offset],
  )

export async function findRule(tx: Tx, id: string): Promise<RuleRow | undefined> {
  const [row] = await tx.query<RuleRow>(`${SELECT} and i.id = $1`, [id])
  return row
}

export const insertRule = (tx: Tx, id: string, rule: RuleSettings, userId: string): Promise<number> =>
  tx.execute(
    `insert into ignore_rule (id, strategy_id, contains, outcome, enabled, remark, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, rule.strategy_id, rule.contains, rule.outcome, rule.enabled, rule.remark, userId],
  )

/** 0: somebody saved meanwhile, or it is gone. */
export const updateRule = (tx: Tx, id: string, rule: RuleSettings, version: number): Promise<number> =>
  tx.execute(
    `update ignore_rule set strategy_id = $2, contains = $3, outcome = $4, enabled = $5, remark = $6, version = version + 1,
       updated_at = now() where tenant_id = app_tenant() and id = $1 and version = $7`,
    [id, rule.strategy_id, rule.contains, rule.outcome, rule.enabled, rule.remark, version],
  )

export const deleteRule = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from ignore_rule where tenant_id = app_tenant() and id = $1', [id])

export async function findStrategyName(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    'select name from strategy where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return row?.name
}
