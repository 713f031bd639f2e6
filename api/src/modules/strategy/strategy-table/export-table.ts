import { sayWords } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { sayRecordState } from '../../../http/state-words.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { recordHeadings } from '../export-job/index.ts'
import { IdSet, isByTime, readMoment, readMoved, searchRecords, toCursor } from '../strategy-data/index.ts'
import type { Cell, TableView } from './contract.ts'
import { readRows, type TableDeps, type TableQuery } from './read-table.ts'
import type { ReadRow, StoredRow } from './table-plan.ts'

const notRead = { zh: '（无内容）', en: '(no content)' }

const PAGE = 500

interface Exported {
  readonly columns: TableView['columns']
  readonly format: 'csv' | 'jsonl'
  cellsOf(read: ReadRow): Cell[]
}

/** Every row of the table, with the columns as they stand; one that cannot be judged by the conditions is left out of both. */
export async function* exportTable(
  deps: TableDeps,
  query: TableQuery,
  { columns, format, cellsOf }: Exported,
  { language }: RouteContext,
): AsyncGenerator<string> {
  const titles = columns.map(column =>
    column.of === 'data' ? column.name : sayWords(recordHeadings[column.name], language),
  )
  if (format === 'csv') yield CSV_START + writeCsvLine(titles)
  for await (const read of listRows(deps, query)) {
    const cells = cellsOf(read)
    if (format === 'jsonl') yield `${JSON.stringify(cells.map(({ kind, text }) => ({ kind, text })))}\n`
    else
      yield writeCsvLine(
        cells.map(({ kind, text }, index) => {
          if (kind === 'unread') return sayWords(notRead, language)
          if (kind === 'missing' || kind === 'null') return null
          const column = columns[index]
          return column?.of === 'record' && column.name === 'status' ? sayRecordState(read.row.status, language) : text
        }),
      )
  }
}

/** Each record once; of the list by change also those that were changed while it was read, and went to its front. */
async function* listRows(deps: TableDeps, query: TableQuery): AsyncGenerator<ReadRow> {
  const { filter } = query
  const byTime = isByTime(filter)
  const seen = new IdSet()
  const keep = async function* (rows: readonly StoredRow[]) {
    for (const read of await readRows(deps, query, rows)) if (query.isMet(read) === true) yield read
  }
  const since = byTime ? await deps.tenant(readMoment) : ''
  for (let after: ReturnType<typeof toCursor> | null = null, isEnd = false; !isEnd; ) {
    deps.signal.throwIfAborted()
    const rows: StoredRow[] = await deps.tenant(tx => searchRecords(tx, { ...filter, after, limit: PAGE }))
    const last = rows.at(-1)
    isEnd = rows.length < PAGE || !last
    if (last) after = toCursor(last, byTime)
    yield* keep(byTime ? rows.filter(({ id }) => seen.add(id)) : rows)
  }
  if (!byTime) return
  const read = async (moment: string, after: ReturnType<typeof toCursor> | null) => {
    const rows = await deps.tenant(tx => searchRecords(tx, { ...filter, since: moment, after, limit: PAGE }))
    return rows.map(row => ({ row }))
  }
  const tellMoment = () => deps.tenant(readMoment)
  for await (const moved of readMoved({ since, seen, limit: PAGE, tellMoment, read }))
    yield* keep(moved.map(({ row }) => row))
}
