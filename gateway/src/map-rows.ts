import type { ValueRules } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** What a map says of values that no line holds. */
export interface MissRules extends ValueRules {
  readonly on_miss: 'keep' | 'default' | 'error'
  readonly default_a: string
  readonly default_b: string
}

export async function findMap(tx: Tx, id: string): Promise<MissRules | undefined> {
  const rows = await tx.query<MissRules>(
    `select case_sensitive, trim, on_miss, default_a, default_b from value_map where tenant_id = app_tenant() and id = $1`,
    [id],
  )
  return rows[0]
}

/** Lines that count now, those of one value in their order. */
export const listMapped = (
  tx: Tx,
  mapId: string,
  direction: 'forward' | 'reverse',
  keys: readonly string[],
): Promise<{ key: string; answer: string }[]> => {
  const [from, to] = direction === 'reverse' ? ['b_key', 'a_value'] : ['a_key', 'b_value']
  return tx.query(
    `select ${from} as key, ${to} as answer from value_map_line
      where tenant_id = app_tenant() and map_id = $1 and ${from} = any($2::text[]) and until_version is null and enabled
      order by id limit 10000`,
    [mapId, keys],
  )
}
