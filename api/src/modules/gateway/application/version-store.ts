import type { Tx } from '@sluice/db'
import { LET_IN } from '../call-log/index.ts'

/** Of one API, what its number of version is found by. */
type Kind = 'strategy' | 'asset'

export interface OldVersion {
  readonly id: string
  readonly kind: Kind
  readonly objectId: string
  /** Of an asset. */
  readonly connectorId: string | null
  readonly version: number
  /** What of the API's row it hands out. */
  readonly doc: object
  readonly deprecatedAt: Date
  readonly sunsetAt: Date
  readonly userId: string
}

/** It answers from the same transaction on under its own number. */
export const keepVersion = (tx: Tx, applicationId: string, old: OldVersion): Promise<number> =>
  tx.execute(
    `insert into gateway_old_version (id, application_id, strategy_id, asset_id, connector_id, version, doc, deprecated_at, sunset_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[
        old.id,
        applicationId,
        old.kind === 'strategy' ? old.objectId : null,
        old.kind === 'asset' ? old.objectId : null,
      ],
      ...[old.connectorId, old.version, JSON.stringify(old.doc), old.deprecatedAt, old.sunsetAt, old.userId],
    ],
  )

const places = {
  strategy: { table: 'gateway_scope', column: 'strategy_id' },
  asset: { table: 'gateway_asset', column: 'asset_id' },
} as const

/** What is published of it now is the next one, without an end; where nothing is, nothing happens. */
export const turnVersion = (tx: Tx, applicationId: string, kind: Kind, objectId: string): Promise<number> =>
  tx.execute(
    `update ${places[kind].table} set version = version + 1, deprecated_at = null, sunset_at = null
      where tenant_id = app_tenant() and application_id = $1 and ${places[kind].column} = $2`,
    [applicationId, objectId],
  )

export interface LateCalls {
  readonly calls: number
  readonly last_called_at: string | null
}

/** Of one version, by the application, in the last 30 days. Calls that were kept before versions were are of the first. */
export async function countLateCalls(
  tx: Tx,
  applicationId: string,
  { kind, id, version }: { readonly kind: Kind; readonly id: string; readonly version: number },
): Promise<LateCalls> {
  const rows = await tx.query<LateCalls>(
    `select count(*)::int as calls, max(c.created_at) as last_called_at from gateway_call c
      where c.tenant_id = app_tenant() and c.application_id = $1 and c.created_at > now() - interval '30 days'
        and c.${places[kind].column} = $2 and coalesce(c.api_version, 1) = $3 and ${LET_IN}`,
    [applicationId, id, version],
  )
  return rows[0] ?? { calls: 0, last_called_at: null }
}

export interface VersionRow extends LateCalls {
  readonly kind: Kind
  readonly object_id: string
  readonly object_name: string
  readonly version: number
  readonly is_current: boolean
  readonly deprecated_at: string | null
  readonly sunset_at: string | null
  readonly has_ended: boolean
}

/** Of all that is and was published to the application; the newest of each first. */
export const listVersions = (tx: Tx, applicationId: string): Promise<VersionRow[]> =>
  tx.query<VersionRow>(
    `select x.kind, x.object_id, coalesce(s.name, t.name, '') as object_name, x.version, x.is_current, x.deprecated_at, x.sunset_at,
            coalesce(x.sunset_at <= clock_timestamp(), false) as has_ended, n.calls, n.last_called_at
       from (select 'strategy' as kind, strategy_id as object_id, version, true as is_current, deprecated_at, sunset_at
               from gateway_scope where tenant_id = app_tenant() and application_id = $1
              union all
             select 'asset', asset_id, version, true, deprecated_at, sunset_at
               from gateway_asset where tenant_id = app_tenant() and application_id = $1
              union all
             select case when strategy_id is null then 'asset' else 'strategy' end, coalesce(strategy_id, asset_id), version, false,
                    deprecated_at, sunset_at
               from gateway_old_version where tenant_id = app_tenant() and application_id = $1) x
       left join strategy s on s.tenant_id = app_tenant() and s.id = x.object_id and x.kind = 'strategy'
       left join api_asset t on t.tenant_id = app_tenant() and t.id = x.object_id and x.kind = 'asset'
       cross join lateral (
         select count(*)::int as calls, max(c.created_at) as last_called_at from gateway_call c
          where c.tenant_id = app_tenant() and c.application_id = $1 and c.created_at > now() - interval '30 days'
            and x.object_id = case x.kind when 'strategy' then c.strategy_id else c.asset_id end
            and coalesce(c.api_version, 1) = x.version and ${LET_IN}) n
      order by object_name, x.object_id, x.version desc limit 1000`,
    [applicationId],
  )

/** @returns 0: there is no such version */
export async function setDates(
  tx: Tx,
  applicationId: string,
  {
    kind,
    objectId,
    version,
    deprecatedAt,
    sunsetAt,
  }: {
    readonly kind: Kind
    readonly objectId: string
    readonly version: number
    readonly deprecatedAt: Date | null
    readonly sunsetAt: Date | null
  },
): Promise<number> {
  const values = [applicationId, objectId, version, deprecatedAt, sunsetAt]
  const { table, column } = places[kind]
  const set = (of: string) =>
    tx.execute(
      `update ${of} set deprecated_at = $4, sunset_at = $5
        where tenant_id = app_tenant() and application_id = $1 and ${column} = $2 and version = $3`,
      values,
    )
  // One that was replaced has an end.
  return (await set(table)) || (sunsetAt === null || deprecatedAt === null ? 0 : await set('gateway_old_version'))
}
