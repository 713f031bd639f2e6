import type { Tx } from '@sluice/db'
import type { PortalLink } from './contract.ts'

const SELECT = `
  select p.id, p.title, p.may_rotate, p.ip_allow, p.expires_at, p.opens::text as opens, p.last_opened_at, p.created_at,
         coalesce(nullif(u.nickname, ''), u.username) as created_by,
         case when p.revoked_at is not null then 'revoked' when p.expires_at <= now() then 'expired' else 'active' end as state
    from gateway_portal p left join app_user u on u.tenant_id = p.tenant_id and u.id = p.created_by
   where p.tenant_id = app_tenant() and p.application_id = $1`

const MOST_LISTED = 200

export const listLinks = (tx: Tx, applicationId: string): Promise<PortalLink[]> =>
  tx.query<PortalLink>(`${SELECT} order by p.created_at desc, p.id desc limit ${MOST_LISTED}`, [applicationId])

export async function findLink(tx: Tx, applicationId: string, id: string): Promise<PortalLink | undefined> {
  return (await tx.query<PortalLink>(`${SELECT} and p.id = $2`, [applicationId, id]))[0]
}

/** The application's name; nobody else makes a link of it until the transaction ends. */
export async function lockApplication(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>(
    'select name from gateway_application where tenant_id = app_tenant() and id = $1 for no key update',
    [id],
  )
  return rows[0]?.name
}

export async function hasApplication(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.query('select 1 from gateway_application where tenant_id = app_tenant() and id = $1', [id])).length > 0
  )
}

export async function countActive(tx: Tx, applicationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from gateway_portal
      where tenant_id = app_tenant() and application_id = $1 and revoked_at is null and expires_at > now()`,
    [applicationId],
  )
  return row?.count ?? 0
}

export interface NewLink {
  readonly id: string
  readonly applicationId: string
  readonly title: string
  readonly tokenHash: Buffer
  readonly mayRotate: boolean
  readonly ipAllow: readonly string[]
  readonly expiresAt: Date
  readonly userId: string
}

export const insertLink = (tx: Tx, link: NewLink): Promise<number> =>
  tx.execute(
    `insert into gateway_portal (id, application_id, title, token_hash, may_rotate, ip_allow, expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      link.id,
      link.applicationId,
      link.title,
      link.tokenHash,
      link.mayRotate,
      link.ipAllow,
      link.expiresAt,
      link.userId,
    ],
  )

/** @returns how many; one that has ended is not ended again */
export const revokeLink = (tx: Tx, applicationId: string, id: string): Promise<number> =>
  tx.execute(
    `update gateway_portal set revoked_at = now()
      where tenant_id = app_tenant() and application_id = $1 and id = $2 and revoked_at is null`,
    [applicationId, id],
  )

export interface OpenedPortal {
  readonly id: string
  readonly tenant_id: string
  readonly application_id: string
  readonly application_name: string
  readonly title: string
  readonly may_rotate: boolean
  readonly ip_allow: readonly string[]
  readonly expires_at: string
}

/**
 * For a reader, who names no tenant: by both its id and its token, and only while it counts and its application may call. In
 * withSystem.
 */
export async function findOpen(tx: Tx, id: string, tokenHash: Buffer, now: Date): Promise<OpenedPortal | undefined> {
  const rows = await tx.query<OpenedPortal>(
    `select p.id, p.tenant_id, p.application_id, a.name as application_name, p.title, p.may_rotate, p.ip_allow, p.expires_at
       from gateway_portal p
       join tenant t on t.id = p.tenant_id and t.status = 'active'
       join gateway_application a on a.tenant_id = p.tenant_id and a.id = p.application_id
      where p.id = $1 and p.token_hash = $2 and p.revoked_at is null and p.expires_at > $3
        and a.is_enabled and (a.expires_at is null or a.expires_at > $3)`,
    [id, tokenHash, now],
  )
  return rows[0]
}

/** At most one write in ten seconds, however often it is read. */
export const noteOpened = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `update gateway_portal set opens = opens + 1, last_opened_at = now()
      where tenant_id = app_tenant() and id = $1 and coalesce(last_opened_at, '-infinity') < now() - interval '10 seconds'`,
    [id],
  )
