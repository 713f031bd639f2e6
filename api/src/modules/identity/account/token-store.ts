import type { Tx } from '@sluice/db'

export interface TokenRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly permissions: string[]
  readonly expires_at: string
  readonly last_used_at: string | null
  readonly last_ip: string | null
  readonly revoked_at: string | null
  readonly created_at: string
}

const COLUMNS = 'id, name, prefix, permissions, expires_at, last_used_at, last_ip, revoked_at, created_at'

/** Ended ones stay visible for a while, so that a script that fails can be explained. */
export const listTokens = (tx: Tx, userId: string, endedAfter: Date): Promise<TokenRow[]> =>
  tx.query<TokenRow>(
    `select ${COLUMNS} from access_token
      where tenant_id = app_tenant() and user_id = $1 and least(revoked_at, expires_at) > $2
      order by created_at desc, id desc limit 200`,
    [userId, endedAfter],
  )

/** Counted under the user's lock, so that two calls at once make no more than may live. */
export async function countLive(tx: Tx, userId: string, now: Date): Promise<number> {
  await tx.query('select 1 from app_user where tenant_id = app_tenant() and id = $1 for update', [userId])
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from access_token
      where tenant_id = app_tenant() and user_id = $1 and revoked_at is null and expires_at > $2`,
    [userId, now],
  )
  return row!.count // an aggregate has its one row
}

interface NewToken {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly prefix: string
  readonly hash: Buffer
  readonly permissions: readonly string[]
  readonly expiresAt: Date
  readonly createdAt: Date
}

export async function insertToken(tx: Tx, token: NewToken): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(
    `insert into access_token (id, user_id, name, prefix, token_hash, permissions, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [token.id, token.userId, token.name, token.prefix, token.hash, token.permissions, token.expiresAt, token.createdAt],
  )
  return row! // just inserted
}

/** undefined: not theirs, or revoked before. */
export async function revokeToken(tx: Tx, userId: string, id: string, at: Date): Promise<TokenRow | undefined> {
  const [row] = await tx.query<TokenRow>(
    `update access_token set revoked_at = $3
      where tenant_id = app_tenant() and user_id = $1 and id = $2 and revoked_at is null returning ${COLUMNS}`,
    [userId, id, at],
  )
  return row
}
