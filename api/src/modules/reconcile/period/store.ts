import type { Tx } from '@sluice/db'
import type { Period, Point } from './contract.ts'
import { linesOf } from './line-rows.ts'

export interface PeriodRow {
  readonly month: string
  readonly state: Period['state']
  readonly opening_minor: string | null
  readonly in_minor: string | null
  readonly out_minor: string | null
  readonly closing_minor: string | null
  readonly b_minor: string | null
  readonly a_count: string | null
  readonly b_count: string | null
  readonly carried_count: string | null
  readonly late_count: string | null
  readonly content_hash: Buffer | null
  readonly points: readonly Point[] | null
  readonly note: string
  readonly closer_id: string | null
  readonly closed_by: string | null
  readonly closed_at: string | null
  readonly reopened_by: string | null
  readonly reopened_at: string | null
  readonly reopen_reason: string
  readonly archive_path: string | null
  readonly archive_bytes: string | null
  readonly archive_sha256: Buffer | null
  readonly archived_by: string | null
  readonly archived_at: string | null
  readonly restored_at: string | null
  readonly job: (Omit<NonNullable<Period['job']>, 'failure'> & { readonly failure: unknown }) | null
}

const nameOf = (user: string): string => `(select coalesce(nullif(u.nickname, ''), u.username) from app_user u
  where u.tenant_id = p.tenant_id and u.id = p.${user})`

const SELECT = `
  select p.month, p.state, p.opening_minor::text, p.in_minor::text, p.out_minor::text, p.closing_minor::text, p.b_minor::text,
         p.a_count, p.b_count, p.carried_count, p.late_count, p.content_hash, p.points, p.note, p.closed_by as closer_id,
         ${nameOf('closed_by')} as closed_by, p.closed_at, ${nameOf('reopened_by')} as reopened_by, p.reopened_at, p.reopen_reason,
         p.archive_path, p.archive_bytes, p.archive_sha256, ${nameOf('archived_by')} as archived_by, p.archived_at, p.restored_at,
         (select jsonb_build_object('step', j.step, 'phase', j.phase, 'state', j.state, 'done', j.done::text, 'failure', j.failure)
            from period_job j where j.tenant_id = p.tenant_id and j.account_id = p.account_id and j.month = p.month
           order by j.created_at desc, j.id desc limit 1) as job
    from recon_period p where p.tenant_id = app_tenant() and p.account_id = $1`

export const listPeriods = (tx: Tx, accountId: string): Promise<PeriodRow[]> =>
  tx.query<PeriodRow>(`${SELECT} order by p.month desc`, [accountId])

export async function findPeriod(tx: Tx, accountId: string, month: string): Promise<PeriodRow | undefined> {
  const [row] = await tx.query<PeriodRow>(`${SELECT} and p.month = $2`, [accountId, month])
  return row
}

/** Nobody writes a line of the tenant until the transaction ends. @returns false: somebody does at this moment */
export async function holdLines(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ held: boolean }>('select pg_try_advisory_xact_lock(place_of_periods()) as held')
  return row?.held === true
}

/** A month in another state, and the account's lock as far as its settled months go. */
export async function setState(tx: Tx, accountId: string, month: string, state: Period['state']): Promise<void> {
  await tx.execute(
    `insert into recon_period (account_id, month, state) values ($1, $2, $3)
     on conflict (tenant_id, account_id, month) do update set state = excluded.state, version = recon_period.version + 1`,
    [accountId, month, state],
  )
  await tx.execute(
    `update recon_account set locked_before = (select max(month) + interval '1 month' from recon_period
        where tenant_id = app_tenant() and account_id = $1 and state <> 'open')
      where tenant_id = app_tenant() and id = $1`,
    [accountId],
  )
}

/** The lines of a month that are open when it is closed. @returns how many */
export async function keepCarried(tx: Tx, accountId: string, month: string): Promise<number> {
  await dropCarried(tx, accountId, month)
  let count = 0
  for (const side of ['a', 'b'] as const)
    count += await tx.execute(
      `insert into recon_carried (side, line_id, account_id, month)
       select '${side}', l.id, $1, $2::date from ${linesOf(side)} l where l.status = 'open'`,
      [accountId, month],
    )
  return count
}

export const dropCarried = (tx: Tx, accountId: string, month: string): Promise<number> =>
  tx.execute('delete from recon_carried where tenant_id = app_tenant() and account_id = $1 and month = $2', [
    accountId,
    month,
  ])

export interface Snapshot {
  readonly openingMinor: bigint
  readonly inMinor: bigint
  readonly outMinor: bigint
  readonly documentsMinor: bigint
  readonly aCount: number
  readonly bCount: number
  readonly carried: number
  readonly late: number
  readonly hash: Buffer
  readonly points: readonly Point[]
  readonly userId: string | null
}

export const keepSnapshot = (tx: Tx, accountId: string, month: string, snapshot: Snapshot): Promise<number> =>
  tx.execute(
    `update recon_period set state = 'closed', opening_minor = $3, in_minor = $4, out_minor = $5, closing_minor = $6, b_minor = $7,
        a_count = $8, b_count = $9, carried_count = $10, late_count = $11, content_hash = $12, points = $13, closed_by = $14,
        closed_at = clock_timestamp(), version = version + 1
      where tenant_id = app_tenant() and account_id = $1 and month = $2 and state = 'closing'`,
    [
      ...[accountId, month, String(snapshot.openingMinor), String(snapshot.inMinor), String(snapshot.outMinor)],
      ...[String(snapshot.openingMinor + snapshot.inMinor + snapshot.outMinor), String(snapshot.documentsMinor)],
      ...[snapshot.aCount, snapshot.bCount, snapshot.carried, snapshot.late, snapshot.hash],
      ...[JSON.stringify(snapshot.points), snapshot.userId],
    ],
  )

export const keepNote = (tx: Tx, accountId: string, month: string, note: string): Promise<number> =>
  tx.execute('update recon_period set note = $3 where tenant_id = app_tenant() and account_id = $1 and month = $2', [
    ...[accountId, month, note],
  ])

/** Its figures are those of its lines again, and who opened it and why stays. */
export const forgetSnapshot = (
  tx: Tx,
  accountId: string,
  month: string,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<number> =>
  tx.execute(
    `update recon_period set opening_minor = null, in_minor = null, out_minor = null, closing_minor = null, b_minor = null,
        a_count = null, b_count = null, carried_count = null, late_count = null, content_hash = null, points = null,
        reopened_by = $3, reopened_at = clock_timestamp(), reopen_reason = $4
      where tenant_id = app_tenant() and account_id = $1 and month = $2`,
    [accountId, month, userId, reason],
  )

export const keepArchive = (
  tx: Tx,
  accountId: string,
  month: string,
  file: { readonly path: string; readonly sizeBytes: number; readonly sha256: Buffer; readonly userId: string | null },
): Promise<number> =>
  tx.execute(
    `update recon_period set archive_path = $3, archive_bytes = $4, archive_sha256 = $5, archived_by = $6,
        archived_at = clock_timestamp(), restored_at = null where tenant_id = app_tenant() and account_id = $1 and month = $2`,
    [accountId, month, file.path, file.sizeBytes, file.sha256, file.userId],
  )

export const noteRestored = (tx: Tx, accountId: string, month: string): Promise<number> =>
  tx.execute(
    `update recon_period set restored_at = clock_timestamp() where tenant_id = app_tenant() and account_id = $1 and month = $2`,
    [accountId, month],
  )

export async function findUsername(tx: Tx, userId: string | null): Promise<string> {
  const [row] = await tx.query<{ username: string }>(
    'select username from app_user where tenant_id = app_tenant() and id = $1',
    [userId],
  )
  return row?.username ?? ''
}
