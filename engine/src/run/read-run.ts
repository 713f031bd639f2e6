import { setTimeout as wait } from 'node:timers/promises'
import type { Source, SourcePage } from '@sluice/connector-kit'
import { type Counts, type ReadWindow, toFailure } from '@sluice/contract'
import { closeQuietly } from '../connection/open-connection.ts'
import { openSourceOf } from '../connection/open-sides.ts'
import { readPages } from '../source/read-pages.ts'
import { planWindow, type RunWindow } from '../source/window.ts'
import { addRunLine, checkpoint, setRunWindow } from '../sql/run-rows.ts'
import { readWatermark } from '../sql/strategy-rows.ts'
import { landPage, type PreparedPage, preparePage } from './land-page.ts'
import { Lane } from './lane.ts'
import { noteCheckpoint } from './note-checkpoint.ts'
import type { Session } from './session.ts'

const TRIES = 4

/**
 * Reads from the run's cursor to the end of its window: while one page is written, the next is read and landed.
 * Every page that landed has settled when this ends, whichever way. @throws Failure, ReadFailedError
 */
export async function readRun(session: Session): Promise<void> {
  const { claim, config, control, limits, deps } = session
  let opened = await openWithPatience(session, () => openSourceOf(deps, claim.tenantId, config.source))
  const lane = new Lane(session)
  const reopen = async (): Promise<Source> => {
    await closeQuietly(opened)
    opened = await openSourceOf(deps, claim.tenantId, config.source)
    return opened.source
  }
  try {
    const window = await prepareWindow(session, opened.source)
    const request = { cursor: claim.cursor, window, pageSize: config.source.pageSize, signal: control.read.signal }
    const patience = { reopen, tries: TRIES, pauseMs: limits.pauseMs, random: () => deps.random() }
    await landAll(session, lane, readPages(opened.source, request, patience))
    await lane.drain()
    if (!control.read.signal.aborted) await completeReading(session)
  } finally {
    await lane.drain().catch(() => undefined)
    await closeQuietly(opened)
  }
}

/**
 * Pages to the lane, each after it has landed. While the database makes one durable, the next is encoded and packed;
 * when reading breaks off, the page in hand still lands.
 */
async function landAll(session: Session, lane: Lane, pages: AsyncIterable<SourcePage>): Promise<void> {
  let next: Promise<PreparedPage> | null = null
  // A later page never lands over one that did not: its cursor would leave that one's records behind.
  let isWhole = true
  const land = async (prepared: PreparedPage): Promise<void> => {
    isWhole = false
    const landed = await landPage(session, prepared)
    await session.fault('page.landed')
    for (const part of landed) await lane.push(part)
    await noteMilestone(session)
    isWhole = true
  }
  try {
    for await (const page of pages) {
      await session.fault('page.read')
      const ready: PreparedPage | null = await next
      next = null
      const landing = ready === null ? null : land(ready)
      next = preparePage(session, page)
      // Told by whoever awaits them below.
      for (const step of [landing, next]) step?.catch(() => undefined)
      await landing
      if (session.control.read.signal.aborted) return
    }
  } finally {
    if (isWhole && next !== null && !session.control.read.signal.aborted) await land(await next)
  }
}

/** What opens a far system, tried again a few times while the failure says that it may heal. */
export async function openWithPatience<Opened>(session: Session, open: () => Promise<Opened>): Promise<Opened> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open()
    } catch (error) {
      const failure = toFailure(error)
      if (failure.retry !== 'later' || tries >= TRIES) throw error
      const pauseMs = Math.max(session.limits.pauseMs * 2 ** (tries - 1), Math.min(failure.retryAfterMs ?? 0, 30_000))
      await wait(pauseMs, undefined, { signal: session.control.read.signal }).catch(() => undefined)
      if (session.control.read.signal.aborted) throw error
    }
  }
}

/** Planned once per run: a resumed run goes on in the window it began with. */
async function prepareWindow(session: Session, source: Source): Promise<ReadWindow | null> {
  const { claim, config, deps } = session
  const { increment } = config.source
  if (!increment) return null
  const stored = claim.window as RunWindow | null // written by us: setRunWindow, Runs.request
  const window = stored?.planned ? stored : await plan(session, source, increment, stored?.full ?? false)
  await deps.faultpoint?.('run.opened')
  return window.full ? null : { field: window.field, from: window.from, to: window.to }
}

async function plan(
  session: Session,
  source: Source,
  increment: NonNullable<Session['config']['source']['increment']>,
  full: boolean,
): Promise<RunWindow> {
  const { claim, deps } = session
  const highWater = source.readHighWater
    ? await openWithPatience(session, async () => source.readHighWater?.(increment.field))
    : undefined
  return session.tenant(async tx => {
    const watermark = await readWatermark(tx, claim.tenantId, claim.strategyId)
    const window = { ...planWindow(increment, { watermark, highWater, nowMs: deps.now(), full }), planned: true }
    await setRunWindow(tx, claim, window)
    const text = full
      ? 'Reading everything.'
      : `Reading ${window.field} from ${window.from ?? 'the start'} to ${window.to ?? 'the end'}.`
    const { field, from, to } = window
    await addRunLine(tx, claim, {
      level: 'record',
      text,
      code: full ? 'run.full' : 'run.window',
      params: { field, from, to },
    })
    return window
  })
}

async function completeReading(session: Session): Promise<void> {
  noteCheckpoint(session, await session.tenant(tx => checkpoint(tx, session.claim, { delta: {}, readComplete: true })))
}

const MILESTONES = new Set([10, 100, 1000])

async function noteMilestone(session: Session): Promise<void> {
  const pages = session.pagesLanded
  if (!MILESTONES.has(pages) && pages % 5000 !== 0) return
  await session.tenant(async tx => {
    const { counts } = await checkpoint(tx, session.claim, { delta: {} })
    const text = `${pages} pages: ${describe(counts)}.`
    await addRunLine(tx, session.claim, { level: 'record', text, code: 'page.milestone', params: { pages, ...counts } })
  })
}

/** The books in words, the empty ones left out. */
export function describe(counts: Counts): string {
  const books = [
    'duplicate',
    'rejected',
    'carried',
    'written',
    'skipped',
    'failed',
    'dead',
    'unknown',
    'pending',
  ] as const
  return [`read ${counts.read}`, ...books.filter(book => counts[book] > 0).map(book => `${book} ${counts[book]}`)].join(
    ', ',
  )
}
