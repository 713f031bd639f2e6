import type { Tx } from '@sluice/db'

export interface TenantTokenRow {
  readonly id: string
  readonly user_id: string
  readonly username: string
  readonly nickname: string
  readonly name: string
  readonly prefix: string
  readonly permissions: string[]
  readonly state: 'live' | 'expired' | 'revoked'
  readonly created_at: string
  readonly last_used_at: string | null
  readonly last_ip: string | null
  readonly expires_at: string
  /** What the owner's role allows. */
  readonly role_permissions: readonly string[]
  readonly role_groups: readonly string[] | null
}

export interface TokenFilter {
  /** Pattern for `ilike`. */
  readonly pattern: string | null
  readonly state: string | null
  readonly sort: string
  readonly now: Date
}

const orders: Readonly<Record<string, string>> = {
  username: 'a.username',
  '-username': 'a.username desc',
  created_at: 'a.created_at',
  '-created_at': 'a.created_at desc',
  last_used_at: 'a.last_used_at nulls first',
  '-last_used_at': 'a.last_used_at desc nulls last',
  expires_at: 'a.expires_at',
  '-expires_at': 'a.expires_at desc',
}

/** $1 is the time. */
const SELECT = `
  select a.id, a.user_id, u.username, u.nickname, a.name, a.prefix, a.permissions, a.created_at, a.last_used_at,
         a.last_ip, a.expires_at, r.permissions as role_permissions, r.groups as role_groups,
         case when a.revoked_at is not null then 'revoked' when a.expires_at <= $1 then 'expired' else 'live' end as state
    from access_token a
    join app_user u on u.tenant_id = a.tenant_id and u.id = a.user_id
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
   where a.tenant_id = app_tenant()`

const FOUND = `from (${SELECT}) a
      where ($2::text is null or a.username ilike $2 or a.nickname ilike $2 or a.name ilike $2 or a.prefix ilike $2)
        and ($3::text is null or a.state = $3)`
const orderOf = (filter: TokenFilter): string => `order by ${orders[filter.sort] ?? 'a.created_at desc'}, a.id`

export const searchTokens = (
  tx: Tx,
  filter: TokenFilter,
  limit: number,
  offset: number,
): Promise<(TenantTokenRow & { readonly total: string })[]> =>
  tx.query(`select a.*, count(*) over () as total ${FOUND} ${orderOf(filter)} limit $4 offset $5`, [
    filter.now,
    filter.pattern,
    filter.state,
    limit,
    offset,
  ])

/** All that the filter finds, in the order of the list. */
export async function listTokenIds(tx: Tx, filter: TokenFilter): Promise<string[]> {
  const values = [filter.now, filter.pattern, filter.state]
  return (await tx.query<{ id: string }>(`select a.id ${FOUND} ${orderOf(filter)}`, values)).map(({ id }) => id)
}

export const findTokens = (tx: Tx, ids: readonly string[], now: Date): Promise<TenantTokenRow[]> =>
  tx.query<TenantTokenRow>(`${SELECT} and a.id = any($2::uuid[])`, [now, ids])

export const findTenantToken = async (tx: Tx, id: string, now: Date): Promise<TenantTokenRow | undefined> =>
  (await findTokens(tx, [id], now))[0]
