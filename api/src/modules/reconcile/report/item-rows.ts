import type { Tx } from '@sluice/db'
import type { ItemRow } from './contract.ts'

export interface ReportSearch {
  readonly accountId: string | null
  readonly currency: string | null
  readonly from: string | null
  readonly to: string | null
}

const placesOf = ({ accountId, currency, from, to }: ReportSearch) => [accountId, currency, from, to]

/** Lines as the lists of their sides sum them up: what came twice counts nowhere. */
const linesOf = (side: 'a' | 'b'): string => {
  const [table, day] = side === 'a' ? ['bill_line', 'bill_date'] : ['supply_line', 'business_date']
  return `select '${side}' as side, l.account_id, l.item_id, l.currency, l.${day} as day, l.amount_minor, l.status from ${table} l
     where l.tenant_id = app_tenant() and l.status <> 'duplicate' and ($1::uuid is null or l.account_id = $1)
       and ($2::text is null or l.currency = $2)
       and ($3::date is null or l.${day} >= $3::date and l.occurred_at >= $3::date - interval '36 hours')
       and ($4::date is null or l.${day} <= $4::date and l.occurred_at < $4::date + interval '60 hours')`
}
const LINES = `(${linesOf('a')} union all ${linesOf('b')}) l`

const SUMS = `
  count(*) filter (where side = 'a')::int as a_lines, coalesce(sum(amount_minor) filter (where side = 'a'), 0)::text as a_minor,
  count(*) filter (where side = 'b')::int as b_lines, coalesce(sum(amount_minor) filter (where side = 'b'), 0)::text as b_minor,
  coalesce(sum(case side when 'a' then amount_minor else -amount_minor end), 0)::text as difference_minor,
  count(*) filter (where status = 'open')::int as open_lines`

export interface CountedItem extends ItemRow {
  readonly total: number
}

/** The newest day first. */
export const listItems = (tx: Tx, search: ReportSearch, limit: number, offset: number): Promise<CountedItem[]> =>
  tx.query<CountedItem>(
    `select s.*, a.name as account, i.name as item from (
       select day, account_id, item_id, currency, ${SUMS}, (count(*) over ())::int as total
         from ${LINES} group by 1, 2, 3, 4 order by day desc, account_id, currency, item_id nulls last limit $5 offset $6) s
       join recon_account a on a.tenant_id = app_tenant() and a.id = s.account_id
       left join accounting_item i on i.tenant_id = app_tenant() and i.id = s.item_id
      order by s.day desc, s.account_id, s.currency, s.item_id nulls last`,
    [...placesOf(search), limit, offset],
  )

const LAST = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`

/** The same behind one of them: what comes or goes meanwhile moves no page. */
export const listItemsAfter = (
  tx: Tx,
  search: ReportSearch,
  after: ItemRow | undefined,
  limit: number,
): Promise<ItemRow[]> =>
  tx.query<ItemRow>(
    `select s.*, a.name as account, i.name as item from (
       select day, account_id, item_id, currency, ${SUMS} from ${LINES}
        where $5::date is null or day < $5::date or (day = $5::date
          and (account_id, currency, coalesce(item_id, ${LAST})) > ($6::uuid, $7::text, coalesce($8::uuid, ${LAST})))
        group by 1, 2, 3, 4 order by day desc, account_id, currency, item_id nulls last limit $9) s
       join recon_account a on a.tenant_id = app_tenant() and a.id = s.account_id
       left join accounting_item i on i.tenant_id = app_tenant() and i.id = s.item_id
      order by s.day desc, s.account_id, s.currency, s.item_id nulls last`,
    [
      ...[...placesOf(search), after?.day ?? null, after?.account_id ?? null, after?.currency ?? null],
      ...[after?.item_id ?? null, limit],
    ],
  )

export type ItemTotalRow = Omit<ItemRow, 'day' | 'account_id' | 'account' | 'item_id' | 'item'>

export const sumItems = (tx: Tx, search: ReportSearch): Promise<ItemTotalRow[]> =>
  tx.query<ItemTotalRow>(`select currency, ${SUMS} from ${LINES} group by currency order by currency`, placesOf(search))

export interface DayRow {
  readonly day: string
  readonly currency: string
  readonly a_minor: string
  readonly b_minor: string
}

/** Of the latest 400 days that have lines. */
export const sumDays = (tx: Tx, search: ReportSearch): Promise<DayRow[]> =>
  tx.query<DayRow>(
    `select day, currency, a_minor, b_minor from (
       select day, currency, ${SUMS} from ${LINES} group by 1, 2 order by day desc, currency limit 400) d order by day, currency`,
    placesOf(search),
  )
