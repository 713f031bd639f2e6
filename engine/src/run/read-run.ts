import type { Source, SourcePage } from '@sluice/connector-kit'
import { type Counts, STORED_RECORDS } from '@sluice/contract'
import { closeQuietly } from '../connection/open-connection.ts'
import { openSourceOf } from '../connection/open-sides.ts'
import { readPages } from '../source/read-pages.ts'
import type { RunWindow } from '../source/window.ts'
import { addRunLine, checkpoint, findLastRead } from '../sql/run-rows.ts'
import { compareFields, compareFirstPage } from './compare-fields.ts'
import { landPage, type PreparedPage, preparePage } from './land-page.ts'
import { Lane } from './lane.ts'
import { noteCheckpoint } from './note-checkpoint.ts'
import { openWithPatience, patienceOf } from './open-with-patience.ts'
import { prepareReading, type Reading } from './prepare-reading.ts'
import type { Session } from './session.ts'

const TRIES = 4
// What is read ahead, packed, landed, written and settled at one time are six such pages.
const GATHER_BYTES = 2 * 2 ** 20

/**
 * Reads from the run's cursor to the end of its window: while one page is written, the next is read and landed.
 * Every page that landed has settled when this ends, whichever way. @throws Failure, ReadFailedError
 */
export async function readRun(session: Session): Promise<void> {
  const { claim, config, control, limits, deps } = session
  await session.fault('source.opening')
  let opened = await openWithPatience(session, 'source', () =>
    openSourceOf(deps, claim.tenantId, config.source, session.notes.of('source')),
  )
  let reading: Reading | null = null
  const lane = new Lane(session)
  const reopen = async (): Promise<Source> => {
    await closeQuietly(opened)
    await session.fault('source.reopening')
    opened = await openSourceOf(deps, claim.tenantId, config.source, session.notes.of('source'))
    return reading?.wrap(opened.source) ?? opened.source
  }
  try {
    await session.fault('source.opened')
    const isBegun = claim.cursor !== null || isScan(session)
    const { hasCatalogue = false, tellsVersions = false, asksLastRead = false } = opened.source
    if (hasCatalogue && !isBegun) await compareFields(session, opened.describe)
    reading = await prepareReading(session, opened.source)
    session.once = onceIn(session, opened.source, reading.isPlain)
    const lastRead = asksLastRead && claim.cursor === null ? await session.tenant(tx => findLastRead(tx, claim)) : null
    const request = {
      cursor: claim.cursor,
      strategyId: claim.strategyId,
      ...(lastRead !== null && { lastRead }),
      window: reading.window,
      ...(reading.untimed && { untimed: true }),
      ...(reading.seen && { seen: reading.seen }),
      pageSize: config.source.pageSize,
      signal: control.read.signal,
    }
    const { flatten = [], idCheck } = config.source
    // Of a key that comes twice the first counts, and of a flattened row its place in the answer: not across answers.
    const gather = { rows: limits.gatherRows, bytes: GATHER_BYTES, answers: !idCheck && flatten.length === 0 }
    const options = { ...patienceOf(session, 'source', TRIES), reopen, gather }
    const pages = readPages(reading.wrap(opened.source), request, options)
    const isShown = !isBegun && !hasCatalogue && !tellsVersions && isFarAway(session)
    await landAll(session, lane, isShown ? compareFirstPage(session, pages) : pages, () => opened.source)
    await lane.drain()
    await session.fault('source.drained')
    if (!control.read.signal.aborted) await completeReading(session)
  } finally {
    await lane.drain().catch(() => undefined)
    await closeQuietly(opened)
  }
}

/** Stored records are our own, and each is as it came. */
const isFarAway = ({ config }: Session): boolean => !config.source.resource.startsWith(STORED_RECORDS)

/** Keys alone are read then, whatever became of other fields. */
const isScan = ({ claim }: Session): boolean => (claim.window as RunWindow | null)?.kind === 'scan' // written by us

/** Whether a key that comes twice is a conflict. Windows that meet, and deletes, may tell of a record twice. */
function onceIn({ claim, config }: Session, source: Source, isPlain: boolean): Session['once'] {
  const isMany = source.tellsVersions === true || config.source.versions === true || config.source.follow === true
  return isMany || !isPlain ? null : { runId: claim.runId, equalToo: source.listsOnce === true }
}

/**
 * Pages to the lane, each after it has landed. While the database makes one durable, the next is encoded and packed;
 * when reading breaks off, the page in hand still lands.
 */
async function landAll(
  session: Session,
  lane: Lane,
  pages: AsyncIterable<SourcePage>,
  source: () => Source,
): Promise<void> {
  let next: Promise<PreparedPage> | null = null
  // A later page never lands over one that did not: its cursor would leave that one's records behind.
  let isWhole = true
  const told = new Set<string>()
  const land = async (prepared: PreparedPage): Promise<void> => {
    isWhole = false
    await tellNotices(session, prepared.page, told)
    const landed = await landPage(session, prepared)
    await session.fault('page.landed')
    await acknowledge(source(), prepared.page)
    for (const part of landed) await lane.push(part)
    await session.fault('page.handedOn')
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

/** Before the page lands: a crash between may tell twice, and never keeps silent. */
async function tellNotices({ tenant, claim }: Session, { notices = [] }: SourcePage, told: Set<string>): Promise<void> {
  const fresh = notices.filter(({ text }) => !told.has(text))
  if (fresh.length === 0) return
  for (const { text } of fresh) told.add(text)
  await tenant(async tx => {
    for (const { code, text } of fresh) await addRunLine(tx, claim, { level: 'notice', text, code, params: {} })
  })
}

/** A queue may forget what is durable here. When it cannot be told, it delivers that again, and the cursor knows it. */
async function acknowledge(source: Source, { cursor }: SourcePage): Promise<void> {
  if (cursor !== null) await source.acknowledge?.(cursor).catch(() => undefined)
}

export async function completeReading(session: Session): Promise<void> {
  const state = await session.tenant(async tx => {
    const state = await checkpoint(tx, session.claim, { delta: {}, readComplete: true })
    await session.fault('read.completing')
    return state
  })
  await session.fault('read.completed')
  noteCheckpoint(session, state)
}

const MILESTONES = new Set([10, 100, 1000])

async function noteMilestone(session: Session): Promise<void> {
  const pages = session.pagesLanded
  if (!MILESTONES.has(pages) && pages % 5000 !== 0) return
  await session.tenant(async tx => {
    const { counts } = await checkpoint(tx, session.claim, { delta: {} })
    const text = `${pages} pages: ${describe(counts)}.`
    await addRunLine(tx, session.claim, { level: 'record', text, code: 'page.milestone', params: { pages, ...counts } })
    await session.fault('page.milestone')
  })
}

/** The books in words, the empty ones left out. */
export function describe(counts: Counts): string {
  const books = [
    'duplicate',
    'filtered',
    'rejected',
    'conflicts',
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
