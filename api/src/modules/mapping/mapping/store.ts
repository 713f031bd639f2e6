import type { Tx } from '@sluice/db'
import type { LineBody, MapChange } from './contract.ts'
import type { LinePlan, PlannedLine, StoredLine } from './plan-lines.ts'

export interface Settings {
  readonly name: string
  readonly a_platform_id: string
  readonly b_platform_id: string
  readonly remark: string
  readonly case_sensitive: boolean
  readonly trim: boolean
  readonly on_miss: 'keep' | 'default' | 'error'
  readonly default_a: string
  readonly default_b: string
}

export interface MapRow extends Settings {
  readonly id: string
  readonly version: number
  readonly line_count: number
  readonly ref_count: number
  readonly miss_count: number
  readonly matched_count: number
  readonly created_at: string
  readonly updated_at: string
  readonly total: string
}

// A reference is wherever a look-up of a saved version names the map, or an expression holds its id; `**` reaches into
// lines and objects.
const USES = `
  strategy s join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
   where (jsonb_path_exists(v.config, '$.mapping.**.lookup.map_id ? (@ == $id)', jsonb_build_object('id', m.id::text))
      or exists (select 1 from jsonb_path_query(v.config, '$.mapping.**.expression') e
                  where position(m.id::text in lower(e #>> '{}')) > 0))`

const SELECT = `
  select m.id, m.name, m.a_platform_id, m.b_platform_id, m.remark, m.case_sensitive, m.trim, m.on_miss, m.default_a,
         m.default_b, m.version, m.line_count, m.created_at, m.updated_at, count(*) over () as total,
         (select count(*)::int from ${USES}) as ref_count,
         (select count(*)::int from value_map_miss i where i.map_id = m.id and not i.ignored and not i.matched) as miss_count,
         (select count(*)::int from value_map_miss i where i.map_id = m.id and not i.ignored and i.matched) as matched_count
    from value_map m`

export async function findMap(tx: Tx, id: string): Promise<MapRow | undefined> {
  return (await tx.query<MapRow>(`${SELECT} where m.id = $1`, [id]))[0]
}

/** Nobody else changes the map until the transaction ends. */
export async function lockMap(tx: Tx, id: string): Promise<MapRow | undefined> {
  await tx.query('select 1 from value_map where id = $1 for update', [id])
  return findMap(tx, id)
}

const orders: Readonly<Record<string, string>> = {
  name: 'm.name',
  '-name': 'm.name desc',
  updated_at: 'm.updated_at, m.id',
  '-updated_at': 'm.updated_at desc, m.id',
  line_count: 'm.line_count, m.id',
  '-line_count': 'm.line_count desc, m.id',
}

export const searchMaps = (
  tx: Tx,
  filter: { readonly pattern: string | null; readonly sort: string; readonly limit: number; readonly offset: number },
): Promise<MapRow[]> =>
  tx.query<MapRow>(
    `${SELECT} where ($1::text is null or m.name ilike $1 or m.remark ilike $1)
      order by ${orders[filter.sort] ?? 'm.id'} limit $2 offset $3`,
    [filter.pattern, filter.limit, filter.offset],
  )

/** In the order in which both statements name their columns. */
const valuesOf = (settings: Settings): readonly unknown[] => [
  settings.name,
  settings.a_platform_id,
  settings.b_platform_id,
  settings.remark,
  settings.case_sensitive,
  settings.trim,
  settings.on_miss,
  settings.default_a,
  settings.default_b,
]

export async function insertMap(tx: Tx, id: string, settings: Settings, userId: string): Promise<void> {
  await tx.execute(
    `insert into value_map (id, name, a_platform_id, b_platform_id, remark, case_sensitive, trim, on_miss, default_a,
       default_b, created_by, version) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)`,
    [id, ...valuesOf(settings), userId],
  )
}

export async function updateMap(tx: Tx, id: string, settings: Settings): Promise<void> {
  await tx.execute(
    `update value_map set name = $2, a_platform_id = $3, b_platform_id = $4, remark = $5, case_sensitive = $6, trim = $7,
       on_miss = $8, default_a = $9, default_b = $10 where id = $1`,
    [id, ...valuesOf(settings)],
  )
}

export const deleteMap = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from value_map where id = $1', [id])

/** Lines as they are now. */
export const listLines = (tx: Tx, mapId: string): Promise<StoredLine[]> =>
  tx.query<StoredLine>(
    `select id, a_value, a_key, a_label, b_value, b_label, enabled, remark from value_map_line
      where map_id = $1 and until_version is null order by id`,
    [mapId],
  )

interface LineFilter {
  readonly pattern: string | null
  readonly only: 'ambiguous' | 'disabled' | null
  readonly limit: number
  readonly offset: number
}

const IS_AMBIGUOUS = `(l.enabled and exists (
  select 1 from value_map_line o
   where o.tenant_id = l.tenant_id and o.map_id = l.map_id and o.until_version is null and o.enabled
     and o.b_key = l.b_key and o.id <> l.id))`

export const searchLines = (
  tx: Tx,
  mapId: string,
  filter: LineFilter,
): Promise<(LineBody & { id: string; is_ambiguous: boolean; total: string })[]> =>
  // Whether a line is ambiguous is looked up for the page alone: for a whole map of 100,000 lines it takes seconds.
  tx.query(
    `with found as (
       select l.* from value_map_line l
        where map_id = $1 and until_version is null
          and ($2::text is null or a_value ilike $2 or b_value ilike $2 or a_label ilike $2 or b_label ilike $2 or remark ilike $2)
          and ($3::text is distinct from 'disabled' or not enabled)
          and ($3::text is distinct from 'ambiguous' or ${IS_AMBIGUOUS}))
     select id, a_value, a_label, b_value, b_label, enabled, remark, ${IS_AMBIGUOUS} as is_ambiguous,
            (select count(*) from found) as total
       from (select * from found order by id limit $4 offset $5) l order by id`,
    [mapId, filter.pattern, filter.only, filter.limit, filter.offset],
  )

/** Carries a plan out as the map's next version: what goes or changes ends, what comes begins. Returns the version. */
export async function applyPlan(
  tx: Tx,
  map: { readonly id: string; readonly version: number; readonly settings: Settings },
  plan: Omit<LinePlan, 'problems' | 'unchanged'>,
  change: { readonly kind: MapChange['kind']; readonly username: string },
): Promise<number> {
  const version = map.version + 1
  const ended = [...plan.changed.map(({ before }) => before.id), ...plan.removed.map(line => line.id)]
  await tx.execute(
    `update value_map_line set until_version = $2
      where map_id = $1 and until_version is null and id = any($3::bigint[])`,
    [map.id, version, ended],
  )
  const begun: PlannedLine[] = [...plan.changed.map(({ after }) => after), ...plan.added]
  await tx.execute(
    `insert into value_map_line (map_id, id, a_value, a_key, a_label, b_value, b_key, b_label, enabled, remark, from_version)
     select $1::uuid, coalesce(l.id, nextval('value_map_line_id_seq')), l.a_value, l.a_key, l.a_label,
            l.b_value, l.b_key, l.b_label, l.enabled, l.remark, $2::int
       from json_to_recordset($3::json) as l(id bigint, a_value text, a_key text, a_label text, b_value text, b_key text,
            b_label text, enabled boolean, remark text)`,
    [map.id, version, JSON.stringify(begun)],
  )
  await tx.execute(
    `update value_map set version = $2, updated_at = now(), line_count = line_count + $3 where id = $1`,
    [map.id, version, plan.added.length - plan.removed.length],
  )
  await tx.execute(
    `insert into value_map_change (map_id, version, kind, added, changed, removed, settings, username)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      map.id,
      version,
      change.kind,
      plan.added.length,
      plan.changed.length,
      plan.removed.length,
      JSON.stringify(map.settings),
      change.username,
    ],
  )
  return version
}

export const listReferences = (
  tx: Tx,
  mapId: string,
): Promise<{ id: string; name: string; status: 'draft' | 'stopped' | 'running'; mapping: unknown }[]> =>
  tx.query(
    `select s.id, s.name, s.status, v.config -> 'mapping' as mapping
       from (select $1::uuid as id) m, ${USES} order by s.name limit 500`,
    [mapId],
  )

export const listChanges = (
  tx: Tx,
  mapId: string,
  limit: number,
  offset: number,
): Promise<(MapChange & { total: string })[]> =>
  tx.query(
    `select version, kind, added, changed, removed, username, created_at, count(*) over () as total
       from value_map_change where map_id = $1 order by version desc limit $2 offset $3`,
    [mapId, limit, offset],
  )

export const listChangedLines = (
  tx: Tx,
  mapId: string,
  version: number,
): Promise<{ id: string; before: LineBody | null; after: LineBody | null }[]> =>
  tx.query(
    `with old as (select * from value_map_line where map_id = $1 and until_version = $2),
          new as (select * from value_map_line where map_id = $1 and from_version = $2)
     select coalesce(new.id, old.id) as id,
            case when old.id is not null then jsonb_build_object('a_value', old.a_value, 'a_label', old.a_label,
              'b_value', old.b_value, 'b_label', old.b_label, 'enabled', old.enabled, 'remark', old.remark) end as before,
            case when new.id is not null then jsonb_build_object('a_value', new.a_value, 'a_label', new.a_label,
              'b_value', new.b_value, 'b_label', new.b_label, 'enabled', new.enabled, 'remark', new.remark) end as after
       from old full join new on new.id = old.id order by 1 limit 500`,
    [mapId, version],
  )
