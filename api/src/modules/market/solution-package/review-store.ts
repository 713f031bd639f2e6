import type { Tx } from '@sluice/db'

/** A release that waits for the operator. */
interface WaitingRow {
  readonly id: string
  readonly tenant_id: string
  /** Its code. */
  readonly tenant: string
  readonly name: string
  readonly version: string
  readonly publisher: string
  readonly created_at: string
  readonly document: string
}

/** Of all tenants, the oldest first. In withSystem. */
export const listWaitingRows = (tx: Tx): Promise<WaitingRow[]> =>
  tx.query<WaitingRow>(
    `select r.id, r.tenant_id, t.code as tenant, r.name, r.version, r.publisher, r.created_at, r.document
       from package_release r join tenant t on t.id = r.tenant_id where r.state = 'waiting' order by r.created_at`,
  )

interface JudgedRow {
  readonly tenant_id: string
  readonly package_id: string
  readonly name: string
  readonly version: string
}

/** undefined: nothing of that id waits. In withSystem. */
export async function judge(tx: Tx, id: string, reason: string | null): Promise<JudgedRow | undefined> {
  const [row] = await tx.query<JudgedRow>(
    `update package_release set state = $2, reason = $3 where id = $1 and state = 'waiting'
     returning tenant_id, package_id, name, version`,
    [id, reason === null ? 'released' : 'refused', reason ?? ''],
  )
  return row
}
