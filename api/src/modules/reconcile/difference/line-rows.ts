import type { Tx } from '@sluice/db'
import { tableOf } from '../flow/index.ts'
import type { AgeBucket, Difference, DifferenceSums } from './contract.ts'

type Side = Difference['side']
export type DifferenceSort = 'oldest' | 'newest' | 'largest' | 'due'

export interface DifferenceSearch {
  readonly state: 'waiting' | 'carried' | 'all'
  readonly accountId: string | null
  readonly itemId: string | null
  readonly side: Side | null
  readonly currency: string | null
  readonly bucket: AgeBucket | null
  readonly kind: string | null
  readonly assignee: string | null
  readonly isOverdue: boolean
  readonly number: string | null
  readonly from: string | null
  readonly to: string | null
  readonly userId: string
  /** The moment that days are told from, each account's in its own zone. */
  readonly at: string
}

export interface DifferencePlace {
  readonly key: string
  readonly side: Side
  readonly id: string
}

const numberOf = (side: Side): string => (side === 'a' ? 'txn_no' : 'doc_no')
const dayOf = (side: Side): string => (side === 'a' ? 'bill_date' : 'business_date')

const bounds: Readonly<Record<AgeBucket, readonly [from: number, to: number]>> = {
  '0-3': [-100_000, 3],
  '4-7': [4, 7],
  '8-30': [8, 30],
  '31-90': [31, 90],
  '90+': [91, 1_000_000],
}
export const BUCKET = `case when age <= 3 then '0-3' when age <= 7 then '4-7' when age <= 30 then '8-30' when age <= 90 then '31-90' else '90+' end`

/**
 * Open lines of a side as `$1` finds them. Conditions are written only where they are asked, so that each has its index; values are
 * added behind those that are there.
 */
function selectLines(side: Side, search: DifferenceSearch, values: unknown[]): string {
  const given = (value: unknown): string => `$${values.push(value)}`
  const today = `(${given(search.at)}::timestamptz at time zone a.zone)::date`
  const parts = [`l.tenant_id = app_tenant() and l.status = 'open'`]
  // As the flows have it, whose lists this one is held against.
  if (search.state === 'waiting') parts.push('(h.carried_until is null or h.carried_until <= current_date)')
  if (search.state === 'carried') parts.push('h.carried_until > current_date')
  if (search.accountId !== null) parts.push(`l.account_id = ${given(search.accountId)}`)
  if (search.itemId === 'none') parts.push('l.item_id is null')
  else if (search.itemId !== null) parts.push(`l.item_id = ${given(search.itemId)}`)
  if (search.currency !== null) parts.push(`l.currency = ${given(search.currency)}`)
  if (search.bucket !== null)
    parts.push(`${today} - l.${dayOf(side)} between ${bounds[search.bucket][0]} and ${bounds[search.bucket][1]}`)
  if (search.assignee === 'nobody') parts.push('h.assignee_id is null')
  else if (search.assignee !== null) parts.push(`h.assignee_id = ${given(search.assignee)}`)
  if (search.isOverdue) parts.push(`h.due_on < ${today}`)
  if (search.number !== null) {
    const number = given(search.number)
    parts.push(`(l.order_no = ${number} or l.${numberOf(side)} = ${number})`)
  }
  if (search.kind !== null)
    parts.push(`exists (select from recon_exception e where e.tenant_id = l.tenant_id and e.side = '${side}'
      and e.line_id = l.id and e.kind = ${given(search.kind)})`)
  // No zone is further from UTC than 14 hours: the index bounds what the day decides.
  if (search.from !== null) {
    const from = given(search.from)
    parts.push(`l.${dayOf(side)} >= ${from}::date and l.occurred_at >= ${from}::date - interval '36 hours'`)
  }
  if (search.to !== null) {
    const to = given(search.to)
    parts.push(`l.${dayOf(side)} <= ${to}::date and l.occurred_at < ${to}::date + interval '60 hours'`)
  }
  return `
    select '${side}' as side, l.id, l.account_id, a.name as account, l.item_id, l.order_no, l.${numberOf(side)} as number, l.currency,
           l.amount_minor, l.${dayOf(side)} as day, (${today} - l.${dayOf(side)})::int as age, h.carried_until, h.assignee_id, h.due_on,
           coalesce(h.due_on < ${today}, false) as is_overdue, coalesce(h.version, 0) as version, l.remark
      from ${tableOf(side)} l join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
      left join recon_handling h on h.tenant_id = l.tenant_id and h.side = '${side}' and h.line_id = l.id
     where ${parts.join(' and ')}`
}

export const bothSides = (search: DifferenceSearch, values: unknown[]): string =>
  (['a', 'b'] as const)
    .filter(side => search.side === null || search.side === side)
    .map(side => `(${selectLines(side, search, values)})`)
    .join(' union all ')

const keys: Readonly<
  Record<DifferenceSort, { readonly key: string; readonly type: string; readonly isDown: boolean }>
> = {
  oldest: { key: 'day', type: 'date', isDown: false },
  newest: { key: 'day', type: 'date', isDown: true },
  largest: { key: 'abs(amount_minor::numeric)', type: 'numeric', isDown: true },
  due: { key: `coalesce(due_on, date '9999-12-31')`, type: 'date', isDown: false },
}

const NAME = `coalesce(nullif(u.nickname, ''), u.username)`

/** Of a page: the flow that matches a line, what its latest run said of it, and how much was said and attached. */
const DETAILS = `
  left join app_user u on u.tenant_id = app_tenant() and u.id = p.assignee_id
  left join accounting_item i on i.tenant_id = app_tenant() and i.id = p.item_id
  left join lateral (select f.id, e.kind from recon_flow_account fa
      join recon_flow f on f.tenant_id = fa.tenant_id and f.id = fa.flow_id and f.status = 'active'
      left join recon_exception e on e.tenant_id = f.tenant_id and e.flow_id = f.id and e.side = p.side and e.line_id = p.id
     where fa.tenant_id = app_tenant() and fa.account_id = p.account_id order by (e.kind is null), f.created_at, f.id limit 1) f on true`

export interface DifferenceRow extends Omit<Difference, 'key' | 'bucket'> {
  readonly bucket: AgeBucket
  readonly sort_key: string
}

/** Lines behind a place, in the order of (key, side, id). */
export function listDifferences(
  tx: Tx,
  search: DifferenceSearch,
  {
    sort,
    after,
    limit,
  }: { readonly sort: DifferenceSort; readonly after: DifferencePlace | null; readonly limit: number },
): Promise<DifferenceRow[]> {
  const values: unknown[] = []
  const lines = bothSides(search, values)
  const { key, type, isDown } = keys[sort]
  const behind =
    after === null
      ? ''
      : `where (${key}, side, id) ${isDown ? '<' : '>'} ($${values.push(after.key)}::${type}, $${values.push(after.side)}, $${values.push(after.id)}::bigint)`
  const way = isDown ? ' desc' : ''
  const order = (keyName: string) => `${keyName}${way}, side${way}, id${way}`
  return tx.query<DifferenceRow>(
    `select p.side, p.id, p.account_id, p.account, i.name as item, p.order_no, p.number, p.currency, p.amount_minor::text as amount_minor,
            p.day, p.age as age_days, ${BUCKET} as bucket, f.kind, f.id as flow_id, p.carried_until, p.assignee_id, ${NAME} as assignee,
            p.due_on, p.is_overdue, p.version, p.remark, p.sort_key::text as sort_key,
            (select count(*)::int from recon_comment c where c.tenant_id = app_tenant() and c.kind = p.side and c.subject_id = p.id) as comments,
            (select count(*)::int from recon_evidence c where c.tenant_id = app_tenant() and c.kind = p.side and c.subject_id = p.id) as evidence
       from (select x.*, ${key} as sort_key from (${lines}) x ${behind} order by ${order(key)} limit $${values.push(limit)}) p ${DETAILS}
      order by p.sort_key${way}, p.side${way}, p.id${way}`,
    values,
  )
}

const SUM = `currency, side, count(*)::int as lines, sum(amount_minor)::text as minor`
const OVERDUE = 'count(*) filter (where is_overdue)::int as overdue'

/** In all as it is searched, by age whatever the age, and by person whoever it is. */
export async function sumDifferences(tx: Tx, search: DifferenceSearch): Promise<DifferenceSums> {
  const read = <T extends object>(of: DifferenceSearch, columns: string, by: string, more: readonly unknown[] = []) => {
    const values: unknown[] = [...more]
    return tx.query<T>(`select ${columns} from (${bothSides(of, values)}) x ${by}`, values)
  }
  const total = await read<DifferenceSums['total'][number]>(
    search,
    `${SUM}, ${OVERDUE}, count(*) filter (where assignee_id is null)::int as unassigned,
     count(*) filter (where assignee_id = $1::uuid)::int as mine`,
    'group by 1, 2 order by 1, 2',
    [search.userId],
  )
  const ages = await read<DifferenceSums['ages'][number]>(
    { ...search, bucket: null },
    `${SUM}, ${BUCKET} as bucket`,
    'group by 1, 2, 5 order by 1, 5, 2',
  )
  const people = await read<DifferenceSums['people'][number]>(
    { ...search, assignee: null },
    `x.currency, x.side, count(*)::int as lines, sum(x.amount_minor)::text as minor, ${OVERDUE}, x.assignee_id, ${NAME} as assignee`,
    `left join app_user u on u.tenant_id = app_tenant() and u.id = x.assignee_id
     group by x.currency, x.side, x.assignee_id, u.nickname, u.username order by count(*) desc, 7, 1, 2`,
  )
  return { total, ages, people }
}

/** How many open questions there are, up to one more than `most`. */
export async function countDifferences(
  tx: Tx,
  {
    userId,
    at,
    assignee = null,
    isOverdue = false,
  }: {
    readonly userId: string
    readonly at: string
    readonly assignee?: string | null
    readonly isOverdue?: boolean
  },
  most: number,
): Promise<number> {
  const none = { accountId: null, itemId: null, side: null, currency: null, bucket: null, kind: null, number: null }
  const search = { ...none, state: 'waiting', from: null, to: null, assignee, isOverdue, userId, at } as const
  const values: unknown[] = []
  const lines = bothSides(search, values)
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select from (${lines}) x limit $${values.push(most + 1)}) y`,
    values,
  )
  return row!.count // an aggregate always has its one row
}
