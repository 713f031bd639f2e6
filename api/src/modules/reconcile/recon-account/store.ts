import type { Tx } from '@sluice/db'

export interface AccountRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly platform: string
  readonly shop_no: string
  readonly company: string
  readonly currency: string
  readonly zone: string
  readonly opening_minor: string
  readonly opening_on: string | null
  readonly status: 'draft' | 'active' | 'frozen' | 'closed'
  readonly remark: string
  readonly version: number
  readonly last_at: string | null
  readonly balance_minor: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly total: string
}

const SELECT = `
  select a.id, a.code, a.name, a.platform, a.shop_no, a.company, a.currency, a.zone, a.opening_minor, a.opening_on, a.status,
         a.remark, a.version, l.occurred_at as last_at, l.balance_after as balance_minor, a.created_at, a.updated_at,
         count(*) over () as total
    from recon_account a
    left join lateral (select b.occurred_at, b.balance_after from bill_line b
                        where b.tenant_id = a.tenant_id and b.account_id = a.id
                        order by b.occurred_at desc, b.id desc limit 1) l on true
   where a.tenant_id = app_tenant()`

export async function findAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return (await tx.query<AccountRow>(`${SELECT} and a.id = $1`, [id]))[0]
}

/** Nobody else changes the account until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  await tx.query('select 1 from recon_account where tenant_id = app_tenant() and id = $1 for update', [id])
  return findAccount(tx, id)
}

export interface AccountFilter {
  readonly pattern: string | null
  readonly platform: string | null
  readonly status: string | null
}

export const searchAccounts = (tx: Tx, filter: AccountFilter, limit: number, offset: number): Promise<AccountRow[]> =>
  tx.query<AccountRow>(
    `${SELECT} and ($1::text is null or a.name ilike $1 or a.code ilike $1 or a.shop_no ilike $1)
       and ($2::text is null or a.platform = $2) and ($3::text is null or a.status = $3)
     order by a.created_at desc, a.id desc limit $4 offset $5`,
    [filter.pattern, filter.platform, filter.status, limit, offset],
  )

export interface AccountSettings {
  readonly name: string
  readonly shop_no: string
  readonly company: string
  readonly opening_minor: string
  readonly opening_on: string | null
  readonly remark: string
}

export async function insertAccount(
  tx: Tx,
  account: AccountSettings & {
    readonly id: string
    readonly code: string
    readonly platform: string
    readonly currency: string
    readonly zone: string
    readonly userId: string
  },
): Promise<void> {
  await tx.execute(
    `insert into recon_account (id, code, name, platform, shop_no, company, currency, zone, opening_minor, opening_on, remark,
       status, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'active', $12, $12)`,
    [
      account.id,
      account.code,
      account.name,
      account.platform,
      account.shop_no,
      account.company,
      account.currency,
      account.zone,
      account.opening_minor,
      account.opening_on,
      account.remark,
      account.userId,
    ],
  )
}

export async function updateAccount(tx: Tx, id: string, settings: AccountSettings, userId: string): Promise<void> {
  await tx.execute(
    `update recon_account set name = $2, shop_no = $3, company = $4, opening_minor = $5, opening_on = $6, remark = $7,
       updated_by = $8, updated_at = now(), version = version + 1 where tenant_id = app_tenant() and id = $1`,
    [
      id,
      settings.name,
      settings.shop_no,
      settings.company,
      settings.opening_minor,
      settings.opening_on,
      settings.remark,
      userId,
    ],
  )
}

export async function setStatus(tx: Tx, id: string, status: string, userId: string): Promise<void> {
  await tx.execute(
    `update recon_account set status = $2, updated_by = $3, updated_at = now(), version = version + 1
      where tenant_id = app_tenant() and id = $1`,
    [id, status, userId],
  )
}
