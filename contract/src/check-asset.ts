import type { ApiAsset, AssetField } from './api-asset.ts'
import { parseJson } from './parse-json.ts'
import { rowsToldBy } from './rows-told-by.ts'
import { isTimeZone } from './time-zone.ts'

/** What is wrong with an asset beyond its shape; `path` leads to the place. */
export interface AssetProblem {
  /** `request.0.fields.2`, `pagination.nextPath`. */
  readonly path: string
  readonly code: AssetProblemCode
}
export const assetProblemCodes = [
  'twice',
  'children',
  'place',
  'nestedPlace',
  'header',
  'pathField',
  'idempotency',
  'rowIndex',
  'rowKey',
  'rowLists',
  'pageField',
  'nextPath',
  'idPath',
  'detailBody',
  'timeZone',
  'id',
] as const
export type AssetProblemCode = (typeof assetProblemCodes)[number]

const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const GROUPS = ['request', 'otherRequest', 'response', 'otherResponse'] as const

/** Everything that would fail when the asset is used. Empty: it can be used. */
export function checkAsset(asset: ApiAsset): AssetProblem[] {
  return [
    ...GROUPS.flatMap(group => checkFields(asset, group, asset[group], group, true)),
    ...checkPath(asset),
    ...checkPaging(asset),
    ...checkRest(asset),
  ]
}

type Group = (typeof GROUPS)[number]

function checkFields(
  asset: ApiAsset,
  group: Group,
  fields: readonly AssetField[],
  at: string,
  isTop: boolean,
): AssetProblem[] {
  const seen = new Set<string>()
  return fields.flatMap((field, index) => {
    const path = `${at}.${index}`
    const problems: AssetProblem[] = []
    const name = `${placeOf(asset, field)} ${field.field}`
    if (seen.has(name)) problems.push({ path, code: 'twice' })
    seen.add(name)
    const isNest = field.type === 'array' || field.type === 'object'
    if (!isNest && (field.fields?.length ?? 0) > 0) problems.push({ path, code: 'children' })
    if (group === 'request' || group === 'otherRequest')
      problems.push(...checkPlace(asset, group, field, isTop).map(code => ({ path, code })))
    return [...problems, ...checkFields(asset, group, field.fields ?? [], `${path}.fields`, false)]
  })
}

/** Where a parameter travels when it does not say so itself. */
export const placeOf = (
  { method }: Pick<ApiAsset, 'method'>,
  { place }: AssetField,
): NonNullable<AssetField['place']> => place ?? (method === 'GET' ? 'query' : 'body')

function* checkPlaceCodes(
  asset: ApiAsset,
  group: Group,
  field: AssetField,
  isTop: boolean,
): Generator<AssetProblemCode> {
  if (!isTop) {
    if (field.place !== undefined && field.place !== 'body') yield 'nestedPlace'
    return
  }
  const place = placeOf(asset, field)
  // What a strategy maps is the record, and a record is a body; only its parts may go into the path.
  if (asset.type === 'EXECUTE' && group === 'request' && place !== 'body' && place !== 'path') yield 'place'
  if (asset.method === 'GET' && place === 'body') yield 'place'
  if (place !== 'body' && (field.fields?.length ?? 0) > 0) yield 'place'
  if (place === 'header' && !HEADER.test(field.field)) yield 'header'
}
const checkPlace = (...args: Parameters<typeof checkPlaceCodes>): AssetProblemCode[] => [...checkPlaceCodes(...args)]

function checkPath(asset: ApiAsset): AssetProblem[] {
  if (asset.type === 'EXECUTE') return []
  const names = [...asset.api.matchAll(/(?<!\{)\{([\w.-]+)\}(?!\})/g)].map(match => match[1])
  const declared = [...asset.request, ...asset.otherRequest].filter(field => field.place === 'path')
  return names.some(name => !declared.some(field => field.field === name)) ? [{ path: 'api', code: 'pathField' }] : []
}

function checkPaging(asset: ApiAsset): AssetProblem[] {
  const { mode, pageField, nextPath, nextHeader, idPath } = asset.pagination
  if (asset.type === 'EXECUTE' || mode === 'none' || mode === 'adapter') return []
  const texts = [asset.api, ...listDefaults([...asset.request, ...asset.otherRequest])]
  const isNamed = texts.some(text => /\{\{\s*(page|offset|cursor|PAGINATION_START_(PAGE|ROW))\s*\}\}/.test(text))
  if (mode !== 'link' && pageField === '' && !isNamed) return [{ path: 'pagination.pageField', code: 'pageField' }]
  // Of an id of several parts it is not known which one rises.
  if (mode === 'id_gt' && idPath === '' && asset.id.length > 1) return [{ path: 'pagination.idPath', code: 'idPath' }]
  return mode === 'cursor' && nextPath === '' && nextHeader === ''
    ? [{ path: 'pagination.nextPath', code: 'nextPath' }]
    : []
}

const listDefaults = (fields: readonly AssetField[]): string[] =>
  fields.flatMap(field => [field.default ?? '', ...listDefaults(field.fields ?? [])])

function checkRest(asset: ApiAsset): AssetProblem[] {
  const problems: AssetProblem[] = []
  if (asset.type === 'QUERY' && asset.id.length === 0) problems.push({ path: 'id', code: 'id' })
  if (!isTimeZone(asset.window.timeZone)) problems.push({ path: 'window.timeZone', code: 'timeZone' })
  if (!isJson(asset.detail.body)) problems.push({ path: 'detail.body', code: 'detailBody' })
  const { idempotencyHeader, rows, isList } = asset.write
  if (asset.type === 'EXECUTE' && idempotencyHeader !== '' && (rows > 1 || isList || !HEADER.test(idempotencyHeader)))
    problems.push({ path: 'write.idempotencyHeader', code: 'idempotency' })
  if (asset.type === 'EXECUTE') problems.push(...checkResults(asset.write.results))
  return problems
}

/** What would leave it open which result is whose. */
function checkResults(results: ApiAsset['write']['results']): AssetProblem[] {
  const { path, errorPath, indexPath, resultKey, recordKey } = results
  const by = rowsToldBy(results)
  // Places in two lists say nothing about places in the request.
  if (errorPath !== '' && (path === '' || by === 'order'))
    return [{ path: 'write.results.errorPath', code: 'rowLists' }]
  if (path === '') return []
  if (by === 'index') return indexPath === '' ? [{ path: 'write.results.indexPath', code: 'rowIndex' }] : []
  if (by === 'order') return resultKey === recordKey ? [] : [{ path: 'write.results.recordKey', code: 'rowKey' }]
  const lacksKey = recordKey === '' || (resultKey === '' && errorPath === '')
  return lacksKey ? [{ path: 'write.results.recordKey', code: 'rowKey' }] : []
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}
