import type { Tx } from '@sluice/db'
import type { Voucher, VoucherDetail } from './contract.ts'

export interface VoucherSearch {
  readonly accountId: string | null
  readonly state: string | null
  readonly from: string | null
  readonly to: string | null
}

export interface VoucherRow extends Omit<Voucher, 'created_by' | 'released_by' | 'trouble' | 'is_unknown'> {
  readonly created_by: string | null
  readonly released_by: string | null
  /** Of its record in the strategy that has it; null: there is none. */
  readonly record_status: number | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly account_code: string
  readonly total: string
}

const SELECT = `
  select v.id, v.account_id, a.name as account, a.code as account_code, v.day_from, v.day_to, v.currency, v.version, v.state,
         (select coalesce(sum(r.amount_minor), 0)::text from recon_voucher_row r
           where r.tenant_id = v.tenant_id and r.voucher_id = v.id) as total_minor,
         v.posted_no, v.posted_at, v.taken_at, v.reverses, o.posted_no as reverses_no, v.release_reason, v.released_at,
         coalesce(nullif(w.nickname, ''), w.username) as released_by, seen_strategy(v.strategy_id) as strategy_id, y.name as strategy,
         case when v.state = 'taken' then r.id end as record_id, case when v.state = 'taken' then r.status end as record_status,
         case when v.state = 'taken' then r.error_code end as error_code,
         case when v.state = 'taken' then r.error_message end as error_message,
         coalesce(nullif(u.nickname, ''), u.username) as created_by, v.created_at, count(*) over () as total
    from recon_voucher v join recon_account a on a.tenant_id = v.tenant_id and a.id = v.account_id
    left join app_user u on u.tenant_id = v.tenant_id and u.id = v.created_by
    left join app_user w on w.tenant_id = v.tenant_id and w.id = v.released_by
    left join recon_voucher o on o.tenant_id = v.tenant_id and o.id = v.reverses
    left join strategy y on y.tenant_id = v.tenant_id and y.id = seen_strategy(v.strategy_id)
    left join lateral (select f.id, f.status, f.error_code, f.error_message
      from find_record_by_key(seen_strategy(v.strategy_id), v.id::text) f limit 1) r on true
   where v.tenant_id = app_tenant()`

const FITS = `($1::uuid is null or v.account_id = $1) and ($2::text is null or v.state = $2)
       and ($3::date is null or v.day_to >= $3) and ($4::date is null or v.day_from <= $4)`

export const listVouchers = (tx: Tx, search: VoucherSearch, limit: number, offset: number): Promise<VoucherRow[]> =>
  tx.query<VoucherRow>(
    `${SELECT} and ${FITS}
     order by v.created_at desc, v.id desc limit $5 offset $6`,
    [search.accountId, search.state, search.from, search.to, limit, offset],
  )

/** Behind one of them, the newest first: what comes or goes meanwhile moves no page. */
export const listVouchersAfter = (
  tx: Tx,
  search: VoucherSearch,
  after: { readonly at: string; readonly id: string } | null,
  limit: number,
): Promise<(VoucherRow & { readonly place: string })[]> =>
  tx.query<VoucherRow & { readonly place: string }>(
    `select x.*, x.created_at::text as place from (${SELECT} and ${FITS}
       and ($5::timestamptz is null or (v.created_at, v.id) < ($5::timestamptz, $6::uuid))
     order by v.created_at desc, v.id desc limit $7) x`,
    [search.accountId, search.state, search.from, search.to, after?.at ?? null, after?.id ?? null, limit],
  )

export async function findVoucher(tx: Tx, id: string): Promise<VoucherRow | undefined> {
  return (await tx.query<VoucherRow>(`${SELECT} and v.id = $1`, [id]))[0]
}

/** Nobody posts or gives it up before the transaction ends. */
export async function lockVoucher(tx: Tx, id: string): Promise<VoucherRow | undefined> {
  await tx.execute('select 1 from recon_voucher where tenant_id = app_tenant() and id = $1 for update', [id])
  return findVoucher(tx, id)
}

/** Each row is a debit and a credit of one amount. */
export const listEntries = (tx: Tx, id: string): Promise<VoucherDetail['entries']> =>
  tx.query<VoucherDetail['entries'][number]>(
    `select e.side, e.subject, r.item_id, i.name as item, r.source, r.amount_minor::text as amount_minor
       from recon_voucher_row r join accounting_item i on i.tenant_id = r.tenant_id and i.id = r.item_id
       cross join lateral (values ('debit', r.debit, 1), ('credit', r.credit, 2)) e(side, subject, place)
      where r.tenant_id = app_tenant() and r.voucher_id = $1 order by r.row_no, e.place`,
    [id],
  )

export interface ItemSum {
  readonly currency: string
  /** null: lines that nobody said the item of. */
  readonly item_id: string | null
  readonly item: string | null
  readonly direction: 'in' | 'out' | 'both' | null
  readonly debit: string
  readonly credit: string
  readonly source: 'lines' | 'adjustments'
  readonly minor: string
}

/**
 * What the days sum up to: bill lines in the month that they count in, and what was booked for matches that end in these days, with
 * the account of the first line of each.
 */
export const sumItems = (tx: Tx, accountId: string, from: string, to: string): Promise<ItemSum[]> =>
  tx.query<ItemSum>(
    `with sum as (
       select l.currency, l.item_id, 'lines' as source, sum(l.amount_minor) as minor from bill_line l
        where l.tenant_id = app_tenant() and l.account_id = $1 and l.status not in ('duplicate', 'ignored')
          and ((l.booked_in is null and l.bill_date between $2 and $3 and l.occurred_at >= $2::date - interval '36 hours'
                 and l.occurred_at < $3::date + interval '60 hours')
            or (l.booked_in = $2::date and $3::date > $2::date))
        group by 1, 2
       union all
       select j.currency, i.id, 'adjustments', sum(j.amount_minor) from recon_adjustment j
         join match_group g on g.tenant_id = j.tenant_id and g.id = j.group_id
         left join accounting_item i on i.tenant_id = j.tenant_id and i.code = j.item
        where j.tenant_id = app_tenant() and j.state = 'approved' and g.state = 'confirmed' and g.day_to between $2 and $3
          and $1 = (select coalesce(b.account_id, s.account_id) from match_item m
                      left join bill_line b on m.side = 'a' and b.tenant_id = m.tenant_id and b.id = m.line_id
                      left join supply_line s on m.side = 'b' and s.tenant_id = m.tenant_id and s.id = m.line_id
                     where m.tenant_id = g.tenant_id and m.group_id = g.id order by m.side, m.line_id limit 1)
        group by 1, 2)
     select s.currency, s.item_id, i.name as item, i.direction, coalesce(i.debit_account, '') as debit,
            coalesce(i.credit_account, '') as credit, s.source, s.minor::text as minor
       from sum s left join accounting_item i on i.tenant_id = app_tenant() and i.id = s.item_id
      order by s.currency, i.code nulls first, s.source`,
    [accountId, from, to],
  )

export interface Made {
  readonly id: string
  readonly currency: string
  readonly version: number
  readonly state: Voucher['state']
  readonly content_hash: Buffer
  /** It takes another one back. */
  readonly is_reversal: boolean
}

/** Vouchers of exactly these days, the latest first. */
export const listMade = (tx: Tx, accountId: string, from: string, to: string): Promise<Made[]> =>
  tx.query<Made>(
    `select id, currency, version, state, content_hash, reverses is not null as is_reversal from recon_voucher
      where tenant_id = app_tenant() and account_id = $1 and day_from = $2 and day_to = $3 order by version desc for update`,
    [accountId, from, to],
  )

/** One that books some of these days and not exactly them: the days would count twice. */
export async function findOverlap(
  tx: Tx,
  accountId: string,
  from: string,
  to: string,
): Promise<{ readonly day_from: string; readonly day_to: string } | undefined> {
  const [row] = await tx.query<{ day_from: string; day_to: string }>(
    `select day_from, day_to from recon_voucher where tenant_id = app_tenant() and account_id = $1 and state <> 'void'
        and day_from <= $3 and day_to >= $2 and (day_from <> $2 or day_to <> $3) order by day_from limit 1`,
    [accountId, from, to],
  )
  return row
}

/** What vouchers booked already, by item. */
export const sumBooked = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly item_id: string; readonly source: string; readonly minor: string }[]> =>
  tx.query<{ item_id: string; source: string; minor: string }>(
    `select item_id, source, sum(signed_minor)::text as minor from recon_voucher_row
      where tenant_id = app_tenant() and voucher_id = any($1::uuid[]) group by 1, 2 order by 1, 2`,
    [ids],
  )

export const voidDrafts = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute(
    `update recon_voucher set state = 'void' where tenant_id = app_tenant() and id = any($1::uuid[]) and state = 'draft'`,
    [ids],
  )

export interface NewVoucher {
  readonly id: string
  readonly accountId: string
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly version: number
  readonly hash: Buffer
  readonly userId: string
}

export interface NewRow {
  readonly itemId: string
  readonly source: string
  readonly debit: string
  readonly credit: string
  readonly amountMinor: string
  readonly signedMinor: string
}

export async function insertVoucher(tx: Tx, given: NewVoucher, rows: readonly NewRow[]): Promise<void> {
  await tx.execute(
    `insert into recon_voucher (id, account_id, day_from, day_to, currency, version, content_hash, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...[given.id, given.accountId, given.from, given.to, given.currency, given.version, given.hash, given.userId]],
  )
  await tx.execute(
    `insert into recon_voucher_row (voucher_id, row_no, item_id, source, debit, credit, amount_minor, signed_minor)
     select $1, r.place, r.item, r.source, r.debit, r.credit, r.amount, r.signed
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[]) with ordinality
         as r(item, source, debit, credit, amount, signed, place)`,
    [
      ...[given.id, rows.map(row => row.itemId), rows.map(row => row.source), rows.map(row => row.debit)],
      ...[rows.map(row => row.credit), rows.map(row => row.amountMinor), rows.map(row => row.signedMinor)],
    ],
  )
}

export const setPosted = (tx: Tx, id: string, number: string): Promise<number> =>
  tx.execute(
    `update recon_voucher set state = 'posted', posted_no = $2, posted_at = clock_timestamp()
      where tenant_id = app_tenant() and id = $1 and state in ('draft', 'taken')`,
    [id, number],
  )

/** What a day or month is now: whether it is over in the account's zone, and whether the month is closed. */
export async function findDays(
  tx: Tx,
  accountId: string,
  from: string,
): Promise<{ readonly today: string; readonly state: string | null } | undefined> {
  const [row] = await tx.query<{ today: string; state: string | null }>(
    `select (now() at time zone a.zone)::date as today,
            (select p.state from recon_period p where p.tenant_id = a.tenant_id and p.account_id = a.id
              and p.month = date_trunc('month', $2::date)::date) as state
       from recon_account a where a.tenant_id = app_tenant() and a.id = $1`,
    [accountId, from],
  )
  return row
}

/**
 * Drafts become the strategy's; those that it has and that wait for a number are given to it again. What another one has is not: two
 * that read at once are told apart by the row's lock.
 */
export async function takeVouchers(
  tx: Tx,
  strategyId: string,
  after: string | null,
  limit: number,
): Promise<VoucherRow[]> {
  const taken = await tx.query<{ id: string }>(
    `with next as (select id from recon_voucher where tenant_id = app_tenant()
        and (state = 'draft' or (state = 'taken' and (strategy_id is null or strategy_id = $3)))
        and ($1::uuid is null or id > $1) order by id limit $2 for update)
     update recon_voucher v set state = 'taken', strategy_id = $3, taken_at = coalesce(taken_at, clock_timestamp())
       from next where v.tenant_id = app_tenant() and v.id = next.id returning v.id`,
    [after, limit, strategyId],
  )
  return tx.query<VoucherRow>(`${SELECT} and v.id = any($1::uuid[]) order by v.id`, [taken.map(({ id }) => id)])
}

/** Those that anybody may take, to look at: nothing becomes of them. */
export const peekVouchers = (tx: Tx, limit: number): Promise<VoucherRow[]> =>
  tx.query<VoucherRow>(`${SELECT} and v.state in ('draft', 'taken') order by v.id limit $1`, [limit])

export const releaseVoucher = (tx: Tx, id: string, reason: string, userId: string): Promise<number> =>
  tx.execute(
    `update recon_voucher set state = 'draft', strategy_id = null, taken_at = null, released_by = $3,
        released_at = clock_timestamp(), release_reason = $2
      where tenant_id = app_tenant() and id = $1 and state = 'taken'`,
    [id, reason, userId],
  )

/** Vouchers of a whole month that the ledger has and nothing takes back, nor are they such a one themselves. */
export const listPosted = (tx: Tx, accountId: string, month: string) =>
  // never null: what is posted has its number, and is a version itself
  tx.query<{ id: string; day_to: string; currency: string; posted_no: string; next: number }>(
    `select v.id, v.day_to, v.currency, v.posted_no, (select max(o.version) from recon_voucher o where o.tenant_id = v.tenant_id
              and o.account_id = v.account_id and o.day_from = v.day_from and o.day_to = v.day_to and o.currency = v.currency) as next
       from recon_voucher v
      where v.tenant_id = app_tenant() and v.account_id = $1 and v.day_from = $2 and v.day_to > $2 and v.state = 'posted' and v.reverses is null
      order by v.currency, v.version for update`,
    [accountId, month],
  )

/** The same rows the other way round: what was a debit is a credit. */
export async function insertReversal(
  tx: Tx,
  given: Omit<NewVoucher, 'hash'> & { readonly reverses: string },
): Promise<void> {
  await tx.execute(
    `insert into recon_voucher (id, account_id, day_from, day_to, currency, version, content_hash, created_by, reverses)
     values ($1, $2, $3, $4, $5, $6, sha256($8::text::bytea), $7, $8::uuid)`,
    [...[given.id, given.accountId, given.from, given.to, given.currency, given.version, given.userId], given.reverses],
  )
  await tx.execute(
    `insert into recon_voucher_row (voucher_id, row_no, item_id, source, debit, credit, amount_minor, signed_minor)
     select $1, r.row_no, r.item_id, r.source, r.credit, r.debit, r.amount_minor, -r.signed_minor
       from recon_voucher_row r where r.tenant_id = app_tenant() and r.voucher_id = $2`,
    [given.id, given.reverses],
  )
  await tx.execute(
    `update recon_voucher set state = 'reversed' where tenant_id = app_tenant() and id = $1 and state = 'posted'`,
    [given.reverses],
  )
}

/** The subjects of an item that has no lines in these days any more. */
export async function findOld(
  tx: Tx,
  ids: readonly string[],
  itemId: string,
  source: string,
): Promise<Pick<ItemSum, 'debit' | 'credit' | 'direction'> | undefined> {
  const [row] = await tx.query<Pick<ItemSum, 'debit' | 'credit' | 'direction'>>(
    `select i.debit_account as debit, i.credit_account as credit, i.direction from accounting_item i
      where i.tenant_id = app_tenant() and i.id = $1 and exists (select from recon_voucher_row r
        where r.tenant_id = i.tenant_id and r.voucher_id = any($2::uuid[]) and r.item_id = i.id and r.source = $3)`,
    [itemId, ids, source],
  )
  return row
}
