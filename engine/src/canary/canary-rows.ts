import { CanaryCounts, type CanaryPlan, type CanaryReason, type CanaryState, Mapping } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { CanaryLimits } from './judge-canary.ts'

type Owner = { readonly tenantId: string; readonly strategyId: string }

export interface CanaryRow {
  readonly tenantId: string
  readonly id: string
  readonly strategyId: string
  readonly rehearsalId: string
  readonly baseVersion: number
  readonly version: number
  readonly share: number
  readonly state: CanaryState
  readonly promotes: boolean
  readonly limits: CanaryLimits
  readonly counts: CanaryCounts
  readonly aliveMs: number
}

interface Columns {
  readonly tenant_id: string
  readonly id: string
  readonly strategy_id: string
  readonly rehearsal_id: string
  readonly base_version: number
  readonly version: number
  readonly share: number
  readonly state: CanaryState
  readonly promotes: boolean
  readonly minutes: number | null
  readonly records: number | null
  readonly max_failed: number | null
  readonly max_failed_share: string | null
  readonly counts: unknown
  readonly alive_ms: number
}

const COLUMNS = `tenant_id, id, strategy_id, rehearsal_id, base_version, version, share, state, promotes, minutes, records,
  max_failed, max_failed_share, counts, extract(epoch from clock_timestamp() - started_at)::float8 * 1000 as alive_ms`

const toRow = (row: Columns): CanaryRow => ({
  tenantId: row.tenant_id,
  id: row.id,
  strategyId: row.strategy_id,
  rehearsalId: row.rehearsal_id,
  baseVersion: row.base_version,
  version: row.version,
  share: row.share,
  state: row.state,
  promotes: row.promotes,
  limits: {
    minutes: row.minutes,
    records: row.records,
    max_failed: row.max_failed,
    max_failed_share: row.max_failed_share === null ? null : Number(row.max_failed_share),
  },
  counts: CanaryCounts.parse(row.counts),
  aliveMs: row.alive_ms,
})

export interface NewCanary extends Owner {
  readonly id: string
  readonly rehearsalId: string
  readonly revision: number
  readonly baseVersion: number
  readonly version: number
  readonly plan: CanaryPlan
  readonly userId: string
}

export async function insertCanary(tx: Tx, made: NewCanary): Promise<void> {
  const { share, minutes, records, promotes, max_failed, max_failed_share } = made.plan
  await tx.execute(
    `insert into canary (tenant_id, id, strategy_id, rehearsal_id, revision, base_version, version, share, minutes, records,
       promotes, max_failed, max_failed_share, started_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      made.tenantId,
      made.id,
      made.strategyId,
      made.rehearsalId,
      made.revision,
      made.baseVersion,
      made.version,
      share,
      minutes,
      records,
      promotes,
      max_failed,
      max_failed_share,
      made.userId,
    ],
  )
}

export interface FoundCanary {
  readonly id: string
  readonly version: number
  /** Percent of the keys. */
  readonly share: number
}

/** What a run of this version goes by beside it. A promoted one goes on to the run's end: no key changes sides and back. */
export async function findCanary(tx: Tx, of: Owner & { readonly version: number }): Promise<FoundCanary | null> {
  const [row] = await tx.query<FoundCanary>(
    `select id, version, share from canary where tenant_id = $1 and strategy_id = $2 and base_version = $3
       and state <> 'rolledBack' order by started_at desc limit 1`,
    [of.tenantId, of.strategyId, of.version],
    { name: 'canary_find' },
  )
  return row ?? null
}

export async function readMapping(tx: Tx, { tenantId, strategyId }: Owner, version: number): Promise<Mapping> {
  const [row] = await tx.query<{ mapping: unknown }>(
    `select config -> 'mapping' as mapping from strategy_version where tenant_id = $1 and strategy_id = $2 and version = $3`,
    [tenantId, strategyId, version],
  )
  return Mapping.parse(row?.mapping)
}

/** By id, or the live one of a strategy; locked. */
export async function lockCanary(tx: Tx, tenantId: string, id: string): Promise<CanaryRow | null> {
  const [row] = await tx.query<Columns>(`select ${COLUMNS} from canary where tenant_id = $1 and id = $2 for update`, [
    tenantId,
    id,
  ])
  return row ? toRow(row) : null
}

/** Of all tenants; a snapshot, to be locked before anything follows from it. */
export const listRunning = async (tx: Tx): Promise<CanaryRow[]> =>
  (await tx.query<Columns>(`select ${COLUMNS} from canary where state = 'running' order by started_at limit 1000`)).map(
    toRow,
  )

const ADDED = (counts: string, delta: string): string =>
  `(select jsonb_object_agg(d.key, d.value::bigint + coalesce((${counts} ->> d.key)::bigint, 0)) from jsonb_each_text(${delta}) d)`

/** What records of a run became, by side; of the canary and of the run at once. After the run's checkpoint, as all who hold both. */
export async function addCounts(
  tx: Tx,
  of: { readonly tenantId: string; readonly canaryId: string; readonly runId: string },
  delta: CanaryCounts,
  isFirst: boolean,
): Promise<CanaryRow | null> {
  const [row] = await tx.query<Columns>(
    `with run as (insert into canary_run as c (tenant_id, canary_id, run_id, strategy_id, counts, is_whole)
       select tenant_id, id, $3, strategy_id, $4::jsonb, $5 from canary where tenant_id = $1 and id = $2
       on conflict (tenant_id, canary_id, run_id) do update set counts = ${ADDED('c.counts', 'excluded.counts')})
     update canary set counts = ${ADDED('counts', '$4::jsonb')} where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
    [of.tenantId, of.canaryId, of.runId, JSON.stringify(delta), isFirst],
    { name: 'canary_count' },
  )
  return row ? toRow(row) : null
}

/** null: it met nothing of the run. */
export async function readRunCounts(
  tx: Tx,
  of: { readonly tenantId: string; readonly canaryId: string; readonly runId: string },
): Promise<{ readonly counts: CanaryCounts; readonly isWhole: boolean } | null> {
  const [row] = await tx.query<{ counts: unknown; is_whole: boolean }>(
    'select counts, is_whole from canary_run where tenant_id = $1 and canary_id = $2 and run_id = $3',
    [of.tenantId, of.canaryId, of.runId],
  )
  return row ? { counts: CanaryCounts.parse(row.counts), isWhole: row.is_whole } : null
}

export const setCanaryState = (
  tx: Tx,
  { tenantId, id }: CanaryRow,
  to: { readonly state: CanaryState; readonly reason: CanaryReason | null; readonly userId: string | null },
): Promise<number> =>
  tx.execute(
    `update canary set state = $3, reason = $4, ended_by = $5,
       ready_at = case when $3 = 'ready' then clock_timestamp() else ready_at end,
       ended_at = case when $3 <> 'ready' then clock_timestamp() end
     where tenant_id = $1 and id = $2`,
    [tenantId, id, to.state, to.reason, to.userId],
  )

/** The tried version is the strategy's, and the draft is over. @returns false: another version is */
export async function publishCanary(tx: Tx, row: CanaryRow): Promise<boolean> {
  const values = [row.tenantId, row.strategyId]
  const moved = await tx.execute(
    `update strategy set version = $3, updated_at = now() where tenant_id = $1 and id = $2 and version = $4`,
    [...values, row.version, row.baseVersion],
  )
  if (moved === 0) return false
  await tx.execute(
    'update strategy_gate set parts = null, revision = revision + 1 where tenant_id = $1 and strategy_id = $2',
    values,
  )
  await tx.execute('update rehearsal set published_version = $3 where tenant_id = $1 and id = $2', [
    row.tenantId,
    row.rehearsalId,
    row.version,
  ])
  return true
}
