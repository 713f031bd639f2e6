import type { Tx } from '@sluice/db'

/** One call that was let in. */
export interface CallRow {
  readonly id: string
  readonly applicationId: string
  readonly applicationName: string
  readonly strategyId: string | null
  readonly operation: string
  readonly method: string
  readonly ip: string
  readonly status: number
  readonly code: number
  readonly rows: number
  readonly durationMs: number
  readonly failure: string | null
  readonly recordKeys: readonly string[]
}

const MOST_KEYS = 200

export const insertCall = (tx: Tx, call: CallRow): Promise<number> =>
  tx.execute(
    `insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, rows,
       duration_ms, failure, record_keys)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      call.id,
      call.applicationId,
      call.applicationName,
      call.strategyId,
      call.operation,
      call.method,
      call.ip,
      call.status,
      call.code,
      call.rows,
      call.durationMs,
      call.failure,
      call.recordKeys.slice(0, MOST_KEYS),
    ],
  )

/** What nobody asks for any more. Some of each a round. */
export async function sweep(tx: Tx): Promise<void> {
  for (const [table, column, age] of [
    ['gateway_nonce', 'seen_at', '11 minutes'],
    ['gateway_idempotency', 'created_at', '7 days'],
    ['gateway_receipt', 'created_at', '90 days'],
    ['gateway_call', 'created_at', '90 days'],
  ] as const)
    await tx.execute(
      `delete from ${table} where ctid = any (array(select ctid from ${table}
         where ${column} < clock_timestamp() - interval '${age}' limit 10000 for update skip locked))`,
    )
}
