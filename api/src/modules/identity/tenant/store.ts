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
}

/** The tenant, its preset roles and an administrator, whose id it returns. In a system transaction: there is no tenant yet. */
export async function insertTenant(tx: Tx, row: TenantWrite): Promise<string> {
  await tx.execute('insert into tenant (id, code, name, time_zone) values ($1, $2, $3, $4)', [
    row.id,
    row.code,
    row.name,
    row.timeZone,
  ])
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
  await tx.execute(
    `insert into app_user (tenant_id, id, username, nickname, password_hash, must_change_password, role_id)
     values ($1, $2, $3, '管理员', $4, $5, $6)`,
    [row.id, userId, row.adminUsername, row.passwordHash, row.mustChangePassword, roleIds[0]],
  )
  return userId
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
