import type { FailureDetail, RecordState, RetireKind, RunState, RunTrigger } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** A record with what its strategy reads from and writes to. */
export interface LifeRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly source_connector_id: string | null
  readonly target_connector_id: string | null
  /** What is read there. */
  readonly source_resource: string | null
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly error_message: string | null
  readonly target_key: string | null
  readonly retry_at: string | null
  readonly run_id: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
  readonly created_at: string
  readonly updated_at: string
}

const COLUMNS = `r.id, r.key, r.number, r.status, r.attempts, r.version, r.error_message, r.target_key, r.retry_at,
  r.run_id, r.page_id, r.page_at, r.ordinal, r.created_at, r.updated_at`
const STRATEGY = `s.id as strategy_id, s.name as strategy_name, s.source_connector_id, s.target_connector_id,
  (select v.config #>> '{source,resource}' from strategy_version v
    where v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version) as source_resource`

/** In the order of the ids; what is not there, or not the caller's to see, is left out. */
export const findRecords = (tx: Tx, strategyId: string, ids: readonly string[]): Promise<LifeRow[]> =>
  tx.query<LifeRow>(
    `select ${STRATEGY}, ${COLUMNS} from unnest($2::bigint[]) with ordinality wanted(id, at)
       cross join lateral find_record_by_id($1, wanted.id) r
       join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
      order by wanted.at`,
    [strategyId, ids],
  )

/** Lines of one document share its number; of each strategy so many of the newest are told. */
const OF_ONE_NUMBER = 5

/** By number, key and key at the target in every strategy the caller sees: three index probes each, no table is walked. */
export const FIND_BY_TEXTS = `
  select ${STRATEGY}, found.* from strategy s cross join lateral (
    select n.* from unnest($1::text[]) as wanted(text) cross join lateral (
      select ${COLUMNS} from find_records_by_number(s.id, wanted.text) r
       order by r.id desc limit ${OF_ONE_NUMBER}) n
    union
    select k.* from unnest($1::text[]) as wanted(text) cross join lateral (
      select ${COLUMNS} from find_record_by_key(s.id, wanted.text) r) k
    union
    select t.* from unnest($1::text[]) as wanted(text) cross join lateral (
      select ${COLUMNS} from find_records_by_target(s.id, wanted.text) r
       order by r.id desc limit ${OF_ONE_NUMBER}) t
  ) found
  where s.tenant_id = app_tenant()
  order by found.id limit 200`

export const findByTexts = (tx: Tx, texts: readonly string[]): Promise<LifeRow[]> =>
  tx.query<LifeRow>(FIND_BY_TEXTS, [texts])

export interface AttemptRow {
  readonly record_id: string
  readonly attempt: number
  readonly run_id: string
  readonly status: RecordState
  readonly version: number
  readonly failure: FailureDetail | null
  readonly created_at: string
}

/** So many of each kind are told of one record, the newest of them. */
export const EVENTS = 100

/** Without what was sent and answered: that is asked for with the record itself. */
export const listAttempts = (tx: Tx, ids: readonly string[]): Promise<AttemptRow[]> =>
  tx.query<AttemptRow>(
    `select a.* from unnest($1::bigint[]) as wanted(id) cross join lateral (
       select record_id, attempt, run_id, status, version, failure, created_at from record_attempt
        where tenant_id = app_tenant() and record_id = wanted.id order by id desc limit ${EVENTS}) a`,
    [ids],
  )

export interface DecisionRow {
  readonly record_id: string
  readonly user_name: string | null
  readonly decision: 'reprocess' | 'ignore' | 'confirmWritten' | RetireKind
  readonly from_status: RecordState
  readonly to_status: RecordState
  readonly created_at: string
}

export const listDecisions = (tx: Tx, ids: readonly string[]): Promise<DecisionRow[]> =>
  tx.query<DecisionRow>(
    `select d.record_id, coalesce(nullif(u.nickname, ''), u.username) as user_name, d.decision, d.from_status, d.to_status,
            d.created_at
       from unnest($1::bigint[]) as wanted(id) cross join lateral (
         select record_id, user_id, decision, from_status, to_status, created_at from record_decision
          where tenant_id = app_tenant() and record_id = wanted.id order by id desc limit ${EVENTS}) d
       left join app_user u on u.tenant_id = app_tenant() and u.id = d.user_id`,
    [ids],
  )

export interface RunOfRecord {
  readonly id: string
  readonly trigger: RunTrigger
  readonly state: RunState
}

export const listRuns = (tx: Tx, ids: readonly string[]): Promise<RunOfRecord[]> =>
  tx.query<RunOfRecord>('select id, trigger, state from run where tenant_id = app_tenant() and id = any($1::uuid[])', [
    ids,
  ])

export interface SavedVersion {
  readonly strategy_id: string
  readonly version: number
  readonly created_at: string
  readonly user_name: string | null
  readonly source_resource: string | null
  readonly target_resource: string | null
}

export interface VersionOf {
  readonly strategyId: string
  readonly version: number
}

/** Who saved a version and when, and what it reads and writes. */
export const listVersions = (tx: Tx, wanted: readonly VersionOf[]): Promise<SavedVersion[]> =>
  tx.query<SavedVersion>(
    `select v.strategy_id, v.version, v.created_at, coalesce(nullif(u.nickname, ''), u.username) as user_name,
            v.config #>> '{source,resource}' as source_resource, v.config #>> '{target,resource}' as target_resource
       from unnest($1::uuid[], $2::int[]) as wanted(id, version)
       join strategy_version v
         on v.tenant_id = app_tenant() and v.strategy_id = wanted.id and v.version = wanted.version
       left join app_user u on u.tenant_id = app_tenant() and u.id = v.created_by`,
    [wanted.map(({ strategyId }) => strategyId), wanted.map(({ version }) => version)],
  )

export interface PageOfRecord {
  readonly id: string
  readonly request: string | null
}

/** How the pages were asked for; a page that was cleaned up gives no row. */
export const listPages = (
  tx: Tx,
  pages: readonly { readonly id: string; readonly at: string }[],
): Promise<PageOfRecord[]> =>
  tx.query<PageOfRecord>(
    `select p.id, left(p.request, 2000) as request from unnest($1::bigint[], $2::timestamptz[]) as wanted(id, at)
      cross join lateral (
        select id, request from page where tenant_id = app_tenant() and id = wanted.id and created_at = wanted.at limit 1) p`,
    [pages.map(({ id }) => id), pages.map(({ at }) => at)],
  )

export interface ConnectorOfRecord {
  readonly id: string
  readonly name: string
  readonly platform_id: string
}

export const listConnectors = (tx: Tx, ids: readonly string[]): Promise<ConnectorOfRecord[]> =>
  tx.query<ConnectorOfRecord>(
    'select id, name, platform_id from connector where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )
