import type { Tx } from '@sluice/db'

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly nickname: string
  readonly password_hash: string
  readonly permissions: readonly string[]
  readonly tenant_name: string
  readonly tenant_code: string
}

export async function findUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(
    `select u.id, u.username, u.nickname, u.password_hash, r.permissions, t.name as tenant_name, t.code as tenant_code
       from app_user u
       join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
       join tenant t on t.id = u.tenant_id
      where u.id = $1`,
    [userId],
  )
  return rows[0]
}

export async function setPassword(tx: Tx, userId: string, hash: string, mustChange: boolean): Promise<void> {
  await tx.execute('update app_user set password_hash = $2, must_change_password = $3 where id = $1', [
    userId,
    hash,
    mustChange,
  ])
}
