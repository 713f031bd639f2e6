import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { ANEW, cancel, type JobRow, type WorkKind } from '@sluice/work'
import { DISCOVERY_CHANNEL } from '../sql/channels.ts'
import type { ConnectorPlace, Discovery, DiscoveryRequest } from './discoveries.ts'

/** Lists what a far system holds. */
export const discoveryKind: WorkKind = {
  name: 'discovery',
  table: 'discovery',
  key: ['connector_id', 'env'],
  columns: ['id', 'requested_by', 'phase', 'cursor', 'found', 'described', 'connector_version', 'listed_at'],
  order: 'requested_at',
  leaseMs: 20_000,
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}

/** A discovery in the hand of one process. */
export interface DiscoveryWork extends JobRow {
  readonly connector_id: string
  readonly env: string
  /** Of this round. */
  readonly id: string
  readonly requested_by: string | null
  readonly phase: 'list' | 'fields'
  readonly cursor: string | null
  readonly found: number
  readonly described: number
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

const AGAIN = `${ANEW}, requested_at = now(), phase = 'list', cursor = null, found = 0, described = 0, started_at = null,
  finished_at = null, connector_version = null`

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
       ${AGAIN} where not ${OPEN}`,
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
    `update discovery d set id = gen_random_uuid(), requested_by = null, ${AGAIN}
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
  cancel(
    tx,
    discoveryKind,
    `w.tenant_id = $1 and w.connector_id = $2
      and w.env = (select env from connector where tenant_id = $1 and id = $2)`,
    [tenantId, connectorId],
  )

/** The list is whole, or all of it that is kept. By whoever has noted its place in the same transaction. */
export const noteListed = (tx: Tx, of: DiscoveryWork, isCut: boolean): Promise<number> =>
  tx.execute(
    `update discovery set listed_at = clock_timestamp(), listed_version = connector_version, is_cut = $5,
       listed_ms = least(extract(epoch from clock_timestamp() - started_at) * 1000, 2e9)::int
      where tenant_id = $1 and connector_id = $2 and env = $3 and fence = $4`,
    [of.tenant_id, of.connector_id, of.env, of.fence, isCut],
  )
