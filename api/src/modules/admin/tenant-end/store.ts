import type { Tx } from '@sluice/db'
import { cancel, type JobRow, type WorkKind } from '@sluice/work'

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

/** One export of a tenant at a time; whoever takes it up after another begins anew. */
export const exportKind: WorkKind = {
  name: 'tenantExport',
  table: 'tenant_export',
  columns: ['requested_by'],
  leaseMs: 60_000,
  counts: ['done', 'rows'],
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  fileDays: 7,
}

export interface ExportWork extends JobRow {
  readonly id: string
  readonly requested_by: string
}

export const cancelExport = (tx: Tx, id: string): Promise<number> =>
  cancel(tx, exportKind, 'w.tenant_id = app_tenant() and w.id = $1', [id])

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
