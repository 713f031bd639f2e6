import { recordStates } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** A stored record, and its place in the evidence. */
export interface RecordRow {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: number
  readonly error_code: string | null
  /** Quotes values of the row. */
  readonly error_message: string | null
  readonly target_key: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

const COLUMNS = `r.id, r.key, r.number, r.status, r.error_code, r.error_message, r.target_key, r.created_at, r.updated_at,
  r.page_id, r.page_at, r.ordinal`

// One short walk down the index for each state, then the newest of them all; finished ones that lie together come from blocks.
const NEWEST = `
  select found.* from (
    select each.* from unnest($2::smallint[]) as wanted(status)
    cross join lateral (
      select ${COLUMNS} from record_state r
       where r.tenant_id = app_tenant() and r.strategy_id = $1 and r.status = wanted.status and ($3::bigint is null or r.id < $3)
       order by r.id desc limit $4) each
    union all
    (select ${COLUMNS} from record_block b cross join lateral open_block(b) r
      where b.tenant_id = app_tenant() and b.strategy_id = $1 and ($3::bigint is null or b.first_id < $3)
        and ($3::bigint is null or r.id < $3)
      order by b.first_id desc, r.id desc limit $4)) found
  order by found.id desc limit $4`

export const listNewest = (tx: Tx, strategyId: string, below: string | null, limit: number): Promise<RecordRow[]> =>
  tx.query<RecordRow>(NEWEST, [strategyId, recordStates, below, limit])

// `ordinal >= 0` holds for every row; it is what the index is built under.
const BY_TIME = `
  select found.* from (
    (select ${COLUMNS} from record_state r
      where r.tenant_id = app_tenant() and r.strategy_id = $1 and r.ordinal >= 0
        and ($2::timestamptz is null or r.updated_at >= $2) and ($3::timestamptz is null or r.updated_at < $3)
        and r.updated_at <= coalesce($4::timestamptz, 'infinity')
        and ($4::timestamptz is null or (r.updated_at, r.id) < ($4, $5::bigint))
      order by r.updated_at desc, r.id desc limit $6)
    union all
    (select ${COLUMNS} from record_block b cross join lateral open_block(b) r
      where b.tenant_id = app_tenant() and b.strategy_id = $1
        and ($2::timestamptz is null or r.updated_at >= $2) and ($3::timestamptz is null or r.updated_at < $3)
        and b.created_at <= coalesce($4::timestamptz, 'infinity')
        and ($4::timestamptz is null or (b.created_at, r.id) < ($4, $5::bigint))
      order by b.created_at desc, r.id desc limit $6)) found
  order by found.updated_at desc, found.id desc limit $6`

interface TimeRange {
  readonly from: string | null
  readonly to: string | null
  readonly after: { readonly at: string; readonly id: string } | null
}

export const listByTime = (
  tx: Tx,
  strategyId: string,
  { from, to, after }: TimeRange,
  limit: number,
): Promise<RecordRow[]> =>
  tx.query<RecordRow>(BY_TIME, [strategyId, from, to, after?.at ?? null, after?.id ?? null, limit])

export const findByKey = (tx: Tx, strategyId: string, key: string): Promise<RecordRow[]> =>
  tx.query<RecordRow>(`select ${COLUMNS} from find_record_by_key($1, $2) r`, [strategyId, key])

export const listByKeys = (tx: Tx, strategyId: string, keys: readonly string[]): Promise<RecordRow[]> =>
  tx.query<RecordRow>(
    `select ${COLUMNS} from unnest($2::text[]) wanted (key) cross join lateral find_record_by_key($1, wanted.key) r`,
    [strategyId, keys],
  )

export const listByNumber = (
  tx: Tx,
  strategyId: string,
  number: string,
  below: string | null,
  limit: number,
): Promise<RecordRow[]> =>
  tx.query<RecordRow>(
    `select ${COLUMNS} from find_records_by_number($1, $2) r where ($3::bigint is null or r.id < $3) order by r.id desc limit $4`,
    [strategyId, number, below, limit],
  )

export async function findById(tx: Tx, strategyId: string, id: string): Promise<RecordRow | undefined> {
  return (await tx.query<RecordRow>(`select ${COLUMNS} from find_record_by_id($1, $2) r`, [strategyId, id]))[0]
}

/** The strategy as far as calls ask for it. */
interface StrategyRow {
  readonly status: 'draft' | 'stopped' | 'running'
  readonly platform_id: string | null
  readonly follows: boolean
  readonly inbox: string
  /** SourceConfig */
  readonly source: unknown
  readonly derived: unknown
  /** Another strategy reads the same inbox. */
  readonly is_shared: boolean
}

const INBOX = `coalesce(nullif(v.config #>> '{source,options,inbox}', ''), 'default')`

export async function findStrategy(tx: Tx, id: string): Promise<StrategyRow | undefined> {
  const rows = await tx.query<StrategyRow>(
    `select s.status, c.platform_id, coalesce((v.config #>> '{source,follow}')::boolean, false) as follows, ${INBOX} as inbox,
            v.config -> 'source' as source, v.config #> '{mapping,derived}' as derived,
            exists (select from strategy o
                      join strategy_version ov on ov.tenant_id = o.tenant_id and ov.strategy_id = o.id and ov.version = o.version
                      join connector oc on oc.tenant_id = o.tenant_id and oc.id = o.source_connector_id
                     where o.tenant_id = s.tenant_id and o.id <> s.id and oc.platform_id = c.platform_id
                       and ov.config #>> '{source,resource}' = v.config #>> '{source,resource}'
                       and coalesce(nullif(ov.config #>> '{source,options,inbox}', ''), 'default') = ${INBOX}) as is_shared
       from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       left join connector c on c.tenant_id = s.tenant_id and c.id = s.source_connector_id
      where s.tenant_id = app_tenant() and s.id = $1`,
    [id],
  )
  return rows[0]
}

/** What brought a record: the page that was read, and its run. */
interface SourceSide {
  readonly run_id: string
  readonly trigger: string
  readonly state: string
  readonly read_at: string
}

/** By record id. */
export async function listSources(
  tx: Tx,
  strategyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SourceSide>> {
  const rows = await tx.query<SourceSide & { readonly id: string }>(
    `select r.id, u.id as run_id, u.trigger, u.state, r.page_at as read_at
       from unnest($2::bigint[]) as wanted(id) cross join lateral find_record_by_id($1, wanted.id) r
       join run u on u.tenant_id = app_tenant() and u.id = r.run_id`,
    [strategyId, ids],
  )
  return new Map(rows.map(({ id, ...side }) => [id, side]))
}

/** What the target was last asked, and how that ended. What was sent and answered is not handed out, nor a message that quotes it. */
interface TargetSide {
  readonly run_id: string
  readonly attempt: number
  readonly status: number
  readonly at: string
  readonly error: { readonly code: string | null } | null
}

/** By record id. */
export async function listLastAttempts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, TargetSide>> {
  const rows = await tx.query<TargetSide & { readonly id: string }>(
    `select wanted.id, a.run_id, a.attempt, a.status, a.created_at as at,
            case when a.failure is null then null
                 else jsonb_build_object('code', a.failure ->> 'code') end as error
       from unnest($1::bigint[]) as wanted(id) cross join lateral (
         select t.run_id, t.attempt, t.status, t.created_at, t.failure from record_attempt t
          where t.tenant_id = app_tenant() and t.record_id = wanted.id order by t.id desc limit 1) a`,
    [ids],
  )
  return new Map(rows.map(({ id, ...side }) => [id, side]))
}
