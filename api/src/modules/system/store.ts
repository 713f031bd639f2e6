import type { Tx } from '@sluice/db'

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly nickname: string
  readonly password_hash: string
  readonly permissions: readonly string[]
  readonly tenant_name: string
}

export async function findUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const rows = await tx.query<UserRow>(
    `select u.id, u.username, u.nickname, u.password_hash, r.permissions, t.name as tenant_name
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

export interface LogFilter {
  readonly keyword: string | null
  readonly action: string | null
  readonly from: string | null
  readonly to: string | null
  readonly limit: number
  readonly offset: number
}

export interface LogRow {
  readonly id: string
  readonly username: string
  readonly action: string
  readonly operation: string
  readonly object_type: string
  readonly object_id: string | null
  readonly object_name: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
  readonly created_at: string
  readonly total: string
}

export const searchLog = (tx: Tx, filter: LogFilter): Promise<LogRow[]> =>
  tx.query<LogRow>(
    `select id, username, action, operation, object_type, object_id, object_name, before, after, ip, created_at,
            count(*) over () as total
       from operation_log
      where ($1::text is null or username ilike $1 or object_name ilike $1 or action ilike $1 or object_id ilike $1)
        and ($2::text is null or action = $2)
        and ($3::timestamptz is null or created_at >= $3)
        and ($4::timestamptz is null or created_at < $4)
      order by created_at desc, id desc
      limit $5 offset $6`,
    [filter.keyword, filter.action, filter.from, filter.to, filter.limit, filter.offset],
  )
