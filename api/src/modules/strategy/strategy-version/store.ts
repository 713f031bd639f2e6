import type { CanaryState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { configParts } from './contract.ts'

export interface VersionRow {
  readonly version: number
  readonly config: unknown
  readonly changed: (typeof configParts)[number][] | null
  readonly username: string
  readonly canary: CanaryState | null
  readonly created_at: string
}

// Written by the list above, never by a caller.
const PARTS = configParts.map(part => `'${part}'`).join()

const SELECT = `
  select v.version, v.config, coalesce(u.username, '') as username, v.created_at, count(*) over () as total, c.state as canary,
         case when p.version is not null then (
           select coalesce(jsonb_agg(part), '[]') from unnest(array[${PARTS}]) part
            where v.config -> part is distinct from p.config -> part) end as changed
    from strategy_version v
    left join canary c on c.tenant_id = v.tenant_id and c.strategy_id = v.strategy_id and c.version = v.version
    -- The one that was published before; one that was tried and rolled back never was.
    left join lateral (select b.version, b.config from strategy_version b
       where b.tenant_id = v.tenant_id and b.strategy_id = v.strategy_id and b.version < v.version
         and not exists (select from canary r where r.tenant_id = b.tenant_id and r.strategy_id = b.strategy_id
           and r.version = b.version and r.state <> 'promoted')
       order by b.version desc limit 1) p on true
    left join app_user u on u.tenant_id = v.tenant_id and u.id = v.created_by
   where v.tenant_id = app_tenant() and v.strategy_id = $1`

/** Newest first. */
export const listVersions = (
  tx: Tx,
  strategyId: string,
  limit: number,
  offset: number,
): Promise<(VersionRow & { readonly total: string })[]> =>
  tx.query(`${SELECT} order by v.version desc limit $2 offset $3`, [strategyId, limit, offset])

export async function findVersion(tx: Tx, strategyId: string, version: number): Promise<VersionRow | undefined> {
  const rows = await tx.query<VersionRow>(`${SELECT} and v.version = $2`, [strategyId, version])
  return rows[0]
}

/** Seen by the caller: versions of a strategy outside the role's groups are not. */
export async function isStrategy(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('select 1 from strategy where tenant_id = app_tenant() and id = $1', [id])).length > 0
}
