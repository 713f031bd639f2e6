import type { Tx } from '@sluice/db'
import { type OpenRow, ruleColumns, tableOf } from '../flow/index.ts'

export interface BenchLine extends OpenRow {
  /** The confirmed match that has it. */
  readonly confirmed: string | null
}

export const BENCH_CHUNK = 5000

/** Lines of a flow's accounts that rules may take or have taken, the newest first. */
export function readBenchLines(
  tx: Tx,
  flowIds: readonly string[],
  side: 'a' | 'b',
  after: BenchLine | undefined,
): Promise<BenchLine[]> {
  return tx.query<BenchLine>(
    `select ${ruleColumns(side)}, g.id as confirmed
       from ${tableOf(side)} l
       left join match_item i on i.tenant_id = l.tenant_id and i.side = '${side}' and i.line_id = l.id and i.is_active and l.status = 'matched'
       left join match_group g on g.tenant_id = i.tenant_id and g.id = i.group_id and g.state = 'confirmed'
      where l.tenant_id = app_tenant() and l.status in ('open', 'proposed', 'matched')
        and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = any($1::uuid[])))
        and ($2::timestamptz is null or (l.occurred_at, l.id) < ($2::timestamptz, $3::bigint))
      order by l.occurred_at desc, l.id desc limit ${BENCH_CHUNK}`,
    [flowIds, after?.occurred_at ?? null, after?.id ?? null],
  )
}
