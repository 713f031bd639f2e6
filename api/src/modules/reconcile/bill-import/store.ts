import type { Tx } from '@sluice/db'
import type { Checked } from './check-file.ts'
import type { ImportFile } from './contract.ts'

export interface FileRow {
  readonly id: string
  readonly account_id: string
  readonly account_name: string
  readonly currency: string
  readonly name: string
  readonly size_bytes: string
  readonly sha256: Buffer
  readonly path: string
  /** What was inside a locked archive. */
  readonly opened_path: string | null
  readonly state: ImportFile['state']
  readonly format: string | null
  readonly format_version: number | null
  readonly encoding: string | null
  readonly period_from: string | null
  readonly period_to: string | null
  readonly rows_total: number
  readonly rows_ok: number
  readonly rows_duplicate: number
  readonly rows_error: number
  readonly declared: { readonly from?: string; readonly to?: string } | null
  readonly counted: Checked | null
  readonly failure: { code: string; message: string; advice: string | null } | null
  /** The last one; null once it is done. */
  readonly job: {
    readonly step: 'check' | 'load'
    readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    readonly done: string
    readonly failure: { readonly code: string; readonly message: string; readonly advice?: string } | null
  } | null
  readonly created_by: string | null
  readonly created_at: string
  readonly loaded_at: string | null
  readonly total: string
}

/** A file that could not be read to its end is no bill. */
const STATE = `case when f.state = 'parsing' and j.state in ('failed', 'cancelled') then 'rejected' else f.state end`

const SELECT = `
  select f.id, f.account_id, a.name as account_name, a.currency, f.name, f.size_bytes, f.sha256, f.path, f.opened_path, ${STATE} as state,
         f.format, f.format_version,
         f.encoding, f.period_from, f.period_to, f.rows_total, f.rows_ok, f.rows_duplicate, f.rows_error, f.declared, f.counted,
         f.failure, u.nickname as created_by, f.created_at, f.loaded_at,
         case when j.state <> 'done' then jsonb_build_object('step', j.step, 'state', j.state, 'done', j.done::text, 'failure', j.failure) end as job,
         count(*) over () as total
    from raw_file f
    join recon_account a on a.tenant_id = f.tenant_id and a.id = f.account_id
    left join lateral (select j.* from import_job j where j.tenant_id = f.tenant_id and j.file_id = f.id
                        order by j.created_at desc, j.id desc limit 1) j on true
    left join app_user u on u.tenant_id = f.tenant_id and u.id = f.created_by
   where f.tenant_id = app_tenant()`

export async function findFile(tx: Tx, id: string): Promise<FileRow | undefined> {
  return (await tx.query<FileRow>(`${SELECT} and f.id = $1`, [id]))[0]
}

/** Nobody else loads or reverts the file until the transaction ends. */
export async function lockFile(tx: Tx, id: string): Promise<FileRow | undefined> {
  await tx.query('select 1 from raw_file where tenant_id = app_tenant() and id = $1 for update', [id])
  return findFile(tx, id)
}

export const searchFiles = (
  tx: Tx,
  filter: { readonly account: string | null; readonly state: string | null },
  limit: number,
  offset: number,
): Promise<FileRow[]> =>
  tx.query<FileRow>(
    `${SELECT} and ($1::uuid is null or f.account_id = $1) and ($2::text is null or ${STATE} = $2)
     order by f.created_at desc, f.id desc limit $3 offset $4`,
    [filter.account, filter.state, limit, offset],
  )

export interface NewFile {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly path: string
  /** Days it may hold. */
  readonly period: { readonly from?: string | undefined; readonly to?: string | undefined }
  readonly userId: string
}

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.execute(
    `insert into raw_file (id, account_id, name, size_bytes, sha256, path, declared, state, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, 'parsing', $8)`,
    [
      file.id,
      file.accountId,
      file.name,
      file.sizeBytes,
      file.sha256,
      file.path,
      JSON.stringify(file.period),
      file.userId,
    ],
  )
}

/** The name of the file with the same bytes whose lines the account has. */
export async function findLoaded(tx: Tx, accountId: string, sha256: Buffer): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>(
    `select name from raw_file where tenant_id = app_tenant() and account_id = $1 and sha256 = $2 and state = 'loaded'`,
    [accountId, sha256],
  )
  return rows[0]?.name
}

export async function saveCheck(tx: Tx, id: string, checked: Checked): Promise<void> {
  await tx.execute(
    `update raw_file set state = $2, format = $3, format_version = $4, encoding = $5, period_from = $6, period_to = $7,
       rows_total = $8, rows_error = $9, counted = $10, failure = $11, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [
      id,
      checked.failure === null ? 'checked' : 'rejected',
      checked.format,
      checked.formatVersion,
      checked.encoding,
      checked.period?.from.slice(0, 10) ?? null,
      checked.period?.to.slice(0, 10) ?? null,
      checked.rows,
      checked.problemCount,
      JSON.stringify(checked),
      checked.failure === null ? null : JSON.stringify(checked.failure),
    ],
  )
}

/** How many of these lines the account has already. */
export async function countKnown(tx: Tx, accountId: string, fingerprints: readonly Buffer[]): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `select count(*)::int as count from unnest($2::bytea[]) f (fingerprint)
       join bill_line b on b.tenant_id = app_tenant() and b.account_id = $1 and b.fingerprint = f.fingerprint
      where b.status <> 'duplicate'`,
    [accountId, fingerprints],
  )
  return rows[0]?.count ?? 0
}

export interface BeforeRow {
  readonly balance_minor: string | null
  readonly days: number
}

/** The account's last line before a moment: its balance, and how many days lie between. */
export async function findBefore(tx: Tx, accountId: string, day: string): Promise<BeforeRow | undefined> {
  const rows = await tx.query<BeforeRow>(
    `select balance_after as balance_minor, $2::date - bill_date as days from bill_line
      where tenant_id = app_tenant() and account_id = $1 and bill_date < $2::date
        and occurred_at < $2::date + interval '15 hours' and status <> 'duplicate'
      order by occurred_at desc, id desc limit 1`,
    [accountId, day],
  )
  return rows[0]
}

export interface LateRow {
  readonly lines: number
  readonly month: string
}

/** Lines of a file that count in another month than their own, which was closed. */
export async function findLate(tx: Tx, fileId: string): Promise<LateRow | undefined> {
  const rows = await tx.query<LateRow>(
    `select count(*)::int as lines, to_char(max(booked_in), 'YYYY-MM') as month from bill_line
      where tenant_id = app_tenant() and file_id = $1 and booked_in is not null having count(*) > 0`,
    [fileId],
  )
  return rows[0]
}

export async function makeRoom(tx: Tx): Promise<void> {
  await tx.execute(`create temporary table if not exists row_in (line_no int, text text) on commit drop`)
  await tx.execute(
    `create temporary table if not exists line_in (seq int, line_no int, fingerprint bytea, txn_no text, order_no text,
       parent_order text, batch_no text, kind text, amount_minor bigint, is_none boolean, local text, zone_offset text,
       balance_after bigint, counterparty text, remark text, attributes jsonb) on commit drop`,
  )
}

/** A strategy pushed the movement before: the transaction and its amount tell. */
const isPushed = (
  account: string,
  line: string,
): string => `exists (select from bill_line p where p.tenant_id = app_tenant()
  and p.account_id = ${account} and p.record_key is not null and p.txn_no = ${line}.txn_no
  and p.amount_minor = ${line}.amount_minor and p.status <> 'duplicate')`

/** COPY goes into tables of the transaction alone; from there the rows go behind the wall. */
export async function moveRows(
  tx: Tx,
  place: {
    readonly fileId: string
    readonly accountId: string
    readonly currency: string
    readonly billZone: string
    readonly zone: string
  },
): Promise<void> {
  const { fileId, accountId, currency, billZone, zone } = place
  await tx.execute(
    `insert into raw_row (file_id, line_no, text, result) select $1, line_no, text, 'ok' from row_in
     on conflict (tenant_id, file_id, line_no) do update set result = 'ok'`,
    [fileId],
  )
  const insert = (status: string, where: string, tail: string) => `
    insert into bill_line (account_id, file_id, line_no, fingerprint, txn_no, order_no, parent_order, batch_no, kind, amount_minor,
       currency, occurred_at, bill_date, booked_in, balance_after, counterparty, remark, attributes, status, reason)
    select $2, $1, l.line_no, l.fingerprint, l.txn_no, l.order_no, l.parent_order, l.batch_no, l.kind, l.amount_minor, $3, l.at,
           (l.at at time zone $5)::date, case when (l.at at time zone $5)::date < k.locked_before then k.locked_before end, l.balance_after, l.counterparty, l.remark, l.attributes, ${status},
           case when l.is_none then l.kind end
      from (select *, case when zone_offset is null then local::timestamp at time zone $4
                           else (local || zone_offset)::timestamptz end as at from line_in) l
      cross join (select locked_before from recon_account where tenant_id = app_tenant() and id = $2) k
     ${where} order by l.seq ${tail}`
  const values = [fileId, accountId, currency, billZone, zone]
  await tx.execute(
    insert(
      `case when l.is_none then 'ignored' else 'open' end`,
      `where not ${isPushed('$2', 'l')}`,
      `on conflict (tenant_id, account_id, fingerprint) where status <> 'duplicate' do nothing`,
    ),
    values,
  )
  await tx.execute(
    insert(
      `'duplicate'`,
      `where not exists (select from bill_line b where b.tenant_id = app_tenant() and b.account_id = $2
                            and b.fingerprint = l.fingerprint and b.file_id = $1 and b.status <> 'duplicate')`,
      '',
    ),
    values,
  )
  await tx.execute('truncate row_in, line_in')
}

export async function finishLoad(tx: Tx, id: string, checked: Checked): Promise<void> {
  await tx.execute(
    `update raw_row r set result = 'duplicate' from bill_line b
      where r.tenant_id = app_tenant() and r.file_id = $1 and b.tenant_id = app_tenant() and b.file_id = $1
        and b.line_no = r.line_no and b.status = 'duplicate'`,
    [id],
  )
  await tx.execute(
    `update raw_file f set state = 'loaded', loaded_at = now(), updated_at = now(), counted = $2,
       rows_ok = (select count(*) from raw_row r where r.tenant_id = f.tenant_id and r.file_id = f.id and r.result = 'ok'),
       rows_duplicate = (select count(*) from raw_row r where r.tenant_id = f.tenant_id and r.file_id = f.id and r.result = 'duplicate')
      where f.tenant_id = app_tenant() and f.id = $1`,
    [id, JSON.stringify(checked)],
  )
}

/**
 * Takes the lines of a file back; what was a duplicate of one of them counts from then on. Returns how many are left,
 * because they are settled: then the transaction must not end well.
 */
export async function takeBack(tx: Tx, fileId: string, accountId: string): Promise<number> {
  await tx.execute(
    `delete from bill_line where tenant_id = app_tenant() and file_id = $1 and status in ('open', 'ignored', 'duplicate')`,
    [fileId],
  )
  await tx.execute(
    `with waiting as (
       select distinct on (d.fingerprint) d.id from bill_line d
        where d.tenant_id = app_tenant() and d.account_id = $1 and d.status = 'duplicate'
          and not exists (select from bill_line o where o.tenant_id = app_tenant() and o.account_id = $1
                             and o.fingerprint = d.fingerprint and o.status <> 'duplicate')
          and not ${isPushed('$1', 'd')}
        order by d.fingerprint, d.id)
     update bill_line b set status = 'open', updated_at = now(), version = version + 1
       from waiting w where b.tenant_id = app_tenant() and b.id = w.id`,
    [accountId],
  )
  const rows = await tx.query<{ count: number }>(
    'select count(*)::int as count from bill_line where tenant_id = app_tenant() and file_id = $1',
    [fileId],
  )
  return rows[0]?.count ?? 0
}

export async function setReverted(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `update raw_file set state = 'reverted', rows_ok = 0, rows_duplicate = 0, loaded_at = null, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id],
  )
}

/** It is read anew: what was found before counts no more. @param openedPath what was inside, where it was locked */
export async function setParsing(tx: Tx, id: string, openedPath: string | null): Promise<void> {
  await tx.execute(
    `update raw_file set state = 'parsing', failure = null, counted = null, format = null, format_version = null,
       opened_path = coalesce($2, opened_path), updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, openedPath],
  )
}
