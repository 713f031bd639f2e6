import { type Data, isData, parseJson, SourceConfig, toJson, toText, type Value } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { isSeen, viewNames, viewRecord } from '@sluice/engine'
import type { BusinessAnswer, BusinessCall, BusinessDeps } from './business.ts'
import { readObject } from './read-json.ts'
import {
  findById,
  findByKey,
  findStrategy,
  listByNumber,
  listByTime,
  listLastAttempts,
  listNewest,
  listSources,
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

/** Records that are looked at for one page, where an application sees only some of them; then the caller goes on by the cursor. */
const MOST_LOOKED_AT = 1000

/** A record that the application may see, with its content. */
interface Seen {
  readonly row: RecordRow
  readonly content: Value | undefined
}

/** A page of a strategy's records: newest first, or by one of the fields that an index serves, or by time of the last change. */
export async function queryRecords(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const query = readQueryBody(call.body)
  const page = await readPage(deps, tx, call, query)
  return writePage(
    query,
    page,
    page.seen.map(each => describe(call, each)),
  )
}

/** `condition[content.X]` beside `condition[created_at][$gte]`, in a body of JSON; answered as the second edition is. */
export async function queryFirstEdition(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const { condition = {}, ...rest } = call.body.length === 0 ? {} : readObject(call.body)
  if (!isData(condition)) throw refuseInput('condition')
  const query = readQuery({ ...rest, ...readConditions(condition) })
  const page = await readPage(deps, tx, call, query)
  return writePage(
    query,
    page,
    page.seen.map(each => describe(call, each)),
  )
}

const MOMENTS: Readonly<Record<string, string>> = { $gte: 'begin_at', $lt: 'end_at' }

function readConditions(condition: Data): Data {
  const found: Record<string, Value> = {}
  for (const [name, value] of Object.entries(condition)) {
    const field = /^content\.(.{1,200})$/.exec(name)?.[1]
    if (field !== undefined)
      found[`CONTENT_${field}`] = isData(value) && Object.hasOwn(value, '$eq') ? (value['$eq'] ?? null) : value
    else if (name !== 'created_at' || !isData(value)) throw refuseInput(`condition[${name}]`)
    else
      for (const [operator, moment] of Object.entries(value)) {
        const at = Object.hasOwn(MOMENTS, operator) ? MOMENTS[operator] : undefined
        if (at === undefined) throw refuseInput(`condition[created_at][${operator}]`)
        found[at] = moment
      }
  }
  return found
}

/** The same, with what both sides did about each record. */
export async function linkRecords(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const query = readQueryBody(call.body)
  const page = await readPage(deps, tx, call, query)
  const { seen } = page
  const ids = seen.map(({ row }) => row.id)
  const [runs, attempts] = [await listSources(tx, call.scope.strategy_id, ids), await listLastAttempts(tx, ids)]
  const items = seen.map(each => {
    const source = runs.get(each.row.id) ?? null
    const target = attempts.get(each.row.id) ?? null
    const sides = JSON.stringify({
      target_key: viewNames(each.row, call.scope, call.application.id).target_key,
      source,
      target,
    })
    return `${describe(call, each).slice(0, -1)},${sides.slice(1)}`
  })
  return writePage(query, page, items)
}

interface SeenPage {
  readonly seen: readonly Seen[]
  readonly next: string | null
}

const writePage = ({ fields }: Query, { seen, next }: SeenPage, items: readonly string[]): BusinessAnswer => ({
  content: `{"items":[${items.join(',')}],"next_cursor":${JSON.stringify(next)}}`,
  rows: seen.length,
  recordKeys: seen.map(({ row }) => row.key),
  usedFields: [...fields.keys()],
})

async function readPage(deps: BusinessDeps, tx: Tx, call: BusinessCall, query: Query): Promise<SeenPage> {
  // Whoever may ask for a value learns it by asking for all.
  const hidden = [...query.fields.keys()].find(field => Object.hasOwn(call.scope.masks, field))
  if (hidden !== undefined) throw refuseFilter(hidden)
  const seen: Seen[] = []
  const chunk = call.scope.row_filter.length === 0 ? query.pageSize : MAX_PAGE
  let { cursor } = query
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += chunk) {
    const rows = await find(tx, call.scope.strategy_id, { ...query, cursor, pageSize: chunk })
    const hasMore = rows.length > chunk
    const found = await look(deps, tx, call, rows.slice(0, chunk))
    for (const each of found) {
      if (!isSeen(each.content, call.scope.row_filter)) continue
      if (seen.length === query.pageSize) return { seen, next: cursorAt(query, seen.at(-1)?.row) }
      seen.push(each)
    }
    if (!hasMore) return { seen, next: null }
    cursor = cursorAt(query, rows[chunk - 1])
    if (seen.length === query.pageSize) break
  }
  return { seen, next: cursor }
}

function cursorAt(query: Query, row: RecordRow | undefined): string | null {
  if (row === undefined) return null
  return isByTime(query) ? `${row.updated_at}~${row.id}` : row.id
}

/** With what each holds, where anything of it is asked for. */
async function look(
  { records }: BusinessDeps,
  tx: Tx,
  { scope }: BusinessCall,
  rows: readonly RecordRow[],
): Promise<Seen[]> {
  const isAsked = scope.fields.length > 0 || scope.row_filter.length > 0
  const originals = isAsked ? await records.readOriginals(tx, rows) : new Map<string, string>()
  return rows.map(row => {
    const original = originals.get(row.id)
    return { row, content: original === undefined ? undefined : parseJson(original) }
  })
}

export async function findOne(deps: BusinessDeps, tx: Tx, call: BusinessCall): Promise<BusinessAnswer> {
  const row = /^\d{1,18}$/.test(call.id) ? await findById(tx, call.scope.strategy_id, call.id) : undefined
  const [seen] = row ? await look(deps, tx, call, [row]) : []
  // One that is not for its eyes sounds like one that is not there.
  if (!seen || !isSeen(seen.content, call.scope.row_filter)) throw new Refusal('missing', 'missing')
  return { content: describe(call, seen), rows: 1, recordKeys: [seen.row.key] }
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
  if (key.length === 1 && key[0] === field)
    return (await findByKey(tx, strategyId, value)).filter(row => below === null || BigInt(row.id) < BigInt(below))
  if (number === field) return listByNumber(tx, strategyId, value, below, pageSize + 1)
  throw refuseFilter(field)
}

const refuseFilter = (field: string): Refusal =>
  new Refusal('input', 'filter', { value: field, path: field === 'begin_at' ? field : `CONTENT_${field}` })

const readQueryBody = (bytes: Uint8Array): Query => readQuery(bytes.length === 0 ? {} : readObject(bytes))

function readQuery(body: Data): Query {
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

/** As JSON text, of its content only what the application may see. */
function describe({ application, scope }: BusinessCall, { row, content }: Seen): string {
  const { key, number } = viewNames(row, scope, application.id)
  const head = {
    id: row.id,
    key,
    number,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
  const shown = content === undefined ? {} : viewRecord(content, scope, application.id)
  return `${JSON.stringify(head).slice(0, -1)},"content":${toJson(shown)}}`
}
