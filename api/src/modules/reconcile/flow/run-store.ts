import type { Tx } from '@sluice/db'
import { cancel, type JobRow, type WorkKind } from '@sluice/work'
import type { MatchRule, ReconRun, RunSummary } from './contract.ts'

/** A run under way begins anew when its process is lost: nothing of it is kept before its last step. */
export const reconKind: WorkKind = {
  name: 'reconciliation',
  table: 'recon_run',
  columns: ['flow_id', 'mode', 'period_from', 'period_to', 'rules', 'requested_by'],
  leaseMs: 60_000,
  counts: ['done'],
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}

/** Of a rule, with the name of what it says. */
interface RunRule {
  readonly rule: MatchRule
  readonly hash: string
  readonly right: number
  readonly wrong: number
}

export interface ReconWork extends JobRow {
  readonly id: string
  readonly flow_id: string
  readonly mode: ReconRun['mode']
  readonly period_from: string | null
  readonly period_to: string | null
  readonly rules: { readonly list: readonly RunRule[]; readonly in_transit_days: number; readonly as_of: string }
  readonly requested_by: string
}

export interface StoredRun {
  readonly id: string
  readonly flow_id: string
  readonly mode: ReconRun['mode']
  readonly state: ReconRun['state']
  readonly phase: ReconRun['phase']
  readonly period_from: string | null
  readonly period_to: string | null
  readonly done: string
  readonly summary: RunSummary | null
  readonly result_hash: string | null
  readonly requested_by: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly failure: unknown
}

const SELECT = `
  select r.id, r.flow_id, r.mode, r.state, r.phase, r.period_from, r.period_to, r.done, r.summary, r.result_hash,
         coalesce(nullif(u.nickname, ''), u.username) as requested_by, r.created_at, r.started_at, r.finished_at, r.failure
    from recon_run r left join app_user u on u.tenant_id = r.tenant_id and u.id = r.requested_by
   where r.tenant_id = app_tenant()`

export const listRuns = (
  tx: Tx,
  flowId: string,
  { mode, state }: { readonly mode?: ReconRun['mode'] | undefined; readonly state?: ReconRun['state'] | undefined },
): Promise<StoredRun[]> =>
  tx.query<StoredRun>(
    `${SELECT} and r.flow_id = $1 and ($2::text is null or r.mode = $2) and ($3::text is null or r.state = $3)
     order by r.created_at desc, r.id desc limit 50`,
    [flowId, mode ?? null, state ?? null],
  )

/** The rule of a run by its name. */
export async function findRunRule(tx: Tx, runId: string, rule: string): Promise<MatchRule | null> {
  const [row] = await tx.query<{ rules: ReconWork['rules'] }>(
    'select rules from recon_run where tenant_id = app_tenant() and id = $1',
    [runId],
  )
  return row?.rules.list.find(entry => entry.rule.id === rule)?.rule ?? null
}

export async function findRun(tx: Tx, id: string): Promise<StoredRun | undefined> {
  const [row] = await tx.query<StoredRun>(`${SELECT} and r.id = $1`, [id])
  return row
}

export interface NewRun
  extends Pick<ReconWork, 'id' | 'mode' | 'period_from' | 'period_to' | 'rules' | 'requested_by'> {
  readonly flow_id: string
}

/** @returns 0: a run of this flow waits or goes on. Two calls at once wait for each other. */
export async function queueRun(tx: Tx, run: NewRun): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('recon/' || $1, 0))`, [run.flow_id])
  return tx.execute(
    `insert into recon_run (id, flow_id, mode, period_from, period_to, rules, requested_by)
     select $1, $2, $3, $4, $5, $6, $7
      where not exists (select 1 from recon_run where tenant_id = app_tenant() and flow_id = $2 and state in ('queued', 'running'))`,
    [run.id, run.flow_id, run.mode, run.period_from, run.period_to, JSON.stringify(run.rules), run.requested_by],
  )
}

export const cancelRun = (tx: Tx, id: string): Promise<number> =>
  cancel(tx, reconKind, 'w.tenant_id = app_tenant() and w.id = $1', [id])
