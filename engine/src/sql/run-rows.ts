import { Counts, type FailureDetail, type RunState, type RunTrigger, zeroCounts } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Trying } from '../account/tell-trouble.ts'
import type { Loss } from '../stage/page-result.ts'
import { afterRun } from './after-run.ts'
import { noticeRecordQuota, noticeRunEnd } from './notice-rows.ts'

/** Who may write for a run: the holder with the newest fence. */
export interface Holder {
  readonly tenantId: string
  readonly strategyId: string
  readonly runId: string
  readonly fence: string
}

/** Another holder has taken the run over, or the run has ended. The loser stops without a word. */
export class FencedError extends Error {}

export interface ClaimedRun extends Holder {
  readonly version: number
  readonly trigger: RunTrigger
  readonly state: RunState
  readonly counts: Counts
  readonly window: unknown
  readonly cursor: string | null
  readonly readComplete: boolean
  /** Stays and takes changes as they come. */
  readonly follow: boolean
  /** Taken over from a holder that died or handed it back. */
  readonly isResumed: boolean
  /** The process whose lease on it ended, dead or alive; null: nobody held it. */
  readonly lostBy: string | null
  /** In a row, before its first page. */
  readonly losses: readonly Loss[]
}

export interface Heartbeat {
  readonly id: string
  readonly fence: string
  readonly state: RunState
  /** The pool was stopped: the run is handed back and goes on when the pool does. */
  readonly is_paused: boolean
}

/** Says that these runs are alive, and learns which still are ours and which are asked to stop. */
export function beatRuns(tx: Tx, holders: readonly Holder[]): Promise<Heartbeat[]> {
  return tx.query<Heartbeat>(
    `update run r set updated_at = clock_timestamp()
     from json_to_recordset($1::json) as mine(tenant uuid, id uuid, fence bigint)
     where r.tenant_id = mine.tenant and r.id = mine.id and r.fence = mine.fence and r.state in ('running', 'stopping')
     returning r.id, r.fence, r.state, exists (
       select 1 from process_pool p where p.tenant_id = r.tenant_id and p.id = r.pool_id and p.state = 'stopped') as is_paused`,
    [JSON.stringify(holders.map(holder => ({ tenant: holder.tenantId, id: holder.runId, fence: holder.fence })))],
  )
}

/** Hands a run back: the next process need not wait for the lease to end. The fence grows, so that a heartbeat under way cannot take it again. */
export async function releaseRun(tx: Tx, holder: Holder): Promise<void> {
  await tx.execute(
    `update run set updated_at = 'epoch', holder_id = null, fence = fence + 1 where tenant_id = $1 and id = $2 and fence = $3`,
    [holder.tenantId, holder.runId, holder.fence],
  )
}

export interface Checkpoint {
  /** Added to the books; negative where records leave `pending`. */
  readonly delta: Partial<Counts>
  /** Where the source goes on; absent: unmoved. */
  readonly cursor?: string | null
  readonly readComplete?: boolean
}

export interface CheckpointState {
  readonly state: RunState
  readonly counts: Counts
}

/**
 * The last statement of each of a run's transactions: moves books and cursor, and is the fence. Books move by
 * difference because landing one page and settling another overlap on two connections. @throws FencedError
 */
export async function checkpoint(tx: Tx, holder: Holder, move: Checkpoint): Promise<CheckpointState> {
  const values = [holder.tenantId, holder.runId, holder.fence, ...checkpointValues(move)]
  const rows = await tx.query<CheckpointRow>(checkpointSql(4), values, { name: 'run_checkpoint' })
  return readCheckpoint(rows[0])
}

export interface CheckpointRow {
  readonly state: RunState
  readonly counts: unknown
}

/** Beside what a statement answers anyway: null where the run is no longer the caller's. */
export type JoinedCheckpoint = { readonly [Column in keyof CheckpointRow]: CheckpointRow[Column] | null }

/**
 * For statements that carry the checkpoint with them: $1 tenant, $2 run, $3 fence, then four from `first` on.
 * `only`: a further condition, beginning with `and`.
 */
export const checkpointSql = (first: number, only = ''): string => `update run set
  counts = (select jsonb_object_agg(d.key, d.value::bigint + coalesce((counts ->> d.key)::bigint, 0))
            from jsonb_each_text($${first}::jsonb) d),
  cursor = case when $${first + 1}::boolean then $${first + 2} else cursor end,
  read_complete = read_complete or $${first + 3}::boolean, updated_at = clock_timestamp()
  where tenant_id = $1 and id = $2 and fence = $3 and state in ('running', 'stopping') ${only} returning state, counts`

export const checkpointValues = (move: Checkpoint): readonly unknown[] => [
  JSON.stringify({ ...zeroCounts(), ...move.delta }),
  move.cursor !== undefined,
  move.cursor ?? null,
  move.readComplete ?? false,
]

/** @throws FencedError when the statement found no run to move */
export function readCheckpoint(row: JoinedCheckpoint | undefined): CheckpointState {
  if (!row?.state) throw new FencedError()
  return { state: row.state, counts: Counts.parse(row.counts) }
}

/** @throws FencedError */
export async function setRunWindow(tx: Tx, holder: Holder, window: object): Promise<void> {
  const touched = await tx.execute(
    `update run set "window" = $4 where tenant_id = $1 and id = $2 and fence = $3 and state in ('running', 'stopping')`,
    [holder.tenantId, holder.runId, holder.fence, JSON.stringify(window)],
  )
  if (touched === 0) throw new FencedError()
}

export interface RunEnd {
  readonly state: RunState
  readonly failure: FailureDetail | null
  readonly imbalance: string | null
  /** What is told of a run that left records behind, with the code of most of its failures. */
  readonly partial?: { readonly code: string; readonly text: string }
}

/**
 * Whoever changes a strategy and its run in one transaction locks the strategy first: a start or a stop by hand, the
 * scheduler, a run's end. In another order two of them wait for each other. New runs may refer to it meanwhile.
 */
export async function lockStrategyOf(tx: Tx, of: Pick<Holder, 'tenantId' | 'strategyId'>): Promise<void> {
  await tx.query('select 1 from strategy where tenant_id = $1 and id = $2 for no key update', [
    of.tenantId,
    of.strategyId,
  ])
}

/** Who has read the run in the same transaction has called `lockStrategyOf` before. @throws FencedError */
export async function endRun(tx: Tx, holder: Holder, end: RunEnd): Promise<void> {
  await lockStrategyOf(tx, holder)
  const touched = await tx.execute(
    `update run set state = $4, failure = $5, imbalance = $6, trying = null, finished_at = clock_timestamp(), updated_at = clock_timestamp()
     where tenant_id = $1 and id = $2 and fence = $3 and state in ('running', 'stopping')`,
    [
      holder.tenantId,
      holder.runId,
      holder.fence,
      end.state,
      end.failure === null ? null : JSON.stringify(end.failure),
      end.imbalance,
    ],
  )
  if (touched === 0) throw new FencedError()
  await afterRun(tx, holder.tenantId, holder.runId)
  await noticeRunEnd(tx, holder, end)
  await noticeRecordQuota(tx, holder.tenantId)
}

export interface RunAdapter {
  readonly role: 'source' | 'target'
  readonly id: string
  readonly name: string
  readonly version: number
  readonly level: string
  readonly kind: string
}

/** What one side of the run goes through; each once, however often it is opened. */
export const noteRunAdapter = (tx: Tx, of: Holder, adapter: RunAdapter): Promise<number> =>
  tx.execute(
    `update run set adapters = adapters || $4::jsonb
      where tenant_id = $1 and id = $2 and fence = $3 and not adapters @> $4::jsonb`,
    [of.tenantId, of.runId, of.fence, JSON.stringify([adapter])],
  )

export interface RunLine {
  readonly level: 'record' | 'notice' | 'success' | 'error' | 'fatal'
  /** English; the console translates by `code`. */
  readonly text: string
  readonly code: string
  readonly params?: Readonly<Record<string, string | number | null>>
}

/** What this run waits to try again, for whoever looks; null: nothing. */
export async function noteTrying(tx: Tx, holder: Holder, trying: Trying | null): Promise<void> {
  await tx.execute('update run set trying = $4 where tenant_id = $1 and id = $2 and fence = $3', [
    holder.tenantId,
    holder.runId,
    holder.fence,
    trying === null ? null : JSON.stringify(trying),
  ])
}

export async function addRunLine(
  tx: Tx,
  of: { readonly tenantId: string; readonly strategyId: string; readonly runId: string | null },
  line: RunLine,
): Promise<void> {
  await tx.execute(
    'insert into run_log (tenant_id, strategy_id, run_id, level, text, detail) values ($1, $2, $3, $4, $5, $6)',
    [
      of.tenantId,
      of.strategyId,
      of.runId,
      line.level,
      line.text,
      JSON.stringify({ code: line.code, params: line.params ?? {} }),
    ],
  )
}

/** When an earlier run read this very source to its end; of the newest that are kept. */
export async function findLastRead(
  tx: Tx,
  { tenantId, strategyId, runId, version }: ClaimedRun,
): Promise<string | null> {
  const [row] = await tx.query<{ at: string }>(
    `select to_char(r.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
       from (select version, finished_at from run
              where tenant_id = $1 and strategy_id = $2 and id <> $3 and read_complete and finished_at is not null
              order by created_at desc limit 50) r
       join strategy_version then_ on then_.tenant_id = $1 and then_.strategy_id = $2 and then_.version = r.version
       join strategy_version now_ on now_.tenant_id = $1 and now_.strategy_id = $2 and now_.version = $4
      where (then_.config #> '{source,connector_id}', then_.config #> '{source,resource}', then_.config #> '{source,options}')
            is not distinct from
            (now_.config #> '{source,connector_id}', now_.config #> '{source,resource}', now_.config #> '{source,options}')
      order by r.finished_at desc limit 1`,
    [tenantId, strategyId, runId, version],
  )
  return row?.at ?? null
}

/** Whether an earlier run of this version wrote something; of the newest that are kept. */
export async function hasWritten(tx: Tx, { tenantId, strategyId, runId, version }: ClaimedRun): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `select exists (select 1 from
         (select version, counts from run where tenant_id = $1 and strategy_id = $2 and id <> $3
            order by created_at desc limit 1000) r
       where version = $4 and coalesce((counts ->> 'written')::bigint, 0) > 0) as found`,
    [tenantId, strategyId, runId, version],
  )
  return row?.found === true
}
