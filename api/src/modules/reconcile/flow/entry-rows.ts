import type { Tx } from '@sluice/db'
import type { Side } from '@sluice/matcher'
import { numberOf, tableOf, withinDays } from './line-rows.ts'
import type { Entry } from './shape-contract.ts'

export type EntryState = Entry['state']
type EntrySort = 'newest' | 'oldest' | 'largest'

export interface EntrySearch {
  readonly flowId: string
  readonly userId: string
  readonly states: readonly EntryState[]
  /** Only matches whose sides differ. */
  readonly isDifferent: boolean
  readonly accountId: string | null
  readonly from: string | null
  readonly to: string | null
  readonly currency: string | null
  readonly number: string | null
  readonly rule: string | null
  readonly kind: string | null
  readonly isMine: boolean
  readonly sort: EntrySort
}

type Part = 'a' | 'b' | 'g'

export interface EntryPlace {
  readonly part: Part
  readonly id: string
  /** A moment or an amount, as the sort has it. */
  readonly key: string
}

const ACCOUNTS = `array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = $1)`

/** Where an unsettled line stands. */
export const stateOf = (side: Side): string => `
  case when l.status = 'ignored' then 'ignored' when h.carried_until > current_date then 'carried'
       when e.kind = 'AMBIGUOUS' then 'ambiguous' else 'only_${side}' end`

/** The exception and the handling of a line `l` of the flow `$1`. */
export const besides = (side: Side): string => `
  left join recon_exception e on e.tenant_id = l.tenant_id and e.flow_id = $1 and e.side = '${side}' and e.line_id = l.id
  left join recon_handling h on h.tenant_id = l.tenant_id and h.side = '${side}' and h.line_id = l.id`

/** In the order of (key, part, id): parts after the place's own may have its key, those before may not. */
function afterPlace(part: Part, place: EntryPlace | null, key: string, sort: EntrySort): string {
  if (place === null) return '$2::text is null and $3::bigint is null'
  const sign = sort === 'oldest' ? '>' : '<'
  if (part === place.part) return `(${key}, id) ${sign} ($2${typeOf(sort)}, $3::bigint)`
  return `${key} ${part > place.part ? `${sign}=` : sign} $2${typeOf(sort)} and $3::bigint is not null`
}

const typeOf = (sort: EntrySort): string => (sort === 'largest' ? '::numeric' : '::timestamptz')
const orderOf = (sort: EntrySort): string => (sort === 'oldest' ? 'key, id' : 'key desc, id desc')
const keyOf = (sort: EntrySort, time: string, amount: string): string => (sort === 'largest' ? `abs(${amount})` : time)

function selectLines(side: Side, search: EntrySearch, place: EntryPlace | null): string {
  const key = keyOf(search.sort, 'l.occurred_at', 'l.amount_minor::numeric')
  const onlyIgnored = search.states.every(state => state === 'ignored')
  const status = onlyIgnored ? `= 'ignored'` : search.states.includes('ignored') ? `in ('open', 'ignored')` : `= 'open'`
  return `
    select '${side}' as part, id, key::text as key from (
      select l.id, ${key} as key from ${tableOf(side)} l ${besides(side)}
       where l.tenant_id = app_tenant() and l.account_id = any(${ACCOUNTS}) and l.status ${status}
         and (${stateOf(side)}) = any($4) and ($5::uuid is null or l.account_id = $5) ${withinDays(side, '$6', '$7')}
         and ($8::text is null or l.currency = $8)
         and ($9::text is null or l.order_no = $9 or l.${numberOf(side)} = $9)
         and ($10::text is null or e.rule = $10) and ($11::text is null or e.kind = $11)
         and ($12::uuid is null or h.assignee_id = $12)) x
     where ${afterPlace(side, place, 'key', search.sort)}
     order by ${orderOf(search.sort)} limit $13`
}

const itemsOf = (side: Side, condition: string): string => `
  select i.group_id from match_item i join ${tableOf(side)} l on l.tenant_id = i.tenant_id and l.id = i.line_id
   where i.tenant_id = app_tenant() and i.side = '${side}' and ${condition}`

function selectGroups(search: EntrySearch, place: EntryPlace | null): string {
  const key = keyOf(search.sort, 'g.occurred_at', 'g.difference_minor')
  const numbered = (side: Side) => itemsOf(side, `(l.order_no = $9 or l.${numberOf(side)} = $9)`)
  const inAccount = (side: Side) => itemsOf(side, 'i.group_id = g.id and l.account_id = $5')
  return `
    select 'g' as part, id, key::text as key from (
      select g.id, ${key} as key from match_group g
       where g.tenant_id = app_tenant() and g.flow_id = $1
         and (case g.state when 'confirmed' then 'matched' else g.state end) = any($4) and g.state <> 'revoked'
         and ($5::uuid is null or exists (${inAccount('a')}) or exists (${inAccount('b')}))
         and ($6::date is null or g.day_to >= $6) and ($7::date is null or g.day_from <= $7)
         and ($8::text is null or g.currency = $8)
         ${search.number === null ? 'and $9::text is null' : `and g.id in (${numbered('a')} union all ${numbered('b')})`}
         and ($10::text is null or g.rule = $10) and $11::text is null and $12::uuid is null
         ${search.isDifferent ? 'and g.difference_minor <> 0' : ''}) x
     where ${afterPlace('g', place, 'key', search.sort)}
     order by ${orderOf(search.sort)} limit $13`
}

/** The places of entries in their order: at most `limit`, of both sides and of matches. */
export async function listPlaces(
  tx: Tx,
  search: EntrySearch,
  place: EntryPlace | null,
  limit: number,
): Promise<EntryPlace[]> {
  const { states } = search
  const values = [
    ...[search.flowId, place?.key ?? null, place?.id ?? null, states, search.accountId, search.from, search.to],
    ...[search.currency, search.number, search.rule, search.kind, search.isMine ? search.userId : null, limit],
  ]
  const hasLines = (side: Side) => states.some(state => ![other(side), 'matched', 'proposed'].includes(state))
  const parts = [
    ...(hasLines('a') ? [selectLines('a', search, place)] : []),
    ...(hasLines('b') ? [selectLines('b', search, place)] : []),
    ...(states.some(state => state === 'matched' || state === 'proposed') ? [selectGroups(search, place)] : []),
  ]
  const type = typeOf(search.sort)
  const way = search.sort === 'oldest' ? '' : 'desc'
  return tx.query<EntryPlace>(
    `select part, id, key from (${parts.map(part => `(${part})`).join(' union all ')}) x
      order by key${type} ${way}, part, id ${way} limit $13`,
    values,
  )
}

const other = (side: Side): EntryState => (side === 'a' ? 'only_b' : 'only_a')

/** So many lines of each side of a match are shown in a list. */
const SHOWN = 3

export interface ShownItem {
  readonly group_id: string
  readonly side: Side
  readonly line_id: string
}

export const listShownItems = (tx: Tx, groupIds: readonly string[]): Promise<ShownItem[]> =>
  tx.query<ShownItem>(
    `select group_id, side, line_id from (
       select group_id, side, line_id, row_number() over (partition by group_id, side order by line_id) as place
         from match_item where tenant_id = app_tenant() and group_id = any($1::bigint[])) i
      where place <= ${SHOWN} order by group_id, side, line_id`,
    [groupIds],
  )

export interface Beside {
  readonly id: string
  readonly state: EntryState
  readonly exception: Entry['exception']
}

/** What is known of lines that stand alone. */
export const listBeside = (tx: Tx, flowId: string, side: Side, ids: readonly string[]): Promise<Beside[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.query<Beside>(
        `select l.id, ${stateOf(side)} as state,
                case when e.kind is not null then jsonb_build_object('kind', e.kind, 'rule', e.rule, 'candidates', e.candidates,
                  'since', e.since) end as exception
           from ${tableOf(side)} l ${besides(side)} where l.tenant_id = app_tenant() and l.id = any($2::bigint[])`,
        [flowId, ids],
      )
