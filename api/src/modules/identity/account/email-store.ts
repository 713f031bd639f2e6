import type { Tx } from '@sluice/db'

export interface EmailRow {
  readonly email: string | null
  readonly is_confirmed: boolean
}

export async function readEmail(tx: Tx, userId: string): Promise<EmailRow | undefined> {
  const [row] = await tx.query<EmailRow>(
    `select nullif(email, '') as email, email_confirmed_at is not null as is_confirmed
       from app_user where tenant_id = app_tenant() and id = $1`,
    [userId],
  )
  return row
}

/** The newest code is the one that counts. */
export async function putCode(
  tx: Tx,
  row: { readonly userId: string; readonly email: string; readonly codeHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await tx.execute(
    `insert into email_confirmation (user_id, email, code_hash, expires_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id) do update set email = $2, code_hash = $3, expires_at = $4, tries = 0`,
    [row.userId, row.email, row.codeHash, row.expiresAt],
  )
}

/** Counts the try before the code is compared. undefined: there is none, or it has run out. */
export async function tryCode(
  tx: Tx,
  userId: string,
  maxTries: number,
  now: Date,
): Promise<{ readonly email: string; readonly code_hash: Buffer } | undefined> {
  const [row] = await tx.query<{ email: string; code_hash: Buffer }>(
    `update email_confirmation set tries = tries + 1
      where tenant_id = app_tenant() and user_id = $1 and tries < $2 and expires_at > $3 returning email, code_hash`,
    [userId, maxTries, now],
  )
  return row
}

/** false: the address has been changed since the code was sent. */
export async function confirmEmail(tx: Tx, userId: string, email: string, at: Date): Promise<boolean> {
  await tx.execute('delete from email_confirmation where tenant_id = app_tenant() and user_id = $1', [userId])
  const changed = await tx.execute(
    'update app_user set email_confirmed_at = $3 where tenant_id = app_tenant() and id = $1 and email = $2',
    [userId, email, at],
  )
  return changed === 1
}
