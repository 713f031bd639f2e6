import type { Tx } from '@sluice/db'
import type { Lines, Side } from '@sluice/matcher'
import type { Line } from './shape-contract.ts'

export const tableOf = (side: Side): string => (side === 'a' ? 'bill_line' : 'supply_line')
/** What only one of the two tables has. */
export const numberOf = (side: Side): string => (side === 'a' ? 'txn_no' : 'doc_no')
const batchOf = (side: Side): string => (side === 'a' ? 'l.batch_no' : `l.attributes->>'batch_no'`)
const dayOf = (side: Side): string => (side === 'a' ? 'bill_date' : 'business_date')

/** What rules look at. */
export interface OpenRow {
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
}

export const ruleColumns = (side: Side): string => `
         l.id, l.occurred_at, (extract(epoch from l.occurred_at) * 1000)::float8 as occurred_ms, l.amount_minor, l.currency,
         l.order_no, l.parent_order, ${batchOf(side)} as batch, l.item_id::text as item, l.account_id::text as account,
         l.${dayOf(side)} as day`

export interface OpenSearch {
  readonly flowId: string
  readonly side: Side
  readonly from: string | null
  readonly to: string | null
}

const CHUNK = 5000

/**
 * Days of the account's own zone, both inclusive. Every zone's day lies within a day and a half of the same one in UTC: that bounds
 * the moments, which the indexes know.
 */
export const withinDays = (side: Side, from: string, to: string): string => `
  and (${from}::date is null or l.${dayOf(side)} >= ${from}::date and l.occurred_at >= ${from}::date - interval '36 hours')
  and (${to}::date is null or l.${dayOf(side)} <= ${to}::date and l.occurred_at < ${to}::date + interval '60 hours')`

/** The open lines of a side in the order of (time, id), read in chunks. `onRead` hears how many so far. */
export async function readOpenLines(
  tx: Tx,
  { flowId, side, from, to }: OpenSearch,
  onRead: (lines: number) => Promise<void>,
): Promise<Lines> {
  const lines = new LineBuilder()
  let last: OpenRow | undefined
  for (;;) {
    const rows = await tx.query<OpenRow>(
      `select ${ruleColumns(side)}
         from ${tableOf(side)} l
        where l.tenant_id = app_tenant() and l.status = 'open'
          and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = $1))
          ${withinDays(side, '$2', '$3')}
          and ($4::timestamptz is null or (l.occurred_at, l.id) > ($4::timestamptz, $5::bigint))
        order by l.occurred_at, l.id limit ${CHUNK}`,
      [flowId, from, to, last?.occurred_at ?? null, last?.id ?? null],
    )
    for (const row of rows) lines.add(row)
    last = rows.at(-1)
    await onRead(lines.length)
    if (rows.length < CHUNK) return lines.build()
  }
}

/** Digits of a bigint, so that ids of equal times are in the same order as texts. */
const ID_DIGITS = 19

class LineBuilder {
  readonly #ids: string[] = []
  readonly #amounts: bigint[] = []
  readonly #times: number[] = []
  readonly #currencies: string[] = []
  readonly #columns = {
    order: [] as (string | null)[],
    parent_order: [] as (string | null)[],
    batch: [] as (string | null)[],
    item: [] as (string | null)[],
    account: [] as (string | null)[],
    day: [] as (string | null)[],
  }
  /** Few values on many lines are kept once. */
  readonly #kept = new Map<string, string>()

  get length(): number {
    return this.#ids.length
  }

  add(row: OpenRow): void {
    this.#ids.push(row.id.padStart(ID_DIGITS, '0'))
    this.#amounts.push(BigInt(row.amount_minor))
    this.#times.push(row.occurred_ms)
    this.#currencies.push(this.#keep(row.currency))
    this.#columns.order.push(row.order_no)
    this.#columns.parent_order.push(row.parent_order)
    this.#columns.batch.push(row.batch === null ? null : this.#keep(row.batch))
    this.#columns.item.push(row.item === null ? null : this.#keep(row.item))
    this.#columns.account.push(this.#keep(row.account))
    this.#columns.day.push(this.#keep(row.day))
  }

  build(): Lines {
    return {
      ids: this.#ids,
      amountsMinor: new BigInt64Array(this.#amounts),
      occurredMs: new Float64Array(this.#times),
      currencies: this.#currencies,
      columns: this.#columns,
    }
  }

  #keep(text: string): string {
    const kept = this.#kept.get(text)
    if (kept === undefined) this.#kept.set(text, text)
    return kept ?? text
  }
}

/** A line for people, of one side. */
const selectLine = (side: Side): string => `
  select l.id, '${side}' as side, a.name as account, l.order_no, l.${numberOf(side)} as number, i.name as item,
         l.amount_minor, l.currency, l.occurred_at, l.status, l.${dayOf(side)} as day, l.remark,
         coalesce(nullif(h.reason, ''), l.reason, '') as reason, h.carried_until, h.assignee_id,
         h.due_on, coalesce(h.version, 0) as handling,
         coalesce(nullif(u.nickname, ''), u.username) as assignee,
         coalesce(nullif(d.nickname, ''), d.username) as decided_by, h.decided_at,
         ${side === 'a' ? 'l.file_id' : 'null::uuid as file_id'}, seen_strategy(l.strategy_id) as strategy_id,
         case when l.record_key is not null then
           (select r.id from find_record_by_key(seen_strategy(l.strategy_id), l.record_key) r limit 1) end as record_id
    from ${tableOf(side)} l join recon_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
    left join accounting_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    left join recon_handling h on h.tenant_id = l.tenant_id and h.side = '${side}' and h.line_id = l.id
    left join app_user u on u.tenant_id = h.tenant_id and u.id = h.assignee_id
    left join app_user d on d.tenant_id = h.tenant_id and d.id = h.decided_by
   where l.tenant_id = app_tenant()`

export const listLines = (tx: Tx, side: Side, ids: readonly string[]): Promise<Line[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.query<Line>(`${selectLine(side)} and l.id = any($1::bigint[]) order by l.occurred_at, l.id`, [ids])

export interface OpenLineSearch {
  readonly number?: string | undefined
  readonly near?: string | undefined
  readonly currency?: string | undefined
  readonly account_id?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Open lines to choose from, at most 100: those nearest to an amount, else the newest. */
export const listOpenLines = (tx: Tx, flowId: string, side: Side, search: OpenLineSearch): Promise<Line[]> =>
  tx.query<Line>(
    `${selectLine(side)} and l.status = 'open'
        and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = $1))
        and ($2::text is null or l.order_no = $2 or l.${numberOf(side)} = $2)
        and ($4::text is null or l.currency = $4) and ($5::uuid is null or l.account_id = $5)
        ${withinDays(side, '$6', '$7')}
      order by abs(l.amount_minor::numeric - $3::numeric), l.occurred_at desc, l.id desc limit 100`,
    [
      ...[flowId, search.number ?? null, search.near ?? null, search.currency ?? null],
      ...[search.account_id ?? null, search.from ?? null, search.to ?? null],
    ],
  )

/** One line as rules see it, if an account of the flow has it. */
export interface RuleLine extends OpenRow {
  readonly status: string
}

const selectRuleLine = (side: Side): string => `
  select ${ruleColumns(side)}, l.status
    from ${tableOf(side)} l
   where l.tenant_id = app_tenant()
     and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = $1))`

export async function findRuleLine(tx: Tx, flowId: string, side: Side, id: string): Promise<RuleLine | undefined> {
  const [row] = await tx.query<RuleLine>(`${selectRuleLine(side)} and l.id = $2`, [flowId, id])
  return row
}

const NEAR = 20
const NEAR_DAYS = 31

/** Lines of a side that may have been meant: of the same order, and of open ones those nearest in amount and time. */
export async function listNearLines(tx: Tx, flowId: string, side: Side, to: RuleLine): Promise<RuleLine[]> {
  const ofOrder = await tx.query<RuleLine>(
    `${selectRuleLine(side)} and l.order_no = $2 order by l.occurred_at, l.id limit ${NEAR}`,
    [flowId, to.order_no],
  )
  const near = await tx.query<RuleLine>(
    `${selectRuleLine(side)} and l.status = 'open'
        and l.occurred_at between $2::timestamptz - interval '${NEAR_DAYS} days' and $2::timestamptz + interval '${NEAR_DAYS} days'
      order by abs(l.amount_minor::numeric - $3::numeric), abs(extract(epoch from l.occurred_at - $2::timestamptz)), l.id limit ${NEAR}`,
    [flowId, to.occurred_at, to.amount_minor],
  )
  const known = new Set(ofOrder.map(({ id }) => id))
  return [...ofOrder, ...near.filter(({ id }) => !known.has(id))]
}

/** Lines that are to be matched by hand, held until the end of the transaction. */
export interface HeldLine {
  readonly id: string
  readonly amount_minor: string
  readonly currency: string
  readonly status: string
  readonly occurred_at: string
  readonly day: string
}

export const holdLines = (tx: Tx, flowId: string, side: Side, ids: readonly string[]): Promise<HeldLine[]> =>
  tx.query<HeldLine>(
    `select l.id, l.amount_minor, l.currency, l.status, l.occurred_at, l.${dayOf(side)} as day from ${tableOf(side)} l
      where l.tenant_id = app_tenant() and l.id = any($2::bigint[])
        and l.account_id = any(array(select account_id from recon_flow_account where tenant_id = app_tenant() and flow_id = $1))
      order by l.id for update`,
    [flowId, ids],
  )

/** The lines of a match from one state into another. @returns how many were in the first one */
export async function moveLines(tx: Tx, groupId: string, from: string, to: string): Promise<number> {
  let moved = 0
  for (const side of ['a', 'b'] as const)
    moved += await tx.execute(
      `update ${tableOf(side)} l set status = $3, version = l.version + 1, updated_at = now() from match_item i
        where i.tenant_id = app_tenant() and i.group_id = $1 and i.side = '${side}' and i.is_active
          and l.tenant_id = i.tenant_id and l.id = i.line_id and l.status = $2`,
      [groupId, from, to],
    )
  return moved
}
