import type { FigureName } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { DashboardDesign } from './design-contract.ts'
import type { DashboardShare } from './share-contract.ts'

/** Whether whoever made the link may still share. */
const MAY_SHARE = `coalesce(u.status = 'active' and r.permissions && '{*,digraph:share}', false)`
const MAKER = `left join app_user u on u.tenant_id = s.tenant_id and u.id = s.created_by
    left join role r on r.tenant_id = u.tenant_id and r.id = u.role_id`

const SELECT = `
  select s.id, s.title, s.password_hash is not null as has_password, s.ip_allow, s.expires_at, s.created_at, s.opens,
         s.last_opened_at, coalesce(nullif(u.nickname, ''), u.username) as created_by,
         case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired'
              when not (${MAY_SHARE}) then 'blind' else 'active' end as state
    from dashboard_share s ${MAKER}
   where s.tenant_id = app_tenant() and s.dashboard_id = $1`

const MOST_LISTED = 200

export const listShares = (tx: Tx, dashboardId: string): Promise<DashboardShare[]> =>
  tx.query<DashboardShare>(`${SELECT} order by s.created_at desc, s.id desc limit ${MOST_LISTED}`, [dashboardId])

export async function findShare(tx: Tx, dashboardId: string, id: string): Promise<DashboardShare | undefined> {
  return (await tx.query<DashboardShare>(`${SELECT} and s.id = $2`, [dashboardId, id]))[0]
}

/** Two that share at once wait for each other, so that neither passes the limit. */
export async function countActive(tx: Tx, dashboardId: string): Promise<number> {
  await tx.query('select from dashboard where tenant_id = app_tenant() and id = $1 for update', [dashboardId])
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from dashboard_share
      where tenant_id = app_tenant() and dashboard_id = $1 and revoked_at is null and expires_at > now()`,
    [dashboardId],
  )
  return row?.count ?? 0
}

/** What a password is checked by. */
export interface Lock {
  readonly salt: Buffer
  readonly hash: Buffer
}

export interface NewShare {
  readonly id: string
  readonly dashboardId: string
  readonly title: string
  readonly tokenHash: Buffer
  readonly lock: Lock | null
  readonly figures: readonly FigureName[]
  readonly groups: readonly string[] | null
  readonly ipAllow: readonly string[]
  readonly expiresAt: Date
  readonly userId: string
}

export async function insertShare(tx: Tx, share: NewShare): Promise<void> {
  const { id, dashboardId, title, tokenHash, lock, figures, groups, ipAllow, expiresAt, userId } = share
  await tx.execute(
    `insert into dashboard_share (id, dashboard_id, title, token_hash, password_hash, password_salt, figures, groups, ip_allow,
                                  expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, dashboardId, title, tokenHash, lock?.hash ?? null, lock?.salt ?? null, figures, groups],
      ...[ipAllow, expiresAt, userId],
    ],
  )
}

/** @returns how many; one that has ended is not ended again */
export const revokeShare = (tx: Tx, dashboardId: string, id: string): Promise<number> =>
  tx.execute(
    `update dashboard_share set revoked_at = now()
      where tenant_id = app_tenant() and dashboard_id = $1 and id = $2 and revoked_at is null`,
    [dashboardId, id],
  )

/** A link that counts, its dashboard, and what whoever made it may see. */
export interface OpenedShare {
  readonly tenant_id: string
  readonly title: string
  /** null: the link alone opens it. */
  readonly password_hash: Buffer | null
  readonly password_salt: Buffer | null
  readonly figures: readonly FigureName[]
  /** Groups of then. */
  readonly shared_groups: readonly string[] | null
  readonly ip_allow: readonly string[]
  readonly expires_at: string
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
  readonly version: number
  readonly refresh_seconds: number
  /** null: it is of the version that was named. */
  readonly design: DashboardDesign | null
  /** Figures that the design names. */
  readonly sources: readonly FigureName[]
}

interface Asked {
  readonly id: string
  readonly tokenHash: Buffer
  readonly now: Date
  /** Of the design that is known already. */
  readonly version: number | null
}

/** For who looks and names no tenant: by both its id and its token, and only while it counts. In withSystem. */
export async function findOpen(tx: Tx, { id, tokenHash, now, version }: Asked): Promise<OpenedShare | undefined> {
  const rows = await tx.query<OpenedShare>(
    `select s.tenant_id, s.title, s.password_hash, s.password_salt, s.figures, s.groups as shared_groups, s.ip_allow, s.expires_at,
            r.permissions, r.groups,
            d.version, d.refresh_seconds, case when d.version is distinct from $4::int then d.design end as design,
            jsonb_path_query_array(d.design, '$.components[*].sources[*]') as sources
       from dashboard_share s
       join tenant t on t.id = s.tenant_id and t.status = 'active'
       join dashboard d on d.tenant_id = s.tenant_id and d.id = s.dashboard_id
       ${MAKER}
      where s.id = $1 and s.token_hash = $2 and s.revoked_at is null and s.expires_at > $3 and ${MAY_SHARE}`,
    [id, tokenHash, now, version],
  )
  return rows[0]
}

/** @param opens 1: it was opened, 0: a screen still shows it, which is written once in ten seconds at most */
export const noteOpened = (tx: Tx, id: string, opens: 0 | 1): Promise<number> =>
  tx.execute(
    `update dashboard_share set opens = opens + $2::int, last_opened_at = now()
      where tenant_id = app_tenant() and id = $1
        and ($2::int = 1 or coalesce(last_opened_at, '-infinity') < now() - interval '10 seconds')`,
    [id, opens],
  )
