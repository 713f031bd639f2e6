import type { Tx } from '@sluice/db'

export interface SubAccountRow {
  readonly id: string
  readonly username: string
  readonly sign_in_name: string
  readonly nickname: string
  readonly phone: string | null
  readonly email: string | null
  readonly remark: string
  readonly avatar: string | null
  readonly role_id: string
  readonly role_name: string
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
  readonly tenant_name: string
  readonly status: 'active' | 'disabled' | 'locked'
  readonly locked_until: string | null
  readonly must_change_password: boolean
  readonly has_totp: boolean
  readonly sessions: number
  readonly last_login_at: string | null
  readonly created_at: string
}

export interface UserFilter {
  readonly pattern: string | null
  readonly roleId: string | null
  readonly status: string | null
  readonly sort: string
  readonly now: Date
}

const orders: Readonly<Record<string, string>> = {
  username: 'u.username',
  '-username': 'u.username desc',
  created_at: 'u.created_at',
  '-created_at': 'u.created_at desc',
  last_login_at: 'u.last_login_at nulls first',
  '-last_login_at': 'u.last_login_at desc nulls last',
}

/** In one tenant the name alone is enough; `name@code` always is. */
const SIGN_IN_NAME = "u.username || case when t.plain_names then '' else '@' || t.code end"

/** $1 is the time: of locks and of sign-ins that are alive. */
const SELECT = `
  select u.id, u.username, ${SIGN_IN_NAME} as sign_in_name, u.nickname, u.phone, u.email, u.remark, u.avatar, u.role_id, r.name as role_name, r.permissions,
         r.groups, t.name as tenant_name, u.must_change_password, u.last_login_at, u.created_at, f.locked_until,
         case when u.status = 'disabled' then 'disabled' when f.locked_until is not null then 'locked' else 'active' end as status,
         exists (select from user_totp o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.confirmed_at is not null) as has_totp,
         (select count(distinct s.family_id)::int from session s where s.tenant_id = u.tenant_id and s.user_id = u.id
            and s.revoked_at is null and s.refresh_used_at is null and s.refresh_expires_at > $1) as sessions
    from app_user u
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    join tenant t on t.id = u.tenant_id
    left join login_failure f on f.key = sha256(convert_to('name/' || lower(${SIGN_IN_NAME}), 'UTF8')) and f.locked_until > $1
   where u.tenant_id = app_tenant()`

const FOUND = `from (${SELECT}) u
      where ($2::text is null or u.username ilike $2 or u.nickname ilike $2 or u.phone ilike $2 or u.email ilike $2 or u.remark ilike $2)
        and ($3::uuid is null or u.role_id = $3) and ($4::text is null or u.status = $4)`
const orderOf = (filter: UserFilter): string => `order by ${orders[filter.sort] ?? 'u.created_at desc'}, u.id`

export const searchUsers = (
  tx: Tx,
  filter: UserFilter,
  limit: number,
  offset: number,
): Promise<(SubAccountRow & { readonly total: string })[]> =>
  tx.query(`select u.*, count(*) over () as total ${FOUND} ${orderOf(filter)} limit $5 offset $6`, [
    filter.now,
    filter.pattern,
    filter.roleId,
    filter.status,
    limit,
    offset,
  ])

/** All that the filter finds, in the order of the list. */
export async function listUserIds(tx: Tx, filter: UserFilter): Promise<string[]> {
  const values = [filter.now, filter.pattern, filter.roleId, filter.status]
  return (await tx.query<{ id: string }>(`select u.id ${FOUND} ${orderOf(filter)}`, values)).map(({ id }) => id)
}

export const findUsers = (tx: Tx, ids: readonly string[], now: Date): Promise<SubAccountRow[]> =>
  tx.query<SubAccountRow>(`${SELECT} and u.id = any($2::uuid[])`, [now, ids])

export const findUser = async (tx: Tx, id: string, now: Date): Promise<SubAccountRow | undefined> =>
  (await findUsers(tx, [id], now))[0]

export interface UserWrite {
  readonly username: string
  readonly nickname: string
  readonly phone: string | null
  readonly email: string | null
  readonly remark: string
  readonly roleId: string
}

export interface NewUser extends UserWrite {
  readonly id: string
  readonly passwordHash: string
  readonly mustChange: boolean
  readonly createdBy: string
}

/** @returns what the person types to sign in */
export async function insertUser(tx: Tx, user: NewUser): Promise<string> {
  const [made] = await tx.query<{ name: string }>(
    `insert into app_user as u (id, username, nickname, phone, email, remark, role_id, password_hash, must_change_password, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     returning (select ${SIGN_IN_NAME} from tenant t where t.id = u.tenant_id) as name`,
    [
      user.id,
      user.username,
      user.nickname,
      user.phone,
      user.email,
      user.remark,
      user.roleId,
      user.passwordHash,
      user.mustChange,
      user.createdBy,
    ],
  )
  return made!.name // one row was inserted
}

/** Another phone or address is nobody's until it is confirmed. */
export async function updateUser(tx: Tx, id: string, user: UserWrite): Promise<void> {
  await tx.execute(
    `update app_user set nickname = $2, phone = $3, email = $4, remark = $5, role_id = $6, updated_at = now(),
            email_confirmed_at = case when email is not distinct from $4 then email_confirmed_at end,
            phone_confirmed_at = case when phone is not distinct from $3 then phone_confirmed_at end
      where tenant_id = app_tenant() and id = $1`,
    [id, user.nickname, user.phone, user.email, user.remark, user.roleId],
  )
}

export async function updateRoleOf(tx: Tx, id: string, roleId: string): Promise<void> {
  await tx.execute('update app_user set role_id = $2, updated_at = now() where tenant_id = app_tenant() and id = $1', [
    id,
    roleId,
  ])
}

export async function updateStatus(tx: Tx, id: string, status: 'active' | 'disabled'): Promise<void> {
  await tx.execute('update app_user set status = $2, updated_at = now() where tenant_id = app_tenant() and id = $1', [
    id,
    status,
  ])
}

export async function updatePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.execute(
    `update app_user set password_hash = $2, must_change_password = true, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, passwordHash],
  )
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.execute('delete from app_user where tenant_id = app_tenant() and id = $1', [id])
}

export interface GivenRole {
  readonly id: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

/** Held until the transaction ends, so that a role cannot be deleted from under those who get it. */
export async function findGivenRole(tx: Tx, id: string): Promise<GivenRole | undefined> {
  const rows = await tx.query<GivenRole>(
    'select id, name, permissions, groups from role where tenant_id = app_tenant() and id = $1 for share',
    [id],
  )
  return rows[0]
}

export const listGivenRoles = (tx: Tx): Promise<GivenRole[]> =>
  tx.query<GivenRole>('select id, name, permissions, groups from role where tenant_id = app_tenant()')

/** Of these user names, in small letters, those that are taken. */
export async function listTaken(tx: Tx, usernames: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(
    'select lower(username) as name from app_user where lower(username) = any($1)',
    [usernames],
  )
  return new Set(rows.map(row => row.name))
}

/** Words that no password of the tenant may hold. */
export async function readTenantNames(tx: Tx): Promise<string[]> {
  const [row] = await tx.query<{ name: string; code: string }>('select name, code from tenant where id = app_tenant()')
  return row ? [row.name, row.code] : []
}

/** Nobody else changes the account until the transaction ends. */
export const lockUser = (tx: Tx, id: string): Promise<unknown> =>
  tx.query('select from app_user where tenant_id = app_tenant() and id = $1 for update', [id])
