import { Adapter } from '@sluice/contract'
import type { Tx } from '@sluice/db'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The version at work, of an adapter for this platform; null where there is none. */
export async function findPublishedAdapter(
  tx: Tx,
  tenantId: string,
  platformId: string,
  id: string,
): Promise<{ readonly name: string; readonly version: number; readonly doc: Adapter } | null> {
  if (!UUID.test(id)) return null
  const [row] = await tx.query<{ version: number; doc: unknown }>(
    `select v.version, v.doc from adapter a
       join adapter_version v on v.tenant_id = a.tenant_id and v.adapter_id = a.id and v.version = a.published_version
      where a.tenant_id = $1 and a.id = $2 and a.platform_id = $3 and a.status = 'published'`,
    [tenantId, id, platformId],
  )
  if (!row) return null
  const doc = Adapter.parse(row.doc)
  return { name: doc.name, version: row.version, doc }
}

/** Statements at work on this platform, by name. */
export async function listPublishedStatements(
  tx: Tx,
  tenantId: string,
  platformId: string,
): Promise<{ readonly id: string; readonly name: string; readonly doc: Adapter }[]> {
  const rows = await tx.query<{ id: string; doc: unknown }>(
    `select a.id, v.doc from adapter a
       join adapter_version v on v.tenant_id = a.tenant_id and v.adapter_id = a.id and v.version = a.published_version
      where a.tenant_id = $1 and a.platform_id = $2 and a.status = 'published' and a.kind = 'sql'
      order by a.name, a.id limit 1000`,
    [tenantId, platformId],
  )
  return rows.map(row => {
    const doc = Adapter.parse(row.doc)
    return { id: row.id, name: doc.name, doc }
  })
}

interface TokenPlace {
  readonly tenantId: string
  readonly connectorId: string
  readonly key: string
}

export async function readToken(
  tx: Tx,
  { tenantId, connectorId, key }: TokenPlace,
): Promise<{ readonly sealed: string | null; readonly expires_at_ms: number } | undefined> {
  const [row] = await tx.query<{ sealed: string | null; expires_at_ms: number }>(
    `select sealed, case when sealed is null then 0 else extract(epoch from expires_at) * 1000 end::float8 as expires_at_ms
       from adapter_token where tenant_id = $1 and connector_id = $2 and key = $3`,
    [tenantId, connectorId, key],
  )
  return row
}

/** true: nobody else signs in, and nothing has changed since `seen` was read. */
export async function takeTokenLease(
  tx: Tx,
  { tenantId, connectorId, key }: TokenPlace,
  seen: string | null,
  seconds: number,
): Promise<boolean> {
  const taken = await tx.execute(
    `insert into adapter_token as t (tenant_id, connector_id, key, lease_until)
     values ($1, $2, $3, clock_timestamp() + make_interval(secs => $5))
     on conflict (tenant_id, connector_id, key) do update set lease_until = excluded.lease_until
      where t.lease_until < clock_timestamp() and t.sealed is not distinct from $4::text`,
    [tenantId, connectorId, key, seen, seconds],
  )
  return taken === 1
}

/** What was made, or null when making failed; ends the lease. What ended long ago goes with it. */
export async function keepToken(
  tx: Tx,
  { tenantId, connectorId, key }: TokenPlace,
  made: { readonly sealed: string; readonly expiresAtMs: number } | null,
): Promise<void> {
  if (made)
    await tx.execute(
      `update adapter_token set sealed = $4, expires_at = to_timestamp($5::float8 / 1000), lease_until = '-infinity'
        where tenant_id = $1 and connector_id = $2 and key = $3`,
      [tenantId, connectorId, key, made.sealed, made.expiresAtMs],
    )
  else
    await tx.execute(
      `update adapter_token set lease_until = '-infinity' where tenant_id = $1 and connector_id = $2 and key = $3`,
      [tenantId, connectorId, key],
    )
  await tx.execute(
    `delete from adapter_token where tenant_id = $1 and connector_id = $2 and key <> $3
        and expires_at < now() - interval '1 day' and lease_until < now() - interval '1 day'`,
    [tenantId, connectorId, key],
  )
}
