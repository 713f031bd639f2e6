import type { Tx } from '@sluice/db'

export interface DebuggedStrategy {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly config: unknown
}

export async function findDebugged(tx: Tx, id: string): Promise<DebuggedStrategy | undefined> {
  const rows = await tx.query<DebuggedStrategy>(
    `select s.id, s.name, s.version, v.config from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where s.tenant_id = app_tenant() and s.id = $1`,
    [id],
  )
  return rows[0]
}

/** What was written beside the books stands in the strategy's log, where people look when a count surprises them. */
export async function noteByHand(tx: Tx, strategyId: string, count: number, user: string): Promise<void> {
  await tx.execute(
    `insert into run_log (strategy_id, run_id, level, text, detail) values ($1, null, 'notice', $2, $3)`,
    [
      strategyId,
      `Sent ${count} records to the target by hand from the debugger (${user}); they are in no books.`,
      JSON.stringify({ code: 'debug.write', params: { count, user } }),
    ],
  )
}
