import type { Tx } from '@sluice/db'

/** What differs between the tables of the two sides. */
export interface LineTable {
  readonly table: 'bill_line' | 'supply_line'
  /** The day in the account's zone. */
  readonly day: 'bill_date' | 'business_date'
  /** Columns with an index each, in which a number is looked for. */
  readonly numbers: readonly string[]
  /** What a list answers, over its row `b`. */
  readonly select: string
}

interface LineFilter {
  readonly account_id?: string | undefined
  readonly file_id?: string | undefined
  readonly strategy_id?: string | undefined
  readonly status?: string | undefined
  readonly item_id?: string | undefined
  readonly way?: 'in' | 'out' | 'none' | undefined
  readonly kind?: string | undefined
  readonly number?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly booked_in?: string | undefined
}

/** Conditions only for what is asked, so that each has the index it needs. */
function toConditions({ table, day, numbers }: LineTable, filter: LineFilter, values: unknown[]): string {
  const parts = ['b.tenant_id = app_tenant()']
  const add = (value: unknown, write: (place: string) => string): void => {
    if (value === undefined) return
    values.push(value)
    parts.push(write(`$${values.length}`))
  }
  add(filter.account_id, place => `b.account_id = ${place}`)
  add(filter.file_id, place => `b.file_id = ${place}`)
  add(filter.strategy_id, place => `b.strategy_id = seen_strategy(${place}) and b.record_key is not null`)
  // Written out where few lines have it: its index covers these alone.
  const { status } = filter
  if (status !== undefined && RARE.has(status)) parts.push(`b.status = '${status}'`)
  else add(status, place => `b.status = ${place}`)
  if (filter.item_id === 'none') parts.push('b.item_id is null')
  else add(filter.item_id, place => `b.item_id = ${place}`)
  if (filter.way !== undefined) parts.push(`b.amount_minor ${WAYS[filter.way]} 0`)
  add(filter.kind, place => `b.kind = ${place}`)
  const [, lineId] = new RegExp(`^${table === 'bill_line' ? 'A' : 'B'}(\\d{1,18})$`).exec(filter.number ?? '') ?? []
  add(filter.number, place => {
    const found = numbers.map(
      column => `select id from ${table} where tenant_id = app_tenant() and ${column} = ${place}`,
    )
    return `b.id in (${[...found, ...(lineId === undefined ? [] : [`select ${lineId}::bigint`])].join(' union all ')})`
  })
  add(filter.booked_in, place => `b.booked_in = ${place}::date`)
  // No zone is further from UTC than 14 hours: the index bounds what the day decides.
  add(filter.from, place => `b.${day} >= ${place}::date and b.occurred_at >= ${place}::date - interval '15 hours'`)
  add(filter.to, place => `b.${day} <= ${place}::date and b.occurred_at < ${place}::date + interval '39 hours'`)
  return parts.join(' and ')
}

const RARE = new Set(['open', 'proposed', 'ignored', 'duplicate'])
const WAYS = { in: '>', out: '<', none: '=' } as const

export interface SumRow {
  readonly currency: string
  readonly count: string
  readonly in_minor: string
  readonly out_minor: string
}

export interface ListPlace {
  readonly at: string
  readonly id: string
}

/** Lines of one side: listed, summed, and changed by people. */
export interface LineRows<Row> {
  /** The newest first, behind the place of the last one before. */
  list(tx: Tx, filter: LineFilter, after: ListPlace | null, limit: number): Promise<Row[]>
  sum(tx: Tx, filter: LineFilter): Promise<SumRow[]>
  /** The states of lines that exist, locked until the transaction ends. */
  lock(tx: Tx, ids: readonly string[]): Promise<{ readonly id: string; readonly status: string }[]>
  setItem(tx: Tx, ids: readonly string[], itemId: string | null): Promise<number>
  setState(tx: Tx, ids: readonly string[], status: string, reason: string | null): Promise<number>
}

export function createLineRows<Row extends object>(side: LineTable): LineRows<Row> {
  const { table, select } = side
  return {
    list(tx, filter, after, limit) {
      const values: unknown[] = [limit]
      const conditions = toConditions(side, filter, values)
      if (after) values.push(after.at, after.id)
      const place = after
        ? ` and (b.occurred_at, b.id) < ($${values.length - 1}::timestamptz, $${values.length}::bigint)`
        : ''
      return tx.query<Row>(
        `${select} where ${conditions}${place} order by b.occurred_at desc, b.id desc limit $1`,
        values,
      )
    },
    sum(tx, filter) {
      const values: unknown[] = []
      const conditions = toConditions(side, filter, values)
      const single = filter.status === undefined ? ` and b.status <> 'duplicate'` : ''
      return tx.query<SumRow>(
        `select b.currency, count(*) as count,
                coalesce(sum(b.amount_minor) filter (where b.amount_minor > 0), 0) as in_minor,
                coalesce(sum(b.amount_minor) filter (where b.amount_minor < 0), 0) as out_minor
           from ${table} b where ${conditions}${single} group by b.currency order by b.currency`,
        values,
      )
    },
    lock: (tx, ids) =>
      tx.query(
        `select id, status from ${table} where tenant_id = app_tenant() and id = any($1::bigint[]) order by id for update`,
        [ids],
      ),
    setItem: (tx, ids, itemId) =>
      tx.execute(
        `update ${table} set item_id = $2, item_by = case when $2::uuid is not null then 'hand' end, updated_at = now(),
           version = version + 1 where tenant_id = app_tenant() and id = any($1::bigint[])`,
        [ids, itemId],
      ),
    setState: (tx, ids, status, reason) =>
      tx.execute(
        `update ${table} set status = $2, reason = $3, updated_at = now(), version = version + 1
          where tenant_id = app_tenant() and id = any($1::bigint[])`,
        [ids, status, reason],
      ),
  }
}
