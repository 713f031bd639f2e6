import type { Tx } from '@sluice/db'
import type { ApprovalRow } from './contract.ts'

export interface StoredApproval extends Omit<ApprovalRow, 'is_own' | 'can_decide'> {
  readonly applicant_id: string
}

const SELECT = `
  select id, kind, target_id, target_version, title, status, applicant_id, applicant, approver, opinion, created_at, handled_at,
         count(*) over () as total
    from approval where tenant_id = app_tenant()`

const tabs: Readonly<Record<string, string>> = {
  todo: `status = 'asked'`,
  mine: 'applicant_id = $1',
  done: `status <> 'asked'`,
  all: 'true',
}

export interface ApprovalFilter {
  readonly tab: string
  readonly kind: string | null
  readonly pattern: string | null
}

export const searchApprovals = (
  tx: Tx,
  userId: string,
  { tab, kind, pattern }: ApprovalFilter,
  limit: number,
  offset: number,
): Promise<(StoredApproval & { readonly total: string })[]> =>
  tx.query(
    `${SELECT} and ($1::uuid is not null) and ${tabs[tab] ?? 'false'} and ($2::text is null or kind = $2)
        and ($3::text is null or title ilike $3 or applicant ilike $3)
      order by created_at desc, id desc limit $4 offset $5`,
    [userId, kind, pattern, limit, offset],
  )

export async function findApproval(tx: Tx, id: string, lock = false): Promise<StoredApproval | undefined> {
  // A lock and a window function exclude each other.
  if (lock) await tx.query('select 1 from approval where tenant_id = app_tenant() and id = $1 for update', [id])
  const [row] = await tx.query<StoredApproval & { total?: string }>(`${SELECT} and id = $1`, [id])
  if (row) delete row.total
  return row
}

export interface NewApproval {
  readonly id: string
  readonly kind: ApprovalRow['kind']
  readonly targetId: string
  readonly version: number
  readonly title: string
}

/** 0: somebody was asked about this already. */
export const insertApproval = (
  tx: Tx,
  { id, kind, targetId, version, title }: NewApproval,
  by: { readonly userId: string; readonly username: string },
): Promise<number> =>
  tx.execute(
    `insert into approval (id, kind, target_id, target_version, title, applicant_id, applicant)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, target_id) where status = 'asked' do nothing`,
    [id, kind, targetId, version, title, by.userId, by.username],
  )

interface Handled {
  readonly id: string
  readonly status: 'approved' | 'refused' | 'withdrawn'
  readonly opinion: string
}

export const handleApproval = (
  tx: Tx,
  { id, status, opinion }: Handled,
  by: { readonly userId: string; readonly username: string },
): Promise<number> =>
  tx.execute(
    `update approval set status = $2, opinion = $3, approver_id = $4, approver = $5, handled_at = now()
      where tenant_id = app_tenant() and id = $1 and status = 'asked'`,
    [id, status, opinion, by.userId, by.username],
  )

export async function findAsked(tx: Tx, targetId: string): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    `select id from approval where tenant_id = app_tenant() and target_id = $1 and status = 'asked'`,
    [targetId],
  )
  return rows[0]?.id
}

/** People whose role may approve and who can sign in. */
export const listApprovers = async (tx: Tx): Promise<string[]> =>
  (
    await tx.query<{ id: string }>(
      `select u.id from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
        where u.tenant_id = app_tenant() and u.status = 'active' and r.permissions && array['*', 'asset:approve']`,
    )
  ).map(row => row.id)

export async function isRequired(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ is_required: boolean }>(
    'select is_required from approval_policy where tenant_id = app_tenant()',
  )
  return rows[0]?.is_required ?? false
}

export const saveRequired = (tx: Tx, value: boolean): Promise<number> =>
  tx.execute(
    `insert into approval_policy (is_required) values ($1)
     on conflict (tenant_id) do update set is_required = excluded.is_required, updated_at = now()`,
    [value],
  )

type Doc = Record<string, unknown>

/** What is at work now, and the version that was submitted. */
export async function readDocs(
  tx: Tx,
  { kind, target_id, target_version }: StoredApproval,
): Promise<{ readonly before: Doc | null; readonly after: Doc | null }> {
  // Names of our own, no text of anybody.
  const [table, key] = kind === 'adapter' ? ['adapter', 'adapter_id'] : ['api_asset', 'asset_id']
  const [row] = await tx.query<{ before: Doc | null; after: Doc | null }>(
    `select (select v.doc from ${table} t join ${table}_version v
               on v.tenant_id = t.tenant_id and v.${key} = t.id and v.version = coalesce(t.published_version, $2 - 1)
              where t.tenant_id = app_tenant() and t.id = $1 and t.status = 'published') as before,
            (select doc from ${table}_version where tenant_id = app_tenant() and ${key} = $1 and version = $2) as after`,
    [target_id, target_version],
  )
  return row ?? { before: null, after: null }
}
