import {
  errorDataStates,
  type RecordState,
  type RunState,
  recordStandings,
  StrategyConfig,
  type StrategyState,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Strategy } from './contract.ts'

export interface StrategyListRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly group_name: string
  readonly remark: string
  readonly tags: readonly string[]
  readonly status: StrategyState
  readonly version: number
  readonly config: unknown
  readonly source_name: string | null
  readonly source_platform: string | null
  readonly target_name: string | null
  /** Where the side is an API asset. */
  readonly source_asset: string | null
  readonly target_asset: string | null
  readonly target_platform: string | null
  readonly next_run_at: string | null
  readonly last_run_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly record_total: string
  readonly waiting: string
  readonly errors: string
  readonly retrying: string
  readonly unknown: string
  readonly rejected: string
  readonly last_run_state: RunState | null
  readonly last_run_id: string | null
  readonly last_run_created_at: string | null
  readonly last_run_updated_at: string | null
  readonly is_paused: boolean
  readonly pending: string | null
  readonly imbalance: string | null
  readonly watermark: string | null
  readonly quote: Strategy['quote']
  readonly owner: Strategy['owner']
  /** Strategies that fit the filter. */
  readonly total: string
}

export interface StrategyFilter {
  readonly pattern: string | null
  readonly status: string | null
  readonly group: string | null
  readonly connectorId: string | null
  readonly sourcePlatform: string | null
  readonly targetPlatform: string | null
  /** Has one of them. */
  readonly tags: readonly string[] | null
  readonly hasErrors: boolean | null
  /** null: whoever owns it. */
  readonly ownerId: string | null
  readonly sort: string
  readonly limit: number
  readonly offset: number
}

const countOf = (states: readonly RecordState[]): string => `sum(count) filter (where status in (${states.join()}))`

const orders: Readonly<Record<string, string>> = {
  name: 's.name, s.id',
  '-name': 's.name desc, s.id',
  updated_at: 's.updated_at, s.id',
  '-updated_at': 's.updated_at desc, s.id',
  created_at: 's.created_at, s.id',
  '-created_at': 's.created_at desc, s.id',
  next_run_at: 's.next_run_at nulls last, s.id',
  '-last_run_at': 's.last_run_at desc nulls last, s.id',
}

/** The name of the API asset of a side, whose resource is `asset:<id>@<version>`. */
const assetOf = (side: 'source' | 'target'): string => `(select a.name from api_asset a
  where a.tenant_id = app_tenant() and a.id = substring(v.config #>> '{${side},resource}'
    from '^asset:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@')::uuid)`

/** Counts, last run and connectors are looked up for the rows of one page only: one statement, no row counted. */
const decorate = (chosen: string, order: string): string => `
  with chosen as (${chosen})
  select s.id, s.code, s.name, s.group_name, s.remark, s.tags, s.status, s.version, v.config,
         sc.name as source_name, sc.platform_id as source_platform, tc.name as target_name, tc.platform_id as target_platform,
         ${assetOf('source')} as source_asset, ${assetOf('target')} as target_asset,
         s.next_run_at, s.last_run_at, s.created_at, s.updated_at, s.total,
         coalesce(n.total, 0) as record_total, coalesce(n.waiting, 0) as waiting, coalesce(n.errors, 0) as errors,
         coalesce(n.retrying, 0) as retrying, coalesce(n.unknown, 0) as unknown, coalesce(p.rejected, 0) as rejected,
         r.state as last_run_state, r.id as last_run_id, r.created_at as last_run_created_at,
         r.updated_at as last_run_updated_at, r.imbalance, s.paused_at is not null as is_paused,
         case when r.state in ('queued', 'running', 'stopping') then r.counts ->> 'pending' end as pending, k.watermark,
         case when s.quote_id is not null then jsonb_build_object('strategy_id', s.quote_id, 'name', q.name,
           'version', s.quote_version, 'newest_version', q.version) end as quote,
         case when o.id is not null then jsonb_build_object('id', o.id, 'name', coalesce(nullif(o.nickname, ''), o.username)) end as owner
    from chosen s
    join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
    left join connector sc on sc.tenant_id = s.tenant_id and sc.id = s.source_connector_id
    left join connector tc on tc.tenant_id = s.tenant_id and tc.id = s.target_connector_id
    left join strategy q on q.tenant_id = s.tenant_id and q.id = s.quote_id
    left join app_user o on o.tenant_id = s.tenant_id and o.id = coalesce(s.owner_id, s.created_by)
    left join strategy_pulse p on p.tenant_id = s.tenant_id and p.strategy_id = s.id
    left join strategy_cursor k on k.tenant_id = s.tenant_id and k.strategy_id = s.id
    left join lateral (
      select sum(count) as total,
             ${countOf(recordStandings.waiting)} as waiting, ${countOf(errorDataStates)} as errors,
             ${countOf(recordStandings.retrying)} as retrying, ${countOf(recordStandings.unknown)} as unknown
        from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id) n on true
    left join lateral (
      select id, state, imbalance, counts, created_at, updated_at from run
       where tenant_id = s.tenant_id and strategy_id = s.id order by created_at desc limit 1) r on true
   order by ${order}`

const isOn = (side: 'source' | 'target', platform: string): string => `exists (
    select from connector c where c.tenant_id = s.tenant_id and c.id = s.${side}_connector_id and c.platform_id = ${platform})`

const WHERE = `
  s.tenant_id = app_tenant()
  and ($1::text is null or s.name ilike $1 or s.code ilike $1 or s.remark ilike $1)
  and ($2::text is null or s.status = $2)
  and ($3::text is null or s.group_name = $3)
  and ($4::uuid is null or s.source_connector_id = $4 or s.target_connector_id = $4)
  and ($5::boolean is null or $5 = exists (
    select 1 from record_count c
     where c.tenant_id = s.tenant_id and c.strategy_id = s.id and c.status in (${errorDataStates.join()}) and c.count > 0)
    or $5 and exists (
    select 1 from strategy_pulse p where p.tenant_id = s.tenant_id and p.strategy_id = s.id and p.rejected > 0))
  and ($6::uuid is null or coalesce(s.owner_id, s.created_by) = $6)
  and ($7::text is null or ${isOn('source', '$7')})
  and ($8::text is null or ${isOn('target', '$8')})
  and ($9::text[] is null or s.tags && $9)`

type Found = Omit<StrategyFilter, 'limit' | 'offset'>
const valuesOf = ({ pattern, status, group, connectorId, hasErrors, ownerId, tags, ...filter }: Found): unknown[] => [
  ...[pattern, status, group, connectorId, hasErrors, ownerId, filter.sourcePlatform, filter.targetPlatform, tags],
]

export function searchStrategies(tx: Tx, filter: StrategyFilter): Promise<StrategyListRow[]> {
  const order = orders[filter.sort] ?? 's.id'
  const chosen = `select s.*, count(*) over () as total from strategy s where ${WHERE} order by ${order} limit $10 offset $11`
  return tx.query(decorate(chosen, order), [...valuesOf(filter), filter.limit, filter.offset])
}

/** All that the filter finds, in the order of the list. */
export async function listStrategyIds(tx: Tx, filter: Found): Promise<string[]> {
  const text = `select s.id from strategy s where ${WHERE} order by ${orders[filter.sort] ?? 's.id'}`
  return (await tx.query<{ id: string }>(text, valuesOf(filter))).map(({ id }) => id)
}

const BY_IDS = decorate(
  'select s.*, 1::bigint as total from strategy s where s.tenant_id = app_tenant() and s.id = any($1::uuid[])',
  's.id',
)
export const findStrategies = (tx: Tx, ids: readonly string[]): Promise<StrategyListRow[]> => tx.query(BY_IDS, [ids])

export const findStrategy = async (tx: Tx, id: string): Promise<StrategyListRow | undefined> =>
  (await findStrategies(tx, [id]))[0]

export interface StrategyHead {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly group_name: string
  readonly remark: string
  readonly tags: readonly string[]
  readonly status: StrategyState
  readonly version: number
  readonly is_paused: boolean
}

const HEAD = `select id, code, name, group_name, remark, tags, status, version, paused_at is not null as is_paused
  from strategy where tenant_id = app_tenant()`

/** Locked until the transaction ends: the state that was read is the state that is changed. */
export async function lockStrategy(tx: Tx, id: string): Promise<StrategyHead | undefined> {
  return (await tx.query<StrategyHead>(`${HEAD} and id = $1 for update`, [id]))[0]
}

export async function findHead(tx: Tx, id: string): Promise<StrategyHead | undefined> {
  return (await tx.query<StrategyHead>(`${HEAD} and id = $1`, [id]))[0]
}

export const listLight = (tx: Tx): Promise<StrategyHead[]> =>
  tx.query<StrategyHead>(`${HEAD} order by name, id limit 10000`)

export async function listGroups(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ group_name: string }>(
    `select distinct group_name from strategy where tenant_id = app_tenant() and group_name <> '' order by 1 limit 1000`,
  )
  return rows.map(row => row.group_name)
}

export async function listTags(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ tag: string }>(
    'select distinct unnest(tags) as tag from strategy where tenant_id = app_tenant() order by 1 limit 1000',
  )
  return rows.map(row => row.tag)
}

export interface StrategyWrite {
  readonly id: string
  readonly name: string
  readonly group: string
  readonly remark: string
  readonly tags: readonly string[]
  readonly config: StrategyConfig
  readonly userId: string
}

/** A strategy as it was when another was made from it. */
export interface Quote {
  readonly id: string
  readonly version: number
}

export async function insertStrategy(
  tx: Tx,
  row: StrategyWrite & { readonly code: string; readonly quote: Quote | undefined },
): Promise<void> {
  await tx.execute(
    `insert into strategy (id, code, name, group_name, remark, source_connector_id, target_connector_id, created_by,
       quote_id, quote_version, tags)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.id,
      row.code,
      row.name,
      row.group,
      row.remark,
      row.config.source.connector_id,
      row.config.target.connector_id,
      row.userId,
      row.quote?.id ?? null,
      row.quote?.version ?? null,
      row.tags,
    ],
  )
  await insertVersion(tx, row, 1)
}

export async function saveStrategy(tx: Tx, row: StrategyWrite & { readonly clocks: Clocks }): Promise<number> {
  const version = await addVersion(tx, row)
  await tx.execute(
    `update strategy
        set name = $2, group_name = $3, remark = $4, source_connector_id = $5, target_connector_id = $6,
            version = $7, next_run_at = $8, remedy_at = $9, tags = $10, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [
      row.id,
      row.name,
      row.group,
      row.remark,
      row.config.source.connector_id,
      row.config.target.connector_id,
      version,
      row.clocks.nextRunAt,
      row.clocks.remedyAt,
      row.tags,
    ],
  )
  return version
}

/** Behind the newest one, published or tried by a canary; what is published stays. @returns its number */
export async function addVersion(tx: Tx, row: Pick<StrategyWrite, 'id' | 'config' | 'userId'>): Promise<number> {
  const [newest] = await tx.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from strategy_version where tenant_id = app_tenant() and strategy_id = $1',
    [row.id],
  )
  const version = (newest?.version ?? 0) + 1
  await insertVersion(tx, row, version)
  return version
}

async function insertVersion(
  tx: Tx,
  row: Pick<StrategyWrite, 'id' | 'config' | 'userId'>,
  version: number,
): Promise<void> {
  await tx.execute('insert into strategy_version (strategy_id, version, config, created_by) values ($1, $2, $3, $4)', [
    row.id,
    version,
    JSON.stringify(row.config),
    row.userId,
  ])
}

/** When each schedule of a strategy comes next. */
export interface Clocks {
  readonly nextRunAt: Date | null
  readonly remedyAt: Date | null
}

/** Starting and stopping also end a pause of the schedule. */
export async function setState(
  tx: Tx,
  id: string,
  status: StrategyState,
  clocks: Clocks,
  isPaused = false,
): Promise<void> {
  await tx.execute(
    `update strategy set status = $2, next_run_at = $3, remedy_at = $4, updated_at = now(),
            paused_at = case when $5 then coalesce(paused_at, now()) end
      where tenant_id = app_tenant() and id = $1`,
    [id, status, clocks.nextRunAt, clocks.remedyAt, isPaused],
  )
}

/** @returns whether there is such a user */
export async function setOwner(tx: Tx, id: string, ownerId: string): Promise<boolean> {
  const changed = await tx.execute(
    `update strategy set owner_id = $2, updated_at = now() where tenant_id = app_tenant() and id = $1
       and exists (select from app_user where tenant_id = app_tenant() and id = $2)`,
    [id, ownerId],
  )
  return changed > 0
}

/** How many strategies the tenant has, and how many it may have; null: any number. */
export async function readStrategyQuota(tx: Tx): Promise<{ readonly count: number; readonly quota: number | null }> {
  const [row] = await tx.query<{ count: number; quota: number | null }>(
    `select (select count(*)::int from strategy where tenant_id = app_tenant()) as count, strategies as quota
       from tenant_quota where tenant_id = app_tenant()`,
  )
  return row ?? { count: 0, quota: null }
}

/** What a version was saved with. */
export async function findConfig(tx: Tx, id: string, version: number): Promise<StrategyConfig> {
  const rows = await tx.query<{ config: unknown }>(
    'select config from strategy_version where tenant_id = app_tenant() and strategy_id = $1 and version = $2',
    [id, version],
  )
  return StrategyConfig.parse(rows[0]?.config)
}

/** Who saved a version, and when. */
export async function findSaver(
  tx: Tx,
  id: string,
  version: number,
): Promise<{ version: number; username: string; created_at: string } | undefined> {
  const rows = await tx.query<{ version: number; username: string; created_at: string }>(
    `select v.version, coalesce(nullif(u.nickname, ''), u.username, '') as username, v.created_at
       from strategy_version v left join app_user u on u.tenant_id = v.tenant_id and u.id = v.created_by
      where v.tenant_id = app_tenant() and v.strategy_id = $1 and v.version = $2`,
    [id, version],
  )
  return rows[0]
}

export async function findPlatforms(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; platform_id: string }>(
    'select id, platform_id from connector where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(row => [row.id, row.platform_id]))
}

export async function hasLiveRun(tx: Tx, strategyId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from run
      where tenant_id = app_tenant() and strategy_id = $1 and state in ('queued', 'running', 'stopping')`,
    [strategyId],
  )
  return rows.length > 0
}

// Tables that a strategy's row does not take along by itself: a foreign key on them would cost every write.
const OWNED = [
  'record_state',
  'record_block',
  'record_count',
  'record_attempt',
  'record_decision',
  'rejected_row',
  'run_log',
  'page',
  'strategy_tally',
] as const

export async function deleteStrategy(tx: Tx, id: string): Promise<void> {
  for (const table of OWNED) {
    await tx.execute(`delete from ${table} where tenant_id = app_tenant() and strategy_id = $1`, [id])
  }
  await tx.execute('delete from strategy where tenant_id = app_tenant() and id = $1', [id])
}
