import type { FieldSpec, FieldValue, Grouping, MappingField } from '@sluice/contract'
import { isMapped } from '../model.ts'

/** The place of a field: its index at each level. Names repeat while they are typed; places do not. */
export type FieldPath = readonly number[]

export const pathKey = (path: FieldPath): string => path.join('.')
export const pathOfKey = (key: string): FieldPath => (key === '' ? [] : key.split('.').map(Number))

/** The first step of the way to a derived field. */
export const DERIVED_ROOT = -1

/** A source list around a field. */
export interface ListAround {
  readonly source: string
  /** Where its elements come in groups. */
  readonly group: Grouping | undefined
  /** The target field that it fills, as the tree names it. */
  readonly name: string
}

export interface TreeNode {
  readonly path: FieldPath
  readonly key: string
  readonly field: MappingField
  /** What discovery knows of it; undefined: the mapping has named it itself. */
  readonly spec: FieldSpec | undefined
  /** As problems and explanations name it, lines as `[]`: `lines[].sku`. */
  readonly name: string
  readonly depth: number
  /** The source list around it; null outside lines. */
  readonly listName: string | null
  /** All source lists around it, the outermost first. */
  readonly lists: readonly ListAround[]
  readonly isDerived: boolean
  readonly isMapped: boolean
  /** Required by the target and without a value. */
  readonly isMissing: boolean
  readonly hasChildren: boolean
}

/** Every field in the order of the tree, parents before their children. */
export function listNodes(fields: readonly MappingField[], target: readonly FieldSpec[], copyAll = false): TreeNode[] {
  const nodes: TreeNode[] = []
  collect(fields, target, { path: [], depth: 0, name: '', lists: [], copyAll, isWanted: true }, nodes)
  return nodes
}

/** The derived fields, named as problems and explanations name them: `derived.total`. */
export function listDerived(derived: readonly MappingField[] = []): TreeNode[] {
  const nodes: TreeNode[] = []
  collect(
    derived,
    [],
    { path: [DERIVED_ROOT], depth: 0, name: 'derived.', lists: [], copyAll: false, isWanted: true },
    nodes,
  )
  return nodes
}

interface Around {
  readonly path: FieldPath
  readonly name: string
  readonly depth: number
  readonly lists: readonly ListAround[]
  readonly copyAll: boolean
  /** The field around it has a value or lacks one: what is left out whole requires nothing inside. */
  readonly isWanted: boolean
}

function collect(
  fields: readonly MappingField[],
  target: readonly FieldSpec[],
  around: Around,
  nodes: TreeNode[],
): void {
  const specs = new Map(target.map(spec => [spec.name, spec]))
  for (const [index, field] of fields.entries()) {
    const path = [...around.path, index]
    const name = `${around.name}${field.target}`
    const spec = specs.get(field.target)
    const children = childrenOf(field.value)
    const isFilled = isMapped(field)
    const isCopied = around.copyAll && around.depth === 0
    const isMissing = around.isWanted && spec?.isRequired === true && !isFilled && !isCopied
    nodes.push({
      path,
      key: pathKey(path),
      field,
      spec,
      name,
      depth: around.depth,
      listName: around.lists.at(-1)?.source ?? null,
      lists: around.lists,
      isDerived: path[0] === DERIVED_ROOT,
      isMapped: isFilled,
      isMissing,
      hasChildren: children !== null,
    })
    if (children === null) continue
    const { value } = field
    const isList = value.kind === 'lines'
    const list = isList && value.source !== '' ? [{ source: value.source, group: value.group, name }] : []
    const lists = isList ? (list.length > 0 ? [...around.lists, ...list] : []) : around.lists
    const isWanted = isFilled || isMissing
    const inside = { ...around, path, depth: around.depth + 1, name: `${name}${isList ? '[]' : ''}.`, lists, isWanted }
    collect(children, spec?.fields ?? [], inside, nodes)
  }
}

/** The names of what is missing; what is inside a missing field comes with it. */
export function listMissing(nodes: readonly TreeNode[]): string[] {
  const missing = nodes.filter(node => node.isMissing)
  const keys = new Set(missing.map(node => node.key))
  return missing.filter(({ path }) => !keys.has(pathKey(path.slice(0, -1)))).map(node => node.name)
}

const childrenOf = (value: FieldValue): readonly MappingField[] | null =>
  value.kind === 'lines' || value.kind === 'object' ? value.fields : null

/** The same fields with one of them changed; `null` takes it out. */
export function changeAt(
  fields: readonly MappingField[],
  [index = 0, ...rest]: FieldPath,
  change: (field: MappingField) => MappingField | null,
): MappingField[] {
  return fields.flatMap((field, at) => {
    if (at !== index) return [field]
    if (rest.length === 0) return change(field) ?? []
    const { value } = field
    if (value.kind !== 'lines' && value.kind !== 'object') return [field]
    return [{ ...field, value: { ...value, fields: changeAt(value.fields, rest, change) } }]
  })
}

/** A new field of no name inside the field at `path`, or at the end of all. */
export function addField(fields: readonly MappingField[], path: FieldPath | null): MappingField[] {
  const empty: MappingField = { target: '', value: { kind: 'template', template: '' } }
  if (path === null) return [...fields, empty]
  return changeAt(fields, path, field => {
    const { value } = field
    if (value.kind !== 'lines' && value.kind !== 'object') return field
    return { ...field, value: { ...value, fields: [...value.fields, empty] } }
  })
}

export type TreeFilter = 'all' | 'missing' | 'unmapped' | 'wrong'

/** What the tree shows: fields that fit, with the way down to them; a folded parent hides its children. */
export function showNodes(
  nodes: readonly TreeNode[],
  wanted: { readonly text: string; readonly only: TreeFilter; readonly folded: ReadonlySet<string> },
  isWrong: (node: TreeNode) => boolean,
): TreeNode[] {
  const typed = wanted.text.trim().toLowerCase()
  const isNarrowed = typed !== '' || wanted.only !== 'all'
  if (!isNarrowed) return nodes.filter(node => !isInFolded(node, wanted.folded))
  const fits = new Set<string>()
  for (const node of nodes) {
    if (!isMatch(node, typed) || !isKind(node, wanted.only, isWrong)) continue
    for (let length = 1; length <= node.path.length; length++) fits.add(pathKey(node.path.slice(0, length)))
  }
  return nodes.filter(node => fits.has(node.key))
}

const isInFolded = ({ path }: TreeNode, folded: ReadonlySet<string>): boolean =>
  path.some((_, index) => index > 0 && folded.has(pathKey(path.slice(0, index))))

const isMatch = ({ field, spec }: TreeNode, typed: string): boolean =>
  typed === '' || field.target.toLowerCase().includes(typed) || (spec?.label ?? '').toLowerCase().includes(typed)

function isKind(node: TreeNode, only: TreeFilter, isWrong: (node: TreeNode) => boolean): boolean {
  if (only === 'missing') return node.isMissing
  if (only === 'unmapped') return !node.isMapped
  return only === 'wrong' ? isWrong(node) : true
}

/** The value in a few characters, as the tree shows it. */
export function describeValue({ value, lookup }: MappingField): string {
  const tail = lookup ? ' ⇄' : ''
  switch (value.kind) {
    case 'template':
      return `${value.template}${tail}`
    case 'constant':
      return value.value === null ? 'null' : `${JSON.stringify(value.value)}${tail}`
    case 'expression':
      return value.expression === '' ? '' : `ƒ ${value.expression}${tail}`
    case 'lines':
      return value.source === '' ? '[1]' : `[${value.source}]${value.group ? ' Σ' : ''}`
    case 'object':
      return '{}'
    case 'find':
      return value.field === '' ? '' : `⌕ ${value.field}${tail}`
  }
}

/** `lines[3].sku` as the tree names it. */
export const toNodeName = (field: string): string => field.replace(/\[\d+\]/g, '[]')
