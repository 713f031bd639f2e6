import { DEFAULT_MEMBERS, type FieldSpec, type Grouping, type Mapping, type MappingField } from '@sluice/contract'
import { addField, changeAt, DERIVED_ROOT, type FieldPath, type TreeNode } from './field-tree-model.ts'

/** The mapping with one field changed, derived or not; `null` takes it out. */
export function changeMapping(
  mapping: Mapping,
  path: FieldPath,
  change: (field: MappingField) => MappingField | null,
): Mapping {
  const [root, ...rest] = path
  if (root !== DERIVED_ROOT) return { ...mapping, fields: changeAt(mapping.fields, path, change) }
  return withDerived(mapping, changeAt(mapping.derived ?? [], rest, change))
}

/** A new field of no name inside the one at `path`. */
export function addInside(mapping: Mapping, path: FieldPath): Mapping {
  const [root, ...rest] = path
  if (root !== DERIVED_ROOT) return { ...mapping, fields: addField(mapping.fields, path) }
  return withDerived(mapping, addField(mapping.derived ?? [], rest))
}

/** A new derived field under a name that is free. */
export function addDerived(mapping: Mapping): Mapping {
  const derived = mapping.derived ?? []
  const names = new Set(derived.map(({ target }) => target))
  const free = Array.from({ length: derived.length + 1 }, (_, at) => `value${at + 1}`).find(name => !names.has(name))
  return withDerived(mapping, [...derived, { target: free ?? '', value: { kind: 'expression', expression: '' } }])
}

/** None at all is the same as none written. */
function withDerived({ derived: _, ...mapping }: Mapping, derived: MappingField[]): Mapping {
  return derived.length === 0 ? mapping : { ...mapping, derived }
}

/** Derived fields as fields that one may pick. */
export const derivedSpecs = (derived: readonly MappingField[] | undefined = [], label: string): FieldSpec[] =>
  derived
    .filter(({ target }) => target !== '')
    .map(({ target, type, value }) => ({
      name: `derived.${target}`,
      type: type ?? (value.kind === 'lines' ? 'array' : value.kind === 'object' ? 'object' : 'json'),
      label,
      ...(value.kind === 'lines' ? { fields: value.fields.map(each => specOf(each.target, each.type)) } : {}),
    }))

const specOf = (name: string, type: FieldSpec['type'] = 'json'): FieldSpec => ({ name, type })

/** The source's fields as a place sees them: inside a group its list has the fields of the groups. */
export function specsAt({ lists }: Pick<TreeNode, 'lists'>, source: readonly FieldSpec[]): readonly FieldSpec[] {
  return lists.reduce<readonly FieldSpec[]>((seen, { source: list, group }) => {
    const spec = seen.find(each => each.name === list)
    if (!group) return seen
    const elements = spec?.fields ?? []
    const members: FieldSpec = { name: group.members ?? DEFAULT_MEMBERS, type: 'array', fields: elements }
    const fields = [...groupSpecs(group, elements), members]
    const grouped: FieldSpec = { ...(spec ?? specOf(list, 'array')), fields }
    return [members, ...seen.filter(each => each.name !== list && each.name !== members.name), grouped]
  }, source)
}

/** What a group of records has: it is a record of its own, with its rows and their ids. */
export const groupedFields = (group: Grouping, rows: readonly FieldSpec[]): FieldSpec[] => [
  ...groupSpecs(group, rows),
  { name: group.members ?? DEFAULT_MEMBERS, type: 'array', fields: [...rows] },
  { name: 'recordIds', type: 'array' },
  ...(group.maxLines === undefined ? [] : [specOf('part', 'int')]),
]

const groupSpecs = ({ by, calculate = [] }: Grouping, elements: readonly FieldSpec[]): FieldSpec[] => [
  ...by.map(path => elements.find(each => each.name === path) ?? specOf(path)),
  ...calculate.map(({ name, op, field }) =>
    specOf(name, op === 'count' ? 'int' : op === 'list' || op === 'distinct' ? 'array' : typeOf(field, elements)),
  ),
]

const typeOf = (field: string | undefined, elements: readonly FieldSpec[]): FieldSpec['type'] =>
  elements.find(each => each.name === field)?.type ?? 'json'
