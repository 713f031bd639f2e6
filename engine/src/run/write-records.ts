import type { Target, TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import type { Data, Failure, FailureDetail } from '@sluice/contract'
import type { BoundMapping, MapOutcome, Mapper } from '../map/index.ts'
import { beatRuns, FencedError } from '../sql/run-rows.ts'
import { makeIdempotencyKey } from '../stage/idempotency-key.ts'
import type { RecordResult } from '../stage/judge-result.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import { type BatchWriter, writeBatch } from '../target/write-batch.ts'
import { canaryOf, type RunCanary } from './canary-watch.ts'
import { claimKeys } from './claim-target-keys.ts'
import { keyMapperOf } from './complete-deletes.ts'
import { cutBatches } from './cut-batches.ts'
import { noteLookups } from './note-lookups.ts'
import { patienceOf } from './open-with-patience.ts'
import { readBack } from './read-back.ts'
import { isRewritten, retire, retirementAt, vanished } from './retire.ts'
import { HandedBackError, type Session } from './session.ts'

/** Records with their target data; null where the result is already known (refused, held). */
export interface MappedRecords {
  readonly records: readonly StagedRecord[]
  readonly data: readonly (Data | null)[]
  readonly results: (RecordResult | null)[]
  /** Beside the run's version; null: the run's mapped all. */
  readonly canary: RunCanary | null
  /** By place, those that it mapped. */
  readonly byCanary: ReadonlySet<number>
}

/** That mapped the record at a place; undefined: the run's. */
const versionAt = ({ canary, byCanary }: MappedRecords, index: number): number | undefined =>
  canary !== null && byCanary.has(index) ? canary.version : undefined

/** What is made durable before bytes leave for a target that cannot undo a repeat. */
export type MarkBegun = (
  indexes: readonly number[],
  results: readonly (RecordResult | null)[],
  versionOf: (index: number) => number | undefined,
) => Promise<void>

/** The target data of records that are known to be mapped, as it goes out. */
export const toTargetRecords = (session: Session, mapped: MappedRecords, indexes: readonly number[]): TargetRecord[] =>
  indexes.map(index => toTargetRecord(session, mapped, index))

const NONE: ReadonlyMap<number, Data> = new Map()

/**
 * `given` are results known before, of a page that an earlier holder had begun; `ready` is target data that goes out as it
 * is, by place.
 */
export async function mapRecords(
  session: Session,
  records: readonly StagedRecord[],
  given: readonly (RecordResult | null)[] = [],
  ready: ReadonlyMap<number, Data> = NONE,
): Promise<MappedRecords> {
  const results = records.map((record, index): RecordResult | null =>
    given[index] ? given[index] : record.held === null ? judgeDelete(session, record) : { kind: 'held' },
  )
  const open = records.flatMap((record, index) =>
    results[index] === null && !ready.has(index) ? [{ record, index }] : [],
  )
  const { outcomes, byCanary } = await mapOpen(
    session,
    open.map(({ record }) => record),
  )
  const data = records.map((_, index): Data | null => (results[index] === null ? (ready.get(index) ?? null) : null))
  const mapped = {
    records,
    data,
    results,
    canary: session.canary.live,
    byCanary: new Set(byCanary.map(position => open[position]!.index)), // positions of open records
  }
  open.forEach(({ index }, position) => {
    const outcome = outcomes[position]! // one outcome per row
    if (outcome.kind === 'mapped') data[index] = outcome.data
    else results[index] = { kind: 'refused', problems: outcome.problems, version: versionAt(mapped, index) }
  })
  return mapped
}

// Batches in a row that fail altogether before the run gives the target up.
const OUTAGES = 3
const TRIES = 3

/** @throws HandedBackError when the process ends before the target answered */
export async function writeRecords(session: Session, mapped: MappedRecords, mark: MarkBegun): Promise<RecordResult[]> {
  const { results, data } = mapped
  if (!session.broken) await claimKeys(session, mapped, results)
  const open = results.flatMap((result, index) => (result === null ? [index] : []))
  for (const indexes of cutBatches(open, data, session.config.target)) {
    if (session.target?.guarantee === 'none' && !session.broken) {
      await mark(indexes, results, index => versionAt(mapped, index))
      await session.fault('batch.marked')
    }
    const { outcomes, tries } = await writeSome(session, mapped, indexes)
    indexes.forEach((index, position) => {
      // One outcome per index; open indexes were mapped.
      const sent = { kind: 'sent', outcome: outcomes[position]!, tries, data: data[index]! } as const
      const version = versionAt(mapped, index)
      results[index] = version === undefined ? sent : { ...sent, version }
    })
  }
  return results.map(result => result!) // every index was refused, held, given or written
}

interface Answers {
  readonly outcomes: readonly WriteOutcome[]
  readonly tries: number
}

async function writeSome(session: Session, mapped: MappedRecords, indexes: readonly number[]): Promise<Answers> {
  const batch = indexes.map(index => mapped.records[index]!) // indexes of records
  // Made once for all tries and for what reads them back; a writer of text needs none.
  let sent: readonly TargetRecord[] | undefined
  const makeSent = () => (sent ??= toTargetRecords(session, mapped, indexes))
  const answers = await sendBatch(session, batch, target => ({
    guarantee: target.guarantee,
    write: (_, signal) => target.write(makeSent(), signal, () => requireHold(session)),
  }))
  if (answers && mapped.byCanary.size === 0 && !session.readBack.isAsked)
    await readBack(session, makeSent, answers.outcomes)
  // Given up: these have not been sent, so the try does not count.
  return answers ?? { outcomes: indexes.map(() => notSent(session.broken)), tries: 0 }
}

/** Sends records by the writer made for the target, with all the patience a batch deserves. null: the target is given up. */
export async function sendBatch(
  session: Session,
  batch: readonly StagedRecord[],
  makeWriter: (target: Target, signal: AbortSignal) => BatchWriter<StagedRecord>,
): Promise<Answers | null> {
  const { control, broken, target } = session
  if (broken || !target) return null
  await session.fault('batch.sending')
  await requireHold(session)
  refuseWhenCut(session)
  const { signal } = control.write
  const { outcomes, tries, outage } = await writeBatch(makeWriter(target, signal), batch, {
    signal,
    // Records tried before go back to their own schedule after one try.
    ...patienceOf(
      session,
      'target',
      batch.some(({ attempts }) => attempts > 0) ? 1 : Math.min(TRIES, session.config.retry.maxAttempts),
    ),
  })
  await session.fault('batch.written')
  refuseWhenCut(session)
  session.outages = outage ? session.outages + 1 : 0
  if (outage && (outage.retry === 'never' || session.outages >= OUTAGES)) {
    session.broken = outage
    control.read.abort()
  }
  return { outcomes, tries }
}

/**
 * A process that stood still past its lease (stopped, cut off, a frozen machine) asks before it sends anything more:
 * another may have taken the run. @throws FencedError
 */
export async function requireHold({ claim, control, deps, limits }: Session): Promise<void> {
  const askedMs = performance.now()
  if (askedMs - control.heardMs < limits.leaseMs) return
  const [alive] = await deps.database.withSystem(tx => beatRuns(tx, [claim]))
  if (!alive) {
    control.end('lost')
    throw new FencedError()
  }
  control.heardMs = askedMs
}

/** When the process ends or another holder has the run, an unsettled page is theirs. What else ends it settles it here. */
function refuseWhenCut({ control }: Session): void {
  const isEndedHere = control.reason === 'stop' || (control.reason === null && control.failure !== null)
  if (control.write.signal.aborted && !isEndedHere) throw new HandedBackError()
}

function toTargetRecord(session: Session, mapped: MappedRecords, index: number): TargetRecord {
  const record = mapped.records[index]! // index of a record
  const { strategyId } = session.claim
  const target = {
    data: mapped.data[index]!, // open indexes were mapped
    idempotencyKey: makeIdempotencyKey(strategyId, record),
    origin: { strategyId, key: record.key },
  }
  return retirementAt(session, record) === 'delete' ? { ...target, change: 'delete' } : target
}

const notSent = (cause: Failure | null): WriteOutcome => ({
  kind: 'failed',
  failure: {
    code: 'run.notSent',
    message: `Not sent, because the run could not go on: ${cause?.message ?? 'the target is not open'}`,
    retry: 'later',
  },
})

/** What is gone and not sent: the strategy only marks it or asks first, or the target takes no deletes. */
function judgeDelete(session: Session, record: StagedRecord): RecordResult | null {
  const retirement = retirementAt(session, record)
  if (retirement === null || isRewritten(retirement)) return null
  if (retirement === 'keep') return { kind: 'marked' }
  if (retirement === 'ask') return refuseDelete(vanished)
  return session.target === null || session.target.canDelete ? null : refuseDelete(cannotDelete)
}

const refuseDelete = (failure: FailureDetail): RecordResult => ({
  kind: 'sent',
  outcome: { kind: 'failed', failure },
  tries: 0,
  data: null,
})

const cannotDelete: FailureDetail = {
  code: 'target.cannotDelete',
  message: 'The record is gone at the source, and this target cannot delete.',
  retry: 'never',
  advice: 'Choose to mark deleted records only, or remove the row at the target by hand and confirm the record.',
}

interface Mapped {
  readonly outcomes: readonly MapOutcome[]
  /** Places of those that a canary mapped. */
  readonly byCanary: readonly number[]
}

/**
 * Each by the mapper it belongs to. Of a deleted record only the key at the target is mapped, which every version makes
 * alike: nothing else of it need be there any more.
 */
async function mapOpen(session: Session, records: readonly StagedRecord[]): Promise<Mapped> {
  const { live } = session.canary
  if (live === null && records.every(({ change }) => change === undefined)) {
    const outcomes = await session.mapper.mapPage(records.map(({ data }) => data))
    const keys = (): string[] => records.map(({ key }) => key)
    if (session.mapping.maps) await noteLookups(session, session.mapping, keys(), outcomes)
    return { outcomes, byCanary: [] }
  }
  const groups = { run: [] as number[], gone: [] as number[], canary: [] as number[] }
  const retirements = records.map(record => retirementAt(session, record))
  records.forEach((record, place) => {
    const isWhole = record.change === undefined || isRewritten(retirements[place] ?? null)
    groups[!isWhole ? 'gone' : canaryOf(session.canary, record) ? 'canary' : 'run'].push(place)
  })
  const outcomes: MapOutcome[] = []
  const mapAll = async (places: readonly number[], mapping: BoundMapping, mapperOf: () => Mapper): Promise<void> => {
    if (places.length === 0) return
    const mapped = await mapperOf().mapPage(places.map(place => records[place]!.data)) // places of records
    places.forEach((place, position) => {
      const outcome = mapped[position]! // one outcome per record
      const retirement = retirements[place] ?? null
      outcomes[place] =
        retirement !== null && isRewritten(retirement) ? retire(outcome, retirement, session.config.source) : outcome
    })
    if (mapping.maps)
      await noteLookups(
        session,
        mapping,
        places.map(place => records[place]!.key),
        mapped,
      )
  }
  await mapAll(groups.run, session.mapping, () => session.mapper)
  await mapAll(groups.gone, session.mapping, () => keyMapperOf(session))
  if (live) await mapAll(groups.canary, live.mapping, () => live.mapper)
  return { outcomes, byCanary: groups.canary }
}
