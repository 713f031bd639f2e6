import type { Tx } from '@sluice/db'
import type { Holder } from './run-rows.ts'

/** A new scan; what earlier ones of the strategy left behind goes. */
export async function beginScan(tx: Tx, holder: Holder): Promise<void> {
  await tx.execute(
    `delete from scan_key where tenant_id = $1 and run_id in
       (select run_id from key_scan where tenant_id = $1 and strategy_id = $2)`,
    [holder.tenantId, holder.strategyId],
  )
  await tx.execute(
    `insert into key_scan (tenant_id, run_id, strategy_id, state) values ($1, $2, $3, 'reading')
     on conflict (tenant_id, run_id) do update set state = 'reading', pass = 1, unreadable = 0, updated_at = now()`,
    [holder.tenantId, holder.runId, holder.strategyId],
  )
}

/** A page read twice, because its cursor was lost with a process, adds nothing. */
export async function addScanKeys(
  tx: Tx,
  holder: Holder,
  pass: number,
  keys: readonly string[],
  unreadable: number,
): Promise<void> {
  await tx.execute(
    `insert into scan_key (tenant_id, run_id, key) select $1, $2, k from unnest($3::text[]) k on conflict do nothing`,
    [holder.tenantId, holder.runId, keys],
  )
  await tx.execute(
    `update key_scan set pass = $3, unreadable = unreadable + $4, updated_at = now() where tenant_id = $1 and run_id = $2`,
    [holder.tenantId, holder.runId, pass, unreadable],
  )
}

// What is marked as deleted already is gone for us too.
const VANISHED = `r.tenant_id = $1 and r.strategy_id = $3 and not r.is_deleted
  and not exists (select 1 from scan_key k where k.tenant_id = $1 and k.run_id = $2 and k.key = r.key)`

export interface ScanSize {
  readonly known: number
  readonly vanished: number
  readonly unreadable: number
}

export async function measureScan(tx: Tx, holder: Holder): Promise<ScanSize> {
  // never null: both are set here
  const [row] = await tx.query<{ known: string; vanished: string; unreadable: string }>(
    `update key_scan s set updated_at = now(),
       known = (select count(*) from record_state r where r.tenant_id = $1 and r.strategy_id = $3 and not r.is_deleted)
         + (select coalesce(sum(b.record_count), 0) from record_block b where b.tenant_id = $1 and b.strategy_id = $3),
       vanished = (select count(*) from stored_record r where ${VANISHED})
     where s.tenant_id = $1 and s.run_id = $2 returning known, vanished, unreadable`,
    [holder.tenantId, holder.runId, holder.strategyId],
  )
  if (!row) throw new Error('measuring a key scan: its row is missing')
  return { known: Number(row.known), vanished: Number(row.vanished), unreadable: Number(row.unreadable) }
}

export interface VanishedRow {
  readonly key: string
  readonly id: string
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

/** After `unfoldVanished`. */
export function findVanished(tx: Tx, holder: Holder, after: string, limit: number): Promise<VanishedRow[]> {
  return tx.query<VanishedRow>(
    `select r.key, r.id, r.page_id, r.page_at, r.ordinal from record_state r
     where ${VANISHED} and r.key > $4 order by r.key limit $5`,
    [holder.tenantId, holder.runId, holder.strategyId, after, limit],
  )
}

export async function closeScan(tx: Tx, holder: Holder, state: 'blocked' | 'done'): Promise<void> {
  await tx.execute('update key_scan set state = $3, updated_at = now() where tenant_id = $1 and run_id = $2', [
    holder.tenantId,
    holder.runId,
    state,
  ])
  await tx.execute('delete from scan_key where tenant_id = $1 and run_id = $2', [holder.tenantId, holder.runId])
}

/** What a run that groups found gone; `isHeld`: some of it waits for a person or for rows that are missing. */
export async function noteGone(
  tx: Tx,
  holder: Holder,
  gone: { readonly known: number; readonly vanished: number; readonly isHeld: boolean },
): Promise<void> {
  const { tenantId, runId, strategyId } = holder
  // What earlier runs held back is part of what this one found.
  await tx.execute(
    `delete from key_scan where tenant_id = $1 and strategy_id = $2 and ($4 = 0 or run_id <> $3) and ($4 > 0 or state = 'blocked')`,
    [tenantId, strategyId, runId, gone.vanished],
  )
  if (gone.vanished === 0) return
  await tx.execute(
    `insert into key_scan (tenant_id, run_id, strategy_id, state, known, vanished) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, run_id) do update
       set state = excluded.state, known = excluded.known, vanished = excluded.vanished, updated_at = now()`,
    [tenantId, runId, strategyId, gone.isHeld ? 'blocked' : 'done', gone.known, gone.vanished],
  )
}

/** How many documents a run left as they were although their rows are gone. */
export async function countHeld(tx: Tx, { tenantId, runId }: Holder): Promise<number> {
  const [row] = await tx.query<{ vanished: string }>(
    `select vanished from key_scan where tenant_id = $1 and run_id = $2 and state = 'blocked' and vanished is not null`,
    [tenantId, runId],
  )
  return Number(row?.vanished ?? 0)
}
