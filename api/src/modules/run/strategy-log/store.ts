import type { Tx } from '@sluice/db'

export interface LineRow {
  readonly id: string
  readonly run_id: string | null
  readonly level: string
  readonly text: string
  readonly created_at: string
}

/** A stretch of the log, newest first, whatever it says: the index has its order, and each stretch costs the same. */
export const LIST_STRETCH = `
  select id, run_id, level, text, created_at from run_log
   where tenant_id = app_tenant() and strategy_id = $1 and ($2::bigint is null or id < $2)
   order by id desc limit $3`

export const listStretch = (tx: Tx, strategyId: string, before: string | null, limit: number): Promise<LineRow[]> =>
  tx.query<LineRow>(LIST_STRETCH, [strategyId, before, limit])

/** The same of one run, by its own index. */
export const LIST_RUN_STRETCH = `
  select id, run_id, level, text, created_at from run_log
   where tenant_id = app_tenant() and run_id = $4 and strategy_id = $1 and ($2::bigint is null or id < $2)
   order by id desc limit $3`

export const listRunStretch = (
  tx: Tx,
  strategyId: string,
  before: string | null,
  limit: number,
  runId: string,
): Promise<LineRow[]> => tx.query<LineRow>(LIST_RUN_STRETCH, [strategyId, before, limit, runId])

/** Lines after one, oldest first: of the strategy, or of one run by its own index. */
export const listNewer = (
  tx: Tx,
  strategyId: string,
  after: string,
  limit: number,
  runId?: string,
): Promise<LineRow[]> =>
  tx.query<LineRow>(
    `select id, run_id, level, text, created_at from run_log
      where tenant_id = app_tenant() ${runId === undefined ? '' : 'and run_id = $4'} and strategy_id = $1 and id > $2
      order by id limit $3`,
    [strategyId, after, limit, ...(runId === undefined ? [] : [runId])],
  )

export async function findName(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>(
    'select name from strategy where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return rows[0]?.name
}
