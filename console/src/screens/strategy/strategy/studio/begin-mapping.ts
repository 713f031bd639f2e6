import type { FieldSpec, Mapping, MappingField } from '@sluice/contract'
import { isSame } from '../merge/merge-config.ts'
import { completeFields, isMapped, pruneMapping, toTemplate } from '../model.ts'
import type { Begun, Draft } from '../types.ts'
import { listNodes, type TreeNode } from './field-tree-model.ts'
import { proposeSure, takeProposals } from './match-model.ts'

/**
 * What a new strategy's mapping begins with: the fields about which there is no doubt. null: nothing is known yet, it has
 * begun already, or somebody has mapped something.
 */
export function beginMapping(
  draft: Draft,
  source: readonly FieldSpec[],
  target: readonly FieldSpec[],
): { readonly mapping: Mapping; readonly begun: Begun } | null {
  if (source.length === 0 || target.length === 0) return null
  const places = placesOf(draft)
  if (draft.begun?.places === places || !isUntouched(draft)) return null
  const empty = completeFields([], target)
  const mapping = { ...draft.mapping, fields: takeProposals(empty, proposeSure(empty, source, target)) }
  return { mapping, begun: { places, fields: pruneMapping(mapping).fields } }
}

/** What a table that was made for the source takes: every field but those left out by a press. What somebody mapped stays. */
export function mapMade(
  draft: Draft,
  table: { readonly fields: readonly string[]; readonly leftOut: readonly string[] },
) {
  const leftOut = [...table.leftOut]
  if (!isUntouched(draft)) return { mapping: { ...draft.mapping, leftOut } }
  const fields = table.fields.map(
    (name): MappingField => ({ target: name, value: { kind: 'template', template: toTemplate(name) } }),
  )
  const mapping: Mapping = { ...draft.mapping, copyAll: false, fields, leftOut }
  return { mapping, begun: { places: placesOf(draft), fields } }
}

/** Of other places it begins anew. */
const placesOf = ({ source, target }: Draft): string =>
  JSON.stringify([source, target].map(side => [side.connector_id, side.resource]))

/** Nothing is in it but what it began with. */
function isUntouched({ mapping, begun }: Draft): boolean {
  const { copyAll, fields } = pruneMapping(mapping)
  return !copyAll && (fields.length === 0 || isSame(fields, begun?.fields))
}

/** Keys of the fields that still have the value they began with. */
export function listBegun(nodes: readonly TreeNode[], begun: readonly MappingField[]): ReadonlySet<string> {
  const known = new Map(listNodes(begun, []).map(node => [node.name, node.field.value]))
  return new Set(
    nodes
      .filter(({ field, name, isMapped: isFilled }) => isFilled && isSameValue(field.value, known.get(name)))
      .map(node => node.key),
  )
}

/** Of lines their list, of an object nothing: their fields are told one by one. */
function isSameValue(value: MappingField['value'], other: MappingField['value'] | undefined): boolean {
  if (value.kind === 'lines') return other?.kind === 'lines' && value.source === other.source
  return value.kind !== 'object' && isSame(value, other)
}

/** The fields without what they began with; what somebody has changed stays. */
export function takeBack(fields: readonly MappingField[], begun: readonly MappingField[]): MappingField[] {
  return fields.map(field => {
    const value = begun.find(each => each.target === field.target)?.value
    if (!value) return field
    const own = field.value
    if (!('fields' in own) || !('fields' in value))
      return isSame(own, value) ? { target: field.target, value: { kind: 'template', template: '' } } : field
    const inner = takeBack(own.fields, value.fields)
    const isList = own.kind === 'lines' && value.kind === 'lines' && own.source === value.source
    return isList && !inner.some(isMapped)
      ? { ...field, value: { ...own, source: '', fields: inner } }
      : { ...field, value: { ...own, fields: inner } }
  })
}
