import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Source, SourcePage, StructureChange } from '@sluice/connector-kit'
import { awaitedLater, type Resource, toFailure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { closeQuietly } from '../connection/open-connection.ts'
import { openSourceOf } from '../connection/open-sides.ts'
import { followPages } from '../source/follow-pages.ts'
import { ReadFailedError } from '../source/read-pages.ts'
import {
  type FollowReader,
  moveReader,
  readLiveFacts,
  retireReaders,
  setReaderState,
  takeReader,
} from '../sql/follow-rows.ts'
import { addRunLine, checkpoint, setRunWindow } from '../sql/run-rows.ts'
import { hasNewerMaps } from '../sql/value-map-rows.ts'
import { carryRecords } from './carry-records.ts'
import { compareFields } from './compare-fields.ts'
import { isLost, watchLag } from './follow-lag.ts'
import { landPage, preparePage } from './land-page.ts'
import { Lane } from './lane.ts'
import { meetStructure, watchFields } from './meet-structure.ts'
import { noteCheckpoint } from './note-checkpoint.ts'
import { openWithPatience, patienceOf } from './open-with-patience.ts'
import { completeReading } from './read-run.ts'
import type { Session } from './session.ts'
import { wakeWaiting } from './wake-waiting.ts'

const TRIES = 4

interface Following {
  readonly session: Session
  readonly reader: FollowReader
  readonly lane: Lane
  /** The source as it is open now; a broken one is opened again. */
  source(): Source
  /** What it is asked about its fields. */
  describe(): Promise<Resource>
  /** Where the last landed page ended. */
  position: string | null
  records: number
  /** Of these, those that had landed at the last look, and those of which whoever waits for them was told. */
  seen: number
  woken: number
}

/**
 * Takes changes as they come until the run is stopped, its books are closed for the day, or nothing heals the source.
 * Position and page land in one transaction; only then may the far system forget. @throws Failure, ReadFailedError
 */
export async function followRun(session: Session): Promise<void> {
  const { claim, config, control, deps, limits } = session
  const reader = await session.tenant(tx => takePlace(tx, session))
  if (reader.state === 'lost') throw isLost(reader.failure)
  await session.fault('source.opening')
  let opened = await openWithPatience(session, 'source', () =>
    openSourceOf(deps, claim.tenantId, config.source, session.notes.of('source')),
  )
  const reopen = async (): Promise<Source> => {
    await closeQuietly(opened)
    await session.fault('source.reopening')
    opened = await openSourceOf(deps, claim.tenantId, config.source, session.notes.of('source'))
    return opened.source
  }
  const closed = new AbortController()
  const signal = AbortSignal.any([control.read.signal, closed.signal])
  const following: Following = {
    session,
    reader,
    lane: new Lane(session),
    source: () => opened.source,
    describe: () => opened.describe(),
    position: reader.position,
    records: 0,
    seen: 0,
    woken: 0,
  }
  try {
    await session.fault('source.opened')
    if (opened.source.hasCatalogue) await compareFields(session, opened.describe)
    const request = {
      reader: reader.id,
      cursor: reader.position,
      pageSize: config.source.pageSize,
      maxWaitMs: limits.followWaitMs,
      signal,
    }
    const patience = { ...patienceOf(session, 'source', TRIES), reopen }
    await takePages(following, followPages(opened.source, request, patience))
    closed.abort()
    await following.lane.drain()
    await session.fault('source.drained')
    if (!control.read.signal.aborted) await completeReading(session)
  } catch (error) {
    if (error instanceof ReadFailedError && error.failure.code === 'follow.lost')
      await session.tenant(tx => setReaderState(tx, reader, 'lost', error.failure.toDetail()))
    throw error
  } finally {
    closed.abort()
    await following.lane.drain().catch(() => undefined)
    await closeQuietly(opened)
  }
}

/** A run in full begins anew, once, however often it is taken over. */
async function takePlace(tx: Tx, { claim, config, deps }: Session): Promise<FollowReader> {
  const window = claim.window as { readonly full?: boolean; readonly planned?: boolean } | null // written by us: setRunWindow, Runs.request
  if (window?.full && !window.planned) {
    await retireReaders(tx, claim)
    await setRunWindow(tx, claim, { ...window, planned: true })
  }
  return takeReader(tx, claim, config.source, deps.now())
}

/** Pages until the run is to end; between them whatever else is due. */
async function takePages(following: Following, pages: AsyncGenerator<SourcePage, void, void>): Promise<void> {
  const { session } = following
  const { signal } = session.control.read
  if (signal.aborted) return
  const aborted = once(signal, 'abort').then(() => 'aborted' as const)
  const startedMs = session.deps.now()
  const lag = watchLag(session, following.reader, () => following.source())
  const fields = watchFields(session, () => following.describe())
  const startTick = (): Promise<'tick'> => wait(session.limits.followTickMs, 'tick' as const, { ref: false })
  let tick = startTick()
  // A source deaf to its signal is left behind for good.
  let next = awaitedLater(pages.next())
  for (;;) {
    const turn = await Promise.race([aborted, tick, next])
    if (turn === 'aborted') return
    if (turn !== 'tick') {
      if (turn.done) return
      next = awaitedLater(pages.next())
      await takePage(following, turn.value)
      continue
    }
    await lag.look()
    if (following.source().hasCatalogue) await fields.look()
    if (await isOver(following, startedMs)) return
    tick = startTick()
  }
}

async function takePage(following: Following, page: SourcePage): Promise<void> {
  const { session, lane } = following
  await session.fault('page.read')
  if (page.structure) await meet(following, page.structure)
  const landed = page.records.length === 0 ? await moveOn(following, page) : await land(following, page)
  await session.fault('page.landed')
  await acknowledge(following, page)
  for (const part of landed) await lane.push(part)
  await session.fault('page.handedOn')
  following.position = page.cursor
  following.records += page.records.length
}

/** What it makes of the records that are stored lands at the place before it. */
async function meet(following: Following, structure: StructureChange): Promise<void> {
  const { session, lane, position } = following
  if (structure.isEmptied) await lane.drain()
  for await (const part of meetStructure(session, structure)) {
    for (const landed of await land(following, { ...part, cursor: position })) await lane.push(landed)
    following.records += part.records.length
  }
}

async function land(following: Following, page: SourcePage): ReturnType<typeof landPage> {
  const { session } = following
  const move = { cursor: page.cursor, readComplete: false }
  return landPage(session, await preparePage(session, page), { move, alongside: tx => note(tx, following, page) })
}

/** Nothing for us came by, yet the stream has moved. */
async function moveOn(following: Following, page: SourcePage): Promise<[]> {
  const { session } = following
  const state = await session.tenant(async tx => {
    await note(tx, following, page)
    return checkpoint(tx, session.claim, { delta: {}, cursor: page.cursor })
  })
  noteCheckpoint(session, state)
  return []
}

async function note(tx: Tx, { session, reader }: Following, page: SourcePage): Promise<void> {
  // followPages refuses a page without a cursor.
  await moveReader(tx, reader, page.cursor ?? '', page.progress)
  for (const { code, text } of page.notices ?? [])
    await addRunLine(tx, session.claim, { level: 'notice', text, code, params: {} })
}

/** Told after the commit. When it cannot be told the far system keeps more than it must, and the lag says so. */
async function acknowledge({ session, source }: Following, { cursor }: SourcePage): Promise<void> {
  try {
    if (cursor !== null) await source().acknowledge?.(cursor)
  } catch (error) {
    session.deps.log.warn({ err: toFailure(error), runId: session.claim.runId }, 'acknowledging a position')
  }
}

/** Writes what is due again. true: the run has lived long enough, or the strategy has another version. */
async function isOver(following: Following, startedMs: number): Promise<boolean> {
  const { session, lane } = following
  const { claim, deps, limits } = session
  const nowMs = deps.now()
  const facts = await session.tenant(tx => readLiveFacts(tx, claim, new Date(nowMs).toISOString()))
  if (facts?.has_due) {
    // Nothing is under way then, so that an older content cannot overtake a newer one.
    await lane.drain()
    await carryRecords(session)
  }
  // What had landed before the last look has settled by now.
  if (following.seen > following.woken) await wakeWaiting(session)
  following.woken = following.seen
  following.seen = following.records
  if (facts?.version !== claim.version) return true
  if (session.mapping.maps && (await session.tenant(tx => hasNewerMaps(tx, claim)))) return true
  return nowMs - startedMs >= limits.followRotateMs || following.records >= limits.followRotateRecords
}
