import { type ApiAssetInput, type AssetField, isData, type Value } from '@sluice/contract'
import { inferAssetFields } from '@sluice/engine'

const ID = [/^id$/i, /^(guid|uuid|code|number|no|sn)$/i, /(^|_)id$/, /Id$/, /(_no|No|Code|Number)$/]
const NUMBER = [/^(number|no|code|sn)$/i, /(_no|_sn|No|Code|Number)$/]

/** The field that most likely identifies a record. */
export const guessId = (fields: readonly AssetField[]): string[] => {
  const found = pick(fields, ID)
  return found === undefined ? [] : [found]
}

function pick(fields: readonly AssetField[], patterns: readonly RegExp[]): string | undefined {
  const plain = fields.filter(field => field.type !== 'array' && field.type !== 'object')
  for (const pattern of patterns) {
    const found = plain.find(field => pattern.test(field.field))
    if (found) return found.field
  }
  return undefined
}

/** What the answer's records are called by, and which of their fields tell a change. */
export function guessRecord(
  fields: readonly AssetField[],
): Pick<ApiAssetInput, 'id' | 'number' | 'increment' | 'response'> {
  const id = guessId(fields)
  const number = pick(fields, NUMBER)
  const increment = fields.filter(field => /(updated|modified|modify|update)(_at|_time|At|Time|d)?$/i.test(field.field))
  return {
    id,
    response: [...fields],
    increment: increment.slice(0, 5).map(field => field.field),
    ...(number === undefined || number === id[0] ? {} : { number }),
  }
}

/** An answer as it came: its list, what is in it, and where the total stands. */
export function guessReading(content: Value): Partial<ApiAssetInput> {
  const listPath = findList(content, '', 0)
  const list = listPath === null ? [content] : pathOf(content, listPath)
  const fields = inferAssetFields(Array.isArray(list) ? list : [])
  const total = findTotal(content, '', 0)
  return {
    ...guessRecord(fields),
    listPath: listPath ?? '',
    ...(total === null ? {} : { pagination: { totalPath: total } }),
  }
}

const MAX_DEPTH = 4

/** The nearest list of objects. */
function findList(value: Value, at: string, depth: number): string | null {
  if (Array.isArray(value)) return value.length === 0 || value.some(each => isData(each)) ? at : null
  if (!isData(value) || depth === MAX_DEPTH) return null
  const entries = Object.entries(value)
  const near = entries.find(([, each]) => Array.isArray(each) && each.some(one => isData(one)))
  if (near) return join(at, near[0])
  for (const [name, each] of entries) {
    const found = isData(each) ? findList(each, join(at, name), depth + 1) : null
    if (found !== null) return found
  }
  return null
}

function findTotal(value: Value, at: string, depth: number): string | null {
  if (!isData(value) || depth === MAX_DEPTH) return null
  for (const [name, each] of Object.entries(value)) {
    if (isTotal(name) && typeof each === 'number') return join(at, name)
    const found = findTotal(each, join(at, name), depth + 1)
    if (found !== null) return found
  }
  return null
}

export const isTotal = (name: string): boolean =>
  /^(total|count|totalCount|total_count|totalNum|TotalCount)$/.test(name)
export const join = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

function pathOf(value: Value, path: string): Value | undefined {
  let at: Value | undefined = value
  for (const part of path === '' ? [] : path.split('.')) at = isData(at) ? at[part] : undefined
  return at
}

const PAGE = /^(page|pageNo|page_no|pageNum|page_num|pageIndex|page_index|currentPage|current)$/i
const SIZE = /^(size|pageSize|page_size|perPage|per_page|limit|rows|count)$/i
const OFFSET = /^(offset|skip|start|startRow|start_row)$/i
const CURSOR = /^(cursor|next_cursor|nextCursor|page_token|pageToken|after)$/i

/** How a list is paged, judged by the names of its parameters. */
export function guessPaging(request: readonly AssetField[], place: 'query' | 'body'): ApiAssetInput['pagination'] {
  const name = (pattern: RegExp) => request.find(field => pattern.test(field.field))?.field ?? ''
  const [page, offset, cursor, size] = [name(PAGE), name(OFFSET), name(CURSOR), name(SIZE)]
  if (page !== '') return { mode: 'page', pageField: page, sizeField: size, place }
  if (offset !== '') return { mode: 'offset', pageField: offset, sizeField: size, place }
  // Where the next cursor stands must be told; until then the draft says so.
  return cursor === '' ? {} : { mode: 'cursor', pageField: cursor, sizeField: size, place, nextPath: 'next_cursor' }
}

/** Most lists are asked by GET; some far systems ask everything by POST and say it in the name. */
export const isReading = (method: string, name: string): boolean =>
  method === 'GET' ||
  (method === 'POST' && /(query|search|list|find|get)(?![a-z])|(^|\/)(query|search|list|find|get)/i.test(name))
