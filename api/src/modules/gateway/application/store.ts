import type { Tx } from '@sluice/db'
import type { Application, Certificate } from './contract.ts'

/** Heard by every gateway. */
const CHANGED = 'gateway_changed'

export interface ApplicationRow {
  readonly id: string
  readonly name: string
  readonly remark: string
  readonly app_key: string
  readonly state: Application['state']
  readonly is_enabled: boolean
  readonly expires_at: string | null
  readonly ip_allow: string[]
  readonly certificates: Certificate[]
  readonly certificate_use: Application['certificate_use']
  readonly plan_id: string | null
  readonly plan_name: string | null
  readonly rate_per_minute: number | null
  readonly burst: number | null
  readonly quota_per_day: string | null
  readonly quota_per_month: string | null
  readonly concurrency: number | null
  readonly body_policy: Application['body_policy']
  readonly body_days: number
  readonly limits: Application['limits']
  readonly owner: string | null
  readonly last_used_at: string | null
  readonly calls_today: string
  readonly calls_month: string
  readonly refused_today: string
  readonly scopes: Application['scopes']
  readonly maps: Application['maps']
  readonly assets: Application['assets']
  readonly secrets: Application['secrets']
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly total: string
}

const STATE = `case when not a.is_enabled then 'disabled' when a.expires_at <= now() then 'expired' else 'enabled' end`
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const SELECT = `
  select a.id, a.name, a.remark, a.app_key, ${STATE} as state, a.is_enabled, a.expires_at, a.ip_allow, a.certificates, a.certificate_use,
         a.plan_id, p.name as plan_name, a.rate_per_minute, a.burst, a.quota_per_day, a.quota_per_month, a.concurrency, a.body_policy, a.body_days,
         jsonb_build_object('rate_per_minute', coalesce(a.rate_per_minute, p.rate_per_minute), 'burst', coalesce(a.burst, p.burst),
           'quota_per_day', coalesce(a.quota_per_day, p.quota_per_day),
           'quota_per_month', coalesce(a.quota_per_month, p.quota_per_month),
           'concurrency', coalesce(a.concurrency, p.concurrency), 'priority', coalesce(p.priority, 'normal')) as limits,
         o.username as owner, a.last_used_at, coalesce(u.calls, 0) as calls_today,
         coalesce(u.refused, 0) as refused_today, m.calls as calls_month,
         coalesce((select jsonb_agg(jsonb_build_object('strategy_id', c.strategy_id, 'strategy_name', s.name,
                     'operations', c.operations, 'fields', c.fields,
                     'masks', c.masks, 'row_filter', c.row_filter, 'version', c.version, 'body_policy', c.body_policy) order by s.name)
            from gateway_scope c join strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
           where c.tenant_id = a.tenant_id and c.application_id = a.id), '[]') as scopes,
         coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name) order by v.name)
            from value_map v where v.tenant_id = a.tenant_id and v.id = any(a.map_ids)), '[]') as maps,
         coalesce((select jsonb_agg(jsonb_build_object('asset_id', g.asset_id, 'asset_name', s.name, 'connector_id', g.connector_id,
                     'connector_name', n.name, 'fields', g.fields, 'masks', g.masks, 'version', g.version, 'body_policy', g.body_policy) order by s.name, s.id)
            from gateway_asset g join api_asset s on s.tenant_id = g.tenant_id and s.id = g.asset_id
            join connector n on n.tenant_id = g.tenant_id and n.id = g.connector_id
           where g.tenant_id = a.tenant_id and g.application_id = a.id), '[]') as assets,
         coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'created_at', ${iso('k.created_at')},
                     'ends_at', ${iso('k.ends_at')}, 'last_used_at', ${iso('k.last_used_at')}) order by k.created_at desc)
            from gateway_secret k where k.tenant_id = a.tenant_id and k.application_id = a.id
             and (k.ends_at is null or k.ends_at > now())), '[]') as secrets,
         a.version, a.created_at, a.updated_at, count(*) over () as total
    from gateway_application a
    join tenant t on t.id = a.tenant_id
    left join gateway_plan p on p.tenant_id = a.tenant_id and p.id = a.plan_id
    left join app_user o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    left join gateway_usage u on u.tenant_id = a.tenant_id and u.application_id = a.id and u.day = (now() at time zone t.time_zone)::date
    cross join lateral (select coalesce(sum(g.calls), 0)::bigint as calls from gateway_usage g
                         where g.tenant_id = a.tenant_id and g.application_id = a.id
                           and g.day >= date_trunc('month', now() at time zone t.time_zone)::date) m
   where a.tenant_id = app_tenant()`

export interface ApplicationFilter {
  /** As `like` has it. */
  readonly pattern: string | null
  readonly state: Application['state'] | null
  readonly planId: string | null
  readonly sort: string
}

const orders: Readonly<Record<string, string>> = {
  name: 'lower(a.name)',
  created_at: 'a.created_at',
  last_used_at: `coalesce(a.last_used_at, '-infinity')`,
}

const orderOf = (sort: string): string =>
  `${orders[sort.replace('-', '')] ?? 'a.created_at'} ${sort.startsWith('-') ? 'desc' : 'asc'}, a.id`

export const listApplications = (
  tx: Tx,
  { pattern, state, planId, sort }: ApplicationFilter,
  /** null: all. */
  limit: number | null,
  offset: number,
): Promise<ApplicationRow[]> =>
  tx.query<ApplicationRow>(
    `${SELECT} and ($1::text is null or a.name ilike $1 or a.app_key ilike $1 or a.remark ilike $1)
       and ($2::text is null or ${STATE} = $2) and ($5::uuid is null or a.plan_id = $5)
      order by ${orderOf(sort)} limit $3 offset $4`,
    [pattern, state, limit, offset, planId],
  )

export async function findApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  return (await tx.query<ApplicationRow>(`${SELECT} and a.id = $1`, [id]))[0]
}

/** Nobody else changes it until the transaction ends. */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  await tx.query('select 1 from gateway_application where tenant_id = app_tenant() and id = $1 for update', [id])
  return findApplication(tx, id)
}

export interface Settings {
  readonly name: string
  readonly remark: string
  readonly expires_at: string | null
  readonly ip_allow: readonly string[]
  readonly plan_id: string | null
  readonly rate_per_minute: number | null
  readonly burst: number | null
  readonly quota_per_day: number | null
  readonly quota_per_month: number | null
  readonly concurrency: number | null
  readonly map_ids: readonly string[]
  readonly body_policy: Application['body_policy']
  readonly body_days: number
}

const valuesOf = (set: Settings): readonly unknown[] => [
  set.name,
  set.remark,
  set.expires_at,
  set.ip_allow,
  set.rate_per_minute,
  set.burst,
  set.quota_per_day,
  set.quota_per_month,
  set.concurrency,
  set.plan_id,
  set.map_ids,
  set.body_policy,
  set.body_days,
]

export const insertApplication = (
  tx: Tx,
  { id, appKey, userId }: { readonly id: string; readonly appKey: string; readonly userId: string },
  set: Settings,
): Promise<number> =>
  tx.execute(
    `insert into gateway_application (id, app_key, name, remark, expires_at, ip_allow, rate_per_minute, burst, quota_per_day,
       quota_per_month, concurrency, plan_id, map_ids, body_policy, body_days, owner_id, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $16)`,
    [id, appKey, ...valuesOf(set), userId],
  )

export const updateApplication = (tx: Tx, id: string, set: Settings, userId: string): Promise<number> =>
  tx.execute(
    `update gateway_application set name = $2, remark = $3, expires_at = $4, ip_allow = $5, rate_per_minute = $6, burst = $7,
       quota_per_day = $8, quota_per_month = $9, concurrency = $10, plan_id = $11, map_ids = $12, body_policy = $13, body_days = $14, updated_by = $15, updated_at = now(), version = version + 1
      where tenant_id = app_tenant() and id = $1`,
    [id, ...valuesOf(set), userId],
  )

export const setEnabled = (tx: Tx, id: string, isEnabled: boolean, userId: string): Promise<number> =>
  tx.execute(
    `update gateway_application set is_enabled = $2, updated_by = $3, updated_at = now(), version = version + 1
      where tenant_id = app_tenant() and id = $1`,
    [id, isEnabled, userId],
  )

export const setCertificates = (
  tx: Tx,
  id: string,
  { certificates, certificate_use }: Pick<Application, 'certificates' | 'certificate_use'>,
  userId: string,
): Promise<number> =>
  tx.execute(
    `update gateway_application set certificates = $2, certificate_use = $3, updated_by = $4, updated_at = now(), version = version + 1
      where tenant_id = app_tenant() and id = $1`,
    [id, JSON.stringify(certificates), certificate_use, userId],
  )

export const endTokens = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    'update gateway_application set token_epoch = token_epoch + 1 where tenant_id = app_tenant() and id = $1',
    [id],
  )

export const deleteApplication = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from gateway_application where tenant_id = app_tenant() and id = $1', [id])

/** Until the transaction ends it stays. */
export async function hasPlan(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query('select 1 from gateway_plan where tenant_id = app_tenant() and id = $1 for share', [id])
  return rows.length > 0
}

export async function countMaps(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.query('select 1 from value_map where tenant_id = app_tenant() and id = any($1::uuid[])', [ids])
  return rows.length
}

export interface ScopeInput {
  readonly strategy_id: string
  readonly operations: readonly string[]
  readonly fields: readonly string[]
  readonly masks: Readonly<Record<string, string>>
  readonly row_filter: readonly object[]
  readonly body_policy: Application['body_policy'] | null
}

/** Of what is published anew: a number that callers knew it by is not given twice. */
const nextVersion = (column: 'strategy_id' | 'asset_id', id: string): string =>
  `coalesce((select max(o.version) + 1 from gateway_old_version o
              where o.tenant_id = app_tenant() and o.application_id = $1 and o.${column} = ${id}), 1)`

/** In place of those that were. @returns how many there are now: a strategy that is not the tenant's has none. */
export async function replaceScopes(tx: Tx, id: string, scopes: readonly ScopeInput[]): Promise<number> {
  await tx.execute(
    'delete from gateway_scope where tenant_id = app_tenant() and application_id = $1 and not strategy_id = any($2::uuid[])',
    [id, scopes.map(each => each.strategy_id)],
  )
  if (scopes.length === 0) return 0
  return tx.execute(
    `insert into gateway_scope (application_id, strategy_id, version, operations, fields, masks, row_filter, body_policy)
     select $1, s.id, ${nextVersion('strategy_id', 's.id')}, array(select jsonb_array_elements_text(given.scope -> 'operations')),
            array(select jsonb_array_elements_text(given.scope -> 'fields')),
            given.scope -> 'masks', given.scope -> 'row_filter', given.scope ->> 'body_policy'
       from jsonb_array_elements($2::jsonb) given (scope)
       join strategy s on s.tenant_id = app_tenant() and s.id = (given.scope ->> 'strategy_id')::uuid
         on conflict (tenant_id, application_id, strategy_id) do update set operations = excluded.operations,
            fields = excluded.fields, masks = excluded.masks, row_filter = excluded.row_filter,
            body_policy = excluded.body_policy`,
    [id, JSON.stringify(scopes)],
  )
}

export interface AssetInput {
  readonly asset_id: string
  readonly connector_id: string
  readonly fields: readonly string[]
  readonly masks: Readonly<Record<string, string>>
  readonly body_policy: Application['body_policy'] | null
}

/**
 * In place of those that were. @returns how many there are now: one that writes, is the product's or another tenant's, or whose
 * connector is of another platform is none.
 */
export async function replaceAssets(tx: Tx, id: string, assets: readonly AssetInput[]): Promise<number> {
  await tx.execute(
    'delete from gateway_asset where tenant_id = app_tenant() and application_id = $1 and not asset_id = any($2::uuid[])',
    [id, assets.map(each => each.asset_id)],
  )
  if (assets.length === 0) return 0
  return tx.execute(
    `insert into gateway_asset (application_id, asset_id, connector_id, version, asset_version, fields, masks, body_policy)
     select $1, s.id, n.id, ${nextVersion('asset_id', 's.id')}, coalesce(s.published_version, s.version), array(select jsonb_array_elements_text(given.asset -> 'fields')), given.asset -> 'masks', given.asset ->> 'body_policy'
       from jsonb_array_elements($2::jsonb) given (asset)
       join api_asset s on s.tenant_id = app_tenant() and s.id = (given.asset ->> 'asset_id')::uuid and s.type = 'QUERY'
       join connector n on n.tenant_id = app_tenant() and n.id = (given.asset ->> 'connector_id')::uuid and n.platform_id = s.platform_id
         on conflict (tenant_id, application_id, asset_id) do update set connector_id = excluded.connector_id,
            asset_version = excluded.asset_version, fields = excluded.fields, masks = excluded.masks,
            body_policy = excluded.body_policy`,
    [id, JSON.stringify(assets)],
  )
}

export const insertSecret = (
  tx: Tx,
  secret: { readonly id: string; readonly applicationId: string; readonly sealed: string; readonly hash: Buffer },
): Promise<number> =>
  tx.execute('insert into gateway_secret (id, application_id, sealed, hash) values ($1, $2, $3, $4)', [
    secret.id,
    secret.applicationId,
    secret.sealed,
    secret.hash,
  ])

/** The newest counts so many hours more beside the next one; those before it are gone. */
export async function endSecrets(tx: Tx, applicationId: string, keepHours: number): Promise<void> {
  await tx.execute(
    `delete from gateway_secret where tenant_id = app_tenant() and application_id = $1
        and ($2 = 0 or id <> (select id from gateway_secret where tenant_id = app_tenant() and application_id = $1
                               order by created_at desc, id desc limit 1))`,
    [applicationId, keepHours],
  )
  await tx.execute(
    `update gateway_secret set ends_at = now() + make_interval(hours => $2)
      where tenant_id = app_tenant() and application_id = $1`,
    [applicationId, keepHours],
  )
}

/** From commit on every gateway reads this tenant's applications anew. */
export const tellChange = (tx: Tx): Promise<unknown> => tx.query('select pg_notify($1, app_tenant()::text)', [CHANGED])
