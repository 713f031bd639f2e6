import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface CursorRow {
  readonly name: string
  readonly config: unknown
  readonly watermark: string | null
  readonly moved_at: string | null
  readonly remedy_at: string | null
  readonly deleted: number
}

export async function findCursor(tx: Tx, id: string): Promise<CursorRow | undefined> {
  const rows = await tx.query<CursorRow>(
    `select s.name, v.config, k.watermark, k.updated_at as moved_at, s.remedy_at,
            coalesce((select sum(count) from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id
                       and c.status = ${RecordState.deleted}), 0)::int as deleted
       from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       left join strategy_cursor k on k.tenant_id = s.tenant_id and k.strategy_id = s.id
      where s.tenant_id = app_tenant() and s.id = $1`,
    [id],
  )
  return rows[0]
}

/** The strategy's row is locked: a run cannot be requested, nor the strategy saved, before this transaction ends. */
export async function lockStrategyRow(tx: Tx, id: string): Promise<void> {
  await tx.query('select 1 from strategy where tenant_id = app_tenant() and id = $1 for update', [id])
}

export async function hasLiveRun(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from run where tenant_id = app_tenant() and strategy_id = $1 and state in ('queued', 'running', 'stopping')`,
    [id],
  )
  return rows.length > 0
}

export interface ChangeRow {
  readonly id: string
  readonly kind: 'edit' | 'reset' | 'source'
  readonly before: string | null
  readonly after: string | null
  readonly reason: string
  readonly changed_by: string | null
  readonly created_at: string
}

const HISTORY = 50

export const listChanges = (tx: Tx, id: string): Promise<ChangeRow[]> =>
  tx.query<ChangeRow>(
    `select c.id, c.kind, c.before, c.after, c.reason, u.username as changed_by, c.created_at
       from cursor_change c left join app_user u on u.tenant_id = c.tenant_id and u.id = c.changed_by
      where c.tenant_id = app_tenant() and c.strategy_id = $1 order by c.id desc limit ${HISTORY}`,
    [id],
  )

export interface CursorMove {
  readonly strategyId: string
  readonly kind: ChangeRow['kind']
  readonly before: string | null
  readonly after: string | null
  readonly reason: string
  readonly userId: string
}

/** Moves the cursor and writes its history. The fence grows, so that no holder of an ended run moves it after. */
export async function moveCursor(tx: Tx, move: CursorMove): Promise<void> {
  await tx.execute(
    `insert into strategy_cursor as c (strategy_id, watermark, fence) values ($1, $2, 1)
     on conflict (tenant_id, strategy_id) do update set watermark = excluded.watermark, fence = c.fence + 1, updated_at = now()`,
    [move.strategyId, move.after],
  )
  await tx.execute(
    'insert into cursor_change (strategy_id, kind, before, after, reason, changed_by) values ($1, $2, $3, $4, $5, $6)',
    [move.strategyId, move.kind, move.before, move.after, move.reason, move.userId],
  )
}

/** How far another source was read says nothing about this one. */
export async function forgetCursor(tx: Tx, strategyId: string, userId: string): Promise<void> {
  const [row] = await tx.query<{ watermark: string | null }>(
    'select watermark from strategy_cursor where tenant_id = app_tenant() and strategy_id = $1',
    [strategyId],
  )
  const before = row?.watermark ?? null
  if (before !== null) await moveCursor(tx, { strategyId, kind: 'source', before, after: null, reason: '', userId })
}

export interface RemedyRow {
  readonly runs: number
  readonly caught: number
  readonly last_at: string | null
}

export async function countRemedy(tx: Tx, id: string): Promise<RemedyRow> {
  const [row] = await tx.query<RemedyRow>(
    `select count(*)::int as runs, coalesce(sum((counts ->> 'fresh')::bigint), 0)::int as caught, max(created_at) as last_at
       from run where tenant_id = app_tenant() and strategy_id = $1 and trigger = 'remedy'`,
    [id],
  )
  return row ?? { runs: 0, caught: 0, last_at: null }
}

export interface ScanRow {
  readonly run_id: string
  readonly state: 'reading' | 'blocked' | 'done'
  readonly pass: number
  readonly known: number | null
  readonly vanished: number | null
  readonly unreadable: number
  readonly updated_at: string
}

export async function findScan(tx: Tx, id: string): Promise<ScanRow | null> {
  const [row] = await tx.query<ScanRow>(
    `select run_id, state, pass, known::int, vanished::int, unreadable::int, updated_at from key_scan
      where tenant_id = app_tenant() and strategy_id = $1 order by updated_at desc limit 1`,
    [id],
  )
  return row ?? null
}
