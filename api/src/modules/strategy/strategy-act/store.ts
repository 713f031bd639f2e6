import type { Tx } from '@sluice/db'

export interface ActedStrategy {
  readonly id: string
  readonly name: string
  readonly config: unknown
}

export async function findActed(tx: Tx, id: string): Promise<ActedStrategy | undefined> {
  const rows = await tx.query<ActedStrategy>(
    `select s.id, s.name, v.config from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where s.tenant_id = app_tenant() and s.id = $1`,
    [id],
  )
  return rows[0]
}

export async function findPlatform(tx: Tx, connectorId: string): Promise<string | undefined> {
  const rows = await tx.query<{ platform_id: string }>(
    'select platform_id from connector where tenant_id = app_tenant() and id = $1',
    [connectorId],
  )
  return rows[0]?.platform_id
}
