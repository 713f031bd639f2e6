import type { TargetRecord, WriteOutcome } from '@sluice/connector-kit'
import type { Data, Failure } from '@sluice/contract'
import type { RecordResult } from '../stage/judge-result.ts'
import type { StagedRecord } from '../stage/staged-record.ts'
import { writeBatch } from '../target/write-batch.ts'
import { HandedBackError, type Session } from './session.ts'

/** Records with their target data; null where the result is already known (refused, held). */
export interface MappedRecords {
  readonly records: readonly StagedRecord[]
  readonly data: readonly (Data | null)[]
  readonly results: (RecordResult | null)[]
}

/** What is made durable before bytes leave for a target that cannot undo a repeat. */
export type MarkBegun = (indexes: readonly number[], results: readonly (RecordResult | null)[]) => Promise<void>

/** `given` are results known before, of a page that an earlier holder had begun. */
export async function mapRecords(
  session: Session,
  records: readonly StagedRecord[],
  given: readonly (RecordResult | null)[] = [],
): Promise<MappedRecords> {
  const results = records.map((record, index): RecordResult | null =>
    given[index] ? given[index] : record.held === null ? null : { kind: 'held' },
  )
  const open = records.flatMap((record, index) => (results[index] === null ? [{ record, index }] : []))
  const outcomes = await session.mapper.mapPage(open.map(({ record }) => record.data))
  const data = records.map((): Data | null => null)
  open.forEach(({ index }, position) => {
    const outcome = outcomes[position]! // one outcome per row
    if (outcome.kind === 'mapped') data[index] = outcome.data
    else results[index] = { kind: 'refused', problems: outcome.problems }
  })
  return { records, data, results }
}

// Batches in a row that fail altogether before the run gives the target up.
const OUTAGES = 3
const TRIES = 3

/** @throws HandedBackError when the process ends before the target answered */
export async function writeRecords(session: Session, mapped: MappedRecords, mark: MarkBegun): Promise<RecordResult[]> {
  const { results, data } = mapped
  const open = results.flatMap((result, index) => (result === null ? [index] : []))
  const size = session.config.target.batchSize
  for (let start = 0; start < open.length; start += size) {
    const indexes = open.slice(start, start + size)
    if (session.target?.guarantee === 'none' && !session.broken) {
      await mark(indexes, results)
      await session.fault('batch.marked')
    }
    const { outcomes, tries } = await writeSome(session, mapped, indexes)
    indexes.forEach((index, position) => {
      // One outcome per index; open indexes were mapped.
      results[index] = { kind: 'sent', outcome: outcomes[position]!, tries, data: data[index]! }
    })
  }
  return results.map(result => result!) // every index was refused, held, given or written
}

interface Answers {
  readonly outcomes: readonly WriteOutcome[]
  readonly tries: number
}

async function writeSome(session: Session, mapped: MappedRecords, indexes: readonly number[]): Promise<Answers> {
  const { control, limits, deps } = session
  // Given up: these have not been sent, so the try does not count.
  const { broken, target } = session
  if (broken || !target) return { outcomes: indexes.map(() => notSent(broken)), tries: 0 }
  refuseWhenCut(session)
  const batch = indexes.map(index => toTargetRecord(session, mapped, index))
  const { outcomes, tries, outage } = await writeBatch(target, batch, {
    signal: control.write.signal,
    // Records tried before go back to their own schedule after one try.
    tries: indexes.some(index => mapped.records[index]!.attempts > 0)
      ? 1
      : Math.min(TRIES, session.config.retry.maxAttempts),
    pauseMs: limits.pauseMs,
    random: () => deps.random(),
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

/** When the process ends or another holder has the run, an unsettled page is theirs. A person's stop settles it here. */
function refuseWhenCut({ control }: Session): void {
  if (control.write.signal.aborted && control.reason !== 'stop') throw new HandedBackError()
}

function toTargetRecord(session: Session, mapped: MappedRecords, index: number): TargetRecord {
  const { key, hash } = mapped.records[index]! // index of a record
  // Open indexes were mapped.
  return { data: mapped.data[index]!, idempotencyKey: `${session.claim.strategyId}:${key}:${hash}` }
}

const notSent = (cause: Failure | null): WriteOutcome => ({
  kind: 'failed',
  failure: {
    code: 'run.notSent',
    message: `Not sent, because the run could not go on: ${cause?.message ?? 'the target is not open'}`,
    retry: 'later',
  },
})
