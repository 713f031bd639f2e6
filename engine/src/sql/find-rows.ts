import { StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { LoadedStrategy } from '../map/find-value.ts'
import { PLACES_IN_BLOCKS } from './block-rows.ts'

/** Strategies of the tenant that look-ups look into, by what they are configured as now. */
export async function loadStrategies(tx: Tx, tenantId: string, ids: readonly string[]): Promise<LoadedStrategy[]> {
  const rows = await tx.query<{ id: string; name: string; config: unknown }>(
    `select s.id, s.name, v.config from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
      where s.tenant_id = $1 and s.id = any($2::uuid[])`,
    [tenantId, ids],
  )
  return rows.map(({ id, name, config }) => {
    const { source } = StrategyConfig.parse(config)
    return { id, name, key: source.key, number: source.number ?? null }
  })
}

/** A stored record that a look-up may mean. */
export interface FoundPlace {
  /** The key or number that was asked for. */
  readonly wanted: string
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly target_key: string | null
  readonly page_id: string
  readonly page_at: string
  readonly ordinal: number
}

const COLUMNS = 's.key, s.id, s.page_id, s.page_at, s.ordinal, s.number, s.target_key'

/** The record of each key, but those that are gone at their source. */
const BY_KEY = `select k.key as wanted, ${COLUMNS} from unnest($3::text[]) k(key) cross join lateral (
    select * from record_state where tenant_id = $1 and strategy_id = $2 and key = k.key collate "C" limit 1) s
  where not s.is_deleted
  union all ${PLACES_IN_BLOCKS}`

/** More records of one number than this are not told apart. */
const MAX_OF_NUMBER = 50

/** Numbers rise within a block, so that it holds one of each. Numbers are read as rows of their length: see `PROBE`. */
const BY_NUMBER = `select k.number as wanted, ${COLUMNS} from unnest($3::text[]) k(number) cross join lateral (
    select * from record_state where tenant_id = $1 and strategy_id = $2 and number = k.number and not is_deleted
    order by id desc limit ${MAX_OF_NUMBER}) s
  union all
  select k.number, b.keys[p.at], b.first_id + p.at - 1, b.page_id, b.page_at, b.first_ordinal + p.at - 1, k.number,
    b.target_keys[p.at]
  from (select number, length(number) as size from unnest($3::text[]) number offset 0) k cross join lateral (
    select * from record_block where tenant_id = $1 and strategy_id = $2 and number_length = k.size
      and last_number >= k.number collate "C" and first_number <= k.number collate "C" limit ${MAX_OF_NUMBER}) b
  cross join lateral (select array_position(b.numbers, k.number) as at) p
  where p.at is not null`

export async function findPlacesBy(
  tx: Tx,
  { tenantId, strategyId }: { readonly tenantId: string; readonly strategyId: string },
  by: 'key' | 'number',
  wanted: readonly string[],
): Promise<FoundPlace[]> {
  return tx.query<FoundPlace>(by === 'key' ? BY_KEY : BY_NUMBER, [tenantId, strategyId, wanted], {
    name: `find_by_${by}`,
  })
}

/** Bodies of pages, as many as a statement may bring without filling the memory. */
export function readBodies(
  tx: Tx,
  tenantId: string,
  pages: readonly { readonly page_id: string; readonly page_at: string }[],
): Promise<{ id: string; body: Buffer }[]> {
  return tx.query(
    `select p.id, p.body from unnest($2::bigint[], $3::timestamptz[]) w(id, at)
       cross join lateral (select id, body from page where tenant_id = $1 and id = w.id and created_at = w.at) p`,
    [tenantId, pages.map(page => page.page_id), pages.map(page => page.page_at)],
    { name: 'find_bodies' },
  )
}
