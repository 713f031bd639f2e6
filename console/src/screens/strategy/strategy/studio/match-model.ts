import type { FieldSpec, FieldValue, MappingField, ValueLookup } from '@sluice/contract'
import { kindOf, listChoices, toTemplate } from '../model.ts'
import { changeAt, type FieldPath, listNodes, pathKey, type TreeNode } from './field-tree-model.ts'

/** How strategies of the same target filled its fields. */
export interface PastMapping {
  readonly strategy_name: string
  readonly same_source: boolean
  readonly fields: readonly MappingField[]
}

/** The strongest reason first. `past` names the strategy, `pastTarget` one that reads another source. */
type MatchReason = 'past' | 'name' | 'plainName' | 'label' | 'pastTarget' | 'similar' | 'translation'

/** A reason, and whether it speaks for this field of the source. */
export type Fit = readonly [MatchReason, (field: FieldSpec, node: TreeNode) => boolean]

export interface Proposal {
  readonly key: string
  readonly path: FieldPath
  readonly name: string
  readonly label: string | undefined
  readonly value: FieldValue
  readonly lookup?: ValueLookup
  readonly type?: MappingField['type']
  readonly reason: MatchReason
  /** The strategy, or the source field's label. */
  readonly told: string
  /** Types of both sides do not go together without a conversion. */
  readonly isDoubtful: boolean
  /** The type of the target takes every value of the source's, or refuses it with a reason: nothing is guessed. */
  readonly isSameType: boolean
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_\-.]/g, '')

/** Words of a name, `orderNo` and `order_no` alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_\-.]+/)
    .filter(word => word !== '')

/**
 * What could fill fields that have no value yet, each with its reason. A list is proposed with its lines. `guesses`: weaker
 * reasons than names and labels, where one source field alone can be meant.
 */
export function proposeMatches(
  fields: readonly MappingField[],
  source: readonly FieldSpec[],
  target: readonly FieldSpec[],
  past: readonly PastMapping[],
  guesses: readonly Fit[] = [],
): Proposal[] {
  const nodes = listNodes(fields, target)
  const lists = new Map<string, string>()
  const proposals: Proposal[] = []
  for (const node of nodes) {
    const proposal = propose(node, { source, past, listName: listOf(node, lists), guesses })
    if (!proposal) continue
    if (proposal.value.kind === 'lines') lists.set(node.key, proposal.value.source)
    proposals.push(proposal)
  }
  return proposals
}

/** The source list of the lines around a field: the one that was chosen, or the one that is proposed above it. */
function listOf({ path, listName }: TreeNode, lists: ReadonlyMap<string, string>): string | null {
  for (let length = path.length - 1; length > 0; length--) {
    const list = lists.get(pathKey(path.slice(0, length)))
    if (list !== undefined) return list
  }
  return listName
}

interface Sides {
  readonly source: readonly FieldSpec[]
  readonly past: readonly PastMapping[]
  readonly listName: string | null
  readonly guesses: readonly Fit[]
}

function propose(node: TreeNode, sides: Sides): Proposal | null {
  const { field } = node
  if (field.value.kind === 'lines') return field.value.source === '' ? proposeList(node, sides) : null
  if (node.isMapped || field.value.kind === 'object') return null
  return proposePast(node, sides, true) ?? proposeField(node, sides) ?? proposePast(node, sides, false)
}

const describe = (node: TreeNode) => ({
  key: node.key,
  path: node.path,
  name: node.name,
  label: node.spec?.label,
})

function proposePast(node: TreeNode, { past }: Sides, sameSource: boolean): Proposal | null {
  for (const mapping of past) {
    if (mapping.same_source !== sameSource) continue
    const found = findByName(mapping.fields, node.name)
    // It would name derived fields that are not here.
    if (found && JSON.stringify(found.value).includes('derived.')) continue
    if (!found || (kindOf(found.value) === 'field' && 'template' in found.value && found.value.template === ''))
      continue
    return {
      ...describe(node),
      value: found.value,
      ...(found.lookup ? { lookup: found.lookup } : {}),
      ...(found.type ? { type: found.type } : {}),
      reason: sameSource ? 'past' : 'pastTarget',
      told: mapping.strategy_name,
      isDoubtful: !sameSource,
      isSameType: false,
    }
  }
  return null
}

function findByName(fields: readonly MappingField[], name: string): MappingField | undefined {
  return listNodes(fields, []).find(node => node.name === name && !node.hasChildren)?.field
}

const weights: readonly Fit[] = [
  ['name', (field, node) => field.name === node.field.target],
  ['plainName', (field, node) => plain(field.name) === plain(node.field.target)],
  [
    'label',
    (field, { spec, field: { target } }) =>
      (spec?.label !== undefined && (field.label === spec.label || field.name === spec.label)) ||
      field.label === target,
  ],
  ['similar', (field, node) => isSimilar(field.name, node.field.target)],
]

/** One name holds all words of the other: `customer_name` and `name` do not count, `order_no` and `no_order_1` would. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  return few.length >= 2 && many.length <= few.length + 1 && few.every(word => many.includes(word))
}

/** A list or an object; as a whole it goes only where JSON is taken. */
const isNested = ({ type }: FieldSpec): boolean => type === 'array' || type === 'object'

function proposeField(node: TreeNode, { source, listName, guesses }: Sides): Proposal | null {
  const takesNested = node.spec?.type === 'json' || node.spec?.type === 'array'
  const choices = listChoices(source, listName).filter(({ field }) => takesNested || !isNested(field))
  for (const [reason, fits] of [...weights, ...guesses]) {
    const matches = choices.filter(({ field }) => fits(field, node))
    // Of several that fit equally well, the one whose type fits.
    const match = matches.find(({ field }) => !isAtOdds(field.type, node.spec?.type)) ?? matches[0]
    if (!match || (reason === 'translation' && matches[1])) continue
    const isDoubtful = isAtOdds(match.field.type, node.spec?.type)
    if (isDoubtful && (reason === 'similar' || reason === 'translation')) continue
    return {
      ...describe(node),
      value: { kind: 'template', template: toTemplate(match.path) },
      reason,
      told: match.path,
      isDoubtful,
      isSameType: isKept(match.field.type, node.spec?.type),
    }
  }
  return null
}

function proposeList(node: TreeNode, { source }: Sides): Proposal | null {
  if (node.field.value.kind !== 'lines') return null
  const lists = source.filter(field => field.type === 'array')
  const fit = weights.flatMap(([reason, fits]) => {
    const list = lists.find(field => fits(field, node))
    return list ? [{ reason, list }] : []
  })[0]
  const [only] = lists
  const found = fit ?? (lists.length === 1 && only ? { reason: 'similar' as const, list: only } : null)
  if (!found) return null
  const value = { ...node.field.value, source: found.list.name }
  return { ...describe(node), value, reason: found.reason, told: found.list.name, isDoubtful: false, isSameType: true }
}

const families: Readonly<Record<string, readonly string[]>> = {
  number: ['int', 'decimal', 'float'],
  time: ['datetime', 'date', 'time'],
  bool: ['bool'],
  bytes: ['bytes'],
}

/** Numbers among each other, true and false as 1 and 0, and what stands in a text or in JSON as it is. */
function isKept(from: FieldSpec['type'], to: FieldSpec['type'] | undefined): boolean {
  if (from === to || (isNestedType(from) && (to === 'json' || to === 'string'))) return true
  const isNumber = (type: string | undefined) => families['number']?.includes(type ?? '') === true
  if (isNumber(to)) return isNumber(from) || from === 'bool'
  return to === 'string' ? from !== 'bytes' : to === 'datetime' && from === 'date'
}

const isNestedType = (type: FieldSpec['type']): boolean => type === 'array' || type === 'object' || type === 'json'

/** Anything goes into a text, and a text may hold anything. */
function isAtOdds(from: FieldSpec['type'], to: FieldSpec['type'] | undefined): boolean {
  if (to === undefined || from === to) return false
  const family = (type: string) => Object.entries(families).find(([, types]) => types.includes(type))?.[0]
  const [a, b] = [family(from), family(to)]
  return a !== undefined && b !== undefined && a !== b
}

/** Proposals that a new mapping may begin with: the same name or label, and the same type; in lines, if their list is sure. */
export function proposeSure(
  fields: readonly MappingField[],
  source: readonly FieldSpec[],
  target: readonly FieldSpec[],
): Proposal[] {
  const all = proposeMatches(fields, source, target, [])
  const isSure = ({ reason, isSameType }: Proposal) => isSameType && (reason === 'name' || reason === 'label')
  const guessed = all
    .filter(proposal => proposal.value.kind === 'lines' && !isSure(proposal))
    .map(({ key }) => `${key}.`)
  return all.filter(proposal => isSure(proposal) && !guessed.some(list => proposal.key.startsWith(list)))
}

/** The fields with every proposal taken. */
export const takeProposals = (fields: readonly MappingField[], proposals: readonly Proposal[]): MappingField[] =>
  proposals.reduce<MappingField[]>(
    (all, proposal) => changeAt(all, proposal.path, field => takeProposal(field, proposal)),
    [...fields],
  )

/** The field as a proposal fills it. Lines keep the fields they have. */
export function takeProposal(field: MappingField, { value, lookup, type }: Proposal): MappingField {
  const kept = value.kind === 'lines' && field.value.kind === 'lines' ? { ...value, fields: field.value.fields } : value
  return { ...field, value: kept, ...(lookup ? { lookup } : {}), ...(type && !field.type ? { type } : {}) }
}
