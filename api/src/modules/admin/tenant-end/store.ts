import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface ExportRow {
  readonly id: string
  readonly tenant_id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'
  readonly total: number
  readonly done: number
  readonly rows: string
  readonly size_bytes: string | null
  readonly sha256: Buffer | null
  readonly path: string | null
  readonly failure: unknown
  readonly requested_by: string
  readonly requested_name: string
  readonly created_at: string
  readonly finished_at: string | null
  readonly expires_at: string | null
}

const EXPORT = `id, tenant_id, state, total, done, rows, size_bytes, sha256, path, failure, requested_by, requested_name,
  created_at, finished_at, expires_at`

export const listExports = (tx: Tx): Promise<ExportRow[]> =>
  tx.query<ExportRow>(
    `select ${EXPORT} from tenant_export where tenant_id = app_tenant() order by created_at desc, id desc limit 20`,
  )

export const findExport = async (tx: Tx, id: string): Promise<ExportRow | undefined> =>
  (await tx.query<ExportRow>(`select ${EXPORT} from tenant_export where tenant_id = app_tenant() and id = $1`, [id]))[0]

export const insertExport = (tx: Tx, id: string, by: { readonly userId: string; readonly username: string }) =>
  tx.execute('insert into tenant_export (id, requested_by, requested_name) values ($1, $2, $3)', [
    id,
    by.userId,
    by.username,
  ])

/** A queued one ends at once; one that runs after the table in hand. */
export const cancelExport = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `update tenant_export set cancel = true, state = case when state = 'queued' then 'cancelled' else state end,
            finished_at = case when state = 'queued' then now() else finished_at end
      where tenant_id = app_tenant() and id = $1 and state in ('queued', 'running')`,
    [id],
  )

const LEASE_S = 60

/** The oldest that waits, or whose holder has not been heard for a minute: that one begins anew. */
export const claimExport = async (tx: Tx, holder: string): Promise<ExportRow | undefined> =>
  (
    await tx.query<ExportRow>(
      `update tenant_export set state = 'running', holder = $1, done = 0, rows = 0,
              started_at = coalesce(started_at, clock_timestamp()),
              lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
        where (tenant_id, id) = (select tenant_id, id from tenant_export
          where state in ('queued', 'running') and lease_until < clock_timestamp()
          order by created_at limit 1 for update skip locked)
       returning ${EXPORT}`,
      [holder],
    )
  )[0]

/** null: another process has it, or it is gone. */
export const noteExport = async (
  tx: Tx,
  of: { readonly id: string; readonly holder: string },
  at: { readonly total: number; readonly done: number; readonly rows: number },
): Promise<{ readonly cancel: boolean } | null> =>
  (
    await tx.query<{ cancel: boolean }>(
      `update tenant_export set total = $3, done = $4, rows = $5,
              lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
        where tenant_id = app_tenant() and id = $1 and holder = $2 and state = 'running' returning cancel`,
      [of.id, of.holder, at.total, at.done, at.rows],
    )
  )[0] ?? null

export interface ExportEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly failure?: FailureDetail
  readonly file?: { readonly path: string; readonly sizeBytes: number; readonly sha256: Buffer }
}

/** Files are kept so long. */
const KEEP_DAYS = 7

export const endExport = (tx: Tx, of: { readonly id: string; readonly holder: string }, end: ExportEnd) =>
  tx.execute(
    `update tenant_export set state = $3, failure = $4, path = $5, size_bytes = $6, sha256 = $7, holder = null,
            finished_at = clock_timestamp(), lease_until = '-infinity',
            expires_at = case when $3 = 'done' then clock_timestamp() + interval '${KEEP_DAYS} days' end
      where tenant_id = app_tenant() and id = $1 and holder = $2 and state = 'running'`,
    [
      of.id,
      of.holder,
      end.state,
      end.failure ? JSON.stringify(end.failure) : null,
      end.file?.path ?? null,
      end.file?.sizeBytes ?? null,
      end.file?.sha256 ?? null,
    ],
  )

export const isCancelled = async (tx: Tx, of: { readonly id: string; readonly holder: string }): Promise<boolean> =>
  (
    await tx.query('select from tenant_export where tenant_id = app_tenant() and id = $1 and holder = $2 and cancel', [
      of.id,
      of.holder,
    ])
  ).length > 0

/** Handed back as it is, so that the next process need not wait for the lease to end. */
export const releaseExport = (tx: Tx, of: { readonly id: string; readonly holder: string }): Promise<number> =>
  tx.execute(
    `update tenant_export set lease_until = '-infinity', holder = null
      where tenant_id = app_tenant() and id = $1 and holder = $2 and state = 'running'`,
    [of.id, of.holder],
  )

/** Files whose time has come, of all tenants; their rows say so from now on. */
export const expireExports = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ path: string }>(
    `update tenant_export e set state = 'expired', path = null from tenant_export o
      where o.tenant_id = e.tenant_id and o.id = e.id and e.state = 'done' and e.expires_at < clock_timestamp()
     returning o.path`,
  )
  return rows.map(row => row.path)
}

export interface EndRow {
  readonly id: string
  readonly of_tenant: string
  readonly code: string
  readonly name: string
  readonly state: 'waiting' | 'removing' | 'done' | 'withdrawn'
  readonly wait_days: number
  readonly asked_by: string
  readonly asked_at: string
  readonly due_at: string
  readonly withdrawn_by: string | null
  readonly withdrawn_at: string | null
  readonly started_at: string | null
  readonly removed: Readonly<Record<string, number>>
}

const END = `id, of_tenant, code, name, state, wait_days, asked_by, asked_at, due_at, withdrawn_by, withdrawn_at,
  started_at, removed`

export interface TenantRow {
  readonly code: string
  readonly name: string
  readonly created_at: string
}

export const findTenant = async (tx: Tx): Promise<TenantRow> =>
  (await tx.query<TenantRow>('select code, name, created_at from tenant where id = app_tenant()'))[0]! // whoever asks has one

export const listEnds = (tx: Tx): Promise<EndRow[]> =>
  tx.query<EndRow>(`select ${END} from tenant_end where of_tenant = app_tenant() order by asked_at desc limit 20`)

export interface NewEnd {
  readonly id: string
  readonly waitDays: number
  readonly askedBy: string
  readonly keyHash: Buffer
  readonly now: Date
}

export const insertEnd = async (tx: Tx, end: NewEnd): Promise<EndRow> =>
  (
    await tx.query<EndRow>(
      `insert into tenant_end (id, of_tenant, code, name, wait_days, asked_by, asked_at, due_at, key_hash)
       select $1, t.id, t.code, t.name, $2, $3, $4, $4::timestamptz + make_interval(days => $2), $5
         from tenant t where t.id = app_tenant()
       returning ${END}`,
      [end.id, end.waitDays, end.askedBy, end.now, end.keyHash],
    )
  )[0]! // whoever asks has a tenant

export const withdrawEnd = async (tx: Tx, by: string): Promise<EndRow | undefined> =>
  (
    await tx.query<EndRow>(
      `update tenant_end set state = 'withdrawn', withdrawn_by = $1, withdrawn_at = now()
        where of_tenant = app_tenant() and state = 'waiting' returning ${END}`,
      [by],
    )
  )[0]

/** In a system transaction: who has the key belongs to no tenant any more. */
export const findProof = async (tx: Tx, keyHash: Buffer): Promise<{ code: string; proof: string } | undefined> =>
  (
    await tx.query<{ code: string; proof: string }>(
      'select code, proof from tenant_end where key_hash = $1 and proof is not null',
      [keyHash],
    )
  )[0]

/** Proofs of tenants that had this code, newest first. In a system transaction. */
export const listProofs = (tx: Tx, code: string): Promise<{ proof: string }[]> =>
  tx.query<{ proof: string }>(
    'select proof from tenant_end where code = $1 and proof is not null order by finished_at desc',
    [code],
  )
