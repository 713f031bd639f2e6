import type { Tx } from '@sluice/db'
import type { IndexEntry } from '../../../packaging/index.ts'

export interface FeedRow {
  readonly tenant_id: string
  readonly is_on: boolean
  readonly key: string
  readonly secret: string
  readonly serial: string
  readonly stamp: string
  readonly document: string
  readonly signed_at: string | null
}

/** The one there is. In withSystem, or as its tenant. */
export async function findFeed(tx: Tx): Promise<FeedRow | undefined> {
  const [row] = await tx.query<FeedRow>(
    'select tenant_id, is_on, key, secret, serial::text as serial, stamp, document, signed_at from market_feed limit 1',
  )
  return row
}

/** The first that comes stays. */
export const insertFeed = (tx: Tx, key: string, sealed: string): Promise<number> =>
  tx.execute('insert into market_feed (key, secret) values ($1, $2) on conflict do nothing', [key, sealed])

export const switchFeed = (tx: Tx, isOn: boolean): Promise<number> =>
  tx.execute('update market_feed set is_on = $1 where tenant_id = app_tenant()', [isOn])

/** What was signed by the key before is served no longer; numbers go on. */
export const replaceKey = (tx: Tx, key: string, sealed: string): Promise<number> =>
  tx.execute(`update market_feed set key = $1, secret = $2, stamp = '', document = '' where tenant_id = app_tenant()`, [
    key,
    sealed,
  ])

/** Nothing where somebody else signed meanwhile. In withSystem. */
export const keepIndex = (
  tx: Tx,
  row: Pick<FeedRow, 'stamp' | 'document' | 'key'> & { readonly signedAt: string },
  serials: { readonly before: string; readonly now: number },
): Promise<number> =>
  tx.execute(
    `update market_feed set serial = $1, stamp = $2, document = $3, signed_at = $4 where serial = $5 and key = $6`,
    [serials.now, row.stamp, row.document, row.signedAt, serials.before, row.key],
  )

/** What this installation let into its market itself: what came from another one is told by that. */
const OWN = `o.code_digest is null and o.source = ''`

/** Tells whether anything is other than before: a release never changes under its id. */
export async function stampOffers(tx: Tx): Promise<{ readonly stamp: string; readonly total: number }> {
  const [row] = await tx.query<{ stamp: string; total: number }>(
    `select coalesce(md5(string_agg(o.id::text, ',' order by o.id)), '-') as stamp, count(*)::int as total
       from market_offer o where ${OWN}`,
  )
  return row ?? { stamp: '-', total: 0 }
}

/** The newest first. */
export const listEntries = (tx: Tx, limit: number): Promise<IndexEntry[]> =>
  tx.query(
    `select o.name, o.version, o.publisher, o.publisher_key, o.file_digest as digest, o.bytes,
            o.card -> 'title' as title, o.platforms, o.created_at as released_at
       from market_offer o where ${OWN} order by o.created_at desc, o.id desc limit $1`,
    [limit],
  )

export async function findOfferedFile(tx: Tx, digest: string): Promise<string | undefined> {
  const [row] = await tx.query<{ document: string }>(
    `select o.document from market_offer o where ${OWN} and o.file_digest = $1 limit 1`,
    [digest],
  )
  return row?.document
}
