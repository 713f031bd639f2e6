import type { Tx } from '@sluice/db'
import type { PackageCard } from '../../../packaging/index.ts'
import type { Visibility } from './contract.ts'

type ReleaseState = 'released' | 'waiting' | 'refused' | 'withdrawn'

/** A package without its document. */
export interface PackageHead {
  readonly id: string
  readonly name: string
  readonly card: PackageCard
  readonly platforms: readonly string[]
  readonly sha256: string
  readonly visibility: Visibility
  readonly share_code: string | null
  readonly strategies: readonly string[]
  readonly lock: number
  readonly username: string
  readonly updated_at: string
  readonly released: string | null
  readonly release_state: ReleaseState | null
  readonly released_sha: string | null
  readonly installs: number
}

const HEAD = `p.id, p.name, p.card, p.platforms, p.sha256, p.visibility, p.share_code, p.strategies, p.lock, p.updated_at,
  coalesce(nullif(u.nickname, ''), u.username, '') as username,
  r.version as released, r.state as release_state, r.sha256 as released_sha, coalesce(s.installs, 0) as installs`
const FROM = `solution_package p
  left join app_user u on u.tenant_id = p.tenant_id and u.id = p.created_by
  left join package_publisher k on k.tenant_id = p.tenant_id
  left join market_use s on s.name = p.name and s.publisher_key = k.key
  left join lateral (select version, state, sha256 from package_release r
    where r.tenant_id = p.tenant_id and r.package_id = p.id order by r.created_at desc, r.id desc limit 1) r on true`

export interface PackageFilter {
  readonly pattern: string | null
  readonly visibility: Visibility | null
}

export const listPackages = (
  tx: Tx,
  { pattern, visibility }: PackageFilter,
  limit: number,
  offset: number,
): Promise<(PackageHead & { readonly total: string })[]> =>
  tx.query(
    `select ${HEAD}, count(*) over ()::text as total from ${FROM}
      where p.tenant_id = app_tenant() and ($1::text is null or p.name ilike $1 escape '\\' or p.card::text ilike $1 escape '\\')
        and ($2::text is null or p.visibility = $2)
      order by p.updated_at desc, p.id limit $3 offset $4`,
    [pattern, visibility, limit, offset],
  )

/** With its document, and held until the end of the transaction where it is to be changed. */
export async function findPackage(
  tx: Tx,
  id: string,
  isHeld = false,
): Promise<(PackageHead & { readonly document: string }) | undefined> {
  const [row] = await tx.query<PackageHead & { document: string }>(
    `select ${HEAD}, p.document from ${FROM} where p.tenant_id = app_tenant() and p.id = $1 ${isHeld ? 'for update of p' : ''}`,
    [id],
  )
  return row
}

export async function countPackages(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'select count(*)::text as count from solution_package where tenant_id = app_tenant()',
  )
  return Number(row?.count ?? 0)
}

export interface PackageWrite {
  readonly id: string
  readonly name: string
  readonly document: string
  readonly sha256: string
  readonly card: PackageCard
  readonly platforms: readonly string[]
  readonly visibility: Visibility
  readonly shareCode: string | null
  readonly strategies: readonly string[]
  readonly userId: string
}

export const insertPackage = (tx: Tx, row: PackageWrite): Promise<number> =>
  tx.execute(
    `insert into solution_package
       (id, name, document, sha256, card, platforms, visibility, share_code, strategies, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[row.id, row.name, row.document, row.sha256, JSON.stringify(row.card), row.platforms],
      ...[row.visibility, row.shareCode, row.strategies, row.userId],
    ],
  )

export const updatePackage = (tx: Tx, row: Omit<PackageWrite, 'userId'>): Promise<number> =>
  tx.execute(
    `update solution_package set name = $2, document = $3, sha256 = $4, card = $5, platforms = $6, visibility = $7,
            share_code = $8, strategies = $9, lock = lock + 1, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [
      ...[row.id, row.name, row.document, row.sha256, JSON.stringify(row.card), row.platforms],
      ...[row.visibility, row.shareCode, row.strategies],
    ],
  )

export const deletePackage = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from solution_package where tenant_id = app_tenant() and id = $1', [id])

export interface ReleaseRow {
  readonly id: string
  readonly version: string
  readonly state: ReleaseState
  readonly reason: string
  readonly bytes: number
  readonly sha256: string
  readonly installs: number
  readonly username: string
  readonly created_at: string
}

export const listReleases = (tx: Tx, packageId: string): Promise<ReleaseRow[]> =>
  tx.query(
    `select r.id, r.version, r.state, r.reason, octet_length(r.document) as bytes, r.sha256, r.created_at,
            coalesce(nullif(u.nickname, ''), u.username, '') as username,
            (select count(*)::int from package_installation i where i.tenant_id = r.tenant_id and i.name = r.name
               and i.publisher_key = r.publisher_key and i.version = r.version) as installs
       from package_release r left join app_user u on u.tenant_id = r.tenant_id and u.id = r.created_by
      where r.tenant_id = app_tenant() and r.package_id = $1 order by r.created_at desc, r.id desc`,
    [packageId],
  )

export async function findRelease(
  tx: Tx,
  packageId: string,
  version: string,
): Promise<{ readonly id: string; readonly document: string; readonly name: string } | undefined> {
  const [row] = await tx.query<{ id: string; document: string; name: string }>(
    `select id, document, name from package_release where tenant_id = app_tenant() and package_id = $1 and version = $2`,
    [packageId, version],
  )
  return row
}

export interface ReleaseWrite {
  readonly id: string
  readonly packageId: string
  readonly name: string
  readonly version: string
  readonly document: string
  readonly sha256: string
  readonly publisher: string
  readonly publisherKey: string
  readonly visibility: Visibility
  readonly shareCode: string | null
  readonly state: ReleaseState
  readonly words: string
  readonly platforms: readonly string[]
  readonly industry: string
  readonly card: PackageCard
  readonly userId: string
}

export const insertRelease = (tx: Tx, row: ReleaseWrite): Promise<number> =>
  tx.execute(
    `insert into package_release
       (id, package_id, name, version, document, sha256, publisher, publisher_key, visibility, share_code, state, words,
        platforms, industry, card, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[row.id, row.packageId, row.name, row.version, row.document, row.sha256, row.publisher, row.publisherKey],
      ...[row.visibility, row.shareCode, row.state, row.words, row.platforms, row.industry],
      ...[JSON.stringify(row.card), row.userId],
    ],
  )

/** Releases are offered as their package is; one that goes into the market waits for its approval there. */
export async function offerReleases(
  tx: Tx,
  packageId: string,
  { visibility, shareCode }: { readonly visibility: Visibility; readonly shareCode: string | null },
): Promise<void> {
  const changed = await tx.execute(
    `update package_release
        set state = case when state = 'released' and $2 = 'market' and visibility <> 'market' then 'waiting'
                         when state in ('waiting', 'refused') and $2 <> 'market' then 'released' else state end,
            visibility = $2, share_code = $3
      where tenant_id = app_tenant() and package_id = $1 and (visibility <> $2 or share_code is distinct from $3)`,
    [packageId, visibility, shareCode],
  )
  if (changed > 0) await renewOffers(tx, packageId)
}

/** What others may read of a package is what its releases say now. */
export async function renewOffers(tx: Tx, packageId: string): Promise<void> {
  await tx.execute('delete from market_offer where package_id = $1', [packageId])
  await tx.execute(
    `insert into market_offer (id, package_id, name, version, document, sha256, publisher, publisher_key, code_digest, words,
                               platforms, industry, card, created_at, file_digest, bytes)
     select id, package_id, name, version, document, sha256, publisher, publisher_key,
            case when visibility = 'code' then encode(sha256(share_code::bytea), 'hex') end, words, platforms, industry, card,
            created_at, encode(sha256(convert_to(document, 'UTF8')), 'hex'), octet_length(document)
       from package_release
      where tenant_id = app_tenant() and package_id = $1 and state = 'released' and visibility <> 'private'`,
    [packageId],
  )
}

export const withdrawRelease = (tx: Tx, id: string): Promise<number> =>
  tx.execute(`update package_release set state = 'withdrawn' where tenant_id = app_tenant() and id = $1`, [id])

export async function findPublisher(tx: Tx): Promise<{ readonly name: string; readonly secret: string | null }> {
  const [row] = await tx.query<{ name: string; secret: string | null }>(
    `select t.name, k.secret from tenant t left join package_publisher k on k.tenant_id = t.id where t.id = app_tenant()`,
  )
  return row ?? { name: '', secret: null }
}

/** The first that comes stays. */
export const insertPublisher = (tx: Tx, key: string, sealed: string): Promise<number> =>
  tx.execute('insert into package_publisher (key, secret) values ($1, $2) on conflict do nothing', [key, sealed])
