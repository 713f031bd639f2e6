import { StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { LoadedStrategy } from '../map/find-answer.ts'

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

/**
 * Blocks that hold any of what is wanted, each opened once, however many of its records are: a search in its array for
 * each took 0.2 ms a record, a join 0.1 (the planner made it a product), a look into an object 0.01. Lengths are made apart (`offset 0`),
 * because row-level security keeps a function of a column out of index conditions.
 */
const openBlocks = (column: 'key' | 'number', chosen: string): string => `
  select u.${column} as wanted, u.key, b.first_id + u.at - 1, b.page_id, b.page_at, b.first_ordinal + u.at::int - 1,
    u.number, u.target_key
  from (select c.first_id, jsonb_object_agg(k.wanted, null) as wanted
          from (select wanted, length(wanted) as size from unnest($3::text[]) wanted offset 0) k
          cross join lateral (${chosen}) c group by c.first_id) w
  join record_block b on b.tenant_id = $1 and b.strategy_id = $2 and b.first_id = w.first_id
  cross join lateral unnest(b.keys, b.numbers, b.target_keys) with ordinality u(key, number, target_key, at)
  where w.wanted ? u.${column}`

/** The record of each key, but those that are gone at their source. Blocks never overlap: one may hold a key. */
const BY_KEY = `select k.key as wanted, ${COLUMNS} from unnest($3::text[]) k(key) cross join lateral (
    select * from record_state where tenant_id = $1 and strategy_id = $2 and key = k.key collate "C" limit 1) s
  where not s.is_deleted
  union all ${openBlocks(
    'key',
    `select first_id from (select first_id, first_key from record_block
       where tenant_id = $1 and strategy_id = $2 and key_length = k.size and last_key >= k.wanted collate "C"
       order by tenant_id, strategy_id, key_length, last_key limit 1) n where n.first_key <= k.wanted collate "C"`,
  )}`

/** More records of one number than this are not told apart. */
const MAX_OF_NUMBER = 50

const BY_NUMBER = `select k.number as wanted, ${COLUMNS} from unnest($3::text[]) k(number) cross join lateral (
    select * from record_state where tenant_id = $1 and strategy_id = $2 and number = k.number and not is_deleted
    order by id desc limit ${MAX_OF_NUMBER}) s
  union all ${openBlocks(
    'number',
    `select first_id from record_block where tenant_id = $1 and strategy_id = $2 and number_length = k.size
       and last_number >= k.wanted collate "C" and first_number <= k.wanted collate "C" limit ${MAX_OF_NUMBER}`,
  )}`

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
