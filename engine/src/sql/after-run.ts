import type { Tx } from '@sluice/db'
import { RUN_CHANNEL, SCHEDULE_CHANNEL } from './channels.ts'

/**
 * What a run's end brings about, in the transaction that ends it: strategies that waited for it are looked at again,
 * those that run after its success get a wish, what it read counts for the month, and the strategy's next retry is
 * remembered, so that nobody has to look for it strategy by strategy.
 */
const AFTER = `
  with ended as (
    select r.tenant_id, r.strategy_id, r.state, coalesce((r.counts ->> 'fresh')::bigint, 0) as fresh
      from run r where r.tenant_id = $1 and r.id = $2),
  freed as (
    update run r set hold = null, look_at = null from ended e, strategy_link l
     where l.tenant_id = e.tenant_id and l.upstream_id = e.strategy_id and l.kind <> 'after'
       and r.tenant_id = l.tenant_id and r.strategy_id = l.strategy_id and r.state = 'queued' and r.hold is not null
    returning r.id),
  chained as (
    insert into run_wish (tenant_id, strategy_id, trigger)
    select l.tenant_id, l.strategy_id, 'chain' from ended e
      join strategy_link l on l.tenant_id = e.tenant_id and l.upstream_id = e.strategy_id and l.kind = 'after'
      join strategy s on s.tenant_id = l.tenant_id and s.id = l.strategy_id
     where e.state = 'succeeded' and s.status = 'running' and s.paused_at is null
    on conflict do nothing returning id),
  used as (
    insert into tenant_usage as u (tenant_id, month, records)
    select e.tenant_id, date_trunc('month', now() at time zone t.time_zone)::date, e.fresh
      from ended e join tenant t on t.id = e.tenant_id where e.fresh > 0
    on conflict (tenant_id, month) do update set records = u.records + excluded.records)
  update strategy s set last_run_at = clock_timestamp(), retry_at = (
      select min(d.retry_at) from record_state d
       where d.tenant_id = s.tenant_id and d.strategy_id = s.id and d.retry_at is not null)
    from ended e where s.tenant_id = e.tenant_id and s.id = e.strategy_id
  returning (select count(*) from freed)::int as freed,
    (select count(*) from chained)::int + (select count(*) from run_wish w
      where w.tenant_id = s.tenant_id and w.strategy_id = s.id)::int as wishes`

export async function afterRun(tx: Tx, tenantId: string, runId: string): Promise<void> {
  const values = [tenantId, runId]
  const [after] = await tx.query<{ freed: number; wishes: number }>(AFTER, values, { name: 'run_after' })
  if (after && after.freed > 0) await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, ''])
  if (after && after.wishes > 0) await tx.query('select pg_notify($1, $2)', [SCHEDULE_CHANNEL, ''])
}
