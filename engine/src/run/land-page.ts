import type { RowText, SourcePage, SourceRecord } from '@sluice/connector-kit'
import { isLargeValue, openTurn, toJsonInTurns } from '@sluice/connector-kit/turns'
import { type Counts, type Data, type FailureDetail, rememberJson, toText } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RunWindow } from '../source/window.ts'
import { putBackOrdered } from '../sql/due-rows.ts'
import { addRejectedRows, insertPage, landWholePage, type NewPage, type RejectedRow } from '../sql/page-rows.ts'
import { type Checkpoint, type CheckpointState, checkpoint } from '../sql/run-rows.ts'
import { cutPage } from '../stage/cut-page.ts'
import { flattenRecords } from '../stage/flatten-record.ts'
import { FreshRecord } from '../stage/fresh-record.ts'
import { packBytes, packLines } from '../stage/page-codec.ts'
import { formatResultLine } from '../stage/page-result.ts'
import type { LinePlace, PageText } from '../stage/page-text.ts'
import { movePart } from '../stage/part-start.ts'
import { readPath } from '../stage/read-path.ts'
import { filtered, isLeftOut, type RowRules, readRow, type SourceRow } from '../stage/read-row.ts'
import { readTextRows } from '../stage/read-text-rows.ts'
import { recordKey } from '../stage/record-key.ts'
import { DUPLICATE, type Flying, type Rival, type Sorted, sortRows } from '../stage/sort-rows.ts'
import type { LandedPage, StagedRecord } from '../stage/staged-record.ts'
import { toStorable, toStorableFailure } from '../stage/storable.ts'
import { compareShapes } from './compare-shapes.ts'
import { completeDeletes } from './complete-deletes.ts'
import { judgeRivals } from './judge-rivals.ts'
import { lookUpKnown } from './look-up-known.ts'
import { noteCheckpoint } from './note-checkpoint.ts'
import { noteFailure } from './note-failure.ts'
import type { Session } from './session.ts'

// Rows that a filter leaves out are counted each; this many per run are also kept with their place.
const FILTERED_KEPT = 1000

/** A page of the source, judged row by row, encoded and packed: ready to be made durable. */
export interface PreparedPage {
  readonly page: SourcePage
  readonly rows: readonly SourceRow[]
  readonly parts: readonly (readonly SourceRow[])[]
  /** One per part. */
  readonly packed: readonly Buffer[]
  /** One per part, where the source has its rows as text: these are stored then. */
  readonly texts: readonly RowText[] | null
  readonly raw: Buffer | null
}

/**
 * Needs the database for a shape that was not met before alone, so that it overlaps with the landing of the page before. One
 * at a time: they share a buffer. @throws Failure `source.drift`
 */
export async function preparePage(session: Session, page: SourcePage): Promise<PreparedPage> {
  const { limits, config, text } = session
  const { flatten = [] } = config.source
  const asText =
    page.rows && flatten.length === 0 && !session.rowsFilter ? readTextRows(page.rows, session.rules) : null
  if (page.rows && asText) return prepareText(session, page, page.rows, asText)
  text.clear()
  const records = flattenRecords(await completeDeletes(session, page.records), flatten)
  const leftOut = await filterRecords(session, records)
  const rules = leftOut ? { ...session.rules, leftOut } : session.rules
  const rows = await readRows(records, rules, text)
  if (!page.rows) await compareShapes(session, rows)
  if (session.rules.deletes !== null) session.prepared = rows
  // Answers that landed together stay together.
  const gathered = flatten.length === 0 ? Math.min(records.length, limits.gatherRows) : 0
  const parts = cutPage(rows, Math.max(config.source.pageSize, gathered), limits.pageBytes)
  const packed = await Promise.all(parts.map(part => packBytes(text.slice(spanOf(part)))))
  const raw = page.raw === undefined || parts.length === 0 ? null : await packBytes(page.raw)
  return { page, rows, parts, packed, texts: null, raw }
}

/** In turns: a page holds as much as a source sends, and one record as much as a page. */
async function readRows(records: readonly SourceRecord[], rules: RowRules, text: PageText): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  const turn = openTurn()
  for (const record of records) {
    if (record.data !== null && isLargeValue(record.data)) rememberJson(record.data, await toJsonInTurns(record.data))
    rows.push(readRow(record, rules, text))
    if (turn.isOver()) await turn.give()
  }
  return rows
}

/** A row whose derived fields are refused is rejected for that reason: nobody can tell whether it was wanted. */
async function filterRecords(
  { rowsFilter }: Session,
  records: readonly SourceRecord[],
): Promise<ReadonlyMap<Data, FailureDetail> | null> {
  if (!rowsFilter) return null
  const rows = records.flatMap(record => (record.failure || record.change === 'delete' ? [] : [record.data]))
  const verdicts = await rowsFilter.test(rows)
  const leftOut = new Map<Data, FailureDetail>()
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict === true) continue
    const failure: FailureDetail = verdict === false ? filtered : { ...verdict, retry: 'never' }
    leftOut.set(rows[index]!, failure) // one per row
  }
  return leftOut
}

/** Rows that are text already are stored as they came. */
async function prepareText(
  session: Session,
  page: SourcePage,
  all: RowText,
  rows: readonly SourceRow[],
): Promise<PreparedPage> {
  const { limits, config } = session
  if (session.rules.deletes !== null) session.prepared = rows
  const parts = cutPage(rows, Math.max(config.source.pageSize, limits.gatherRows), limits.pageBytes)
  let end = 0
  const texts = parts.map(part => {
    const first = end
    end += part.length
    return all.part(first, end)
  })
  const packed = await Promise.all(texts.map(text => packBytes(text.toStored())))
  return { page, rows, parts, packed, texts, raw: null }
}

export interface Landing {
  /** Default: the page's cursor; without one the source is read to its end. */
  readonly move?: Omit<Checkpoint, 'delta'>
  /** What else moves in the transaction that lands the page. */
  alongside?(tx: Tx): Promise<void>
}

const moveOf = ({ cursor }: SourcePage): Omit<Checkpoint, 'delta'> => ({ cursor, readComplete: cursor === null })

/**
 * The durable point: evidence, rejected rows, cursor and books in one transaction. After it a crash loses nothing,
 * before it the source is asked for the page again.
 */
export async function landPage(
  session: Session,
  prepared: PreparedPage,
  { move = moveOf(prepared.page), alongside }: Landing = {},
): Promise<LandedPage[]> {
  const { claim, deps } = session
  const { page, rows, parts, packed, texts, raw } = prepared
  // Before anything is awaited: what settles meanwhile is then seen by one of the two, this or the look-up.
  const inFlight = findInFlight(session, rows)
  const evidenceOf = (part: readonly SourceRow[], index: number): Evidence => ({
    recordCount: part.length,
    version: claim.version,
    request: page.request === undefined ? null : toStorable(page.request),
    body: packed[index]!, // packed has one entry per part
    raw: index === 0 ? raw : null,
  })
  await session.fault('page.landing')
  session.businessDate.look(rows, texts === null ? null : (page.rows ?? null), deps.now())
  const land = async (tx: Tx): Promise<{ readonly landed: LandedPage[]; readonly state: CheckpointState }> => {
    const delta = countGrouped(session, page)
    const seen = new Map(inFlight)
    const [only] = parts
    if (parts.length === 1 && only) return landWhole(tx, session, only, evidenceOf(only, 0), seen, { ...move, delta })
    const landed: LandedPage[] = []
    for (const [index, part] of parts.entries())
      landed.push(await landPart(tx, session, part, evidenceOf(part, index), seen, delta))
    await session.fault('part.inserted')
    return { landed, state: await checkpoint(tx, claim, { delta, ...move }) }
  }
  const { landed: bare, state } = await session.tenant(async tx => {
    await alongside?.(tx)
    const done = await land(tx)
    // After the run's row, as where it ends.
    await session.businessDate.note(tx, claim, deps.now())
    return done
  })
  // Parts of one answer may share keys.
  const isApart = inFlight.size === 0 && parts.length === 1
  const landed = texts === null ? bare : bare.map((part, index) => ({ ...part, rows: texts[index]!, isApart })) // one per part
  for (const part of landed) session.flight.add(part)
  for (const { failure } of rows) if (failure !== null && !isLeftOut(failure)) noteFailure(session, failure)
  session.pagesLanded += landed.length
  session.groups = state.counts
  noteCheckpoint(session, state)
  return landed
}

/** Lines of neighbouring rows lie side by side. */
const spanOf = (rows: readonly SourceRow[]): LinePlace => ({
  start: rows[0]?.place.start ?? 0,
  end: rows.at(-1)?.place.end ?? 0,
})

function findInFlight(session: Session, rows: readonly SourceRow[]): Map<string, Flying> {
  const found = new Map<string, Flying>()
  if (session.flight.isEmpty) return found
  for (const row of rows) {
    if (row.failure !== null) continue
    const { key } = row.identity
    const record = session.flight.find(key)
    if (record) found.set(key, record)
  }
  return found
}

type Evidence = Omit<NewPage, 'result' | 'isSettled'>

type Delta = { -readonly [book in keyof Counts]?: number }

async function landWhole(
  tx: Tx,
  session: Session,
  rows: readonly SourceRow[],
  evidence: Evidence,
  seen: ReadonlyMap<string, Flying>,
  move: Omit<Checkpoint, 'delta'> & { readonly delta: Delta },
): Promise<{ readonly landed: LandedPage[]; readonly state: CheckpointState }> {
  const { sorted, lines, isSettled, conflicts } = await sortPart(tx, session, rows, seen)
  await session.fault('page.sorted')
  count(move.delta, sorted, conflicts)
  const page = { ...evidence, result: await packLines(lines), isSettled }
  const { ref, state } = await landWholePage(tx, session.claim, page, move)
  await session.fault('page.inserted')
  await addRejectedRows(tx, session.claim, ref, collectRejected(session, rows, sorted))
  session.partStart = movePart(session.partStart, rows, ref)
  return { landed: [{ ref, lines, records: collectFresh(rows, sorted, ref) }], state }
}

async function landPart(
  tx: Tx,
  session: Session,
  rows: readonly SourceRow[],
  evidence: Evidence,
  seen: Map<string, Flying>,
  delta: Delta,
): Promise<LandedPage> {
  const { sorted, lines, isSettled, conflicts } = await sortPart(tx, session, rows, seen)
  const ref = await insertPage(tx, session.claim, { ...evidence, result: await packLines(lines), isSettled })
  await addRejectedRows(tx, session.claim, ref, collectRejected(session, rows, sorted))
  session.partStart = movePart(session.partStart, rows, ref)
  const records = collectFresh(rows, sorted, ref)
  // The next part of the same answer may hold the same keys.
  for (const record of records) seen.set(record.key, record)
  count(delta, sorted, conflicts)
  return { ref, lines, records }
}

async function sortPart(
  tx: Tx,
  session: Session,
  rows: readonly SourceRow[],
  seen: ReadonlyMap<string, Flying>,
): Promise<SortedPart> {
  const known = await lookUpKnown(tx, session, unseenKeys(rows, seen))
  const found: Rival[] = []
  const judged = sortRows(rows, {
    known: new Map(known.map(record => [record.key, record])),
    inFlight: seen,
    idCheck: session.config.source.idCheck,
    runId: session.claim.follow ? null : session.claim.runId,
    rewrite: isRewritten(session),
    ...(session.once && { rivals: { ...session.once, found } }),
  })
  const verdicts = await leaveOrdered(tx, session, judged)
  const { sorted, conflicts } = await refuseRivals(tx, session, rows, verdicts, found)
  const isSettled = sorted.every(row => row.kind !== 'fresh')
  return {
    sorted,
    lines: sorted.map((row, index) => formatResultLine(LETTERS[row.kind], changeOf(rows[index]!))), // one verdict per row
    isSettled,
    conflicts,
  }
}

/** What a person ordered for a record goes with it, and lies beside what is stored: it is not written from the page. */
async function leaveOrdered(tx: Tx, { claim }: Session, sorted: readonly Sorted[]): Promise<readonly Sorted[]> {
  const ids = sorted.flatMap(row => (row.kind === 'fresh' && row.again !== undefined ? [row.again] : []))
  if (ids.length === 0) return sorted
  const ordered = await putBackOrdered(tx, claim, ids)
  if (ordered.size === 0) return sorted
  return sorted.map(row => (row.kind === 'fresh' && ordered.has(row.again ?? '') ? DUPLICATE : row))
}

interface SortedPart {
  readonly sorted: readonly Sorted[]
  readonly lines: string[]
  readonly isSettled: boolean
  readonly conflicts: number
}

/** A row that another of its key leaves nothing of is no duplicate. */
async function refuseRivals(
  tx: Tx,
  session: Session,
  rows: readonly SourceRow[],
  verdicts: readonly Sorted[],
  found: readonly Rival[],
): Promise<{ readonly sorted: readonly Sorted[]; readonly conflicts: number }> {
  if (found.length === 0) return { sorted: verdicts, conflicts: 0 }
  const isTaken = (ordinal: number): boolean => verdicts[ordinal]?.kind === 'fresh'
  const { count, refused } = await judgeRivals(tx, session, rows, found, isTaken)
  const sorted = verdicts.map((verdict, ordinal): Sorted => {
    const failure = refused.get(ordinal)
    return failure ? { kind: 'rejected', failure } : verdict
  })
  return { sorted, conflicts: count }
}

function unseenKeys(rows: readonly SourceRow[], seen: ReadonlyMap<string, Flying>): string[] {
  const keys: string[] = []
  for (const row of rows) if (row.failure === null && !seen.has(row.identity.key)) keys.push(row.identity.key)
  return keys
}

/** A person asked for it, or the new set would lack what has not changed. */
const isRewritten = ({ claim, config }: Session): boolean =>
  config.target.mode === 'replace' || (claim.window as RunWindow | null)?.overwrite === true // written by us

const DELETE = { change: 'delete' } as const
const changeOf = (row: SourceRow) => (row.failure === null && row.change ? DELETE : undefined)

const LETTERS = { rejected: 'r', filtered: 'r', duplicate: 'd', fresh: 'p' } as const

function collectFresh(rows: readonly SourceRow[], sorted: readonly Sorted[], page: LandedPage['ref']): StagedRecord[] {
  const fresh: StagedRecord[] = []
  rows.forEach((row, ordinal) => {
    const verdict = sorted[ordinal]! // one per row
    if (row.failure === null && verdict.kind === 'fresh') fresh.push(new FreshRecord(page, ordinal, row, verdict))
  })
  return fresh
}

/** By which a refused row of an increment is found again. */
function placeOf({ config }: Session, data: Data | null | undefined): string | null {
  const { increment } = config.source
  const text = increment && data ? toText(readPath(data, increment.field)) : ''
  return text === '' || text.includes('\0') || !text.isWellFormed() ? null : text
}

/** By which a person finds a refused row at its source. */
function keyOf({ config }: Session, data: Data | null | undefined): string | null {
  const key = data ? recordKey(data, config.source.key) : null
  return typeof key !== 'string' || key === '' || key.includes('\0') || !key.isWellFormed() ? null : key.slice(0, 200)
}

function collectRejected(session: Session, rows: readonly SourceRow[], sorted: readonly Sorted[]): RejectedRow[] {
  const rejected: RejectedRow[] = []
  rows.forEach((row, ordinal) => {
    const verdict = sorted[ordinal]! // one per row
    const failure = row.failure ?? (verdict.kind === 'rejected' ? verdict.failure : null)
    if (!failure) return
    if (isLeftOut(failure)) {
      session.filteredKept += 1
      if (session.filteredKept > FILTERED_KEPT) return
    }
    const [place, key] = [placeOf(session, row.data), keyOf(session, row.data)]
    rejected.push({ ordinal, failure: toStorableFailure(failure), place, key })
  })
  return rejected
}

/**
 * What groups do to the books. A read that begins again looks at all stored rows anew, so it sets what an earlier look
 * had counted; after that each page adds its own.
 */
function countGrouped({ config, groups }: Session, page: SourcePage): Delta {
  if (!config.source.group) return {}
  const { records, stored } = page
  const rows = records.reduce((sum, record) => sum + (record.rows ?? 0), 0)
  if (!stored) return { grouped: rows }
  return { stored: stored.rows - groups.stored, grouped: stored.before + rows - groups.grouped }
}

function count(delta: Delta, sorted: readonly Sorted[], conflicts: number): void {
  const add = (book: keyof Counts, by: number): void => {
    delta[book] = (delta[book] ?? 0) + by
  }
  const of = (kind: Sorted['kind']): number => sorted.reduce((sum, row) => (row.kind === kind ? sum + 1 : sum), 0)
  const fresh = of('fresh')
  add('read', sorted.length)
  add('fresh', fresh)
  add('staged', fresh)
  add('pending', fresh)
  add('duplicate', of('duplicate'))
  add('filtered', of('filtered'))
  add('rejected', of('rejected'))
  add('conflicts', conflicts)
}
