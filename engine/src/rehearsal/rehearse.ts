import { type FailureDetail, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { type Job, JobWorker } from '@sluice/work'
import { compileRowsFilter } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { REHEARSAL_CHANNEL } from '../sql/channels.ts'
import { tellSetAside } from '../sql/notice-rows.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { Baselines, mapAsWritten } from './baselines.ts'
import { openPublished, readBeside } from './compare-published.ts'
import { judgeRecords, type Loaded, loadRecords, type Parts } from './judge-records.ts'
import {
  type ChosenRecord,
  chooseRecords,
  countTotal,
  insertDifferences,
  type RehearsalWork,
  rehearsalKind,
} from './rehearsal-rows.ts'
import type { RecordDifference, RehearsalDeps, RehearsalSummary } from './rehearsals.ts'
import { MAX_KEPT, Tally } from './tally.ts'

/** So many records between two words of how far it is; their contents are read page by page. */
const CHUNK = 1000
/** Mapped between two looks at the clock: expressions may take 50 ms a record on either side. */
const SLICE = 200

export interface RehearsalWorkerDeps extends RehearsalDeps {
  readonly pollMs: number
  /** For tests: after a chunk is committed. */
  readonly onChunk?: () => Promise<void>
}

/** Brings rehearsals to their ends, one after the other. */
export const createRehearsalWorker = (deps: RehearsalWorkerDeps): JobWorker<RehearsalWork> =>
  new JobWorker<RehearsalWork>({
    database: deps.database,
    log: deps.log,
    pollMs: deps.pollMs,
    kind: rehearsalKind,
    doing: 'rehearsing drafts',
    channel: REHEARSAL_CHANNEL,
    run: job => walkAll(deps, job),
    tell: (tx, { strategy_id: objectId, requested_by: userId }, failure) =>
      tellSetAside(tx, { objectId, userId, failure }),
    setAside: GIVEN_UP,
  })

const GIVEN_UP: FailureDetail = {
  code: 'rehearsal.givenUp',
  message: 'The rehearsal was taken up several times and never came to its end.',
  retry: 'never',
  advice: 'Rehearse fewer records.',
}

/** From the newest record to the oldest, as far as asked for. */
async function walkAll({ database, onChunk }: RehearsalWorkerDeps, held: Job<RehearsalWork>): Promise<void> {
  const job = held.row
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
    held,
    job,
    parts,
    load: (tx, records) =>
      published ? readBeside(tx, job, { published, after: config, records }) : loadRecords(tx, job, records),
    clock,
    tally,
    total: Math.min(total, job.max_records),
  }
  let place: Place | null = { cursorAt: job.cursor_at, cursorId: job.cursor_id, examined: Number(job.examined) }
  try {
    while (place !== null) {
      place = await takeChunk(walk, place)
      await onChunk?.()
    }
  } finally {
    draft.close()
    filter.close()
    baselines.close()
    published?.close()
  }
}

interface Walk {
  readonly held: Job<RehearsalWork>
  readonly job: RehearsalWork
  readonly parts: Parts
  /** The content of records of one page. */
  load(tx: Tx, records: readonly ChosenRecord[]): Promise<Loaded[]>
  readonly clock: { nowMs: number }
  readonly tally: Tally
  readonly total: number
}

/** Behind which record it goes on. */
interface Place {
  readonly cursorAt: string
  readonly cursorId: string
  readonly examined: number
}

/** null: that was the last. */
async function takeChunk(walk: Walk, place: Place): Promise<Place | null> {
  const { held, job, tally, total } = walk
  const limit = Math.min(CHUNK, job.max_records - place.examined)
  const chosen = await held.inTenant(async tx =>
    limit > 0 ? chooseRecords(tx, { ...job, cursor_at: place.cursorAt, cursor_id: place.cursorId }, limit) : [],
  )
  const from = tally.kept
  const differences: RecordDifference[] = []
  for (const page of Map.groupBy(chosen, record => record.page_id).values()) {
    await judgePage(walk, page, differences)
  }
  const last = chosen.at(-1)
  const next = {
    cursorAt: last?.updated_at ?? place.cursorAt,
    cursorId: last?.id ?? place.cursorId,
    examined: place.examined + chosen.length,
  }
  // Differences, sums and place in one transaction: whoever dies before it has done nothing.
  await held.note(
    {
      cursor_at: next.cursorAt,
      cursor_id: next.cursorId,
      total,
      examined: next.examined,
      summary: JSON.stringify(tally.sum()),
    },
    { and: tx => insertDifferences(tx, job, from, differences), isFurther: true },
  )
  return chosen.length < CHUNK ? null : next
}

/** One page of the source in memory at a time. */
async function judgePage(walk: Walk, records: readonly ChosenRecord[], differences: RecordDifference[]): Promise<void> {
  const { held, parts, clock, tally } = walk
  const loaded = await held.inTenant(tx => walk.load(tx, records))
  // Both sides see the time at which the page was read, or each text with a date of today would differ.
  clock.nowMs = Date.parse(records[0]!.page_at) // a page has a record
  for (let start = 0; start < loaded.length; start += SLICE) {
    for (const { kind, difference } of await judgeRecords(loaded.slice(start, start + SLICE), parts)) {
      tally.add(kind, difference)
      if (difference === null || tally.kept >= MAX_KEPT) continue
      tally.kept += 1
      differences.push(difference)
    }
    // Records may take long.
    held.check()
  }
}
