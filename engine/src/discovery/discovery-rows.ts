import { type FailureDetail, newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { DISCOVERY_CHANNEL } from '../sql/channels.ts'
import type { ConnectorPlace, Discovery, DiscoveryRequest } from './discoveries.ts'

/** A discovery in the hand of one process. */
export interface Job {
  readonly tenant_id: string
  readonly connector_id: string
  readonly env: string
  readonly id: string
  readonly phase: 'list' | 'fields'
  readonly cursor: string | null
  readonly found: number
  readonly described: number
  readonly takes: number
  readonly connector_version: number | null
  /** null: nothing was ever listed to its end, so that what is found is no change. */
  readonly listed_at: string | null
}

const OPEN = `d.state in ('queued', 'running')`

/** A list is kept for fifty times as long as it took, so that large systems are asked rarely and small ones always anew. */
const STALE = `(d.listed_at is null or d.listed_version is distinct from c.version
   or d.listed_at < now() - greatest(interval '10 seconds', make_interval(secs => d.listed_ms / 20.0))
   or exists (select from api_asset a where a.tenant_id = c.tenant_id and a.platform_id = c.platform_id and a.updated_at > d.listed_at)
   or exists (select from adapter a where a.tenant_id = c.tenant_id and a.platform_id = c.platform_id and a.updated_at > d.listed_at))
  and (d.state not in ('failed', 'cancelled') or d.finished_at < now() - interval '30 seconds')`

const ANEW = `requested_at = now(), state = 'queued', phase = 'list', cursor = null, found = 0, described = 0, failure = null,
  cancel = false, holder = null, lease_until = '-infinity', takes = 0, started_at = null, finished_at = null,
  connector_version = null`

const JOINED = `from connector c join discovery d on d.tenant_id = c.tenant_id and d.connector_id = c.id and d.env = c.env
  where c.tenant_id = $1 and c.id = $2`

export async function readDiscovery(tx: Tx, { tenantId, connectorId }: ConnectorPlace): Promise<Discovery | null> {
  const [row] = await tx.query<Discovery>(
    `select d.state, d.phase, d.found, d.described, d.failure, d.cancel, d.requested_at, d.finished_at, d.listed_at,
       d.listed_ms, d.is_cut, not ${OPEN} and ${STALE} as is_stale ${JOINED}`,
    [tenantId, connectorId],
  )
  return row ?? null
}

export async function requestDiscovery(tx: Tx, request: DiscoveryRequest, nowMs: number): Promise<boolean> {
  const { tenantId, connectorId, userId, ifStale } = request
  const asked = await tx.execute(
    `insert into discovery as d (tenant_id, connector_id, env, id, requested_by)
     select c.tenant_id, c.id, c.env, $3, $4 from connector c where c.tenant_id = $1 and c.id = $2
       and (not $5::boolean or not exists (select ${JOINED} and not (${STALE})))
     on conflict (tenant_id, connector_id, env) do update set id = excluded.id, requested_by = excluded.requested_by,
       ${ANEW} where not ${OPEN}`,
    [tenantId, connectorId, newId(nowMs), userId, ifStale],
  )
  if (asked > 0) await tx.query('select pg_notify($1, $2)', [DISCOVERY_CHANNEL, ''])
  return asked > 0
}

/** Asked for in one go; the next ones follow an hour later. */
const MOST_AGAIN = 50

/** What started strategies live by is looked at once a day, so that a change is told before somebody looks. */
export async function requestDaily(tx: Tx): Promise<void> {
  const asked = await tx.execute(
    `update discovery d set id = gen_random_uuid(), requested_by = null, ${ANEW}
      where (d.tenant_id, d.connector_id, d.env) in (
        select d.tenant_id, d.connector_id, d.env from discovery d
          join connector c on c.tenant_id = d.tenant_id and c.id = d.connector_id and c.env = d.env
         where not ${OPEN} and d.finished_at < now() - interval '1 day' and exists (select from strategy s
           where s.tenant_id = c.tenant_id and s.status = 'running' and c.id in (s.source_connector_id, s.target_connector_id))
         order by d.finished_at limit ${MOST_AGAIN} for update of d skip locked)`,
  )
  if (asked > 0) await tx.query('select pg_notify($1, $2)', [DISCOVERY_CHANNEL, ''])
}

export const cancelDiscovery = (tx: Tx, { tenantId, connectorId }: ConnectorPlace): Promise<number> =>
  tx.execute(
    `update discovery d set cancel = true, state = case when d.state = 'queued' then 'cancelled' else d.state end,
       finished_at = case when d.state = 'queued' then now() end
      from connector c where d.tenant_id = $1 and d.connector_id = $2 and c.tenant_id = $1 and c.id = $2
       and d.env = c.env and ${OPEN}`,
    [tenantId, connectorId],
  )

const LEASE_S = 20

/** The oldest that waits, or whose holder has not been heard. */
export async function claimJob(tx: Tx, holder: string): Promise<Job | null> {
  const [job] = await tx.query<Job>(
    `update discovery d set state = 'running', holder = $1, takes = takes + 1,
       started_at = coalesce(started_at, clock_timestamp()),
       lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where (tenant_id, connector_id, env) = (select tenant_id, connector_id, env from discovery d
        where ${OPEN} and lease_until < clock_timestamp() order by requested_at limit 1 for update skip locked)
     returning tenant_id, connector_id, env, id, phase, cursor, found, described, takes, connector_version, listed_at`,
    [holder],
  )
  return job ?? null
}

const HELD = `tenant_id = $1 and connector_id = $2 and env = $3 and id = $4 and holder = $5 and state = 'running'`
const placeOf = (job: Job, holder: string): string[] => [job.tenant_id, job.connector_id, job.env, job.id, holder]

export interface Place {
  readonly phase: Job['phase']
  readonly cursor: string | null
  readonly found: number
  readonly described: number
}

/** Says how far it is, or only that it goes on. null: another process has it, or it is gone. */
export async function noteProgress(
  tx: Tx,
  job: Job,
  holder: string,
  place: Place | null,
): Promise<{ readonly cancel: boolean } | null> {
  const [row] = await tx.query<{ cancel: boolean }>(
    `update discovery set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
       ${place ? ', phase = $6, cursor = $7, found = $8, described = $9' : ''} where ${HELD} returning cancel`,
    [...placeOf(job, holder), ...(place ? [place.phase, place.cursor, place.found, place.described] : [])],
  )
  return row ?? null
}

/** Which parameters it lists with; other ones than before: it begins again. */
export const noteVersion = (tx: Tx, job: Job, holder: string, version: number): Promise<number> =>
  tx.execute(`update discovery set connector_version = $6 where ${HELD}`, [...placeOf(job, holder), version])

/** The list is whole, or all of it that is kept. */
export const noteListed = (tx: Tx, job: Job, holder: string, isCut: boolean): Promise<number> =>
  tx.execute(
    `update discovery set listed_at = clock_timestamp(), listed_version = connector_version, is_cut = $6,
       listed_ms = least(extract(epoch from clock_timestamp() - started_at) * 1000, 2e9)::int where ${HELD}`,
    [...placeOf(job, holder), isCut],
  )

export const endJob = (
  tx: Tx,
  job: Job,
  holder: string,
  end: { readonly state: 'done' | 'cancelled' } | { readonly state: 'failed'; readonly failure: FailureDetail },
): Promise<number> =>
  tx.execute(
    `update discovery set state = $6, failure = $7, holder = null, lease_until = '-infinity', finished_at = clock_timestamp()
      where ${HELD}`,
    [...placeOf(job, holder), end.state, end.state === 'failed' ? JSON.stringify(end.failure) : null],
  )

/** Handed back as it is, so that the next process need not wait for the lease to end. */
export const releaseJob = (tx: Tx, job: Job, holder: string): Promise<number> =>
  tx.execute(
    `update discovery set lease_until = '-infinity', holder = null, takes = takes - 1 where ${HELD}`,
    placeOf(job, holder),
  )
