import type { Tx } from '@sluice/db'
import type { Side } from '@sluice/matcher'
import { besides, type EntryState, stateOf } from './entry-rows.ts'
import { tableOf, withinDays } from './line-rows.ts'

export interface SumSearch {
  readonly flowId: string
  readonly accountId: string | null
  readonly from: string | null
  readonly to: string | null
}

export interface SumRow {
  readonly currency: string
  readonly side: Side
  readonly state: EntryState
  readonly lines: number
  readonly minor: string
}

const sumsOf = (side: Side): string => `
  select l.currency, '${side}' as side,
         case when l.status = 'proposed' then 'proposed' when l.status in ('matched', 'closed', 'archived') then 'matched'
              else ${stateOf(side)} end as state,
         count(*)::int as lines, sum(l.amount_minor)::text as minor
    from ${tableOf(side)} l ${besides(side)}
   where l.tenant_id = app_tenant() and l.status <> 'duplicate'
     and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = $1))
     and ($2::uuid is null or l.account_id = $2) ${withinDays(side, '$3', '$4')}
   group by 1, 2, 3`

/** Both sides of a flow by currency and by where their lines stand; what came twice counts nowhere. */
export const sumLines = (tx: Tx, { flowId, accountId, from, to }: SumSearch): Promise<SumRow[]> =>
  tx.query<SumRow>(`${sumsOf('a')} union all ${sumsOf('b')}`, [flowId, accountId, from, to])

/** What is booked, by currency: the approved adjustments of matches that touch the period. */
export const sumBooked = (
  tx: Tx,
  { flowId, accountId, from, to }: SumSearch,
): Promise<{ readonly currency: string; readonly minor: string }[]> =>
  tx.query<{ currency: string; minor: string }>(
    `select j.currency, sum(j.amount_minor)::text as minor from recon_adjustment j
       join match_group g on g.tenant_id = j.tenant_id and g.id = j.group_id
      where j.tenant_id = app_tenant() and j.flow_id = $1 and j.state = 'approved'
        and ($3::date is null or g.day_to >= $3) and ($4::date is null or g.day_from <= $4)
        and ($2::uuid is null or exists (select from match_item i join bill_line l on l.tenant_id = i.tenant_id and l.id = i.line_id
              where i.tenant_id = g.tenant_id and i.group_id = g.id and i.side = 'a' and l.account_id = $2)
             or exists (select from match_item i join supply_line l on l.tenant_id = i.tenant_id and l.id = i.line_id
              where i.tenant_id = g.tenant_id and i.group_id = g.id and i.side = 'b' and l.account_id = $2))
      group by j.currency`,
    [flowId, accountId, from, to],
  )
