import type { Database, Tx } from '@sluice/db'

export interface ProviderRow {
  readonly tenant_id: string
  readonly id: string
  readonly label: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string | null
  readonly scope: string
  readonly redirect_uri: string
  readonly is_enabled: boolean
  readonly version: number
  readonly updated_at: string
}

export type ProviderWrite = Omit<ProviderRow, 'tenant_id' | 'version' | 'updated_at'>

export const listChoices = (database: Database, tenantCode: string): Promise<{ id: string; label: string }[]> =>
  database.withSystem(tx =>
    tx.query<{ id: string; label: string }>(
      `select p.id, p.label from sso_provider p join tenant t on t.id = p.tenant_id
        where t.code = lower($1) and t.status = 'active' and p.is_enabled order by p.label`,
      [tenantCode],
    ),
  )

/** Whichever tenant it belongs to: before the sign-in there is none. */
export async function findEnabled(database: Database, id: string): Promise<ProviderRow | undefined> {
  const rows = await database.withSystem(tx =>
    tx.query<ProviderRow>(
      `select p.* from sso_provider p join tenant t on t.id = p.tenant_id
        where p.id = $1 and p.is_enabled and t.status = 'active'`,
      [id],
    ),
  )
  return rows[0]
}

export async function findProvider(tx: Tx, id: string): Promise<ProviderRow | undefined> {
  return (await tx.query<ProviderRow>('select * from sso_provider where id = $1 for update', [id]))[0]
}

export const listProviders = (tx: Tx): Promise<(ProviderRow & { readonly identities: number })[]> =>
  tx.query<ProviderRow & { readonly identities: number }>(
    `select p.*, (select count(*)::int from user_identity i where i.provider_id = p.id) as identities
       from sso_provider p order by p.label`,
  )

export async function insertProvider(tx: Tx, row: ProviderWrite, at: Date): Promise<void> {
  await tx.execute(
    `insert into sso_provider (id, label, issuer, client_id, client_secret, scope, redirect_uri, is_enabled, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [...valuesOf(row), at],
  )
}

/** Identities hang on the issuer: with another issuer those of the old one sign in no longer, as they never match. */
export async function updateProvider(tx: Tx, row: ProviderWrite, at: Date): Promise<void> {
  await tx.execute(
    `update sso_provider set label = $2, issuer = $3, client_id = $4, client_secret = $5, scope = $6, redirect_uri = $7,
            is_enabled = $8, updated_at = $9, version = version + 1 where id = $1`,
    [...valuesOf(row), at],
  )
}

const valuesOf = (row: ProviderWrite): unknown[] => [
  row.id,
  row.label,
  row.issuer,
  row.client_id,
  row.client_secret,
  row.scope,
  row.redirect_uri,
  row.is_enabled,
]

export const deleteProvider = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from sso_provider where id = $1', [id])

export interface StateRow {
  readonly tenant_id: string
  readonly provider_id: string
  readonly nonce: string
  readonly verifier: string
  readonly binding_hash: Buffer
  readonly user_id: string | null
}

export async function insertState(
  tx: Tx,
  row: Omit<StateRow, 'tenant_id'> & { readonly stateHash: Buffer; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.execute('delete from sso_state where expires_at < $1', [now])
  await tx.execute(
    `insert into sso_state (state_hash, provider_id, nonce, verifier, binding_hash, user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.stateHash, row.provider_id, row.nonce, row.verifier, row.binding_hash, row.user_id, row.expiresAt],
  )
}

/** Each way back is gone once, whether or not it leads somewhere. */
export async function takeState(database: Database, stateHash: Buffer, now: Date): Promise<StateRow | undefined> {
  const rows = await database.withSystem(tx =>
    tx.query<StateRow>(
      `delete from sso_state where state_hash = $1 and expires_at > $2
        returning tenant_id, provider_id, nonce, verifier, binding_hash, user_id`,
      [stateHash, now],
    ),
  )
  return rows[0]
}

/** Who signs in by it: found by issuer and subject, never by a mail address or name. */
export async function useIdentity(
  tx: Tx,
  providerId: string,
  person: { readonly issuer: string; readonly subject: string },
  at: Date,
): Promise<string | null> {
  const rows = await tx.query<{ user_id: string }>(
    `update user_identity set last_used_at = $4 where issuer = $2 and subject = $3 and provider_id = $1
      returning user_id`,
    [providerId, person.issuer, person.subject, at],
  )
  return rows[0]?.user_id ?? null
}

export interface IdentityWrite {
  readonly id: string
  readonly userId: string
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
}

export async function insertIdentity(tx: Tx, row: IdentityWrite): Promise<void> {
  await tx.execute(
    'insert into user_identity (id, user_id, provider_id, issuer, subject, name) values ($1, $2, $3, $4, $5, $6)',
    [row.id, row.userId, row.providerId, row.issuer, row.subject, row.name],
  )
}

export interface IdentityRow {
  readonly id: string
  readonly provider_id: string
  readonly provider_label: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

export const listIdentities = (tx: Tx, userId: string): Promise<IdentityRow[]> =>
  tx.query<IdentityRow>(
    `select i.id, i.provider_id, p.label as provider_label, i.name, i.created_at, i.last_used_at
       from user_identity i join sso_provider p on p.tenant_id = i.tenant_id and p.id = i.provider_id
      where i.user_id = $1 order by i.created_at`,
    [userId],
  )

export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<string | null> {
  const rows = await tx.query<{ name: string }>(
    'delete from user_identity where user_id = $1 and id = $2 returning name',
    [userId, id],
  )
  return rows[0]?.name ?? null
}
