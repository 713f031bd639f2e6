import { awaitedLater, type Data, isData, parseJson, type RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Engine, inTurns, needsData } from '@sluice/engine'
import {
  isByTime,
  readCursor,
  readFilter,
  searchRecords,
  toCursor,
  writeCursor,
} from '../../strategy/strategy-data/index.ts'
import type { ReportBody } from './contract.ts'

export interface WalkDeps {
  readonly engine: Pick<Engine, 'records'>
  /** A transaction that sees what the caller may see. */
  tenant<T>(work: (tx: Tx) => Promise<T>, options?: { readonly statementTimeoutMs?: number }): Promise<T>
  readonly signal?: AbortSignal
}

type Row = Awaited<ReturnType<typeof searchRecords>>[number]

/** One record on its way into a report. */
export interface WalkedRecord {
  readonly row: Row
  /** null: its page is no longer kept, or was not needed. */
  readonly data: Data | null
  /** gone: the page is no longer kept; refused: the mapping does not take the record, and it is not in the report. */
  readonly lack: 'gone' | 'refused' | null
  /** Where a walk goes on behind this record. */
  readonly cursor: string
}

const PAGE = 1000
const STATEMENT_MS = 20_000

/** The records that the filter of a report finds, newest first; two pages at most are in memory at a time. */
export async function* walkRecords(
  deps: WalkDeps,
  strategyId: string,
  definition: ReportBody,
  from?: string,
): AsyncGenerator<readonly WalkedRecord[]> {
  const filter = readFilter(strategyId, definition.filter)
  const byTime = isByTime(filter)
  const isRead = needsData(definition)
  const readPage = (after: ReturnType<typeof readCursor>): Promise<StoredPage> => {
    const page = deps.tenant(
      async tx => {
        const rows = await searchRecords(tx, { ...filter, after, limit: PAGE })
        return { rows, texts: isRead ? await deps.engine.records.readOriginals(tx, rows) : new Map<string, string>() }
      },
      { statementTimeoutMs: STATEMENT_MS },
    )
    // It may fail before anybody waits for it; whoever does is told.
    page.catch(() => undefined)
    return page
  }
  const first = readCursor(from, byTime)
  const mapper = await openMapper(deps, strategyId, isRead && definition.side === 'mapped')
  let next: Promise<StoredPage> | null = awaitedLater(readPage(first))
  try {
    while (next) {
      deps.signal?.throwIfAborted()
      const { rows, texts }: StoredPage = await next
      const last = rows.at(-1)
      // The next page comes while this one is counted.
      next = rows.length < PAGE || !last ? null : awaitedLater(readPage(toCursor(last, byTime)))
      const read: Read[] = []
      await inTurns(rows, row => void read.push(readRecord(row, texts, isRead)), deps.signal)
      const records = mapper ? await mapRecords(mapper, read, deps.signal) : read
      yield records.map(record => ({ ...record, cursor: writeCursor(toCursor(record.row, byTime)) }))
    }
  } finally {
    mapper?.close()
    // Nobody waits for a page that is not wanted any more; its transaction ends before the walk does.
    await next?.catch(() => undefined)
  }
}

interface StoredPage {
  readonly rows: readonly Row[]
  readonly texts: ReadonlyMap<string, string>
}

const openMapper = async (deps: WalkDeps, strategyId: string, isMapped: boolean): Promise<Mapper | null> =>
  isMapped ? deps.tenant(tx => deps.engine.records.openMapper(tx, strategyId)) : null

type Read = Omit<WalkedRecord, 'cursor'>

function readRecord(row: Row, texts: ReadonlyMap<string, string>, isRead: boolean): Read {
  const text = texts.get(row.id)
  if (text === undefined) return { row, data: null, lack: isRead ? 'gone' : null }
  const value = parseJson(text)
  return { row, data: isData(value) ? value : { value }, lack: null }
}

type Mapper = Awaited<ReturnType<Engine['records']['openMapper']>>

async function mapRecords(mapper: Mapper, records: readonly Read[], signal?: AbortSignal): Promise<Read[]> {
  const given = records.flatMap(({ data }) => (data === null ? [] : [data]))
  const outcomes = await mapper.mapPage(given, signal)
  let at = 0
  return records.map((record): Read => {
    if (record.data === null) return record
    const outcome = outcomes[at++]
    return outcome?.kind === 'mapped' ? { ...record, data: outcome.data } : { ...record, data: null, lack: 'refused' }
  })
}

/** How many records a walk will meet, where that is known: those of states are counted already. */
export function listCounted({ filter }: ReportBody): { readonly statuses: readonly RecordState[] | null } | null {
  const { status, ...rest } = filter
  if (Object.values(rest).some(value => value !== undefined)) return null
  return { statuses: status && status.length > 0 ? status : null }
}
