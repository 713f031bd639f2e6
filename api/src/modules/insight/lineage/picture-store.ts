import type { Tx } from '@sluice/db'

export interface Frames {
  readonly frames: readonly string[]
  readonly ends_at: string
  readonly time_zone: string
  readonly since: string | null
}

const ZONE = '(select z.time_zone from tenant z where z.id = app_tenant())'
const SINCE = `(select min(t.at) from strategy_tally t join strategy s on s.tenant_id = app_tenant() and s.id = t.strategy_id
  where t.tenant_id = app_tenant())`

/** Days begin where the tenant is; one has 23 hours, or 25, where clocks are set. The last frame may be under way. */
export async function readFrames(tx: Tx, day: string | null, days: number): Promise<Frames> {
  const [row] = await tx.query<Frames>(
    day === null
      ? `select array_agg(b.at order by b.at) as frames, now() as ends_at, ${ZONE} as time_zone, ${SINCE} as since
           from (select d at time zone ${ZONE} as at
                   from generate_series(date_trunc('day', now() at time zone ${ZONE}) - make_interval(days => $1::int - 1),
                                        date_trunc('day', now() at time zone ${ZONE}), interval '1 day') d) b`
      : `select coalesce(array_agg(h order by h), '{}') as frames,
                least(now(), ($1::date + 1)::timestamp at time zone ${ZONE}) as ends_at, ${ZONE} as time_zone, ${SINCE} as since
           from generate_series($1::date::timestamp at time zone ${ZONE},
                                least(now(), ($1::date + 1)::timestamp at time zone ${ZONE} - interval '1 second'),
                                interval '1 hour') h`,
    [day ?? days],
  )
  return row! // an aggregate has one row
}

export interface PictureEdge {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly target: string
}

/** Between the systems that they lead between now; the busiest of the time first. */
export const listEdges = (tx: Tx, from: string, most: number): Promise<PictureEdge[]> =>
  tx.query<PictureEdge>(
    `select s.id, s.name, s.source_connector_id as source, s.target_connector_id as target
       from strategy s
       left join lateral (select sum(written) as written from strategy_tally t
         where t.tenant_id = app_tenant() and t.strategy_id = s.id and t.at >= $1) t on true
      where s.tenant_id = app_tenant() and s.source_connector_id is not null and s.target_connector_id is not null
      order by coalesce(t.written, 0) desc, s.id limit $2`,
    [from, most],
  )

export interface MomentRow {
  readonly strategy_id: string
  readonly frame: number
  readonly read: string
  readonly written: string
  readonly errors: string
  readonly runs: number
  readonly failed_runs: number
}

/** @param starts beginnings of frames, oldest first */
export const listMoments = (
  tx: Tx,
  ids: readonly string[],
  starts: readonly string[],
  endsAt: string,
): Promise<MomentRow[]> =>
  tx.query<MomentRow>(
    `select t.strategy_id, (width_bucket(t.at, $2::timestamptz[]) - 1)::int as frame, sum(t.read)::bigint as read,
            sum(t.written)::bigint as written, sum(t.errors + t.unknown)::bigint as errors, sum(t.runs)::int as runs,
            sum(t.failed_runs)::int as failed_runs
       from strategy_tally t
      where t.tenant_id = app_tenant() and t.strategy_id = any($1::uuid[]) and t.at >= ($2::timestamptz[])[1] and t.at < $3
      group by 1, 2 order by 1, 2`,
    [ids, starts, endsAt],
  )

export interface PictureNode {
  readonly id: string
  readonly name: string
  readonly platform_id: string
}

export const listNodes = (tx: Tx, ids: readonly string[]): Promise<PictureNode[]> =>
  tx.query<PictureNode>(
    'select id, name, platform_id from connector where tenant_id = app_tenant() and id = any($1::uuid[]) order by name, id',
    [ids],
  )
