import type { Tx } from '@sluice/db'
import type { GrantStatus } from './contract.ts'

export interface ConnectorFacts {
  readonly id: string
  readonly name: string
  readonly env: string
}

export const findConnector = async (tx: Tx, id: string): Promise<ConnectorFacts | undefined> =>
  (await tx.query<ConnectorFacts>('select id, name, env from connector where id = $1', [id]))[0]

export interface RequestRow {
  readonly connector_id: string
  readonly env: string
  /** Sealed. */
  readonly verifier: string
  readonly redirect_uri: string
  readonly expires_at: string
}

/** Those that nobody answered in time go with it. */
export async function insertRequest(
  tx: Tx,
  stateHash: Buffer,
  row: RequestRow & { readonly user_id: string },
): Promise<void> {
  await tx.execute('delete from grant_request where expires_at < now()')
  await tx.execute(
    `insert into grant_request (state_hash, connector_id, env, user_id, verifier, redirect_uri, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [stateHash, row.connector_id, row.env, row.user_id, row.verifier, row.redirect_uri, row.expires_at],
  )
}

export const takeRequest = async (tx: Tx, stateHash: Buffer, userId: string): Promise<RequestRow | undefined> =>
  (
    await tx.query<RequestRow>(
      `delete from grant_request where state_hash = $1 and user_id = $2
       returning connector_id, env, verifier, redirect_uri, expires_at`,
      [stateHash, userId],
    )
  )[0]

export const findGrant = async (tx: Tx, id: string, env: string): Promise<Omit<GrantStatus, 'state'> | undefined> =>
  (
    await tx.query<Omit<GrantStatus, 'state'>>(
      `select scope, granted_by, granted_at, refreshed_at, expires_at, ends_at, failure from connector_grant
        where connector_id = $1 and env = $2`,
      [id, env],
    )
  )[0]
