import type { Tx } from '@sluice/db'

export interface RoleRow {
  readonly id: string
  readonly name: string
  readonly remark: string
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
  readonly is_built_in: boolean
  readonly version: number
  readonly user_count: number
  readonly created_at: string
  readonly updated_at: string
}

const SELECT = `select r.id, r.name, r.remark, r.permissions, r.groups, r.is_built_in, r.version, r.created_at, r.updated_at,
  (select count(*)::int from app_user u where u.tenant_id = r.tenant_id and u.role_id = r.id) as user_count`

const orders: Readonly<Record<string, string>> = {
  name: 'r.name',
  '-name': 'r.name desc',
  created_at: 'r.created_at',
  '-created_at': 'r.created_at desc',
  user_count: 'user_count',
  '-user_count': 'user_count desc',
}

export const searchRoles = (
  tx: Tx,
  filter: { readonly pattern: string | null; readonly sort: string; readonly limit: number; readonly offset: number },
): Promise<(RoleRow & { readonly total: string })[]> =>
  tx.query(
    `${SELECT}, count(*) over () as total from role r
      where r.tenant_id = app_tenant() and ($1::text is null or r.name ilike $1 or r.remark ilike $1)
      order by ${orders[filter.sort] ?? 'r.created_at'}, r.id limit $2 offset $3`,
    [filter.pattern, filter.limit, filter.offset],
  )

export const listRoles = (tx: Tx): Promise<RoleRow[]> =>
  tx.query<RoleRow>(`${SELECT} from role r where r.tenant_id = app_tenant() order by r.created_at, r.id limit 1000`)

export async function findRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  return (await tx.query<RoleRow>(`${SELECT} from role r where r.tenant_id = app_tenant() and r.id = $1`, [id]))[0]
}

/** Locked until the transaction ends: nobody is given the role while it is judged. */
export async function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  await tx.query('select from role where tenant_id = app_tenant() and id = $1 for update', [id])
  return findRole(tx, id)
}

export interface RoleUser {
  readonly id: string
  readonly username: string
  readonly nickname: string
  readonly status: string
}

export const listUsersOf = (tx: Tx, roleId: string, limit: number): Promise<RoleUser[]> =>
  tx.query<RoleUser>(
    `select id, username, nickname, status from app_user where tenant_id = app_tenant() and role_id = $1
      order by username limit $2`,
    [roleId, limit],
  )

export interface RoleWrite {
  readonly name: string
  readonly remark: string
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

export async function insertRole(tx: Tx, id: string, role: RoleWrite): Promise<void> {
  await tx.execute('insert into role (id, name, remark, permissions, groups) values ($1, $2, $3, $4, $5)', [
    id,
    role.name,
    role.remark,
    role.permissions,
    role.groups,
  ])
}

export async function updateRole(tx: Tx, id: string, role: RoleWrite): Promise<void> {
  await tx.execute(
    `update role set name = $2, remark = $3, permissions = $4, groups = $5, version = version + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, role.name, role.remark, role.permissions, role.groups],
  )
}

export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.execute('delete from role where tenant_id = app_tenant() and id = $1', [id])
}

export async function listGroups(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ group_name: string }>(
    `select distinct group_name from strategy where tenant_id = app_tenant() and group_name <> '' order by 1 limit 1000`,
  )
  return rows.map(row => row.group_name)
}

/** The people who may do everything and can sign in, locked: two who put each other out must wait for one another. */
export async function countAdministrators(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `select u.id from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where u.tenant_id = app_tenant() and u.status = 'active' and '*' = any(r.permissions) order by u.id for update of u`,
  )
  return rows.length
}

export async function findRoleIdOf(tx: Tx, userId: string): Promise<string | null> {
  const rows = await tx.query<{ role_id: string }>(
    'select role_id from app_user where tenant_id = app_tenant() and id = $1',
    [userId],
  )
  return rows[0]?.role_id ?? null
}
