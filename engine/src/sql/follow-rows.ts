import type { FollowProgress, SourceLag } from '@sluice/connector-kit'
import { type FailureDetail, newId, type SourceConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Holder } from './run-rows.ts'

/** One beginning of following one source; its id names what the far system keeps for it. */
export interface FollowReader {
  readonly tenant_id: string
  readonly id: string
  readonly strategy_id: string
  readonly connector_id: string
  readonly state: 'following' | 'lost' | 'retired'
  readonly position: string | null
  readonly source: unknown
  readonly lag: SourceLag | null
  readonly failure: FailureDetail | null
}

const COLUMNS = 'tenant_id, id, strategy_id, connector_id, state, position, source, lag, failure'

type Owner = Pick<Holder, 'tenantId' | 'strategyId'>

/** The reader of this strategy and source, made where there is none; readers of its other sources are retired. */
export async function takeReader(tx: Tx, owner: Owner, source: SourceConfig, nowMs: number): Promise<FollowReader> {
  const place = [owner.tenantId, owner.strategyId, source.connector_id, source.resource]
  await tx.execute(
    `update follow_reader set state = 'retired', updated_at = now()
     where tenant_id = $1 and strategy_id = $2 and state <> 'retired' and (connector_id, resource) <> ($3::uuid, $4)`,
    place,
  )
  const [row] = await tx.query<FollowReader>(
    `insert into follow_reader (tenant_id, strategy_id, connector_id, resource, id, source) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, strategy_id, connector_id, resource) where state <> 'retired'
     do update set source = excluded.source returning ${COLUMNS}`,
    [...place, newId(nowMs), JSON.stringify(source)],
  )
  if (!row) throw new Error('taking a follow reader: no row came back')
  return row
}

/** The next run begins anew; what the far system keeps for the old beginning is forgotten there. */
export async function retireReaders(tx: Tx, owner: Owner): Promise<void> {
  await tx.execute(
    `update follow_reader set state = 'retired', updated_at = now() where tenant_id = $1 and strategy_id = $2`,
    [owner.tenantId, owner.strategyId],
  )
}

/** Only inside the transaction that lands the page and ends in the run's fence. */
export async function moveReader(
  tx: Tx,
  reader: FollowReader,
  position: string,
  progress: FollowProgress | undefined,
): Promise<void> {
  await tx.execute(
    `update follow_reader set position = $3, progress = coalesce($4, progress), updated_at = now()
     where tenant_id = $1 and id = $2`,
    [reader.tenant_id, reader.id, position, progress === undefined ? null : JSON.stringify(progress)],
    { name: 'follow_move' },
  )
}

export async function setReaderLag(tx: Tx, reader: FollowReader, lag: SourceLag): Promise<void> {
  await tx.execute('update follow_reader set lag = $3, lag_at = clock_timestamp() where tenant_id = $1 and id = $2', [
    reader.tenant_id,
    reader.id,
    JSON.stringify(lag),
  ])
}

/** `lost`: a person decides to read everything anew. */
export async function setReaderState(
  tx: Tx,
  reader: FollowReader,
  state: FollowReader['state'],
  failure: FailureDetail,
): Promise<void> {
  await tx.execute(
    `update follow_reader set state = $3, failure = $4, updated_at = clock_timestamp() where tenant_id = $1 and id = $2`,
    [reader.tenant_id, reader.id, state, JSON.stringify(failure)],
  )
}

export async function deleteReader(tx: Tx, reader: FollowReader): Promise<void> {
  await tx.execute('delete from follow_reader where tenant_id = $1 and id = $2', [reader.tenant_id, reader.id])
}

/** Whether anything is kept for this strategy at any far system. */
export async function hasReader(tx: Tx, { tenant_id, strategy_id }: FollowReader): Promise<boolean> {
  const rows = await tx.query('select 1 from follow_reader where tenant_id = $1 and strategy_id = $2 limit 1', [
    tenant_id,
    strategy_id,
  ])
  return rows.length > 0
}

/** Readers nobody follows with at this moment: left over (their strategy is gone or has another source), or at rest. */
export function claimIdleReaders(
  tx: Tx,
  askedBefore: string,
  limit: number,
): Promise<(FollowReader & { left_over: boolean })[]> {
  return tx.query(
    `with idle as (
       select r.tenant_id, r.id, (r.state = 'retired' or s.id is null) as left_over from follow_reader r
       left join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
       where (coalesce(r.lag_at, 'epoch') < $1::timestamptz
           or (r.failure is null and (r.state = 'retired' or s.id is null))) and (r.state <> 'lost' or s.id is null)
         and not exists (select 1 from run where run.tenant_id = r.tenant_id and run.strategy_id = r.strategy_id
                         and run.state in ('queued', 'running', 'stopping') and run.follow and r.state = 'following')
       order by r.lag_at nulls first limit $2 for update of r skip locked)
     update follow_reader r set lag_at = clock_timestamp() from idle
     where r.tenant_id = idle.tenant_id and r.id = idle.id
     returning ${COLUMNS.split(', ')
       .map(name => `r.${name}`)
       .join(', ')}, idle.left_over`,
    [askedBefore, limit],
  )
}

/** What a live run looks at between pages. */
export interface LiveFacts {
  readonly version: number
  readonly has_due: boolean
}

export async function readLiveFacts(tx: Tx, owner: Owner, nowIso: string): Promise<LiveFacts | null> {
  const [row] = await tx.query<LiveFacts>(
    `select s.version, exists (select 1 from record_state r where r.tenant_id = $1 and r.strategy_id = $2
         and r.retry_at <= $3::timestamptz and r.status in (4, 5, 6, 11))
       or exists (select 1 from record_state r where r.tenant_id = $1 and r.strategy_id = $2 and r.status = 0) as has_due
     from strategy s where s.tenant_id = $1 and s.id = $2`,
    [owner.tenantId, owner.strategyId, nowIso],
    { name: 'follow_facts' },
  )
  return row ?? null
}

/**
 * Running strategies that follow and have no live run. After failures the pause grows by four each, to an hour at most;
 * a reader that has lost its place waits for a person.
 */
export function findUnfollowed(tx: Tx, pauseMs: number, limit: number): Promise<{ tenant_id: string; id: string }[]> {
  return tx.query(
    `select s.tenant_id, s.id from strategy_version v
     join strategy s on s.tenant_id = v.tenant_id and s.id = v.strategy_id and s.version = v.version
     cross join lateral (
       select count(*) as failed, max(finished_at) as last from (
         select state, finished_at from run where run.tenant_id = s.tenant_id and run.strategy_id = s.id and run.follow
         order by created_at desc limit 6) recent
       where state = 'failed' and finished_at > clock_timestamp() - interval '12 hours') f
     where v.follow and s.status = 'running' and s.paused_at is null
       and not exists (select 1 from run where run.tenant_id = s.tenant_id and run.strategy_id = s.id
                       and run.state in ('queued', 'running', 'stopping'))
       and not exists (select 1 from follow_reader r where r.tenant_id = s.tenant_id and r.strategy_id = s.id
                       and r.state = 'lost' and r.connector_id = s.source_connector_id
                       and r.resource = v.config #>> '{source,resource}')
       and (f.failed = 0 or f.last < clock_timestamp() - least(interval '1 hour',
            make_interval(secs => $1::float8 / 1000 * power(4, f.failed - 1))))
     limit $2 for no key update of s skip locked`,
    [pauseMs, limit],
  )
}
