import { awaitedLater, type Data, isData, parseJson, type RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Engine, inTurns, needsData } from '@sluice/engine'
import {
  IdSet,
  isByTime,
  readCursor,
  readFilter,
  readMoment,
  readMoved,
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
  const walk = await openWalk(deps, strategyId, definition)
  try {
    yield* walkOnward(walk, from)
  } finally {
    walk.close()
  }
}

/**
 * All of them, each once: of a list by time also those that were changed while it was read, and so went to its front
 * behind the reader's back, as they are by then.
 */
export async function* walkWhole(
  deps: WalkDeps,
  strategyId: string,
  definition: ReportBody,
): AsyncGenerator<readonly WalkedRecord[]> {
  const walk = await openWalk(deps, strategyId, definition)
  try {
    if (!walk.byTime) return yield* walkOnward(walk)
    const tellMoment = (): Promise<string> => deps.tenant(readMoment)
    const seen = new IdSet()
    const since = await tellMoment()
    for await (const records of walkOnward(walk)) yield records.filter(({ row }) => seen.add(row.id))
    const read = async (moment: string, after: Cursor): Promise<readonly WalkedRecord[]> =>
      walk.toRecords(await walk.readPage({ since: moment, after }))
    yield* readMoved({ since, seen, limit: PAGE, tellMoment, read })
  } finally {
    walk.close()
  }
}

type Cursor = ReturnType<typeof readCursor>

interface Walk {
  readonly byTime: boolean
  readPage(change: { readonly after: Cursor; readonly since?: string }): Promise<StoredPage>
  toRecords(page: StoredPage): Promise<readonly WalkedRecord[]>
  close(): void
}

async function openWalk(deps: WalkDeps, strategyId: string, definition: ReportBody): Promise<Walk> {
  const filter = readFilter(strategyId, definition.filter)
  const byTime = isByTime(filter)
  const isRead = needsData(definition)
  const mapper = await openMapper(deps, strategyId, isRead && definition.side === 'mapped')
  return {
    byTime,
    readPage: change =>
      deps.tenant(
        async tx => {
          const rows = await searchRecords(tx, { ...filter, ...change, limit: PAGE })
          return { rows, texts: isRead ? await deps.engine.records.readOriginals(tx, rows) : new Map<string, string>() }
        },
        { statementTimeoutMs: STATEMENT_MS },
      ),
    async toRecords({ rows, texts }) {
      deps.signal?.throwIfAborted()
      const read: Read[] = []
      await inTurns(rows, row => void read.push(readRecord(row, texts, isRead)), deps.signal)
      const records = mapper ? await mapRecords(mapper, read, deps.signal) : read
      return records.map(record => ({ ...record, cursor: writeCursor(toCursor(record.row, byTime)) }))
    },
    close: () => mapper?.close(),
  }
}

async function* walkOnward(walk: Walk, from?: string): AsyncGenerator<readonly WalkedRecord[]> {
  // It may fail before anybody waits for it; whoever does is told.
  let next: Promise<StoredPage> | null = awaitedLater(walk.readPage({ after: readCursor(from, walk.byTime) }))
  try {
    while (next) {
      const page: StoredPage = await next
      const last = page.rows.at(-1)
      // The next page comes while this one is counted.
      next =
        page.rows.length < PAGE || !last ? null : awaitedLater(walk.readPage({ after: toCursor(last, walk.byTime) }))
      yield await walk.toRecords(page)
    }
  } finally {
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
