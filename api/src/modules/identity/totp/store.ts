import type { Tx } from '@sluice/db'

export interface TotpRow {
  readonly secret: string
  readonly confirmed_at: string | null
  readonly last_step: string
}

export async function findTotp(tx: Tx, userId: string): Promise<TotpRow | undefined> {
  const rows = await tx.query<TotpRow>('select secret, confirmed_at, last_step from user_totp where user_id = $1', [
    userId,
  ])
  return rows[0]
}

/** Replaces a secret that was never confirmed; a confirmed one stays. false: there is one. */
export async function putTotp(tx: Tx, userId: string, secret: string): Promise<boolean> {
  const changed = await tx.execute(
    `insert into user_totp (user_id, secret) values ($1, $2)
     on conflict (tenant_id, user_id) do update set secret = $2, last_step = 0 where user_totp.confirmed_at is null`,
    [userId, secret],
  )
  return changed === 1
}

/** Takes a code's step once: false when it, or a later one, was taken before. */
export async function takeStep(tx: Tx, userId: string, step: number, confirmedAt: Date | null): Promise<boolean> {
  const changed = await tx.execute(
    `update user_totp set last_step = $2, confirmed_at = coalesce(confirmed_at, $3)
      where user_id = $1 and last_step < $2`,
    [userId, step, confirmedAt],
  )
  return changed === 1
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.execute('delete from recovery_code where user_id = $1', [userId])
  return (await tx.execute('delete from user_totp where user_id = $1', [userId])) === 1
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.execute('delete from recovery_code where user_id = $1', [userId])
  await tx.execute('insert into recovery_code (user_id, hash) select $1, unnest($2::bytea[])', [userId, hashes])
}

export async function spendRecoveryCode(tx: Tx, userId: string, hash: Buffer, at: Date): Promise<boolean> {
  const changed = await tx.execute(
    'update recovery_code set used_at = $3 where user_id = $1 and hash = $2 and used_at is null',
    [userId, hash, at],
  )
  return changed === 1
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    'select count(*)::int as count from recovery_code where user_id = $1 and used_at is null',
    [userId],
  )
  return rows[0]?.count ?? 0
}

export interface SignInPolicy {
  readonly require_totp: boolean
  /** The longest life of a personal access token. */
  readonly token_max_days: number
}

const DEFAULT_POLICY: SignInPolicy = { require_totp: false, token_max_days: 365 }

export async function readPolicy(tx: Tx): Promise<SignInPolicy> {
  const rows = await tx.query<SignInPolicy>('select require_totp, token_max_days from sign_in_policy')
  return rows[0] ?? DEFAULT_POLICY
}

export async function savePolicy(tx: Tx, policy: SignInPolicy, at: Date): Promise<void> {
  await tx.execute(
    `insert into sign_in_policy (require_totp, token_max_days, updated_at) values ($1, $2, $3)
     on conflict (tenant_id) do update set require_totp = $1, token_max_days = $2, updated_at = $3`,
    [policy.require_totp, policy.token_max_days, at],
  )
}

/** Tokens that would live longer than the policy allows from now on end with it. How many these are. */
export const shortenTokens = (tx: Tx, latest: Date, at: Date): Promise<number> =>
  tx.execute(
    `update access_token set expires_at = $1
      where tenant_id = app_tenant() and revoked_at is null and expires_at > greatest($1, $2::timestamptz)`,
    [latest, at],
  )

export interface TotpUser {
  readonly id: string
  readonly username: string
  readonly permissions: readonly string[]
}

export async function findUser(tx: Tx, userId: string): Promise<TotpUser | undefined> {
  const rows = await tx.query<TotpUser>(
    `select u.id, u.username, r.permissions
       from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where u.id = $1`,
    [userId],
  )
  return rows[0]
}
