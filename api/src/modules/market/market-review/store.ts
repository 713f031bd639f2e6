import type { Tx } from '@sluice/db'
import type { PackageCard } from '../../../packaging/index.ts'

/** A release that was offered to the market. */
export interface OfferedRow {
  readonly id: string
  readonly tenant_id: string
  /** Its name. */
  readonly tenant: string
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

const OFFERED = `r.id, r.tenant_id, t.name as tenant, r.package_id, r.name, r.version, r.publisher, r.publisher_key, r.state,
  r.reason, r.card, r.created_at`
const FROM = `package_release r join tenant t on t.id = r.tenant_id`

/** Of all tenants: what waits the oldest first, what was judged the newest first. In withSystem. */
export const listOfferedRows = (
  tx: Tx,
  state: 'waiting' | 'released' | 'refused',
  limit: number,
  offset: number,
): Promise<(OfferedRow & { readonly total: string })[]> =>
  tx.query(
    `select ${OFFERED}, count(*) over ()::text as total from ${FROM}
      where r.visibility = 'market' and r.state = $1
      order by ${state === 'waiting' ? 'r.created_at' : 'r.created_at desc'}, r.id limit $2 offset $3`,
    [state, limit, offset],
  )

/** In withSystem. */
export async function findOffered(
  tx: Tx,
  id: string,
): Promise<(OfferedRow & { readonly document: string }) | undefined> {
  const [row] = await tx.query<OfferedRow & { document: string }>(
    `select ${OFFERED}, r.document from ${FROM} where r.id = $1 and r.visibility = 'market' and r.state <> 'withdrawn'`,
    [id],
  )
  return row
}

/** Let in what waits or was refused; kept out what waits or was let in. undefined: it is none of them. In withSystem. */
export async function judge(tx: Tx, id: string, reason: string | null): Promise<OfferedRow | undefined> {
  const [row] = await tx.query<OfferedRow>(
    `update package_release r set state = $2, reason = $3 from tenant t
      where r.id = $1 and t.id = r.tenant_id and r.visibility = 'market' and r.state in ('waiting', $4)
     returning ${OFFERED}`,
    [id, reason === null ? 'released' : 'refused', reason ?? '', reason === null ? 'refused' : 'released'],
  )
  return row
}
