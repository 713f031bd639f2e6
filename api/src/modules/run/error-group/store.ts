import type { ErrorCategory, ErrorGroupStatus, RecordState, SourceConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface GroupRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly strategy_group: string
  readonly category: ErrorCategory
  readonly code: string
  readonly field: string | null
  readonly sample: string
  readonly pattern: string
  readonly status: ErrorGroupStatus
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly open_count: number
  readonly ignored_count: number
  readonly seen_count: number
  readonly first_at: string
  readonly last_at: string
  readonly status_at: string | null
  readonly status_by: string | null
  /** Name of the connector that the records are written to; null: it is gone. */
  readonly system: string | null
}

export interface GroupFilter {
  readonly strategyId: string | null
  readonly strategyGroup: string | null
  readonly platformId: string | null
  readonly categories: readonly string[] | null
  readonly statuses: readonly string[] | null
  /** 'none', or the id of a user. */
  readonly owner: string | null
  readonly pattern: string | null
  readonly from: string | null
  readonly to: string | null
}

// The group's own count, and what has changed since it was folded in.
const COUNTED = `error_group g
  join strategy s on s.tenant_id = app_tenant() and s.id = g.strategy_id
  left join connector t on t.tenant_id = app_tenant() and t.id = s.target_connector_id
  left join app_user o on o.tenant_id = app_tenant() and o.id = g.owner_id
  left join app_user b on b.tenant_id = app_tenant() and b.id = g.status_by
  cross join lateral (select coalesce(sum(open_count), 0) as open, coalesce(sum(ignored_count), 0) as ignored
     from error_move where tenant_id = app_tenant() and group_id = g.id) m`

const NAME = `coalesce(nullif(%.nickname, ''), %.username)`
const nameOf = (alias: string): string => NAME.replaceAll('%', alias)

const COLUMNS = `g.id, g.strategy_id, s.name as strategy_name, s.group_name as strategy_group, g.category, g.code, g.field,
  g.sample, g.pattern, g.status, g.owner_id, ${nameOf('o')} as owner_name, (g.open_count + m.open)::int as open_count,
  (g.ignored_count + m.ignored)::int as ignored_count, g.seen_count::int as seen_count, g.first_at, g.last_at, g.status_at,
  ${nameOf('b')} as status_by, t.name as system`

/** $1 strategy, $2 its group, $3 platform, $4 categories, $5 statuses, $6 owner, $7 text, $8 from, $9 to. */
const WHERE = `g.tenant_id = app_tenant() and ($1::uuid is null or g.strategy_id = $1)
  and ($2::text is null or s.group_name = $2)
  and ($3::text is null or exists (select from connector c where c.tenant_id = app_tenant()
        and c.id in (s.source_connector_id, s.target_connector_id) and c.platform_id = $3))
  and ($4::text[] is null or g.category = any($4)) and ($5::text[] is null or g.status = any($5))
  and ($6::text is null or case when $6 = 'none' then g.owner_id is null else g.owner_id::text = $6 end)
  and ($7::text is null or g.sample ilike $7 or g.pattern ilike $7 or g.code ilike $7 or g.field ilike $7 or s.name ilike $7)
  and ($8::timestamptz is null or g.last_at >= $8) and ($9::timestamptz is null or g.last_at < $9)`

const valuesOf = (filter: GroupFilter): unknown[] => [
  filter.strategyId,
  filter.strategyGroup,
  filter.platformId,
  filter.categories,
  filter.statuses,
  filter.owner,
  filter.pattern,
  filter.from,
  filter.to,
]

const ORDERS: Readonly<Record<string, string>> = {
  last_at: 'g.last_at',
  '-last_at': 'g.last_at desc',
  first_at: 'g.first_at',
  '-first_at': 'g.first_at desc',
  count: 'open_count',
  '-count': 'open_count desc',
  strategy: 's.name',
  '-strategy': 's.name desc',
}

const orderOf = (sort: string): string => `order by ${ORDERS[sort] ?? 'g.last_at desc'}, g.id`

export const searchGroups = (
  tx: Tx,
  filter: GroupFilter,
  sort: string,
  limit: number,
  offset: number,
): Promise<(GroupRow & { readonly total: string })[]> =>
  tx.query(
    `select ${COLUMNS}, count(*) over () as total from ${COUNTED} where ${WHERE}
      ${orderOf(sort)} limit $10 offset $11`,
    [...valuesOf(filter), limit, offset],
  )

/** All that the filter finds, in the order of the list. */
export async function listGroupIds(tx: Tx, filter: GroupFilter, sort: string): Promise<string[]> {
  const text = `select ${COLUMNS} from ${COUNTED} where ${WHERE} ${orderOf(sort)}`
  return (await tx.query<{ id: string }>(`select id from (${text}) found`, valuesOf(filter))).map(({ id }) => id)
}

export const findGroups = (tx: Tx, ids: readonly string[]): Promise<GroupRow[]> =>
  tx.query<GroupRow>(
    `select ${COLUMNS} from ${COUNTED} where g.tenant_id = app_tenant() and g.id = any($1::uuid[]) order by g.id`,
    [ids],
  )

export const findGroup = async (tx: Tx, id: string): Promise<GroupRow | undefined> => (await findGroups(tx, [id]))[0]

export interface NewestRow {
  readonly group_id: string
  readonly id: string
  readonly key: string
  readonly number: string | null
}

/** The newest record of each group: one step down its index. */
export async function findNewest(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, NewestRow>> {
  const rows = await tx.query<NewestRow>(
    `select g.id as group_id, r.id, r.key, r.number from unnest($1::uuid[]) g(id)
      cross join lateral (select id, key, number from record_state
         where tenant_id = app_tenant() and error_group = g.id order by id desc limit 1) r`,
    [ids],
  )
  return new Map(rows.map(row => [row.group_id, row]))
}

export interface CategoryRow {
  readonly category: ErrorCategory
  readonly groups: number
  readonly records: number
}

export const sumCategories = (tx: Tx, filter: GroupFilter): Promise<CategoryRow[]> =>
  tx.query<CategoryRow>(
    `select g.category, count(*)::int as groups, sum(g.open_count + m.open)::int as records
       from ${COUNTED} where ${WHERE} group by g.category order by records desc, g.category`,
    valuesOf(filter),
  )

/** Steps without gaps, in the tenant's own days. */
export const readTrend = (
  tx: Tx,
  filter: GroupFilter,
  step: 'hour' | 'day',
  steps: number,
): Promise<{ at: string; count: number }[]> =>
  tx.query(
    `with zone as (select time_zone as tz from tenant where id = app_tenant()),
      steps as (select (date_trunc($10, now() at time zone tz) - n * ('1 ' || $10)::interval) at time zone tz as at
         from zone, generate_series(0, $11::int - 1) n),
      hits as (select date_trunc($10, h.hour at time zone tz) at time zone tz as at, sum(h.count) as count
         from zone, error_hour h join ${COUNTED} on g.tenant_id = app_tenant() and g.id = h.group_id
        where h.tenant_id = app_tenant() and h.hour >= (select min(at) from steps) and ${WHERE} group by 1)
     select s.at, coalesce(h.count, 0)::int as count from steps s left join hits h on h.at = s.at order by s.at`,
    [...valuesOf(filter), step, steps],
  )

export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly groups: readonly string[] | null
}

export const listPeople = (tx: Tx): Promise<PersonRow[]> =>
  tx.query<PersonRow>(
    `select u.id, ${nameOf('u')} as name, r.permissions, r.groups from app_user u
       join role r on r.tenant_id = app_tenant() and r.id = u.role_id
      where u.tenant_id = app_tenant() and u.status = 'active' order by 2`,
  )

export const setOwner = (tx: Tx, ids: readonly string[], userId: string | null): Promise<number> =>
  tx.execute(
    `update error_group set owner_id = $2, status = case when $2::uuid is not null and status = 'open' then 'progress'
        when $2::uuid is null and status = 'progress' then 'open' else status end
      where tenant_id = app_tenant() and id = any($1::uuid[])`,
    [ids, userId],
  )

export const setStatus = (tx: Tx, ids: readonly string[], status: string, userId: string): Promise<number> =>
  tx.execute(
    `update error_group set status = $2, status_at = now(), status_by = $3
      where tenant_id = app_tenant() and id = any($1::uuid[]) and status <> $2`,
    [ids, status, userId],
  )

export interface EndsRow {
  readonly source_id: string | null
  readonly source_name: string | null
  readonly target_id: string | null
  readonly target_name: string | null
  readonly config: {
    readonly mapping?: { readonly fields?: readonly unknown[]; readonly derived?: readonly unknown[] }
    readonly source?: Pick<SourceConfig, 'group' | 'vanished'>
  }
}

export async function findEnds(tx: Tx, strategyId: string): Promise<EndsRow | undefined> {
  const [row] = await tx.query<EndsRow>(
    `select s.source_connector_id as source_id, a.name as source_name, s.target_connector_id as target_id,
       b.name as target_name, v.config from strategy s
      join strategy_version v on v.tenant_id = app_tenant() and v.strategy_id = s.id and v.version = s.version
      left join connector a on a.tenant_id = app_tenant() and a.id = s.source_connector_id
      left join connector b on b.tenant_id = app_tenant() and b.id = s.target_connector_id
     where s.tenant_id = app_tenant() and s.id = $1`,
    [strategyId],
  )
  return row
}

export async function findMapName(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    'select name from value_map where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return row?.name
}

export interface MemberRow {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly error_message: string | null
  readonly retry_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface MemberFilter {
  readonly groupId: string
  readonly statuses: readonly RecordState[]
  readonly pattern: string | null
  /** Below this id. */
  readonly after: string | null
  readonly limit: number
}

/** One walk down the index of the group: any page of a million members takes the same time. */
export const searchMembers = (
  tx: Tx,
  { groupId, statuses, pattern, after, limit }: MemberFilter,
): Promise<MemberRow[]> =>
  tx.query<MemberRow>(
    `select id, key, number, status, attempts, error_message, retry_at, created_at, updated_at
       from record_state r
      where r.tenant_id = app_tenant() and r.error_group = $1 and ($4::bigint is null or r.id < $4)
        and r.status = any($2::smallint[])
        and ($3::text is null or r.key ilike $3 or r.number ilike $3 or r.error_message ilike $3)
      order by r.id desc limit $5`,
    [groupId, statuses, pattern, after, limit],
  )
