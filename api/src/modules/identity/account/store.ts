import type { Tx } from '@sluice/db'
import type { Activity } from './contract.ts'

export interface CenterRow {
  readonly email: string | null
  readonly email_confirmed: boolean
  readonly phone: string | null
  readonly phone_confirmed: boolean
  readonly created_at: string
  readonly last_login_at: string | null
  readonly strategy_count: number
  readonly connector_count: number
  readonly operation_count: number
}

export async function findCenter(tx: Tx, userId: string, since: Date): Promise<CenterRow | undefined> {
  const [row] = await tx.query<CenterRow>(
    `select u.email, u.email_confirmed_at is not null as email_confirmed, u.phone, u.phone_confirmed_at is not null as phone_confirmed, u.created_at, u.last_login_at,
            (select count(*)::int from strategy s where s.tenant_id = app_tenant() and s.created_by = u.id) as strategy_count,
            (select count(*)::int from connector c where c.tenant_id = app_tenant() and c.created_by = u.id) as connector_count,
            (select count(*)::int from operation_log l
              where l.tenant_id = app_tenant() and l.user_id = u.id and l.created_at > $2) as operation_count
       from app_user u where u.tenant_id = app_tenant() and u.id = $1`,
    [userId, since],
  )
  return row
}

export interface OwnStrategyRow {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly updated_at: string
}

export const listOwnStrategies = (tx: Tx, userId: string, limit: number): Promise<OwnStrategyRow[]> =>
  tx.query<OwnStrategyRow>(
    `select id, name, status, updated_at from strategy
      where tenant_id = app_tenant() and created_by = $1 order by updated_at desc, id desc limit $2`,
    [userId, limit],
  )

export const listActivity = (
  tx: Tx,
  userId: string,
  operation: string | null,
  limit: number,
  offset: number,
): Promise<(Omit<Activity, 'action_name'> & { readonly total: string })[]> =>
  tx.query(
    `select id, action, operation, object_type, object_id, object_name, ip, via, created_at, count(*) over () as total
       from operation_log
      where tenant_id = app_tenant() and user_id = $1 and ($2::text is null or operation = $2)
      order by created_at desc, id desc limit $3 offset $4`,
    [userId, operation, limit, offset],
  )

export interface BaseRow {
  readonly nickname: string
  readonly email: string | null
  readonly phone: string | null
}

export interface FoundBase extends BaseRow {
  readonly email_confirmed: boolean
}

export async function findBase(tx: Tx, userId: string): Promise<FoundBase | undefined> {
  const [row] = await tx.query<FoundBase>(
    `select nickname, email, phone, email_confirmed_at is not null as email_confirmed
       from app_user where tenant_id = app_tenant() and id = $1 for update`,
    [userId],
  )
  return row
}

/** An address or a number that was confirmed is not the next one. */
export async function saveBase(tx: Tx, userId: string, base: BaseRow): Promise<void> {
  await tx.execute(
    `update app_user set nickname = $2, email = $3, phone = $4,
       email_confirmed_at = case when email is not distinct from $3 then email_confirmed_at end,
       phone_confirmed_at = case when phone is not distinct from $4 then phone_confirmed_at end
      where tenant_id = app_tenant() and id = $1`,
    [userId, base.nickname, base.email, base.phone],
  )
}

export async function setAvatar(tx: Tx, userId: string, avatar: string | null): Promise<void> {
  await tx.execute('update app_user set avatar = $2 where tenant_id = app_tenant() and id = $1', [userId, avatar])
}
