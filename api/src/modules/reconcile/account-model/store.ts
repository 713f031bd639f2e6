import type { Tx } from '@sluice/db'
import type { AccountModel, ModelConfig } from './contract.ts'

export interface VersionRow extends Omit<AccountModel['versions'][number], 'created_by' | 'published_by'> {
  readonly created_by: string | null
  readonly published_by: string | null
}

const nameOf = (user: string): string => `(select coalesce(nullif(u.nickname, ''), u.username) from app_user u
  where u.tenant_id = m.tenant_id and u.id = m.${user})`

export const listVersions = (tx: Tx, accountId: string): Promise<VersionRow[]> =>
  tx.query<VersionRow>(
    `select m.version, m.status, m.note, ${nameOf('created_by')} as created_by, m.created_at,
            ${nameOf('published_by')} as published_by, m.published_at
       from account_model m where m.tenant_id = app_tenant() and m.account_id = $1 order by m.version desc limit 200`,
    [accountId],
  )

export async function findConfig(
  tx: Tx,
  accountId: string,
  which: { readonly version: number } | { readonly status: 'draft' | 'published' },
): Promise<ModelConfig | undefined> {
  const [row] = await tx.query<{ config: ModelConfig }>(
    `select config from account_model
      where tenant_id = app_tenant() and account_id = $1 and ${'version' in which ? 'version = $2' : 'status = $2'}`,
    [accountId, 'version' in which ? which.version : which.status],
  )
  return row?.config
}

/** One draft of an account: whoever saves last has it. */
export async function saveDraft(tx: Tx, accountId: string, config: ModelConfig, userId: string): Promise<void> {
  await tx.query('select 1 from recon_account where tenant_id = app_tenant() and id = $1 for update', [accountId])
  const changed = await tx.execute(
    `update account_model set config = $2, created_by = $3, updated_at = now()
      where tenant_id = app_tenant() and account_id = $1 and status = 'draft'`,
    [accountId, JSON.stringify(config), userId],
  )
  if (changed > 0) return
  await tx.execute(
    `insert into account_model (account_id, version, config, created_by)
     select $1, coalesce(max(version), 0) + 1, $2, $3 from account_model where tenant_id = app_tenant() and account_id = $1`,
    [accountId, JSON.stringify(config), userId],
  )
}

export const discardDraft = (tx: Tx, accountId: string): Promise<number> =>
  tx.execute(`delete from account_model where tenant_id = app_tenant() and account_id = $1 and status = 'draft'`, [
    accountId,
  ])

/** The draft becomes what counts; what counted before is kept. @returns 0: there is no draft */
export async function publishDraft(tx: Tx, accountId: string, note: string, userId: string): Promise<number> {
  await tx.query('select 1 from recon_account where tenant_id = app_tenant() and id = $1 for update', [accountId])
  if (!(await findConfig(tx, accountId, { status: 'draft' }))) return 0
  await tx.execute(
    `update account_model set status = 'retired', updated_at = now()
      where tenant_id = app_tenant() and account_id = $1 and status = 'published'`,
    [accountId],
  )
  return tx.execute(
    `update account_model set status = 'published', note = $2, published_by = $3, published_at = clock_timestamp()
      where tenant_id = app_tenant() and account_id = $1 and status = 'draft'`,
    [accountId, note, userId],
  )
}
