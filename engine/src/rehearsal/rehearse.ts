import { Failure, type FailureDetail, StrategyConfig, toFailure } from '@sluice/contract'
import { type Database, isWorthRetrying, type Tx } from '@sluice/db'
import { compileRowsFilter } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { Baselines, mapAsWritten } from './baselines.ts'
import { openPublished, readBeside } from './compare-published.ts'
import { judgeRecords, type Loaded, loadRecords, type Parts } from './judge-records.ts'
import {
  type ChosenRecord,
  chooseRecords,
  countTotal,
  endJob,
  insertDifferences,
  type Job,
  noteProgress,
  releaseJob,
} from './rehearsal-rows.ts'
import type { RecordDifference, RehearsalDeps, RehearsalSummary } from './rehearsals.ts'
import { MAX_KEPT, Tally } from './tally.ts'

/** So many records between two words of how far it is; their contents are read page by page. */
const CHUNK = 1000
/** Mapped between two looks at the clock: expressions may take 50 ms a record on either side. */
const SLICE = 200
const BEAT_MS = 10_000
/** Processes that took it up and were not heard of again: it would end the next one too. */
const MAX_TAKES = 5

class CancelledError extends Error {}
/** The process ends, or another one has the rehearsal. */
class LostError extends Error {}

export interface Holding {
  readonly holder: string
  isStopping(): boolean
  /** For tests: after a chunk is committed. */
  readonly onChunk?: (() => Promise<void>) | undefined
}

/** Brings a rehearsal to its end, or hands it back. */
export async function rehearse(deps: RehearsalDeps, job: Job, holding: Holding): Promise<void> {
  const { database, log } = deps
  const end = (state: Parameters<typeof endJob>[3]) =>
    database.withTenant(job.tenant_id, tx => endJob(tx, job, holding.holder, state))
  try {
    if (job.takes > MAX_TAKES) throw new Failure(GIVEN_UP)
    await walkAll(deps, job, holding)
    await end({ state: 'done' })
  } catch (error) {
    if (error instanceof LostError)
      return void (await database.withTenant(job.tenant_id, tx => releaseJob(tx, job, holding.holder)))
    if (error instanceof CancelledError) return void (await end({ state: 'cancelled' }))
    // The next turn goes on behind the last chunk once the lease is over.
    if (isWorthRetrying(error)) throw error
    const failure = toFailure(error)
    if (failure !== error) log.error({ err: error, rehearsalId: job.id }, 'rehearsing a draft')
    await end({ state: 'failed', failure: failure.toDetail() })
  }
}

const GIVEN_UP: FailureDetail = {
  code: 'rehearsal.givenUp',
  message: 'The rehearsal was taken up several times and never came to its end.',
  retry: 'never',
  advice: 'Rehearse fewer records.',
}

/** From the newest record to the oldest, as far as asked for. */
async function walkAll(deps: RehearsalDeps, job: Job, holding: Holding): Promise<void> {
  const { database } = deps
  const config = StrategyConfig.parse(job.config)
  const { bound, total } = await database.withTenant(job.tenant_id, async tx => ({
    bound: await bindMaps(tx, job.tenant_id, config.mapping, { versions: new Map(Object.entries(job.maps)) }),
    total: job.total === null ? await countTotal(tx, job) : Number(job.total),
  }))
  const clock = { nowMs: 0 }
  const now = () => new Date(clock.nowMs)
  const published = job.compares === null ? null : await openPublished(database, job, config, () => clock.nowMs)
  const baselines = new Baselines(database, { tenantId: job.tenant_id, strategyId: job.strategy_id }, now)
  const draft = await openMapper({ database, now: () => clock.nowMs }, job.tenant_id, bound)
  const filter = compileRowsFilter(config.source.filter ?? [], config.mapping, { now })
  const parts: Parts = {
    draft,
    filter,
    before: published?.before ?? ((loaded, isOut) => mapAsWritten(loaded, isOut, baselines)),
    beside: published?.beside ?? null,
  }
  const tally = new Tally(job.summary === null ? null : (JSON.parse(job.summary) as RehearsalSummary)) // as it was written
  if (total > job.max_records) tally.isCut = true
  const walk: Walk = {
    job,
    parts,
    load: (tx, records) =>
      published ? readBeside(tx, job, { published, after: config, records }) : loadRecords(tx, job, records),
    clock,
    tally,
    holding,
    total: Math.min(total, job.max_records),
    beatMs: performance.now(),
  }
  let place: Place | null = { cursorAt: job.cursor_at, cursorId: job.cursor_id, examined: Number(job.examined) }
  try {
    while (place !== null) {
      place = await takeChunk(deps, walk, place)
      await holding.onChunk?.()
    }
  } finally {
    draft.close()
    filter.close()
    baselines.close()
    published?.close()
  }
}

interface Walk {
  readonly job: Job
  readonly parts: Parts
  /** The content of records of one page. */
  load(tx: Tx, records: readonly ChosenRecord[]): Promise<Loaded[]>
  readonly clock: { nowMs: number }
  readonly tally: Tally
  readonly holding: Holding
  readonly total: number
  /** When the lease was drawn out last. */
  beatMs: number
}

/** Behind which record it goes on. */
interface Place {
  readonly cursorAt: string
  readonly cursorId: string
  readonly examined: number
}

/** null: that was the last. */
async function takeChunk({ database }: RehearsalDeps, walk: Walk, place: Place): Promise<Place | null> {
  const { job, tally, holding, total } = walk
  const limit = Math.min(CHUNK, job.max_records - place.examined)
  const chosen = await database.withTenant(job.tenant_id, async tx =>
    limit > 0 ? chooseRecords(tx, { ...job, cursor_at: place.cursorAt, cursor_id: place.cursorId }, limit) : [],
  )
  const from = tally.kept
  const differences: RecordDifference[] = []
  for (const page of Map.groupBy(chosen, record => record.page_id).values()) {
    await judgePage(database, walk, page, differences)
  }
  const last = chosen.at(-1)
  const next = {
    cursorAt: last?.updated_at ?? place.cursorAt,
    cursorId: last?.id ?? place.cursorId,
    examined: place.examined + chosen.length,
  }
  // Differences, sums and place in one transaction: whoever dies before it has done nothing.
  const known = await database.withTenant(job.tenant_id, async tx => {
    const known = await noteProgress(tx, job, holding.holder, { ...next, total, summary: tally.sum() })
    if (known) await insertDifferences(tx, job, from, differences)
    return known
  })
  if (!known) throw new LostError()
  if (known.cancel) throw new CancelledError()
  walk.beatMs = performance.now()
  return chosen.length < CHUNK ? null : next
}

/** One page of the source in memory at a time. */
async function judgePage(
  database: Database,
  walk: Walk,
  records: readonly ChosenRecord[],
  differences: RecordDifference[],
): Promise<void> {
  const { job, parts, clock, tally } = walk
  const loaded = await database.withTenant(job.tenant_id, tx => walk.load(tx, records))
  // Both sides see the time at which the page was read, or each text with a date of today would differ.
  clock.nowMs = Date.parse(records[0]!.page_at) // a page has a record
  for (let start = 0; start < loaded.length; start += SLICE) {
    for (const { kind, difference } of await judgeRecords(loaded.slice(start, start + SLICE), parts)) {
      tally.add(kind, difference)
      if (difference === null || tally.kept >= MAX_KEPT) continue
      tally.kept += 1
      differences.push(difference)
    }
    await beat(database, walk)
  }
}

/** Records that take long must not look like a process that died. @throws LostError, CancelledError */
async function beat(database: Database, walk: Walk): Promise<void> {
  const { job, holding } = walk
  if (holding.isStopping()) throw new LostError()
  if (performance.now() - walk.beatMs < BEAT_MS) return
  const known = await database.withTenant(job.tenant_id, tx => noteProgress(tx, job, holding.holder, null))
  if (!known) throw new LostError()
  if (known.cancel) throw new CancelledError()
  walk.beatMs = performance.now()
}
