import type { Tx } from '@sluice/db'

/**
 * The newest business date of a strategy `s` by its version `v` and pulse `p`; null: none was read of the source and field that
 * it has now, or its increment field holds no times.
 */
export const businessDateOf = `case when p.record_of = concat(v.config #>> '{source,connector_id}', ' ',
  v.config #>> '{source,increment,field}', ' ', v.config #>> '{source,resource}') then p.record_at end`

/** Never earlier than it was, as long as the same is read: a run that reads the past again makes nothing older. */
export const noteBusinessDate = (
  tx: Tx,
  { tenantId, strategyId }: { readonly tenantId: string; readonly strategyId: string },
  at: string,
  of: string,
): Promise<number> =>
  tx.execute(
    `insert into strategy_pulse as p (tenant_id, strategy_id, record_at, record_of) values ($1, $2, $3, $4)
     on conflict (tenant_id, strategy_id) do update set record_of = excluded.record_of,
       record_at = case when p.record_of = excluded.record_of then greatest(p.record_at, excluded.record_at)
         else excluded.record_at end`,
    [tenantId, strategyId, at, of],
  )
