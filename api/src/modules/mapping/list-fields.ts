import { Mapping, type MappingField } from '@sluice/contract'

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
  return fields.flatMap(({ target, value, lookup }) => {
    const path = `${prefix}${target}`
    const own = lookup?.map_id === mapId ? [{ target: path, direction: lookup.direction }] : []
    if (value.kind === 'object') return [...own, ...walk(value.fields, `${path}.`, mapId)]
    return value.kind === 'lines' ? [...own, ...walk(value.fields, `${path}[].`, mapId)] : own
  })
}
