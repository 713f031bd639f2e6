import { PUSHED_RECORDS } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** A strategy that records are handed on to. */
export interface CallbackPlace {
  readonly id: string
  readonly name: string
  readonly status: 'draft' | 'stopped' | 'running'
  readonly inbox: string
  readonly follows: boolean
  /** Its source is an inbox that is pushed to. */
  readonly is_passive: boolean
  /** Another strategy that takes from the same inbox, and would take its rows away. */
  readonly rival: string | null
}

/** Of a list all are worked out once, of one strategy only what its id and its inbox ask for. */
const placesSql = (kept: 'materialized' | 'not materialized') => `
  with said as ${kept} (
    select s.id, s.name, s.status, coalesce(nullif(v.config #>> '{source,options,inbox}', ''), 'default') as inbox,
           coalesce((v.config #>> '{source,follow}')::boolean, false) as follows,
           coalesce(v.config #>> '{source,resource}' = $2, false) as is_passive
      from strategy s join strategy_version v
        on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
     where s.tenant_id = $1)
  select p.*, (select min(o.name) from said o where o.is_passive and o.inbox = p.inbox and o.id <> p.id) as rival
    from said p`

/** null: there is none. */
export async function findCallback(tx: Tx, tenantId: string, strategyId: string): Promise<CallbackPlace | null> {
  const [row] = await tx.query<CallbackPlace>(`${placesSql('not materialized')} where p.id = $3`, [
    tenantId,
    PUSHED_RECORDS,
    strategyId,
  ])
  return row ?? null
}

/** Every strategy as such a place, those first that are pushed to. */
export const listCallbacks = (tx: Tx, tenantId: string): Promise<CallbackPlace[]> =>
  tx.query<CallbackPlace>(`${placesSql('materialized')} order by p.is_passive desc, p.name, p.id limit 10000`, [
    tenantId,
    PUSHED_RECORDS,
  ])

/** How many of them were new: a delivery that is known is left out. */
export const insertDeliveries = (
  tx: Tx,
  tenantId: string,
  inbox: string,
  rows: readonly { readonly id: string; readonly body: string }[],
): Promise<number> =>
  tx.execute(
    `insert into inbox (tenant_id, inbox_id, delivery_id, body)
     select $1, $2, row.id, row.body from unnest($3::text[], $4::text[]) with ordinality as row (id, body, at) order by row.at
     on conflict do nothing`,
    [tenantId, inbox, rows.map(row => row.id), rows.map(row => row.body)],
  )
