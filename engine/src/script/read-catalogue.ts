import { type LookupDirection, lookupKey, WILDCARD } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'

/** What scripts may read of their own tenant: lines of static mappings, and records of strategies. */

interface FoundMap {
  readonly id: string
  readonly case_sensitive: boolean
  readonly trim: boolean
}

/** The other side of a line; the rest's where no line holds the value; null without either. @throws Error without such a mapping */
export async function findMapped(
  tx: Tx,
  tenantId: string,
  {
    mapping,
    value,
    direction,
  }: { readonly mapping: string; readonly value: string; readonly direction: LookupDirection },
): Promise<string | null> {
  const [map] = await tx.query<FoundMap>(
    'select id, case_sensitive, trim from value_map where tenant_id = $1 and name = $2',
    [tenantId, mapping],
  )
  if (!map) throw new Error(`There is no static mapping "${mapping}".`)
  const [from, to] = direction === 'reverse' ? ['b_key', 'a_value'] : ['a_key', 'b_value']
  const rows = await tx.query<{ answer: string }>(
    `select distinct on (${from} = $4) ${to} as answer from value_map_line
      where tenant_id = $1 and map_id = $2 and ${from} in ($3, $4) and until_version is null and enabled and ${to} <> $4
      order by ${from} = $4, id limit 1`,
    [tenantId, map.id, lookupKey(value, map), WILDCARD],
  )
  return rows[0]?.answer ?? null
}

/** JSON text of the newest record of this key; null where there is none. @throws Error without such a strategy */
export async function findRecordText(
  tx: Tx,
  tenantId: string,
  { strategy, key }: { readonly strategy: string; readonly key: string },
): Promise<string | null> {
  const [found] = await tx.query<{ id: string }>(
    'select id from strategy where tenant_id = $1 and (id::text = $2 or name = $2) order by id::text = $2 desc limit 1',
    [tenantId, strategy],
  )
  if (!found) throw new Error(`There is no strategy "${strategy}".`)
  const places = await tx.query<RecordPlace>(
    'select id, page_id, page_at, ordinal from find_record_by_key($1, $2) where not is_deleted',
    [found.id, key],
  )
  return (await readOriginals(tx, places)).values().next().value ?? null
}
