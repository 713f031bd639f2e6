import type { Tx } from '@sluice/db'

const LEASE_S = 120
/** Looks are made this often. */
const EVERY_S = 30
/** A look that is this late will not come by itself. */
const LATE_MINUTES = 5

/** Takes the right to look at the rules of all tenants; false: it is not due, or another process has it. */
export async function claimWatch(tx: Tx, holder: string): Promise<boolean> {
  const taken = await tx.execute(
    `update alert_watch set holder = $1, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}),
            started_at = clock_timestamp()
      where lease_until < clock_timestamp() and next_at <= clock_timestamp()`,
    [holder],
  )
  return taken > 0
}

/** Goes on holding it; false: another process has taken it meanwhile. */
export async function holdWatch(tx: Tx, holder: string): Promise<boolean> {
  const held = await tx.execute(
    `update alert_watch set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}) where holder = $1`,
    [holder],
  )
  return held > 0
}

/** A look that failed is no look: what waits for one sees that it is late. */
export async function releaseWatch(tx: Tx, holder: string, failure: string | null): Promise<{ wasAlarmed: boolean }> {
  const [row] = await tx.query<{ was_alarmed: boolean }>(
    `update alert_watch w set holder = null, lease_until = '-infinity', failure = $2,
            finished_at = case when $2::text is null then clock_timestamp() else w.finished_at end,
            next_at = case when $2::text is null then clock_timestamp() + make_interval(secs => ${EVERY_S}) else w.next_at end,
            alarmed_at = case when $2::text is null then null else w.alarmed_at end
       from alert_watch before where w.holder = $1 and before.singleton
     returning before.alarmed_at is not null and $2::text is null as was_alarmed`,
    [holder, failure],
  )
  return { wasAlarmed: row?.was_alarmed ?? false }
}

/** The one who finds that no look is made any more, once until looks are made again. */
export async function claimAlarm(tx: Tx): Promise<boolean> {
  const taken = await tx.execute(
    `update alert_watch set alarmed_at = clock_timestamp()
      where alarmed_at is null and next_at < clock_timestamp() - interval '${LATE_MINUTES} minutes'`,
  )
  return taken > 0
}

export async function readWatch(tx: Tx): Promise<{ at: string | null; is_late: boolean; failure: string | null }> {
  const [row] = await tx.query<{ at: string | null; is_late: boolean; failure: string | null }>(
    `select finished_at as at, failure,
            next_at < clock_timestamp() - interval '${LATE_MINUTES} minutes' as is_late from alert_watch`,
  )
  return row! // the migration puts the one row in
}

/** Tenants that have something to be looked at for: a rule, a subscription, an objective, a heartbeat, a daily test, an open event. */
export async function listWatched(tx: Tx): Promise<{ id: string; time_zone: string }[]> {
  return tx.query(
    `select t.id, t.time_zone from tenant t where t.status = 'active' and (
         exists (select from alert_rule r where r.tenant_id = t.id)
         or exists (select from alert_subscription s where s.tenant_id = t.id)
         or exists (select from strategy_objective o where o.tenant_id = t.id)
         or exists (select from alert_setting a where a.tenant_id = t.id
              and (a.heartbeat_url is not null or a.self_test_hour is not null))) order by t.id`,
  )
}
