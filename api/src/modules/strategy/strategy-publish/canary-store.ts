import { CanaryCounts, type CanaryReason, type CanaryState, RecordState, sumSide } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Canary } from './contract.ts'

export interface CanaryRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly base_version: number
  readonly version: number
  readonly revision: number
  readonly share: number
  readonly minutes: number | null
  readonly records: number | null
  readonly promotes: boolean
  readonly max_failed: number | null
  readonly max_failed_share: string | null
  readonly state: CanaryState
  readonly reason: CanaryReason | null
  readonly counts: unknown
  readonly open_failed: number
  readonly started_by: string | null
  readonly started_at: string
  readonly ready_at: string | null
  readonly ended_by: string | null
  readonly ended_at: string | null
}

/** In error, or to be tried again. An unknown write is settled by a person, never repeated. */
const FAILED = [RecordState.error, RecordState.negativeStock, RecordState.masterDataError, RecordState.retrying].join()
const FAILED_BY = `select id from record_state f where f.tenant_id = c.tenant_id and f.strategy_id = c.strategy_id
  and f.version = c.version and f.status in (${FAILED})`

const SELECT = `select c.id, c.strategy_id, s.name as strategy_name, c.base_version, c.version, c.revision, c.share, c.minutes,
    c.records, c.promotes, c.max_failed, c.max_failed_share, c.state, c.reason, c.counts,
    case when c.state = 'rolledBack' then (select count(*)::int from (${FAILED_BY}) f) else 0 end as open_failed,
    coalesce(nullif(u.nickname, ''), u.username) as started_by, c.started_at, c.ready_at,
    coalesce(nullif(e.nickname, ''), e.username) as ended_by, c.ended_at
  from canary c
  join strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
  left join app_user u on u.tenant_id = c.tenant_id and u.id = c.started_by
  left join app_user e on e.tenant_id = c.tenant_id and e.id = c.ended_by
 where c.tenant_id = app_tenant()`

export async function findCanary(tx: Tx, id: string): Promise<CanaryRow | undefined> {
  return (await tx.query<CanaryRow>(`${SELECT} and c.id = $1`, [id]))[0]
}

export const listCanaries = (tx: Tx, strategyId: string): Promise<CanaryRow[]> =>
  tx.query<CanaryRow>(`${SELECT} and c.strategy_id = $1 order by c.started_at desc, c.id desc limit 20`, [strategyId])

/** A replay takes up so many; who has more does it again. */
const MAX_REPLAYED = 50_000

export const listFailedIds = async (tx: Tx, canaryId: string): Promise<string[]> =>
  (
    await tx.query<{ id: string }>(
      `select f.id from canary c cross join lateral (${FAILED_BY} order by f.id limit ${MAX_REPLAYED}) f
        where c.tenant_id = app_tenant() and c.id = $1`,
      [canaryId],
    )
  ).map(({ id }) => id)

export function describeCanary({ counts, max_failed_share, strategy_name: _, ...row }: CanaryRow): Canary {
  const known = CanaryCounts.parse(counts)
  return {
    ...row,
    max_failed_share: max_failed_share === null ? null : Number(max_failed_share),
    old: sumSide(known, 'old'),
    new: sumSide(known, 'new'),
  }
}
