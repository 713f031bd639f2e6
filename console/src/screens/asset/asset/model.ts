import type { ApiAsset, AssetField, AssetProblem, SignIn } from '@sluice/contract'
import { moveTo } from '../../../lib/move-to.ts'
import { emptyResults } from './empty-results.ts'
import type { Collection, Platform } from './types.ts'

/** Where a field is in its group: indexes from the top down. */
export type FieldPath = readonly number[]

export interface FlatField {
  readonly field: AssetField
  readonly path: FieldPath
  /** Among its siblings. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** The tree row by row, as it is drawn. */
export function flatten(fields: readonly AssetField[], above: FieldPath = []): FlatField[] {
  return fields.flatMap((field, index) => {
    const path = [...above, index]
    const row = { field, path, isFirst: index === 0, isLast: index === fields.length - 1 }
    return [row, ...flatten(field.fields ?? [], path)]
  })
}

const isParent = (type: AssetField['type']): boolean => type === 'array' || type === 'object'

/** Changes the siblings at the end of a path; everything else stays the same object. */
function atSiblings(
  fields: readonly AssetField[],
  path: FieldPath,
  change: (siblings: readonly AssetField[], index: number) => AssetField[],
): AssetField[] {
  const [index = 0, ...rest] = path
  if (rest.length === 0) return change(fields, index)
  return fields.map((field, at) =>
    at === index ? { ...field, fields: atSiblings(field.fields ?? [], rest, change) } : field,
  )
}

/** A new value of one field; a type without lines loses them. */
export const changeField = (fields: readonly AssetField[], path: FieldPath, patch: Partial<AssetField>): AssetField[] =>
  atSiblings(fields, path, (siblings, index) =>
    siblings.map((field, at) => {
      if (at !== index) return field
      const { fields: lines, ...changed } = { ...field, ...patch }
      return isParent(changed.type) && lines !== undefined ? { ...changed, fields: lines } : changed
    }),
  )

export const removeField = (fields: readonly AssetField[], path: FieldPath): AssetField[] =>
  atSiblings(fields, path, (siblings, index) => siblings.filter((_, at) => at !== index))

/** One place up (-1) or down (1) among its siblings. */
export const moveField = (fields: readonly AssetField[], path: FieldPath, by: -1 | 1): AssetField[] =>
  atSiblings(fields, path, (siblings, index) => moveTo(siblings, index, Math.max(0, index + by)))

const EMPTY: AssetField = { field: '', type: 'string' }

/** An empty field as the last one at the top, or below a field. */
export function addField(fields: readonly AssetField[], below?: FieldPath): AssetField[] {
  if (below === undefined) return [...fields, EMPTY]
  return atSiblings(fields, below, (siblings, index) =>
    siblings.map((field, at) => (at === index ? { ...field, fields: [...(field.fields ?? []), EMPTY] } : field)),
  )
}

/** The asset as it is sent: names without blanks around them, rows without a name and empty attributes left out. */
export function cleanAsset(asset: ApiAsset): ApiAsset {
  return {
    ...asset,
    name: asset.name.trim(),
    api: asset.api.trim(),
    request: cleanFields(asset.request),
    otherRequest: cleanFields(asset.otherRequest),
    response: cleanFields(asset.response),
    otherResponse: cleanFields(asset.otherResponse),
  }
}

const cleanFields = (fields: readonly AssetField[]): AssetField[] =>
  fields.flatMap(field => {
    const name = field.field.trim()
    if (name === '') return []
    const { label, default: fallback, describe, place, is_required, fields: lines, type } = field
    return [
      {
        field: name,
        type,
        ...(label ? { label } : {}),
        ...(is_required ? { is_required } : {}),
        ...(fallback ? { default: fallback } : {}),
        ...(describe ? { describe } : {}),
        ...(place ? { place } : {}),
        ...(lines ? { fields: cleanFields(lines) } : {}),
      },
    ]
  })

export const emptyAsset = (): ApiAsset => ({
  name: '',
  describe: '',
  help_link: '',
  type: 'QUERY',
  method: 'GET',
  api: '',
  id: [],
  number: '',
  idCheck: true,
  increment: [],
  request: [],
  otherRequest: [],
  response: [],
  otherResponse: [],
  listPath: '',
  nothing: [],
  loneRecord: false,
  keyedRecords: false,
  listOfValues: false,
  detail: { api: '', body: '', recordPath: '' },
  success: emptyTest(),
  pagination: emptyPagination(),
  window: { format: 'iso', timeZone: 'Asia/Shanghai', endExclusive: false, maxSeconds: 0, firstDays: 30 },
  write: {
    rows: 1,
    isList: false,
    bodyKey: '',
    idempotencyHeader: '',
    idempotencyField: '',
    idempotencyLength: 0,
    guarantee: 'none',
    targetKeyPath: '',
    codePath: '',
    fieldPath: '',
    results: emptyResults(),
    lookUp: { path: '', recordPath: '', keyPath: '' },
    patterns: { duplicate: [], negativeStock: [], masterData: [], busy: [] },
  },
  rate: { intervalMs: 0 },
  adapter: '',
})

export const emptyTest = () => ({ path: '', values: [], busyValues: [], messagePath: '' })

export const emptyPagination = (): ApiAsset['pagination'] => ({
  mode: 'none',
  pageSize: 100,
  pageField: '',
  sizeField: '',
  place: 'query',
  startPage: 1,
  firstCursor: '',
  nextPath: '',
  nextHeader: '',
  hasMorePath: '',
  idPath: '',
  totalPath: '',
  totalHeader: '',
  totalOnce: false,
  believesEnd: false,
})

/** What must be mended before a save; a draft may still lack what identifies a record. */
export const hindrancesOf = (problems: readonly AssetProblem[]): readonly AssetProblem[] =>
  problems.filter(problem => problem.code !== 'id')

/** Categories as nodes of a tree, siblings in their order. */
export interface CollectionNode {
  readonly key: string
  readonly value: string
  readonly title: string
  readonly row: Collection
  readonly children: CollectionNode[]
}
export const toTree = (rows: readonly Collection[], parent: string | null = null): CollectionNode[] =>
  childrenOf(rows, parent).map(row => ({
    key: row.id,
    value: row.id,
    title: row.name,
    row,
    children: toTree(rows, row.id),
  }))

/** Rows by a list of their ids; those that are not in it come last, as they were. */
export function inOrder<T extends { readonly id: string }>(rows: readonly T[], ids: readonly string[]): T[] {
  const place = (row: T) => {
    const at = ids.indexOf(row.id)
    return at < 0 ? ids.length : at
  }
  return rows.toSorted((a, b) => place(a) - place(b))
}

export interface PlatformFilter {
  readonly keyword?: string | undefined
  readonly group?: string | undefined
  readonly origin?: 'own' | 'builtIn' | undefined
  readonly used?: 'yes' | 'no' | undefined
  readonly sign_in?: SignIn | undefined
}

export function filterPlatforms(platforms: readonly Platform[], filter: PlatformFilter): Platform[] {
  const wanted = filter.keyword?.trim().toLowerCase() ?? ''
  return platforms.filter(
    platform =>
      `${platform.name} ${platform.code}`.toLowerCase().includes(wanted) &&
      (filter.group === undefined || platform.group === filter.group) &&
      (filter.origin === undefined || platform.is_own === (filter.origin === 'own')) &&
      (filter.used === undefined || platform.connector_count > 0 === (filter.used === 'yes')) &&
      (filter.sign_in === undefined || platform.sign_ins.includes(filter.sign_in)),
  )
}

/** Groups that have platforms, each with how many. */
export function countGroups(platforms: readonly Platform[]): { readonly group: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { group } of platforms) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].map(([group, count]) => ({ group, count }))
}

/** A content without what nobody has filled in; of a first version the rest is all there is to read. */
export function leaveOutEmpty(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(leaveOutEmpty)
  if (typeof content !== 'object' || content === null) return content
  const entries = Object.entries(content).map(([name, value]) => [name, leaveOutEmpty(value)] as const)
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === ''
}

/** `name=value` lines of a list of pairs and back. */
export const writePairs = (pairs: readonly { readonly name: string; readonly value: string }[]): string =>
  pairs.map(({ name, value }) => `${name}=${value}`).join('\n')
export const readPairs = (text: string): { name: string; value: string }[] =>
  text.split('\n').flatMap(line => {
    const at = line.indexOf('=')
    const name = (at < 0 ? line : line.slice(0, at)).trim()
    return name === '' ? [] : [{ name, value: at < 0 ? '' : line.slice(at + 1) }]
  })

export const childrenOf = <T extends { readonly parent_id: string | null }>(
  rows: readonly T[],
  parent: string | null,
): T[] => rows.filter(row => row.parent_id === parent)

type Placed = Pick<Collection, 'id' | 'parent_id'>

/** One row under a parent, at a place among its children that is counted without itself. */
export function placeRow<T extends Placed>(rows: readonly T[], id: string, parent: string | null, index: number): T[] {
  const rest = rows.filter(row => row.id !== id)
  const siblings = childrenOf(rest, parent)
  const moved = rows.filter(row => row.id === id).map(row => ({ ...row, parent_id: parent }))
  return [
    ...rest.filter(row => row.parent_id !== parent),
    ...siblings.slice(0, index),
    ...moved,
    ...siblings.slice(index),
  ]
}

/** Rows in the order and under the parents of other ones. */
export function arrangeAs<T extends Placed>(rows: readonly T[], placed: readonly Placed[]): T[] {
  const known = new Map(placed.map(row => [row.id, row]))
  return inOrder(rows, [...known.keys()]).map(row => ({ ...row, parent_id: (known.get(row.id) ?? row).parent_id }))
}
