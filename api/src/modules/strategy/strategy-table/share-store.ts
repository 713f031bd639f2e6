import type { Database, Tx } from '@sluice/db'
import type { Share, SharedView } from './contract.ts'

/** As it is kept: with the salt of its hashes, which never leaves. */
interface StoredView extends SharedView {
  readonly salt: string
}

export interface ShareRow extends Omit<Share, 'columns' | 'opens'> {
  readonly view: StoredView
  readonly opens: string
}

/** Whether whoever made the link may still share, and still sees the strategy. */
const MAY_SHARE = `coalesce(u.status = 'active' and r.permissions && '{*,strategy:share}'
                and (r.groups is null or y.group_name = any(r.groups)), false)`
const MAKER = `join strategy y on y.tenant_id = s.tenant_id and y.id = s.strategy_id
    left join app_user u on u.tenant_id = s.tenant_id and u.id = s.created_by
    left join role r on r.tenant_id = u.tenant_id and r.id = u.role_id`

const SELECT = `
  select s.id, s.title, s.view, s.ip_allow, s.embed_origins, s.expires_at, s.created_at, s.opens, s.last_opened_at,
         coalesce(nullif(u.nickname, ''), u.username) as created_by,
         case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired'
              when not (${MAY_SHARE}) then 'blind' else 'active' end as state
    from table_share s ${MAKER}
   where s.tenant_id = app_tenant() and s.strategy_id = $1`

const MOST_LISTED = 200

export const listShares = (tx: Tx, strategyId: string): Promise<ShareRow[]> =>
  tx.query<ShareRow>(`${SELECT} order by s.created_at desc, s.id desc limit ${MOST_LISTED}`, [strategyId])

export async function findShare(tx: Tx, strategyId: string, id: string): Promise<ShareRow | undefined> {
  return (await tx.query<ShareRow>(`${SELECT} and s.id = $2`, [strategyId, id]))[0]
}

export interface NewShare {
  readonly id: string
  readonly strategyId: string
  readonly title: string
  readonly tokenHash: Buffer
  readonly view: StoredView
  readonly ipAllow: readonly string[]
  readonly embedOrigins: readonly string[]
  readonly expiresAt: Date
  readonly userId: string
}

export async function countActive(tx: Tx, strategyId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from table_share
      where tenant_id = app_tenant() and strategy_id = $1 and revoked_at is null and expires_at > now()`,
    [strategyId],
  )
  return row?.count ?? 0
}

export async function insertShare(tx: Tx, share: NewShare): Promise<void> {
  const { id, strategyId, title, tokenHash, view, ipAllow, embedOrigins, expiresAt, userId } = share
  await tx.execute(
    `insert into table_share (id, strategy_id, title, token_hash, view, ip_allow, embed_origins, expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, strategyId, title, tokenHash, JSON.stringify(view), ipAllow, embedOrigins, expiresAt, userId],
  )
}

/** @returns how many; one that has ended is not ended again */
export const revokeShare = (tx: Tx, strategyId: string, id: string): Promise<number> =>
  tx.execute(
    `update table_share set revoked_at = now()
      where tenant_id = app_tenant() and strategy_id = $1 and id = $2 and revoked_at is null`,
    [strategyId, id],
  )

export interface OpenedShare {
  readonly tenant_id: string
  readonly strategy_id: string
  readonly title: string
  readonly view: StoredView
  readonly ip_allow: readonly string[]
  readonly expires_at: string
}

/** For a reader, who names no tenant: by both its id and its token, and only while it counts. In withSystem. */
export async function findOpen(tx: Tx, id: string, tokenHash: Buffer, now: Date): Promise<OpenedShare | undefined> {
  const rows = await tx.query<OpenedShare>(
    `select s.tenant_id, s.strategy_id, s.title, s.view, s.ip_allow, s.expires_at
       from table_share s join tenant t on t.id = s.tenant_id and t.status = 'active'
       ${MAKER}
      where s.id = $1 and s.token_hash = $2 and s.revoked_at is null and s.expires_at > $3 and ${MAY_SHARE}`,
    [id, tokenHash, now],
  )
  return rows[0]
}

/** At most one write in ten seconds, however often it is read. */
export const noteOpened = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `update table_share set opens = opens + 1, last_opened_at = now()
      where tenant_id = app_tenant() and id = $1 and coalesce(last_opened_at, '-infinity') < now() - interval '10 seconds'`,
    [id],
  )

/** Who may show the page of a share in a frame; nobody where it does not count any more. */
export async function listEmbedders(database: Database, id: string): Promise<readonly string[]> {
  const rows = await database.withSystem(tx =>
    tx.query<{ embed_origins: string[] }>(
      'select embed_origins from table_share where id = $1 and revoked_at is null and expires_at > now()',
      [id],
    ),
  )
  return rows[0]?.embed_origins ?? []
}
