import { type ErrorCategory, type RecordState, recordStates } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import {
  RUN_WINDOW,
  SEARCH_BY_ERROR,
  SEARCH_BY_KEYS,
  SEARCH_BY_MANY_KEYS,
  SEARCH_BY_STATE,
  SEARCH_BY_TIME,
} from './search-sql.ts'

/** A row of record_state as it is shown, and its place in the evidence. */
export interface RecordRow {
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly target_key: string | null
  readonly retry_at: string | null
  readonly run_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

export interface RecordFilter {
  readonly strategyId: string
  /** null = every state. */
  readonly statuses: readonly RecordState[] | null
  readonly keys: readonly string[] | null
  readonly pattern: string | null
  readonly runId: string | null
  readonly errorCode: string | null
  /** Bounds of the last change. */
  readonly from: string | null
  readonly to: string | null
  /** Of a list by time: of this only what was changed since then. */
  readonly since?: string
  /** The last row shown; null = from the newest. */
  readonly after: RecordCursor | null
  readonly limit: number
}

/** Where a list goes on: `at` only in the list by time. */
export interface RecordCursor {
  readonly id: string
  readonly at: string | null
}

type Order = Pick<RecordFilter, 'keys' | 'from' | 'to' | 'runId' | 'errorCode'>

/** Newest change first where a time or a run is asked for, else newest record first. */
export const isByTime = ({ keys, from, to, runId }: Order): boolean =>
  keys === null && (from !== null || to !== null || runId !== null)

/** One look at the bounds of every block costs as much as some probes. */
const FEW_KEYS = 8

function choose(filter: Order): string {
  if (filter.keys !== null) return filter.keys.length > FEW_KEYS ? SEARCH_BY_MANY_KEYS : SEARCH_BY_KEYS
  if (isByTime(filter)) return SEARCH_BY_TIME
  return filter.errorCode === null ? SEARCH_BY_STATE : SEARCH_BY_ERROR
}

/** Statement and parameters of a search; its own function so that a test can look at the plan. */
export async function planSearch(tx: Tx, filter: RecordFilter): Promise<{ text: string; values: unknown[] }> {
  const text = choose(filter)
  const { from, to } = await narrow(tx, filter)
  const { strategyId, statuses, after, keys, pattern, runId, errorCode, limit } = filter
  const values = [strategyId, statuses ?? recordStates, after?.id ?? null, keys, pattern, runId, errorCode, from, to]
  return { text, values: [...values, limit, ...(text === SEARCH_BY_TIME ? [after?.at ?? null] : [])] }
}

/** A run's records lie within its time. */
async function narrow(tx: Tx, filter: RecordFilter): Promise<Pick<RecordFilter, 'from' | 'to'>> {
  const { runId, from, to, keys, since = null } = filter
  const [window] =
    runId === null || keys !== null ? [] : await tx.query<{ from: string; to: string }>(RUN_WINDOW, [runId])
  if (!window && since === null) return { from, to }
  const [given] = await tx.query<Pick<RecordFilter, 'from' | 'to'>>(
    'select greatest($1::timestamptz, $2::timestamptz, $5::timestamptz) as "from", least($3::timestamptz, $4::timestamptz) as "to"',
    [window?.from ?? null, from, window?.to ?? null, to, since],
  )
  return given ?? { from, to }
}

export async function searchRecords(tx: Tx, filter: RecordFilter): Promise<RecordRow[]> {
  const { text, values } = await planSearch(tx, filter)
  return tx.query<RecordRow>(text, values)
}

/** As many as the list would show, to `most`: the list itself is counted, so the two cannot differ. */
export async function countRecords(
  tx: Tx,
  filter: Omit<RecordFilter, 'after' | 'limit'>,
  most: number,
): Promise<{ readonly count: number; readonly is_more: boolean }> {
  const { text, values } = await planSearch(tx, { ...filter, after: null, limit: most + 1 })
  const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from (${text}) found`, values)
  const count = row?.count ?? 0
  return { count: Math.min(count, most), is_more: count > most }
}

export async function findStrategyName(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>(
    'select name from strategy where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return rows[0]?.name
}

export interface ConnectorName {
  readonly id: string
  readonly name: string
  readonly platform_id: string
}

export const findConnectorNames = (tx: Tx, ids: readonly string[]): Promise<ConnectorName[]> =>
  tx.query<ConnectorName>(
    'select id, name, platform_id from connector where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids],
  )

export interface SentRow {
  readonly record_id: string
  /** Exactly what was sent; null when no try of the record kept it. */
  readonly request: string | null
  readonly created_at: string
  readonly is_deleted: boolean
}

/** The last try of each record. */
export async function readSent(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, SentRow>> {
  const rows = await tx.query<SentRow>(
    `select r.id as record_id, a.request, coalesce(a.created_at, r.updated_at) as created_at, r.is_deleted
       from unnest($1::bigint[]) wanted(id)
       join record_state r on r.tenant_id = app_tenant() and r.id = wanted.id
       left join lateral (
         select request, created_at from record_attempt
          where tenant_id = app_tenant() and record_id = wanted.id order by id desc limit 1) a on true`,
    [ids],
  )
  return new Map(rows.map(row => [row.record_id, row]))
}

export interface CauseRow {
  readonly record_id: string
  readonly group_id: string
  readonly category: ErrorCategory
  readonly code: string
  readonly system: string | null
  readonly owner: string | null
}

/** What each of these records is in error for; those in none have no entry. */
export async function readCauses(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CauseRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<CauseRow>(
    `select r.id as record_id, g.id as group_id, g.category, g.code, c.name as system,
       coalesce(nullif(o.nickname, ''), o.username) as owner
       from unnest($1::bigint[]) wanted(id)
       join record_state r on r.tenant_id = app_tenant() and r.id = wanted.id
       join error_group g on g.tenant_id = app_tenant() and g.id = r.error_group
       join strategy s on s.tenant_id = app_tenant() and s.id = g.strategy_id
       left join connector c on c.tenant_id = app_tenant() and c.id = s.target_connector_id
       left join app_user o on o.tenant_id = app_tenant() and o.id = g.owner_id`,
    [ids],
  )
  return new Map(rows.map(row => [row.record_id, row]))
}

/** Before anything that is read from now on was changed; a minute for transactions under way. */
export async function readMoment(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ at: string }>(`select (clock_timestamp() - interval '1 minute')::text as at`)
  return row!.at // one row always
}
