import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { listPresetRoles } from './preset-roles.ts'

export interface TenantWrite {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly timeZone: string
  readonly adminUsername: string
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  /** The name alone signs in, unless somebody signs in by it. Tells who exists: for the operator only. */
  readonly mayBePlain: boolean
}

/** Who administers a new tenant, and what they type to sign in. */
export interface FirstAdministrator {
  readonly id: string
  readonly signInName: string
}

/** The tenant, its preset roles and an administrator. In a system transaction: there is no tenant yet. */
export async function insertTenant(tx: Tx, row: TenantWrite): Promise<FirstAdministrator> {
  // The users of the one that the installation begins with need no code.
  await tx.execute(
    `insert into tenant (id, code, name, time_zone, plain_names)
     select $1, $2, $3, $4, not exists (select from tenant)`,
    [row.id, row.code, row.name, row.timeZone],
  )
  const roleIds: string[] = []
  for (const role of listPresetRoles()) {
    const roleId = newId()
    roleIds.push(roleId)
    await tx.execute('insert into role (tenant_id, id, name, permissions, is_built_in) values ($1, $2, $3, $4, $5)', [
      row.id,
      roleId,
      role.name,
      role.permissions,
      role.key === 'administrator',
    ])
  }
  const userId = newId()
  const [made] = await tx.query<{ is_plain: boolean }>(
    `insert into app_user (tenant_id, id, username, nickname, password_hash, must_change_password, role_id, plain_name)
     select $1, $2, $3, '管理员', $4, $5, $6, $7 and not exists (
       select from app_user u join tenant t on t.id = u.tenant_id
        where lower(u.username) = lower($3) and (u.plain_name or t.plain_names))
     returning plain_name as is_plain`,
    [row.id, userId, row.adminUsername, row.passwordHash, row.mustChangePassword, roleIds[0], row.mayBePlain],
  )
  return { id: userId, signInName: made?.is_plain ? row.adminUsername : `${row.adminUsername}@${row.code}` }
}

export async function isAnyTenant(tx: Tx): Promise<boolean> {
  return (await tx.query('select 1 from tenant limit 1')).length > 0
}

export interface FirstUser {
  readonly id: string
  readonly username: string
}

/** The user a tenant was made with. */
export async function findFirstUser(tx: Tx): Promise<FirstUser | undefined> {
  return (await tx.query<FirstUser>('select id, username from app_user order by created_at, id limit 1'))[0]
}
