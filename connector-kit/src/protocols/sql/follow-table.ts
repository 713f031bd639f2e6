import { z } from 'zod'
import type { FollowNotice, FollowRequest, SourcePage, SourceRecord, StructureChange } from '../../connector.ts'
import { maxPageBytes } from './read-pages.ts'

/** A row that the log does not hold whole: it is read again by its key. Gone by then: its delete follows in the log. */
export interface IncompleteRow {
  readonly place: readonly string[]
}
export type ChangeRow = SourceRecord | IncompleteRow

/** One step of a server's log of changes. */
export interface ChangeEvent {
  readonly rows: readonly ChangeRow[]
  readonly notices?: readonly FollowNotice[]
  /** It holds no rows then. */
  readonly structure?: StructureChange
  readonly bytes: number
  /** Where to go on after it. */
  position(): string
}

/** The changes of one table, in the order of their commits. */
export interface ChangeLog {
  /** null: nothing came for `waitMs`. @throws Failure */
  next(waitMs: number): Promise<ChangeEvent | null>
  /** The place in the server's own words. */
  describe(): string
  close(): void
}

export interface FollowTable {
  /** Makes the server keep its log for the reader; from this position on nothing is missed. */
  begin(): Promise<string>
  /** Everything there is, page by page in key order. */
  read(cursor: string | null, pageSize: number, signal: AbortSignal): AsyncIterable<SourcePage>
  open(position: string): Promise<ChangeLog>
  /** The rows at these places as they are now, by `placeKey`. */
  reread(places: readonly (readonly string[])[], signal: AbortSignal): Promise<ReadonlyMap<string, SourceRecord>>
  readonly total: number | null
}

const Cursor = z.object({
  at: z.string(),
  /** Present while the snapshot is under way. */
  snapshot: z.object({ read: z.string().nullable(), done: z.int() }).optional(),
})
type Cursor = z.output<typeof Cursor>

const formatCursor = (cursor: Cursor): string => JSON.stringify(cursor)

/** The place in the log that everything up to this cursor lies before; null while the snapshot is under way. */
export function readLogPosition(cursor: string): string | null {
  const { at, snapshot } = Cursor.parse(JSON.parse(cursor))
  return snapshot ? null : at
}

export const placeKey = (place: readonly string[]): string => JSON.stringify(place)

/**
 * First the log is kept, then the table is read in key order, then the log is followed from where it was kept. What
 * changed while the table was read comes once more from the log, in order, and is written by key: so the target ends
 * as the source is. Each step is a cursor of its own; no snapshot has to outlive the process, and nothing is locked.
 */
export async function* followTable(table: FollowTable, request: FollowRequest): AsyncIterable<SourcePage> {
  const { signal, pageSize } = request
  const { total } = table
  let cursor: Cursor | null = request.cursor === null ? null : Cursor.parse(JSON.parse(request.cursor))
  if (cursor === null) {
    cursor = { at: await table.begin(), snapshot: { read: null, done: 0 } }
    yield { records: [], cursor: formatCursor(cursor), progress: { phase: 'snapshot', done: 0, total } }
  }
  if (cursor.snapshot) {
    const { at } = cursor
    let { done } = cursor.snapshot
    for await (const page of table.read(cursor.snapshot.read, pageSize, signal)) {
      done += page.records.length
      const next: Cursor = page.cursor === null ? { at } : { at, snapshot: { read: page.cursor, done } }
      const phase = next.snapshot ? 'snapshot' : 'stream'
      yield { ...page, cursor: formatCursor(next), progress: { phase, done, total } }
    }
    if (signal.aborted) return
    cursor = { at }
  }
  const log = await table.open(cursor.at)
  const close = (): void => log.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    yield* followLog(log, table, request)
  } finally {
    signal.removeEventListener('abort', close)
    log.close()
  }
}

/** A stream on which nothing of the table comes by moves on this often all the same. */
const IDLE_MS = 10_000

interface Gathered {
  readonly rows: ChangeRow[]
  readonly notices: FollowNotice[]
  structure: StructureChange | null
  bytes: number
  sinceMs: number | null
}

const gather = (): Gathered => ({ rows: [], notices: [], structure: null, bytes: 0, sinceMs: null })

async function* followLog(log: ChangeLog, table: FollowTable, request: FollowRequest): AsyncIterable<SourcePage> {
  const { signal, pageSize, maxWaitMs } = request
  let gathered = gather()
  let passedMs = performance.now()
  let last: ChangeEvent | null = null
  const hand = async (at: ChangeEvent): Promise<SourcePage> => {
    const { rows, notices, structure } = gathered
    gathered = gather()
    passedMs = performance.now()
    return {
      records: await complete(rows, table, signal),
      cursor: formatCursor({ at: at.position() }),
      request: log.describe(),
      progress: { phase: 'stream', position: log.describe() },
      ...(notices.length === 0 ? {} : { notices }),
      ...(structure === null ? {} : { structure }),
    }
  }
  while (!signal.aborted) {
    const dueMs = gathered.sinceMs === null ? passedMs + IDLE_MS : gathered.sinceMs + maxWaitMs
    const event = await log.next(Math.max(0, dueMs - performance.now()))
    if (signal.aborted) return
    if (event) {
      // What came before it is judged, and written, without it.
      if (event.structure && last !== null && gathered.sinceMs !== null) yield await hand(last)
      last = event
      add(gathered, event)
    }
    const isFull = gathered.rows.length >= pageSize || gathered.bytes >= maxPageBytes
    if (last === null || (!isFull && performance.now() < dueMs)) continue
    yield await hand(last)
    last = null
  }
}

function add(gathered: Gathered, event: ChangeEvent): void {
  gathered.rows.push(...event.rows)
  gathered.notices.push(...(event.notices ?? []))
  gathered.structure = event.structure ?? gathered.structure
  gathered.bytes += event.bytes
  if (gathered.rows.length + gathered.notices.length > 0 || gathered.structure) gathered.sinceMs ??= performance.now()
}

const isIncomplete = (row: ChangeRow): row is IncompleteRow => 'place' in row

async function complete(
  rows: readonly ChangeRow[],
  table: FollowTable,
  signal: AbortSignal,
): Promise<readonly SourceRecord[]> {
  const places = new Map(rows.filter(isIncomplete).map(({ place }) => [placeKey(place), place]))
  const known = places.size === 0 ? null : await table.reread([...places.values()], signal)
  return rows.flatMap(row => {
    if (!isIncomplete(row)) return [row]
    const record = known?.get(placeKey(row.place))
    return record ? [record] : []
  })
}
