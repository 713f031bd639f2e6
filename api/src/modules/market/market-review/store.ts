import type { Tx } from '@sluice/db'
import type { PackageCard } from '../../../packaging/index.ts'

/** A release that was offered to the market. */
export interface OfferedRow {
  readonly id: string
  readonly tenant_id: string
  /** Its name; empty: it came from another market. */
  readonly tenant: string
  /** Name of the market that it came from; empty: of none. */
  readonly source: string
  readonly package_id: string
  readonly name: string
  readonly version: string
  readonly publisher: string
  readonly publisher_key: string
  readonly state: 'released' | 'waiting' | 'refused' | 'withdrawn'
  readonly reason: string
  readonly card: PackageCard
  readonly created_at: string
}

/** Releases of tenants, and what came from markets that this installation follows. */
const OFFERED = `r.id, r.tenant_id, r.tenant, r.source, r.package_id, r.name, r.version, r.publisher, r.publisher_key, r.state,
  r.reason, r.card, r.created_at`
const FROM = `(
  select p.id, p.tenant_id, t.name as tenant, '' as source, p.package_id, p.name, p.version, p.publisher, p.publisher_key,
         p.state, p.reason, p.card, p.created_at, p.document
    from package_release p join tenant t on t.id = p.tenant_id where p.visibility = 'market'
  union all
  select m.id, m.tenant_id, '', s.title, m.package_id, m.name, m.version, m.publisher, m.publisher_key, m.state, m.reason,
         m.card, m.created_at, m.document
    from market_mirror m join market_source s on s.tenant_id = m.tenant_id and s.id = m.source_id) r`

/** Of all tenants: what waits the oldest first, what was judged the newest first. In withSystem. */
export const listOfferedRows = (
  tx: Tx,
  state: 'waiting' | 'released' | 'refused',
  limit: number,
  offset: number,
): Promise<(OfferedRow & { readonly total: string })[]> =>
  tx.query(
    `select ${OFFERED}, count(*) over ()::text as total from ${FROM}
      where r.state = $1 order by ${state === 'waiting' ? 'r.created_at' : 'r.created_at desc'}, r.id limit $2 offset $3`,
    [state, limit, offset],
  )

/** In withSystem. */
export async function findOffered(
  tx: Tx,
  id: string,
): Promise<(OfferedRow & { readonly document: string }) | undefined> {
  const [row] = await tx.query<OfferedRow & { document: string }>(
    `select ${OFFERED}, r.document from ${FROM} where r.id = $1 and r.state <> 'withdrawn'`,
    [id],
  )
  return row
}

/** Let in what waits or was refused; kept out what waits or was let in. undefined: it is none of them. In withSystem. */
export async function judge(tx: Tx, id: string, reason: string | null): Promise<OfferedRow | undefined> {
  const values = [id, reason === null ? 'released' : 'refused', reason ?? '', reason === null ? 'refused' : 'released']
  const judged = `state = $2, reason = $3 where id = $1 and state in ('waiting', $4)`
  const changed =
    (await tx.execute(`update package_release set ${judged} and visibility = 'market'`, values)) +
    (await tx.execute(`update market_mirror set ${judged}`, values))
  return changed === 0 ? undefined : findOffered(tx, id)
}
