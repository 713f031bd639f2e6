import { allFields, type CheckLine, type Mapping } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { findWay, type LoadedStrategy, listFinds, listLookups } from '../map/index.ts'
import { loadStrategies } from '../sql/find-rows.ts'

interface MapFacts {
  readonly id: string
  readonly name: string
  readonly lines: number
  readonly ambiguous: number
}

/** Value maps that are gone, empty, or that cannot be read backwards. */
export async function checkLookups(database: Database, tenantId: string, mapping: Mapping): Promise<CheckLine[]> {
  const lookups = listLookups(allFields(mapping))
  if (lookups.length === 0) return []
  const ids = [...new Set(lookups.map(lookup => lookup.map_id))]
  const facts = await database.withTenant(tenantId, tx =>
    tx.query<MapFacts>(
      `select m.id, m.name, count(l.id)::int as lines,
              (count(l.id) - count(distinct l.b_key))::int as ambiguous
         from value_map m left join value_map_line l
           on l.tenant_id = m.tenant_id and l.map_id = m.id and l.until_version is null and l.enabled
        where m.id = any($1::uuid[]) group by m.tenant_id, m.id, m.name`,
      [ids],
    ),
  )
  const lines = ids.flatMap(id => checkMap(id, facts))
  const backwards = new Set(lookups.flatMap(lookup => (lookup.direction === 'reverse' ? [lookup.map_id] : [])))
  for (const { id, name, ambiguous } of facts)
    if (ambiguous > 0 && backwards.has(id))
      lines.push(
        warn(
          'mapping.mapAmbiguous',
          `The value map "${name}" is read backwards, and ${ambiguous} of its values have several answers.`,
        ),
      )
  return lines
}

function checkMap(id: string, facts: readonly MapFacts[]): CheckLine[] {
  const map = facts.find(each => each.id === id)
  if (!map)
    return [
      {
        ...warn('mapping.mapMissing', 'A value map that the mapping looks up does not exist any more.'),
        level: 'error',
      },
    ]
  return map.lines === 0 ? [warn('mapping.mapEmpty', `The value map "${map.name}" has no lines.`)] : []
}

/** Strategies that are gone or have stored nothing, and conditions that no index serves. */
export async function checkFinds(database: Database, tenantId: string, mapping: Mapping): Promise<CheckLine[]> {
  const finds = listFinds(allFields(mapping))
  if (finds.length === 0) return []
  const ids = [...new Set(finds.map(find => find.strategy_id))]
  const { strategies, filled } = await database.withTenant(tenantId, async tx => ({
    strategies: await loadStrategies(tx, tenantId, ids),
    filled: await tx.query<{ strategy_id: string }>(
      'select distinct strategy_id from record_count where tenant_id = $1 and strategy_id = any($2::uuid[]) and count > 0',
      [tenantId, ids],
    ),
  }))
  const known = new Set(filled.map(row => row.strategy_id))
  const lines = finds.flatMap(({ strategy_id, where }) =>
    checkFind(
      strategies.find(each => each.id === strategy_id),
      where.map(({ field }) => field),
    ),
  )
  for (const { id, name } of strategies)
    if (!known.has(id))
      lines.push(
        warn('mapping.findEmpty', `The strategy "${name}", which the mapping looks into, has stored no records yet.`),
      )
  return lines
}

function checkFind(strategy: LoadedStrategy | undefined, names: readonly string[]): CheckLine[] {
  if (!strategy) return [fail('mapping.findMissing', 'A strategy that the mapping looks into does not exist any more.')]
  if (findWay(names, strategy)) return []
  const { name, key, number } = strategy
  return [
    fail(
      'mapping.findWay',
      `The look-up into "${name}" names neither its key (${key.join(', ')}) nor its number (${number ?? '—'}).`,
    ),
  ]
}

const fail = (item: string, message: string): CheckLine => ({ ...warn(item, message), level: 'error' })

const warn = (item: string, message: string): CheckLine => ({
  level: 'warning',
  group: 'mapping',
  item,
  message,
  field: 'mapping',
})
