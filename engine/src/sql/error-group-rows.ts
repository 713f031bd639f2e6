import type { ErrorCategory } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { raiseNotice, settleNotices } from './notice-rows.ts'

interface Owner {
  readonly tenantId: string
  readonly strategyId: string
}

/** The root cause of a failure in one strategy. */
export interface Cause {
  /** Made of strategy and fingerprint: every process gives a cause the same id without asking. */
  readonly groupId: string
  readonly category: ErrorCategory
  readonly code: string
  readonly field: string | null
  /** The message without what differs from record to record. */
  readonly pattern: string
  readonly message: string
}

/** How often a cause was met: by records in error, and by records that a rule leaves out. */
export interface CauseCount {
  readonly cause: Cause
  readonly open: number
  readonly ignored: number
}

/**
 * A resolved group is opened by a new failure; an ignored one stays so. In the order of ids, so that two transactions
 * cannot wait for each other. The counts of records are kept by triggers, not here.
 */
const NOTE = `with given as (
    select * from json_to_recordset($3::json) as g(id uuid, category text, code text, field text, pattern text, sample text,
      open int, seen int) order by id),
  old as (select e.id, e.status from error_group e join given g on e.id = g.id where e.tenant_id = $1),
  noted as (
    insert into error_group as e (tenant_id, id, strategy_id, category, code, field, pattern, sample, seen_count)
    select $1, id, $2, category, code, field, pattern, sample, seen from given order by id
    on conflict (tenant_id, id) do update set sample = excluded.sample, last_at = now(),
      seen_count = e.seen_count + excluded.seen_count,
      status = case when e.status = 'resolved' and (select g.open from given g where g.id = e.id) > 0 then 'open' else e.status end,
      status_at = case when e.status = 'resolved' and (select g.open from given g where g.id = e.id) > 0 then now() else e.status_at end,
      status_by = case when e.status = 'resolved' and (select g.open from given g where g.id = e.id) > 0 then null else e.status_by end
    returning id),
  counted as (
    insert into error_hour as h (tenant_id, group_id, hour, count)
    select $1, id, date_trunc('hour', now()), seen from given order by id
    on conflict (tenant_id, group_id, hour) do update set count = h.count + excluded.count)
  select g.id, g.sample from noted n join given g on g.id = n.id left join old o on o.id = g.id
   where g.open > 0 and (o.status is null or o.status = 'resolved')`

/** Failures of records that have just been settled; a cause that is new, or was thought mended, is told. */
export async function noteCauses(tx: Tx, owner: Owner, counts: readonly CauseCount[]): Promise<void> {
  if (counts.length === 0) return
  const given = counts.map(({ cause: { groupId, message, ...cause }, open, ignored }) => ({
    id: groupId,
    ...cause,
    sample: message,
    open,
    seen: open + ignored,
  }))
  const found = await tx.query<{ id: string; sample: string }>(
    NOTE,
    [owner.tenantId, owner.strategyId, JSON.stringify(given)],
    { name: 'error_group_note' },
  )
  const [first] = found
  if (!first) return
  await raiseNotice(tx, {
    tenantId: owner.tenantId,
    kind: 'error.found',
    objectId: owner.strategyId,
    text: first.sample.slice(0, 500),
    params: { groups: found.length, group_id: first.id },
  })
}

/** Tenants that have something to fold, adopt or resolve. */
export const listMovedTenants = async (tx: Tx): Promise<string[]> =>
  (
    await tx.query<{ tenant_id: string }>(
      `select t.id as tenant_id from tenant t
        where exists (select from error_move m where m.tenant_id = t.id)
           or exists (select from record_state r where r.tenant_id = t.id and ${UNGROUPED})`,
    )
  ).map(row => row.tenant_id)

/** Records in error that belong to no group. A write that has begun carries a mark, not an error. */
export const UNGROUPED = `r.error_group is null and r.error_code is not null and r.status in (3, 4, 6, 9, 11)
  and r.error_code not in ('write.begun', 'record.unresolved')`

const FOLD_ROWS = 20_000

/**
 * Adds what changed to the groups' own counts. The groups are locked by a statement of its own: the next one then sees
 * every move of whoever held them, so that no group is called resolved over a failure that has just come.
 */
export async function foldMoves(tx: Tx, tenantId: string): Promise<number> {
  const groups = await tx.query<{ id: string }>(
    `select e.id from error_group e
      where e.tenant_id = $1 and e.id in (select distinct m.group_id from error_move m where m.tenant_id = $1)
      order by e.id limit 500 for update`,
    [tenantId],
  )
  const ids = groups.map(group => group.id)
  const folded = await tx.execute(
    `with taken as (select ctid from error_move where tenant_id = $1 and group_id = any($2::uuid[]) limit ${FOLD_ROWS}),
      gone as (delete from error_move m using taken t where m.ctid = t.ctid returning m.group_id, m.open_count, m.ignored_count),
      sums as (select group_id, sum(open_count) as open, sum(ignored_count) as ignored from gone group by group_id)
     update error_group e set open_count = e.open_count + s.open, ignored_count = e.ignored_count + s.ignored
       from sums s where e.tenant_id = $1 and e.id = s.group_id`,
    [tenantId, ids],
  )
  await resolveEmpty(tx, tenantId, ids)
  // What is left of groups that went with their strategy.
  await tx.execute(
    `delete from error_move m where m.tenant_id = $1
       and not exists (select from error_group e where e.tenant_id = $1 and e.id = m.group_id)`,
    [tenantId],
  )
  return folded
}

/**
 * A group without a record in error is over by itself: resolved, or ignored where records were left out. It may have
 * been empty, and resolved, while those that are left out now were tried again.
 */
async function resolveEmpty(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  const over = await tx.query<{ strategy_id: string }>(
    `update error_group e set status = case when e.ignored_count > 0 then 'ignored' else 'resolved' end,
       status_at = now(), status_by = null
      where e.tenant_id = $1 and e.id = any($2::uuid[]) and e.open_count = 0
        and (e.status in ('open', 'progress') or (e.status = 'resolved' and e.status_by is null and e.ignored_count > 0))
        and not exists (select from error_move m where m.tenant_id = $1 and m.group_id = e.id)
      returning e.strategy_id`,
    [tenantId, ids],
  )
  for (const strategyId of new Set(over.map(row => row.strategy_id)))
    await settleWhenClean(tx, { tenantId, strategyId })
}

/** Nobody needs to be told of errors of a strategy that has none left to look at. */
async function settleWhenClean(tx: Tx, { tenantId, strategyId }: Owner): Promise<void> {
  const [left] = await tx.query(
    `select 1 from error_group where tenant_id = $1 and strategy_id = $2 and status in ('open', 'progress') limit 1`,
    [tenantId, strategyId],
  )
  if (!left) await settleNotices(tx, tenantId, strategyId, ['error.found'])
}

const TREND_DAYS = 31

/** The trend reaches back a month. */
export const tidyHours = (tx: Tx): Promise<number> =>
  tx.execute(`delete from error_hour where hour < now() - make_interval(days => ${TREND_DAYS})`)
