import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { MOST_COUNTED } from './contract.ts'

export interface CountRow {
  readonly strategy_id: string
  readonly status: RecordState
  readonly count: number
}

/**
 * Counted where the list of records counts, so that figure and list cannot differ: a walk down the index by time that
 * ends after `MOST_COUNTED` rows. Counters of the hour could not tell: a record that changes again leaves its hour.
 */
export const COUNT_CHANGED = `
  select s.id as strategy_id, found.status, found.count
    from strategy s cross join lateral (
      select newest.status, count(*)::int as count from (
        select each.status from (
          (select r.status, r.updated_at from record_state r
            where r.tenant_id = app_tenant() and r.strategy_id = s.id and r.ordinal >= 0 and r.updated_at >= $2
            order by r.updated_at desc limit ${MOST_COUNTED + 1})
          union all
          (select ${RecordState.finished}::smallint, b.created_at
             from record_block b cross join lateral generate_series(1, b.record_count)
            where b.tenant_id = app_tenant() and b.strategy_id = s.id and b.created_at >= $2
            order by b.created_at desc limit ${MOST_COUNTED + 1})) each
         order by each.updated_at desc limit ${MOST_COUNTED + 1}) newest
       group by newest.status) found
   where s.tenant_id = app_tenant() and s.id = any ($1::uuid[])
   order by s.id, found.status`

export const countChanged = (tx: Tx, ids: readonly string[], from: string): Promise<CountRow[]> =>
  tx.query<CountRow>(COUNT_CHANGED, [ids, from])

export interface HourRow {
  readonly id: string
  readonly hour: string
  readonly read: string
  readonly written: string
  readonly failed: string
  readonly unknown: string
}

/** 24 rows of each strategy the caller sees, zeros where nothing moved. */
export const listHours = (tx: Tx, ids: readonly string[]): Promise<HourRow[]> =>
  tx.query<HourRow>(
    `select s.id, at.hour, coalesce(h.read, 0) as read, coalesce(h.written, 0) as written, coalesce(h.failed, 0) as failed,
            coalesce(h.unknown, 0) as unknown
       from strategy s
       cross join lateral (
         select date_bin('1 hour', now(), '2000-01-01T00:00:00Z') - make_interval(hours => n) as hour
           from generate_series(0, 23) n) at
       left join lateral (
         select sum(t.read) as read, sum(t.written) as written, sum(t.errors) as failed, sum(t.unknown) as unknown
           from strategy_tally t where t.tenant_id = s.tenant_id and t.strategy_id = s.id
            and t.at >= at.hour and t.at < at.hour + interval '1 hour') h on true
      where s.tenant_id = app_tenant() and s.id = any ($1::uuid[])
      order by s.id, at.hour`,
    [ids],
  )
