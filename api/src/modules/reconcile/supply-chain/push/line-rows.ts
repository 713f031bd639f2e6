import type { LineSide } from '@sluice/connector-kit'
import type { Tx } from '@sluice/db'
import type { KnownAccount, LineIn } from './read-line.ts'

const TABLES = { a: 'bill_line', b: 'supply_line' } as const
const DAYS = { a: 'bill_date', b: 'business_date' } as const

const SHARED = ['account_id', 'order_no', 'parent_order', 'kind', 'amount_minor', 'currency', 'remark', 'attributes']
const OWN = {
  a: ['txn_no', 'batch_no', 'counterparty', 'balance_after', 'fingerprint'],
  b: ['doc_type', 'doc_no', 'doc_line', 'logistics_no', 'sku', 'quantity', 'recognised_on'],
} as const
/** What the record says of a line; who said the item is kept apart. */
const columnsOf = (side: LineSide): readonly string[] => [...SHARED, ...OWN[side], 'occurred_at', DAYS[side]]

/** A line with its place in the batch and the record it is of. */
export interface NumberedLine {
  readonly n: number
  readonly line: LineIn
  readonly origin: { readonly strategyId: string; readonly key: string } | undefined
}

/** One after the other: two batches never meet in one document. Held until the end of the transaction. */
export const holdSide = (tx: Tx, side: LineSide): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('recon-push/' || app_tenant()::text || $1, 0))`, [side])

export const listAccounts = (tx: Tx, codes: readonly string[]): Promise<KnownAccount[]> =>
  tx.query<KnownAccount>(
    `select id, code, currency, zone, status from recon_account
      where tenant_id = app_tenant() and code = any($1::text[]) for share`,
    [codes],
  )

export const listItems = (tx: Tx, codes: readonly string[]): Promise<{ id: string; code: string }[]> =>
  tx.query<{ id: string; code: string }>(
    `select id, code from accounting_item where tenant_id = app_tenant() and code = any($1::text[])`,
    [codes],
  )

/** The lines of a batch in a table of the transaction alone, times read on the clock of their accounts. */
export async function stageLines(tx: Tx, lines: readonly NumberedLine[]): Promise<void> {
  await tx.execute('drop table if exists pushed_line')
  await tx.execute(
    `create temporary table pushed_line on commit drop as
     select p.*, m.at as occurred_at, (m.at at time zone p.zone)::date as business_date, (m.at at time zone p.zone)::date as bill_date
       from jsonb_to_recordset($1::jsonb) p (n int, strategy_id uuid, record_key text, account_id uuid, zone text, name text,
         fingerprint bytea, txn_no text, batch_no text, counterparty text, balance_after bigint, doc_type text, doc_no text,
         doc_line text, logistics_no text, sku text, quantity numeric, recognised_on date, order_no text, parent_order text,
         kind text, item_id uuid, amount_minor bigint, currency text, local text, zone_offset text, remark text, attributes jsonb)
       cross join lateral (select case when p.zone_offset is null then p.local::timestamp at time zone p.zone
                                       else (p.local || p.zone_offset)::timestamptz end as at) m`,
    [
      JSON.stringify(
        lines.map(({ n, line, origin }) => ({
          ...line,
          ...{ n, strategy_id: origin?.strategyId ?? null, record_key: origin?.key ?? null },
          fingerprint: line.fingerprint === null ? null : `\\x${line.fingerprint}`,
        })),
      ),
    ],
  )
}

export interface MetLine {
  readonly n: number
  /** The line that the record gave before. */
  readonly own_id: string | null
  readonly own_status: string | null
  /** Columns in which it says something else. */
  readonly changed: readonly string[]
  readonly is_amount_changed: boolean
  /** What is held in them. */
  readonly held: Readonly<Record<string, string | null>>
  /** Another line that is called the same. */
  readonly other_id: string | null
  readonly other_status: string | null
  readonly other_file: string | null
  /** Its record is still a strategy's. */
  readonly is_other_alive: boolean
  /** The month in which the line stands is settled. */
  readonly settled: string | null
  /** The month that the record is of, where it lies in an archive. */
  readonly archived: string | null
}

/** A record of a settled month counts in the first one that is not. */
const bookedIn = (
  side: LineSide,
): string => `(select case when p.${DAYS[side]} < k.locked_before then k.locked_before end
  from recon_account k where k.tenant_id = app_tenant() and k.id = p.account_id)`

const NAMED = {
  a: [
    `o.fingerprint = p.fingerprint and o.status <> 'duplicate'`,
    // A bill has its own fingerprints; the transaction and its amount tell the movement.
    `o.txn_no = p.txn_no and o.amount_minor = p.amount_minor and o.file_id is not null and o.status <> 'duplicate'`,
  ],
  b: ['o.doc_type = p.doc_type and o.doc_no = p.doc_no and o.doc_line = p.doc_line and o.kind = p.kind'],
} as const

/** What stands where the staged lines want to be; held until the end of the transaction where `isHeld`. */
export function meetLines(tx: Tx, side: LineSide): Promise<MetLine[]> {
  const table = TABLES[side]
  const columns = columnsOf(side)
  const list = columns.map(
    column => `('${column}', to_jsonb(l.${column}) #>> '{}', l.${column} is distinct from p.${column})`,
  )
  const others = NAMED[side].map(
    named => `select o.id, o.status, o.strategy_id, o.record_key, coalesce(o.booked_in, o.${DAYS[side]}) as place, ${side === 'a' ? 'o.file_id' : 'null::uuid as file_id'}
                from ${table} o
               where o.tenant_id = app_tenant() and o.account_id = p.account_id and ${named} and o.id is distinct from l.id`,
  )
  // never null but where nothing is met: the left joins
  return tx.query<MetLine>(
    `select p.n, l.id as own_id, l.status as own_status,
            coalesce((select array_agg(c.name) from (values ${list.join(', ')}) c (name, held, differs) where l.id is not null and c.differs),
                     '{}') as changed,
            coalesce(l.amount_minor is distinct from p.amount_minor or l.account_id is distinct from p.account_id, false) as is_amount_changed,
            coalesce((select jsonb_object_agg(c.name, c.held) from (values ${list.join(', ')}) c (name, held, differs)
                       where l.id is not null and c.differs), '{}') as held,
            o.id as other_id, o.status as other_status, o.file_id as other_file,
            coalesce(exists (select from strategy s where s.tenant_id = app_tenant() and s.id = o.strategy_id), false)
              and o.record_key is not null as is_other_alive,
            (select to_char(coalesce(l.booked_in, l.${DAYS[side]}, o.place), 'YYYY-MM') from recon_account k
              where k.tenant_id = app_tenant() and k.id = coalesce(l.account_id, p.account_id)
                and coalesce(l.booked_in, l.${DAYS[side]}, o.place) < k.locked_before) as settled,
            (select to_char(r.month, 'YYYY-MM') from recon_period r
              where r.tenant_id = app_tenant() and r.account_id = p.account_id and r.state in ('archived', 'restoring')
                and r.month = date_trunc('month', p.${DAYS[side]})::date) as archived
       from pushed_line p
       left join ${table} l on l.tenant_id = app_tenant() and l.strategy_id = p.strategy_id
         and md5(l.record_key) = md5(p.record_key) and l.record_key = p.record_key
       left join lateral (select * from (${others.join(' union all ')}) every limit 1) o on true
      order by p.n`,
  )
}

/** Nobody else changes these until the transaction ends. */
export const lockMet = (tx: Tx, side: LineSide, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `select 1 from ${TABLES[side]} where tenant_id = app_tenant() and id = any($1::bigint[]) order by id for update`,
    [ids],
  )

export interface PlacedLine {
  readonly n: number
  readonly id: string
  readonly status: string
}

export function insertStaged(tx: Tx, side: LineSide, ns: readonly number[]): Promise<PlacedLine[]> {
  const columns = [...columnsOf(side), 'strategy_id', 'record_key', 'item_id']
  return tx.query<PlacedLine>(
    `with fresh as (select p.*, ${bookedIn(side)} as booked_in, nextval(pg_get_serial_sequence('${TABLES[side]}', 'id')) as id from pushed_line p
                     where p.n = any($1::int[]) order by p.n),
     added as (
       insert into ${TABLES[side]} (id, ${columns.join(', ')}, booked_in, item_by)
       select id, ${columns.join(', ')}, booked_in, case when item_id is null then null else 'push' end from fresh returning id, status)
     select f.n, a.id, a.status from added a join fresh f using (id)`,
    [ns],
  )
}

/** A line whose amount is another one is open again: what somebody decided about it was about the other amount. */
export function replaceStaged(
  tx: Tx,
  side: LineSide,
  places: readonly { readonly n: number; readonly id: string; readonly reopens: boolean }[],
): Promise<PlacedLine[]> {
  const columns = [...columnsOf(side), 'strategy_id', 'record_key']
  return tx.query<PlacedLine>(
    `update ${TABLES[side]} l set ${columns.map(column => `${column} = p.${column}`).join(', ')}, booked_in = ${bookedIn(side)},
       item_id = case when p.item_id is not null and l.item_by is distinct from 'hand' then p.item_id else l.item_id end,
       item_by = case when p.item_id is not null and l.item_by is distinct from 'hand' then 'push' else l.item_by end,
       status = case when w.reopens then 'open' else l.status end, reason = case when w.reopens then null else l.reason end,
       version = l.version + 1, updated_at = now()
      from unnest($1::int[], $2::bigint[], $3::boolean[]) w (n, id, reopens) join pushed_line p on p.n = w.n
     where l.tenant_id = app_tenant() and l.id = w.id
    returning w.n, l.id, l.status`,
    [places.map(({ n }) => n), places.map(({ id }) => id), places.map(({ reopens }) => reopens)],
  )
}
