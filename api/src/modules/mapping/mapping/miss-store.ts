import { type LookupDirection, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Miss } from './contract.ts'

const STATE = `case when i.ignored then 'ignored' when i.matched then 'matched' else 'open' end`

export const searchMisses = (
  tx: Tx,
  mapId: string,
  filter: {
    readonly pattern: string | null
    readonly state: Miss['state']
    readonly limit: number
    readonly offset: number
  },
): Promise<(Miss & { total: string })[]> =>
  tx.query(
    `select i.id, i.direction, i.value, i.count, i.record_count, i.strategy_id, coalesce(s.name, '') as strategy_name,
            ${STATE} as state, i.first_at, i.last_at, count(*) over () as total
       from value_map_miss i left join strategy s on s.tenant_id = i.tenant_id and s.id = i.strategy_id
      where i.map_id = $1 and ${STATE} = $2 and ($3::text is null or i.value ilike $3)
      order by i.count desc, i.value, i.id limit $4 offset $5`,
    [mapId, filter.state, filter.pattern, filter.limit, filter.offset],
  )

export interface OpenMiss {
  readonly id: string
  readonly direction: LookupDirection
  readonly value: string
  readonly matched: boolean
}

export const lockMisses = (tx: Tx, mapId: string, ids: readonly string[]): Promise<OpenMiss[]> =>
  tx.query<OpenMiss>(
    'select id, direction, value, matched from value_map_miss where map_id = $1 and id = any($2::bigint[]) order by id for update',
    [mapId, ids],
  )

export const setIgnored = (tx: Tx, mapId: string, ids: readonly string[], ignored: boolean): Promise<number> =>
  tx.execute('update value_map_miss set ignored = $3 where map_id = $1 and id = any($2::bigint[])', [
    mapId,
    ids,
    ignored,
  ])

/** Records that met these values, by strategy: those in error, with `written` the finished ones too. */
export const listMissRecords = (
  tx: Tx,
  ids: readonly string[],
  written: boolean,
): Promise<{ strategy_id: string; id: string }[]> =>
  tx.query(
    `select distinct r.strategy_id, r.id
       from value_map_miss_record k
       cross join lateral find_record_by_key(k.strategy_id, k.record_key) r
      where k.miss_id = any($1::bigint[])
        and (r.status = ${RecordState.error} or ($2 and r.status = ${RecordState.finished}))
      order by r.strategy_id, r.id`,
    [ids, written],
  )

export const deleteMisses = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute('delete from value_map_miss where id = any($1::bigint[])', [ids])
