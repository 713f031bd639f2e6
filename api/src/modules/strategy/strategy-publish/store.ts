import type { FailureDetail, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RehearsalKind } from '@sluice/engine'
import type { Rehearsal } from './contract.ts'

export interface RehearsalRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly base_version: number
  readonly revision: number
  readonly compares: Rehearsal['compares']
  readonly config: unknown
  readonly base_config: unknown
  readonly days: number
  readonly max_records: number
  readonly state: Rehearsal['state']
  readonly cancel: boolean
  readonly total: string | null
  readonly examined: string
  readonly summary: string | null
  readonly failure: FailureDetail | null
  readonly requested_by: string | null
  readonly created_at: string
  readonly finished_at: string | null
  readonly is_current: boolean
  readonly accepted_by: string | null
  readonly accepted_at: string | null
  readonly note: string
  readonly published_version: number | null
}

const SELECT = `select r.id, r.strategy_id, s.name as strategy_name, r.base_version, r.revision, r.compares, r.config, v.config as base_config,
    r.days, r.max_records, r.state, r.cancel, r.total, r.examined, r.summary, r.failure,
    coalesce(nullif(u.nickname, ''), u.username) as requested_by, r.created_at, r.finished_at,
    s.version = r.base_version and (r.compares is not null or g.parts is not null and g.revision = r.revision) as is_current,
    coalesce(nullif(a.nickname, ''), a.username) as accepted_by, r.accepted_at, r.note, r.published_version
  from rehearsal r
  join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
  join strategy_version v on v.tenant_id = r.tenant_id and v.strategy_id = r.strategy_id and v.version = r.base_version
  left join strategy_gate g on g.tenant_id = r.tenant_id and g.strategy_id = r.strategy_id
  left join app_user u on u.tenant_id = r.tenant_id and u.id = r.requested_by
  left join app_user a on a.tenant_id = r.tenant_id and a.id = r.accepted_by
 where r.tenant_id = app_tenant()`

export async function findRehearsal(tx: Tx, id: string): Promise<RehearsalRow | undefined> {
  return (await tx.query<RehearsalRow>(`${SELECT} and r.id = $1`, [id]))[0]
}

export const listRehearsals = (tx: Tx, strategyId: string, isComparison = false): Promise<RehearsalRow[]> =>
  tx.query<RehearsalRow>(
    `${SELECT} and r.strategy_id = $1 and (r.compares is null) = $2 order by r.created_at desc, r.id desc limit 20`,
    [strategyId, !isComparison],
  )

/** One of a strategy at a time, and one comparison. */
export async function isRehearsing(tx: Tx, strategyId: string, isComparison = false): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from rehearsal where tenant_id = app_tenant() and strategy_id = $1 and (compares is null) = $2
        and state in ('queued', 'running')`,
    [strategyId, !isComparison],
  )
  return rows.length > 0
}

/** The newest finished one of just this draft over just this version; whether somebody accepted it. */
export async function findFitting(
  tx: Tx,
  strategyId: string,
  fit: { readonly version: number; readonly revision: number },
): Promise<{ readonly id: string; readonly is_accepted: boolean } | undefined> {
  const rows = await tx.query<{ id: string; is_accepted: boolean }>(
    `select id, accepted_at is not null as is_accepted from rehearsal
      where tenant_id = app_tenant() and strategy_id = $1 and base_version = $2 and revision = $3 and compares is null
        and state = 'done'
      order by accepted_at desc nulls last, created_at desc limit 1`,
    [strategyId, fit.version, fit.revision],
  )
  return rows[0]
}

export const acceptRehearsal = (tx: Tx, id: string, userId: string, note: string): Promise<number> =>
  tx.execute(
    `update rehearsal set accepted_by = $2, accepted_at = now(), note = $3
      where tenant_id = app_tenant() and id = $1 and state = 'done'`,
    [id, userId, note],
  )

export const notePublished = (tx: Tx, id: string, version: number): Promise<number> =>
  tx.execute('update rehearsal set published_version = $2 where tenant_id = app_tenant() and id = $1', [id, version])

/** What a rehearsal went by and that is another now. */
export interface ChangedAsset {
  readonly id: string
  readonly name: string
  readonly username: string
  /** ISO. */
  readonly at: string
}

const MAP_IDS = `select distinct (l #>> '{}')::uuid as id from rehearsal r
  cross join lateral jsonb_path_query(r.config -> 'mapping', '$.**.map_id') l
 where r.tenant_id = app_tenant() and r.id = $1`

/** Value maps that its draft looks values up in. */
export const listChangedMaps = (tx: Tx, rehearsalId: string): Promise<ChangedAsset[]> =>
  tx.query<ChangedAsset>(
    `select m.id, m.name, c.username, c.created_at as at from rehearsal r
       join value_map m on m.tenant_id = r.tenant_id and m.id in (${MAP_IDS})
       join value_map_change c on c.tenant_id = m.tenant_id and c.map_id = m.id and c.version = m.version
      where r.tenant_id = app_tenant() and r.id = $1 and m.version > coalesce((r.maps ->> m.id::text)::int, 0)
      order by m.name`,
    [rehearsalId],
  )

/** Adapters in force of its draft. Interfaces are named with their version, and stay what they are. */
export const listChangedAdapters = (tx: Tx, rehearsalId: string): Promise<ChangedAsset[]> =>
  tx.query<ChangedAsset>(
    `with sides as (
       select r.adapters, r.created_at, e.side, substring(e.side ->> 'resource' from '^asset:([0-9a-f-]{36})@') as asset_id,
              substring(e.side ->> 'resource' from '@([0-9]{1,9})$') as asset_version
         from rehearsal r cross join lateral (values (r.config -> 'source'), (r.config -> 'target')) e(side)
        where r.tenant_id = app_tenant() and r.id = $1),
     used as (
       select d.adapters, d.created_at, coalesce(nullif(d.side #>> '{options,adapter}', ''),
                substring(d.side ->> 'resource' from '^sql:([0-9a-f-]{36})$'), nullif(av.doc ->> 'adapter', ''),
                nullif(p.template ->> 'adapter', '')) as adapter_id
         from sides d
         left join api_asset_version av on av.tenant_id = app_tenant() and av.asset_id::text = d.asset_id
           and av.version::text = d.asset_version
         left join connector c on c.tenant_id = app_tenant() and c.id::text = d.side ->> 'connector_id'
         left join platform p on p.tenant_id = app_tenant() and p.id::text = c.platform_id)
     select distinct a.id, a.name, a.updated_by as username, a.updated_at as at from used u
       join adapter a on a.tenant_id = app_tenant() and a.id::text = u.adapter_id
      where a.published_version::text is distinct from u.adapters ->> a.id::text and a.updated_at > u.created_at
      order by a.name`,
    [rehearsalId],
  )

export interface DifferenceRow {
  readonly record_id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly version: number
  readonly kind: RehearsalKind
  readonly fields: string
  readonly problems: string
}

export interface DifferenceFilter {
  readonly rehearsalId: string
  readonly kind: RehearsalKind | null
  readonly field: string | null
}

export const searchDifferences = (
  tx: Tx,
  { rehearsalId, kind, field }: DifferenceFilter,
  limit: number,
  offset: number,
): Promise<(DifferenceRow & { readonly total: string })[]> =>
  tx.query(
    `select record_id, key, number, status, version, kind, fields, problems, count(*) over () as total
       from rehearsal_difference
      where tenant_id = app_tenant() and rehearsal_id = $1 and ($2::text is null or kind = $2)
        and ($3::text is null or $3 = any (paths))
      order by ordinal limit $4 offset $5`,
    [rehearsalId, kind, field, limit, offset],
  )
