import { type Data, isData, parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { isByTime, readCursor, readFilter, searchRecords, toCursor, writeCursor } from '../strategy-data/index.ts'
import type { TableView } from './contract.ts'
import type { ReadRow, StoredRow } from './table-plan.ts'

export interface TableDeps {
  readonly engine: Pick<Engine, 'records'>
  tenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly signal: AbortSignal
}

export interface TableQuery {
  readonly strategyId: string
  readonly side: TableView['side']
  readonly filter: ReturnType<typeof toRecordFilter>
  readonly needsData: boolean
  /** null: it cannot be said. */
  isMet(read: ReadRow): boolean | null
  readonly isFiltered: boolean
}

export interface TablePage {
  readonly rows: readonly ReadRow[]
  readonly next: string | null
  readonly looked: number
  readonly unjudged: number
  readonly order: TableView['order']
}

const CHUNK = 200
const BEGINNING = '1970-01-01T00:00:00Z'

/** The list by change is the list of a time without a beginning; keys are found by their index, newest record first. */
export function toRecordFilter(strategyId: string, { filter, order }: Pick<TableView, 'filter' | 'order'>) {
  const found = readFilter(strategyId, filter)
  return order === 'change' && found.keys === null && found.from === null ? { ...found, from: BEGINNING } : found
}

/**
 * A page. Content lies in pages of evidence and no index leads to it, so a condition is tried record by record; after
 * `most` records the page ends, however short, and the caller goes on by the cursor.
 */
export async function readTable(
  deps: TableDeps,
  query: TableQuery,
  at: { readonly cursor: string | undefined; readonly pageSize: number; readonly most: number },
): Promise<TablePage> {
  const { filter } = query
  const byTime = isByTime(filter)
  const order = byTime ? 'change' : 'record'
  const rows: ReadRow[] = []
  const chunk = query.isFiltered ? Math.min(CHUNK, at.most) : at.pageSize
  let after = readCursor(at.cursor, byTime)
  let [looked, unjudged] = [0, 0]
  const cursorAt = (row: StoredRow) => writeCursor(toCursor(row, byTime))
  while (true) {
    const found = await deps.tenant(tx => searchRecords(tx, { ...filter, after, limit: chunk + 1 }))
    const wanted = found.slice(0, chunk)
    const read = await readRows(deps, query, wanted)
    for (const [index, each] of read.entries()) {
      looked += 1
      const isMet = query.isMet(each)
      if (isMet === null) unjudged += 1
      if (isMet === true) rows.push(each)
      const isLast = index === found.length - 1
      if (rows.length === at.pageSize)
        return { rows, next: isLast ? null : cursorAt(each.row), looked, unjudged, order }
    }
    const last = wanted.at(-1)
    if (found.length <= chunk || !last) return { rows, next: null, looked, unjudged, order }
    if (looked >= at.most) return { rows, next: cursorAt(last), looked, unjudged, order }
    after = toCursor(last, byTime)
  }
}

/** Records with what they hold, or what the saved mapping makes of it. */
export async function readRows(
  { engine: { records }, tenant, signal }: TableDeps,
  { strategyId, side, needsData }: Pick<TableQuery, 'strategyId' | 'side' | 'needsData'>,
  rows: readonly StoredRow[],
): Promise<ReadRow[]> {
  if (!needsData || rows.length === 0) return rows.map(row => ({ row, data: null, lack: null }))
  const texts = await tenant(tx => records.readOriginals(tx, rows))
  const read = rows.map((row): ReadRow => {
    const text = texts.get(row.id)
    return text === undefined ? { row, data: null, lack: 'gone' } : { row, data: toData(text), lack: null }
  })
  if (side === 'source') return read
  const mapper = await tenant(tx => records.openMapper(tx, strategyId))
  try {
    const given = read.flatMap(({ data }) => (data === null ? [] : [data]))
    const outcomes = await mapper.mapPage(given, signal)
    let next = 0
    return read.map((each): ReadRow => {
      if (each.data === null) return each
      const outcome = outcomes[next++]
      return outcome?.kind === 'mapped' ? { ...each, data: outcome.data } : { ...each, data: null, lack: 'refused' }
    })
  } finally {
    mapper.close()
  }
}

/** Staged data is an object; whatever else a page may hold stands in one column. */
function toData(text: string): Data {
  const value = parseJson(text)
  return isData(value) ? value : { value }
}
