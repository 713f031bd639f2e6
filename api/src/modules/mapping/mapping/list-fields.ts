import { Mapping, type MappingField } from '@sluice/contract'
import { listLookups } from '@sluice/engine'

interface FieldUse {
  readonly target: string
  readonly direction: 'forward' | 'reverse'
}

/** Target fields of a stored mapping that look a map up; children as `lines[].unit`. */
export function listFields(mapping: unknown, mapId: string): FieldUse[] {
  const parsed = Mapping.safeParse(mapping)
  return parsed.success ? walk(parsed.data.fields, '', mapId) : []
}

function walk(fields: readonly MappingField[], prefix: string, mapId: string): FieldUse[] {
  return fields.flatMap(field => {
    const { target, value } = field
    const path = `${prefix}${target}`
    const bare = value.kind === 'lines' || value.kind === 'object' ? { ...value, fields: [] } : value
    const directions = listLookups([{ ...field, value: bare }])
      .filter(lookup => lookup.map_id === mapId)
      .map(lookup => lookup.direction)
    const own = [...new Set(directions)].map(direction => ({ target: path, direction }))
    if (value.kind === 'object') return [...own, ...walk(value.fields, `${path}.`, mapId)]
    return value.kind === 'lines' ? [...own, ...walk(value.fields, `${path}[].`, mapId)] : own
  })
}
