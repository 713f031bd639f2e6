import type { Tx } from '@sluice/db'

export interface BenchLine {
  readonly id: string
  readonly occurred_at: string
  readonly occurred_ms: number
  readonly amount_minor: string
  readonly currency: string
  readonly order_no: string | null
  readonly parent_order: string | null
  readonly batch: string | null
  readonly item: string | null
  readonly account: string
  readonly day: string
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
  const [table, day, batch] =
    side === 'a'
      ? ['bill_line', 'bill_date', 'l.batch_no']
      : ['supply_line', 'business_date', `l.attributes->>'batch_no'`]
  return tx.query<BenchLine>(
    `select l.id, l.occurred_at, (extract(epoch from l.occurred_at) * 1000)::float8 as occurred_ms, l.amount_minor, l.currency,
            l.order_no, l.parent_order, ${batch} as batch, l.item_id::text as item, l.account_id::text as account, l.${day} as day,
            g.id as confirmed
       from ${table} l
       left join match_item i on i.tenant_id = l.tenant_id and i.side = '${side}' and i.line_id = l.id and i.is_active and l.status = 'matched'
       left join match_group g on g.tenant_id = i.tenant_id and g.id = i.group_id and g.state = 'confirmed'
      where l.tenant_id = app_tenant() and l.status in ('open', 'proposed', 'matched')
        and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = any($1::uuid[])))
        and ($2::timestamptz is null or (l.occurred_at, l.id) < ($2::timestamptz, $3::bigint))
      order by l.occurred_at desc, l.id desc limit ${BENCH_CHUNK}`,
    [flowIds, after?.occurred_at ?? null, after?.id ?? null],
  )
}
