import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Parts } from './plan-save.ts'
import type { StrategyWrite } from './store.ts'

export interface GateRow {
  readonly required: boolean
  readonly revision: number
  /** null: there is no draft. */
  readonly parts: Parts | null
  readonly username: string | null
  readonly saved_at: string | null
  readonly has_canary: boolean
}

const NONE: GateRow = { required: false, revision: 0, parts: null, username: null, saved_at: null, has_canary: false }

/** Of the strategy $1. */
const LIVE_CANARY = `
  select 1 from canary where tenant_id = app_tenant() and strategy_id = $1 and state in ('running', 'ready')`

/** Read under the lock of the strategy wherever something follows from it. */
export async function findGate(tx: Tx, strategyId: string): Promise<GateRow> {
  const rows = await tx.query<GateRow>(
    `select g.required, g.revision, g.parts, coalesce(nullif(u.nickname, ''), u.username) as username, g.saved_at,
            exists (${LIVE_CANARY}) as has_canary
       from strategy_gate g left join app_user u on u.tenant_id = g.tenant_id and u.id = g.saved_by
      where g.tenant_id = app_tenant() and g.strategy_id = $1`,
    [strategyId],
  )
  return rows[0] ?? NONE
}

export const setRequired = (tx: Tx, strategyId: string, required: boolean): Promise<number> =>
  tx.execute(
    `insert into strategy_gate (strategy_id, required) values ($1, $2)
     on conflict (tenant_id, strategy_id) do update set required = excluded.required`,
    [strategyId, required],
  )

/** The draft as it is from now on; null: there is none any more. Nothing that was rehearsed before fits it. */
export const saveParts = (tx: Tx, strategyId: string, parts: Parts | null, userId: string): Promise<number> =>
  tx.execute(
    `insert into strategy_gate (strategy_id, required, revision, parts, saved_by, saved_at) values ($1, true, 1, $2, $3, now())
     on conflict (tenant_id, strategy_id) do update
       set revision = strategy_gate.revision + 1, parts = excluded.parts, saved_by = excluded.saved_by, saved_at = now()`,
    [strategyId, parts && JSON.stringify(parts), userId],
  )

/** Under the lock of the strategy. @throws Failure while a canary lives */
export async function requireNoCanary(tx: Tx, strategyId: string): Promise<void> {
  const rows = await tx.query(LIVE_CANARY, [strategyId])
  if (rows.length > 0) throw refuse('conflict.canary')
}

/** What stands beside the configuration; no new version. */
export const setHead = (
  tx: Tx,
  id: string,
  head: Pick<StrategyWrite, 'name' | 'group' | 'remark' | 'tags'>,
): Promise<number> =>
  tx.execute(
    `update strategy set name = $2, group_name = $3, remark = $4, tags = $5, updated_at = now() where tenant_id = app_tenant() and id = $1`,
    [id, head.name, head.group, head.remark, head.tags],
  )
