import type { CheckLine, Mapping } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { listLookups } from '../map/index.ts'

interface MapFacts {
  readonly id: string
  readonly name: string
  readonly lines: number
  readonly ambiguous: number
}

/** Value maps that are gone, empty, or that cannot be read backwards. */
export async function checkLookups(database: Database, tenantId: string, mapping: Mapping): Promise<CheckLine[]> {
  const lookups = listLookups(mapping.fields)
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

const warn = (item: string, message: string): CheckLine => ({
  level: 'warning',
  group: 'mapping',
  item,
  message,
  field: 'mapping',
})
