import { type Data, isData, parseJson, SourceConfig, toJson, toText, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { BusinessAnswer, BusinessCall, BusinessDeps } from './business.ts'
import { readObject } from './read-json.ts'
import {
  findById,
  findByKey,
  findStrategy,
  listByNumber,
  listByTime,
  listNewest,
  type RecordRow,
} from './record-rows.ts'
import { Refusal } from './refusal.ts'

const MAX_PAGE = 100
const DEFAULT_PAGE = 20
const KNOWN = new Set(['pageSize', 'cursor', 'begin_at', 'end_at'])
const CONTENT = /^CONTENT_(.{1,200})$/

interface Query {
  readonly pageSize: number
  readonly cursor: string | null
  readonly from: string | null
  readonly to: string | null
  readonly fields: ReadonlyMap<string, string>
}

/** A page of a strategy's records: newest first, or by one of the fields that an index serves, or by time of the last change. */
export async function queryRecords(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const query = readQueryBody(call.body)
  const rows = await find(tx, call.scope.strategy_id, query)
  const page = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? page.at(-1) : undefined
  const items = await describe(deps, tx, call, page)
  const next = last === undefined ? null : isByTime(query) ? `${last.updated_at}~${last.id}` : last.id
  return {
    content: `{"items":[${items.join(',')}],"next_cursor":${JSON.stringify(next)}}`,
    rows: page.length,
    recordKeys: page.map(row => row.key),
  }
}

export async function findOne(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const row = /^\d{1,18}$/.test(call.id) ? await findById(tx, call.scope.strategy_id, call.id) : undefined
  if (!row) throw new Refusal('missing', 'missing')
  const [content = ''] = await describe(deps, tx, call, [row])
  return { content, rows: 1, recordKeys: [row.key] }
}

const isByTime = ({ from, to, fields }: Query): boolean => fields.size === 0 && (from !== null || to !== null)

async function find(tx: Tx, strategyId: string, query: Query): Promise<RecordRow[]> {
  const { cursor, from, to, fields, pageSize } = query
  if (isByTime(query)) return listByTime(tx, strategyId, { from, to, after: readTimeCursor(cursor) }, pageSize + 1)
  const below = readIdCursor(cursor)
  if (fields.size === 0) return listNewest(tx, strategyId, below, pageSize + 1)
  const strategy = await findStrategy(tx, strategyId)
  if (!strategy) throw new Refusal('missing', 'missing')
  const { key, number } = SourceConfig.pick({ key: true, number: true }).parse(strategy.source)
  const [[field, value] = ['', ''], ...more] = [...fields]
  if (more.length > 0 || from !== null || to !== null) throw refuseFilter(more[0]?.[0] ?? 'begin_at')
  if (key.length === 1 && key[0] === field) return findByKey(tx, strategyId, value)
  if (number === field) return listByNumber(tx, strategyId, value, below, pageSize + 1)
  throw refuseFilter(field)
}

const refuseFilter = (field: string): Refusal =>
  new Refusal('input', 'filter', { value: field, path: field === 'begin_at' ? field : `CONTENT_${field}` })

function readQueryBody(bytes: Uint8Array): Query {
  const body = bytes.length === 0 ? {} : readObject(bytes)
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(body)) {
    const field = CONTENT.exec(name)?.[1]
    if (field !== undefined) fields.set(field, readFilter(name, value))
    else if (!KNOWN.has(name)) throw refuseInput(name)
  }
  const pageSize = body['pageSize'] ?? DEFAULT_PAGE
  if (typeof pageSize !== 'number' || !Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE)
    throw refuseInput('pageSize')
  return {
    pageSize,
    cursor: readText(body, 'cursor'),
    from: readMoment(body, 'begin_at'),
    to: readMoment(body, 'end_at'),
    fields,
  }
}

const refuseInput = (path: string): Refusal => new Refusal('input', 'input', { value: path, path })

function readFilter(name: string, value: Value): string {
  const isPlain = value !== null && typeof value !== 'boolean' && !Array.isArray(value) && !isData(value)
  const text = isPlain ? toText(value) : ''
  if (text === '' || text.length > 500 || text.includes('\0')) throw refuseInput(name)
  return text
}

function readText(body: Data, name: string): string | null {
  const value = body[name] ?? null
  if (value !== null && typeof value !== 'string') throw refuseInput(name)
  return value
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}:\d{2})$/

function readMoment(body: Data, name: string): string | null {
  const text = readText(body, name)
  if (text !== null && !(MOMENT.test(text) && Number.isFinite(Date.parse(text)))) throw refuseInput(name)
  return text
}

function readIdCursor(cursor: string | null): string | null {
  if (cursor !== null && !/^\d{1,18}$/.test(cursor)) throw refuseInput('cursor')
  return cursor
}

function readTimeCursor(cursor: string | null): { readonly at: string; readonly id: string } | null {
  if (cursor === null) return null
  const [, at, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z)~(\d{1,18})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined || !Number.isFinite(Date.parse(at))) throw refuseInput('cursor')
  return { at, id }
}

/** Each record as JSON text, of its content only what the application may see. */
async function describe(
  { records }: BusinessDeps,
  tx: Tx,
  { scope }: BusinessCall,
  rows: readonly RecordRow[],
): Promise<string[]> {
  const shown = await findShown(tx, scope)
  const originals = scope.fields.length === 0 ? new Map<string, string>() : await records.readOriginals(tx, rows)
  return rows.map(row => {
    const head = {
      id: row.id,
      key: shown.key ? row.key : null,
      number: shown.number ? row.number : null,
      status: row.status,
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
    const original = originals.get(row.id)
    const content = original === undefined ? {} : pick(parseJson(original), scope.fields)
    return `${JSON.stringify(head).slice(0, -1)},"content":${toJson(content)}}`
  })
}

/** A record's key and number are values of its fields, and are handed out where these are. */
async function findShown(
  tx: Tx,
  scope: BusinessCall['scope'],
): Promise<{ readonly key: boolean; readonly number: boolean }> {
  const strategy = await findStrategy(tx, scope.strategy_id)
  if (!strategy) return { key: false, number: false }
  const { key, number } = SourceConfig.pick({ key: true, number: true }).parse(strategy.source)
  const isOut = (path: string): boolean =>
    scope.fields.some(field => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}_`))
  return { key: key.every(isOut), number: number === undefined ? key.every(isOut) : isOut(number) }
}

function pick(record: Value, fields: readonly string[]): Data {
  if (!isData(record)) return {}
  return Object.fromEntries(
    fields.flatMap(field => (Object.hasOwn(record, field) ? [[field, record[field] ?? null]] : [])),
  )
}
