import type { Tx } from '@sluice/db'
import type { PackageCard } from '../../../packaging/index.ts'

/** A package of a followed market as this installation has it. */
export interface MirroredRow {
  readonly id: string
  readonly source_id: string
  readonly package_id: string
  readonly name: string
  readonly version: string
  readonly publisher_key: string
  readonly file_digest: string
  readonly state: 'released' | 'waiting' | 'refused' | 'withdrawn'
}

/** Whichever market they came from. */
export const listMirrored = (tx: Tx): Promise<MirroredRow[]> =>
  tx.query(
    `select id, source_id, package_id, name, version, publisher_key, file_digest, state
       from market_mirror where tenant_id = app_tenant()`,
  )

interface MirrorWrite {
  readonly id: string
  readonly sourceId: string
  readonly name: string
  readonly version: string
  readonly document: string
  readonly fileDigest: string
  readonly sha256: string
  readonly publisher: string
  readonly publisherKey: string
  readonly state: 'released' | 'waiting'
  readonly words: string
  readonly platforms: readonly string[]
  readonly industry: string
  readonly card: PackageCard
  readonly createdAt: string
}

/** Versions of one package of one market are one package here. Nothing where another process was first. */
export async function insertMirrored(tx: Tx, row: MirrorWrite): Promise<void> {
  const [made] = await tx.query<{ package_id: string }>(
    `insert into market_mirror (id, source_id, package_id, name, version, document, file_digest, sha256, publisher, publisher_key,
                                state, words, platforms, industry, card, created_at)
     values ($1, $2, coalesce((select m.package_id from market_mirror m where m.tenant_id = app_tenant() and m.source_id = $2
                                  and m.name = $3 and m.publisher_key = $9 limit 1), $1),
             $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (tenant_id, name, publisher_key, version) do nothing returning package_id`,
    [
      ...[row.id, row.sourceId, row.name, row.version, row.document, row.fileDigest, row.sha256, row.publisher],
      ...[row.publisherKey, row.state, row.words, row.platforms, row.industry, JSON.stringify(row.card), row.createdAt],
    ],
  )
  if (made) await renewMirrored(tx, [made.package_id])
}

/** What stands in the market of these packages is what was let in. */
export async function renewMirrored(tx: Tx, packageIds: readonly string[]): Promise<void> {
  await tx.execute('delete from market_offer where package_id = any($1::uuid[])', [packageIds])
  await tx.execute(
    `insert into market_offer (id, package_id, name, version, document, sha256, publisher, publisher_key, words, platforms,
                               industry, card, created_at, file_digest, bytes, source)
     select m.id, m.package_id, m.name, m.version, m.document, m.sha256, m.publisher, m.publisher_key, m.words, m.platforms,
            m.industry, m.card, m.created_at, m.file_digest, octet_length(m.document), s.title
       from market_mirror m join market_source s on s.tenant_id = m.tenant_id and s.id = m.source_id
      where m.tenant_id = app_tenant() and m.package_id = any($1::uuid[]) and m.state = 'released'`,
    [packageIds],
  )
}

/** What its market offers no longer, and what it offers again: that waits anew. */
export async function moveMirrored(tx: Tx, ids: readonly string[], state: 'withdrawn' | 'waiting'): Promise<void> {
  const rows = await tx.query<{ package_id: string }>(
    'update market_mirror set state = $2 where tenant_id = app_tenant() and id = any($1::uuid[]) returning package_id',
    [ids, state],
  )
  await renewMirrored(
    tx,
    rows.map(each => each.package_id),
  )
}

/** All that came from there, under the name that the market has now. */
export async function renewSource(tx: Tx, sourceId: string): Promise<void> {
  const rows = await tx.query<{ package_id: string }>(
    'select distinct package_id from market_mirror where tenant_id = app_tenant() and source_id = $1',
    [sourceId],
  )
  await renewMirrored(
    tx,
    rows.map(each => each.package_id),
  )
}
