import { createHash } from 'node:crypto'
import { allFields, type LookupDirection, lookupKey, type Mapping, newId, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { listFinds, listLookups } from '../map/list-references.ts'
import { type BoundMapping, compileAnswered, type LoadedMap } from '../map/lookup-value.ts'
import { loadStrategies } from './find-rows.ts'
import { addReplayJob } from './replay-order-rows.ts'

/** Which version of a map to read; absent: the newest. */
type Versions = ReadonlyMap<string, number>

/**
 * The mapping with the maps it looks up, in these versions, and the strategies it looks into. What is gone is left out,
 * and compiling says so.
 * @param explain note every look-up and what the script changes, for a person
 */
export async function bindMaps(
  tx: Tx,
  tenantId: string,
  mapping: Mapping,
  { versions, explain }: { readonly versions?: Versions; readonly explain?: boolean } = {},
): Promise<BoundMapping> {
  const ids = [...new Set(listLookups(allFields(mapping)).map(lookup => lookup.map_id))]
  const looksInto = [...new Set(listFinds(allFields(mapping)).map(find => find.strategy_id))]
  if (ids.length === 0 && looksInto.length === 0) return explain && mapping.script ? { ...mapping, explain } : mapping
  const strategies = looksInto.length === 0 ? {} : { strategies: await loadStrategies(tx, tenantId, looksInto) }
  const maps: LoadedMap[] = []
  for (const id of ids) {
    const map = await loadMap(tx, tenantId, id, versions?.get(id))
    if (map) maps.push(map)
  }
  return { ...mapping, maps, ...strategies, ...(explain ? { explain } : {}) }
}

type Settings = Omit<LoadedMap, 'id' | 'lines'>

async function loadMap(tx: Tx, tenantId: string, id: string, version: number | undefined): Promise<LoadedMap | null> {
  const [map] = await tx.query<Settings & { settings: Partial<Settings> | null }>(
    `select m.name, coalesce(c.version, m.version) as version, m.case_sensitive, m.trim, m.on_miss, m.default_a, m.default_b,
            c.settings
       from value_map m left join value_map_change c on c.tenant_id = m.tenant_id and c.map_id = m.id and c.version = $3
      where m.tenant_id = $1 and m.id = $2`,
    [tenantId, id, version ?? null],
  )
  if (!map) return null
  const { settings, ...current } = map
  const lines = await tx.query<{ id: string; a_value: string; b_value: string }>(
    `select id, a_value, b_value from value_map_line
      where tenant_id = $1 and map_id = $2 and enabled and from_version <= $3 and (until_version is null or until_version > $3)
      order by id`,
    [tenantId, id, current.version],
  )
  return {
    ...current,
    ...settings,
    version: current.version,
    id,
    lines: lines.map(each => [each.id, each.a_value, each.b_value]),
  }
}

/** The versions that the run reads: those it began with, also after another process took it over. */
export async function pinMaps(
  tx: Tx,
  run: { readonly tenantId: string; readonly runId: string },
  mapping: Mapping,
): Promise<Versions> {
  const ids = [...new Set(listLookups(allFields(mapping)).map(lookup => lookup.map_id))]
  if (ids.length === 0) return new Map()
  await tx.execute(
    `insert into run_value_map (tenant_id, run_id, map_id, version)
     select tenant_id, $2, id, version from value_map where tenant_id = $1 and id = any($3::uuid[]) on conflict do nothing`,
    [run.tenantId, run.runId, ids],
  )
  return readPins(tx, run)
}

export async function readPins(tx: Tx, run: { readonly tenantId: string; readonly runId: string }): Promise<Versions> {
  const rows = await tx.query<{ map_id: string; version: number }>(
    'select map_id, version from run_value_map where tenant_id = $1 and run_id = $2',
    [run.tenantId, run.runId],
  )
  return new Map(rows.map(row => [row.map_id, row.version]))
}

/** A map has changed since the run began: a run that stays ends, so that the next reads the new lines. */
export async function hasNewerMaps(
  tx: Tx,
  run: { readonly tenantId: string; readonly runId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from run_value_map r join value_map m on m.tenant_id = r.tenant_id and m.id = r.map_id
      where r.tenant_id = $1 and r.run_id = $2 and m.version > r.version limit 1`,
    [run.tenantId, run.runId],
  )
  return rows.length > 0
}

/** A value that no line held, and the records it stood in. */
export interface Miss {
  readonly mapId: string
  readonly direction: LookupDirection
  readonly value: string
  readonly count: number
  readonly recordKeys: readonly string[]
}

/** So many records of one value are listed; the count goes on. */
const MAX_RECORDS = 10_000

/** Longer values are no codes that a person would complete. */
const MAX_VALUE = 1000

/** Adds to the inbox of unmatched values. A run that read an older version may meet what has a line by now. */
export async function noteMisses(
  tx: Tx,
  strategy: { readonly tenantId: string; readonly strategyId: string },
  maps: readonly LoadedMap[],
  misses: readonly Miss[],
): Promise<void> {
  const { tenantId, strategyId } = strategy
  const rows = misses.flatMap(miss => {
    const map = maps.find(each => each.id === miss.mapId)
    if (!map || miss.value.length > MAX_VALUE || miss.value.includes('\0') || !miss.value.isWellFormed()) return []
    const hash = hashValue(lookupKey(miss.value, map))
    return [{ ...miss, hash }]
  })
  // In one order, so that two runs cannot wait for each other.
  for (const row of rows.toSorted((a, b) =>
    a.mapId + a.direction + a.hash < b.mapId + b.direction + b.hash ? -1 : 1,
  )) {
    const [found] = await tx.query<{ id: string; record_count: number }>(
      `insert into value_map_miss as m (tenant_id, map_id, direction, value, value_hash, count, strategy_id)
       values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7)
       on conflict (tenant_id, map_id, direction, value_hash) do update
         set count = m.count + excluded.count, last_at = now(), strategy_id = excluded.strategy_id, ignored = false, matched = false
       returning id, record_count`,
      [tenantId, row.mapId, row.direction, row.value, row.hash, row.count, strategyId],
    )
    if (!found) continue
    const keys = row.recordKeys.slice(0, MAX_RECORDS - found.record_count)
    if (keys.length === 0) continue
    const added = await tx.execute(
      `insert into value_map_miss_record (tenant_id, miss_id, strategy_id, record_key)
       select $1, $2, $3, unnest($4::text[]) on conflict do nothing`,
      [tenantId, found.id, strategyId, keys],
    )
    await tx.execute('update value_map_miss set record_count = record_count + $3 where tenant_id = $1 and id = $2', [
      tenantId,
      found.id,
      added,
    ])
  }
  for (const { id, version } of maps) {
    if (!rows.some(row => row.mapId === id)) continue
    const newer = await tx.query('select 1 from value_map where tenant_id = $1 and id = $2 and version > $3', [
      tenantId,
      id,
      version,
    ])
    if (newer.length > 0) await markMatched(tx, tenantId, id)
  }
}

/** Notes which values of the inbox have a line by now; their records may wait to be processed again. */
export async function markMatched(tx: Tx, tenantId: string, mapId: string): Promise<void> {
  const misses = await tx.query<{ id: string; direction: LookupDirection; value: string }>(
    'select id, direction, value from value_map_miss where tenant_id = $1 and map_id = $2 and not ignored',
    [tenantId, mapId],
  )
  const map = misses.length === 0 ? null : await loadMap(tx, tenantId, mapId, undefined)
  if (!map) return
  const matched: string[] = []
  for (const [direction, some] of Map.groupBy(misses, miss => miss.direction)) {
    const isAnswered = compileAnswered(map, direction)
    matched.push(...some.filter(miss => isAnswered(miss.value)).map(miss => miss.id))
  }
  const moved = await tx.query<{ id: string; matched: boolean }>(
    `update value_map_miss set matched = not matched
      where tenant_id = $1 and map_id = $2 and matched is distinct from (id = any($3::bigint[])) returning id, matched`,
    [tenantId, mapId, matched],
  )
  const answered = moved.filter(miss => miss.matched).map(miss => miss.id)
  if (answered.length > 0) await retryWaiting(tx, tenantId, await listWaiting(tx, tenantId, answered, null))
}

interface WaitingRow {
  readonly strategy_id: string
  readonly id: string
}

/** Records in error for want of a line that met these values. */
const listWaiting = (
  tx: Tx,
  tenantId: string,
  missIds: readonly string[],
  strategyId: string | null,
): Promise<WaitingRow[]> =>
  tx.query<WaitingRow>(
    `select distinct r.strategy_id, r.id from value_map_miss_record k
      cross join lateral find_record_by_key(k.strategy_id, k.record_key) r
      where k.tenant_id = $1 and k.miss_id = any($2::bigint[]) and ($3::uuid is null or k.strategy_id = $3)
        and r.status = ${RecordState.error} and r.error_code = 'mapping.noMatch'
      order by r.strategy_id, r.id`,
    [tenantId, missIds, strategyId],
  )

/** A run that read older lines has ended: what it refused and has a line by now is tried again. */
export async function retryMatched(
  tx: Tx,
  { tenantId, strategyId }: { readonly tenantId: string; readonly strategyId: string },
): Promise<void> {
  const misses = await tx.query<{ id: string }>(
    'select id from value_map_miss where tenant_id = $1 and strategy_id = $2 and matched and not ignored',
    [tenantId, strategyId],
  )
  const ids = misses.map(miss => miss.id)
  if (ids.length > 0) await retryWaiting(tx, tenantId, await listWaiting(tx, tenantId, ids, strategyId))
}

/** As replays, so that a person sees how far each is and may end it. */
async function retryWaiting(tx: Tx, tenantId: string, rows: readonly WaitingRow[]): Promise<void> {
  for (const [strategyId, records] of Map.groupBy(rows, row => row.strategy_id)) {
    const job = { tenantId, id: newId(), strategyId, groupId: null, kind: 'remap', changes: null } as const
    await addReplayJob(tx, job, { ids: records.map(({ id }) => id) })
  }
}

const hashValue = (key: string): string => createHash('sha256').update(key).digest('hex')
