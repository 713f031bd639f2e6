import { newId, type RunTrigger, zeroCounts } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { RUN_CHANNEL } from './channels.ts'

/** Columns of a strategy that hold the next slot of one of its schedules. */
export type SlotColumn = 'next_run_at' | 'remedy_at'

export interface DueStrategy {
  readonly tenant_id: string
  readonly id: string
  readonly slot_at: string
  /** Schedule of the contract, or as much of it as this column's schedule has. */
  readonly schedule: unknown
  readonly follow: boolean
}

const SCHEDULES: Readonly<Record<SlotColumn, string>> = {
  next_run_at: `v.config -> 'schedule'`,
  remedy_at: `v.config #> '{remedy,schedule}'`,
}

/**
 * Strategies whose slot has come; locked, so that of several schedulers one gets each. Not their keys: a run that a
 * person starts meanwhile refers to them, and each would wait for the other. Found before anything is joined to them:
 * with a million strategies that have no slot, the join read every version of them twice a second.
 */
export const claimDue = (tx: Tx, column: SlotColumn, now: string, limit: number): Promise<DueStrategy[]> =>
  // never null: a slot has come
  tx.query<DueStrategy>(
    `with due as materialized (
       select s.tenant_id, s.id, s.version, s.${column} as slot_at from strategy s
        where s.status = 'running' and s.paused_at is null and s.${column} <= $1::timestamptz
        order by s.${column} limit $2 for no key update of s skip locked)
     select due.tenant_id, due.id, due.slot_at, ${SCHEDULES[column]} as schedule, v.follow
       from due join strategy_version v on v.tenant_id = due.tenant_id and v.strategy_id = due.id and v.version = due.version
      order by due.slot_at`,
    [now, limit],
    { name: `due_${column}` },
  )

export interface NextSlot {
  readonly tenant_id: string
  readonly id: string
  readonly next: string | null
}

export async function moveSlots(tx: Tx, column: SlotColumn, next: readonly NextSlot[]): Promise<void> {
  await tx.execute(
    `update strategy s set ${column} = n.next from json_to_recordset($1::json) as n(tenant_id uuid, id uuid, next timestamptz)
     where s.tenant_id = n.tenant_id and s.id = n.id`,
    [JSON.stringify(next)],
    { name: `move_${column}` },
  )
}

export interface Wish {
  readonly tenant_id: string
  readonly strategy_id: string
  readonly trigger: RunTrigger
  readonly slot_at: string | null
}

export interface WishedRun extends Wish {
  /** It may start only then; null: at once. */
  readonly start_at?: string | null
}

/**
 * Queues a run for each wish, many in one statement; the answer holds those that could be made. The others have a live
 * run, or their slot has been fired before.
 */
export async function insertRuns(tx: Tx, wishes: readonly WishedRun[], nowMs: number): Promise<Wish[]> {
  if (wishes.length === 0) return []
  const made = await tx.query<Wish>(
    `insert into run (tenant_id, id, strategy_id, version, trigger, counts, slot_at, follow, hold, look_at)
     select w.tenant_id, w.run_id, w.strategy_id, s.version, w.trigger, $2, w.slot_at,
            w.trigger not in ('retry', 'remedy') and v.follow,
            case when w.start_at is not null
              then jsonb_build_object('code', 'wait.jitter', 'params', jsonb_build_object('until', w.start_text)) end, w.start_at
       from json_to_recordset($1::json) as w(tenant_id uuid, run_id uuid, strategy_id uuid, trigger text, slot_at timestamptz,
              start_at timestamptz, start_text text)
       join strategy s on s.tenant_id = w.tenant_id and s.id = w.strategy_id
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
     on conflict do nothing returning tenant_id, strategy_id, trigger, slot_at`,
    [
      JSON.stringify(wishes.map(wish => ({ ...wish, run_id: newId(nowMs), start_text: wish.start_at ?? null }))),
      JSON.stringify(zeroCounts()),
    ],
    { name: 'insert_runs' },
  )
  if (made.length > 0) await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, ''])
  return made
}

/** Wishes are kept once each. */
export async function insertWishes(tx: Tx, wishes: readonly Wish[]): Promise<void> {
  if (wishes.length === 0) return
  await tx.execute(
    `insert into run_wish (tenant_id, strategy_id, trigger, slot_at)
     select w.tenant_id, w.strategy_id, w.trigger, w.slot_at
       from json_to_recordset($1::json) as w(tenant_id uuid, strategy_id uuid, trigger text, slot_at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(wishes)],
  )
}

/**
 * Of strategies whose run could not be made: those whose slot has been fired before, and those that have a wish for a
 * scheduled run. All others met a live run; it may have ended since, so nobody asks whether it still lives.
 */
export async function findMet(
  tx: Tx,
  wishes: readonly Wish[],
): Promise<{ readonly fired: Set<string>; readonly wished: Set<string> }> {
  const rows = await tx.query<{ strategy_id: string; is_fired: boolean; is_wished: boolean }>(
    `select w.strategy_id,
       exists (select 1 from run r where r.tenant_id = w.tenant_id and r.strategy_id = w.strategy_id
               and r.trigger = w.trigger and r.slot_at = w.slot_at) as is_fired,
       exists (select 1 from run_wish o where o.tenant_id = w.tenant_id and o.strategy_id = w.strategy_id
               and o.trigger = 'schedule') as is_wished
     from json_to_recordset($1::json) as w(tenant_id uuid, strategy_id uuid, trigger text, slot_at timestamptz)`,
    [JSON.stringify(wishes)],
  )
  const pick = (test: (row: (typeof rows)[number]) => boolean): Set<string> =>
    new Set(rows.filter(test).map(row => row.strategy_id))
  return { fired: pick(row => row.is_fired), wished: pick(row => row.is_wished) }
}

/**
 * The oldest wish of each strategy that has no live run, taken out; locked, so that one scheduler gets each. With its
 * strategy: a person who stops that takes its wishes out too.
 */
export const takeWishes = (tx: Tx, limit: number): Promise<Wish[]> =>
  tx.query<Wish>(
    `with ready as (
       select w.tenant_id, w.id from run_wish w
         join strategy s on s.tenant_id = w.tenant_id and s.id = w.strategy_id
        where s.status = 'running' and s.paused_at is null
          and not exists (select 1 from run_wish o where o.tenant_id = w.tenant_id and o.strategy_id = w.strategy_id and o.id < w.id)
          and not exists (select 1 from run r where r.tenant_id = w.tenant_id and r.strategy_id = w.strategy_id
                          and r.state in ('queued', 'running', 'stopping'))
        order by w.id limit $1 for no key update of s skip locked for update of w skip locked)
     delete from run_wish w using ready where w.tenant_id = ready.tenant_id and w.id = ready.id
     returning w.tenant_id, w.strategy_id, w.trigger, w.slot_at`,
    [limit],
    { name: 'take_wishes' },
  )

/**
 * Running strategies with nothing live and a retry that is due. Every run's end remembers the earliest retry of its
 * strategy, so this walks one small index instead of asking each strategy's records.
 */
export const findDueRetries = (tx: Tx, now: string, limit: number): Promise<{ tenant_id: string; id: string }[]> =>
  tx.query(
    `select s.tenant_id, s.id from strategy s
      where s.status = 'running' and s.paused_at is null and s.retry_at <= $1::timestamptz
        and not exists (select 1 from run where run.tenant_id = s.tenant_id and run.strategy_id = s.id
                        and run.state in ('queued', 'running', 'stopping'))
      order by s.retry_at limit $2 for no key update of s skip locked`,
    [now, limit],
    { name: 'due_retries' },
  )

/** Queued runs that were put aside and are to be looked at again. */
export async function freeHeld(tx: Tx, now: string, limit: number): Promise<number> {
  const freed = await tx.execute(
    `update run r set hold = null, look_at = null from (
       select tenant_id, id from run where state = 'queued' and hold is not null and look_at <= $1::timestamptz
       order by look_at limit $2 for update skip locked) due
     where r.tenant_id = due.tenant_id and r.id = due.id`,
    [now, limit],
  )
  if (freed > 0) await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, ''])
  return freed
}

/** What the tenants with a storage quota hold: packed pages as they lie on disk, and about as much again per record. */
export const measureStorage = (tx: Tx): Promise<number> =>
  tx.execute(
    `update tenant_load o set measured_at = now(), stored_bytes =
       coalesce((select sum(200 + pg_column_size(p.body) + coalesce(pg_column_size(p.raw), 0) + coalesce(pg_column_size(p.result), 0))
                   from page p where p.tenant_id = o.tenant_id), 0)
       + 300 * coalesce((select sum(c.count) from record_count c where c.tenant_id = o.tenant_id), 0)
     where o.tenant_id = (
       select l.tenant_id from tenant_load l join tenant_quota q on q.tenant_id = l.tenant_id
        where q.storage_bytes is not null and l.measured_at < now() - interval '10 minutes'
        order by l.measured_at limit 1 for update of l skip locked)`,
  )
