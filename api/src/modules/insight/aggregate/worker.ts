import { type Failure, newId, toFailure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { type Engine, reportLimits } from '@sluice/engine'
import type { Logger } from 'pino'
import { createBackground } from '../../../http/background.ts'
import { refuse } from '../../../http/refuse.ts'
import { computeReport } from './compute.ts'
import { prepare } from './service.ts'
import { claimReport, endReport, findGroups, keepResult, noteDone, type ReportWork, releaseReport } from './store.ts'

export interface AggregateWorkerDeps {
  readonly database: Database
  readonly engine: Pick<Engine, 'records'>
  readonly log: Logger
  readonly now: () => number
}

export interface AggregateWorker {
  start(): void
  /** A report under way is handed back; whoever takes it begins anew. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next report to its end. @returns false: none waits */
  turn(): Promise<boolean>
}

const EVERY_MS = 1000

class CancelledError extends Error {}
/** The process ends, or another one has taken the report. */
class LostError extends Error {}

/** Computes the reports that people asked for, one after the other. */
export function createAggregateWorker(deps: AggregateWorkerDeps): AggregateWorker {
  const { database, log, now } = deps
  const holder = newId(now())
  const turn = async (): Promise<boolean> => {
    const work = await database.withSystem(tx => claimReport(tx, holder))
    if (work) await compute(deps, work, holder, () => background.isStopping)
    return work !== null
  }
  const background = createBackground({
    everyMs: EVERY_MS,
    async work() {
      while (!background.isStopping && (await turn()));
    },
    onError: error => log.warn({ err: error }, 'computing reports'),
  })
  return { start: background.start, stop: background.stop, turn }
}

async function compute(
  deps: AggregateWorkerDeps,
  work: ReportWork,
  holder: string,
  isStopping: () => boolean,
): Promise<void> {
  const inTenant = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => deps.database.withTenant(work.tenant_id, act)
  try {
    const { result, coverage } = await readAll(deps, work, async done => {
      const known = await inTenant(tx => noteDone(tx, work, holder, done))
      if (!known || isStopping()) throw new LostError()
      if (known.cancel) throw new CancelledError()
    })
    if (coverage.cut !== null) throw tooMany(coverage.cut)
    const { rows, columns, left_out, total, groups } = result
    const { definition } = work
    const plain = rows.map(row => ({
      ...row,
      keys: [...row.keys],
      metrics: [...row.metrics],
      cells: row.cells.map(copy),
    }))
    const stored = { definition, columns: columns.map(copy), left_out, total: copy(total), groups, coverage }
    const isKept = await inTenant(tx => keepResult(tx, work, holder, stored, plain))
    // Cancelled while the last page was counted.
    if (!isKept) await inTenant(tx => endReport(tx, work, holder, { state: 'cancelled' }))
  } catch (error) {
    if (error instanceof LostError) return void (await inTenant(tx => releaseReport(tx, work, holder)))
    if (error instanceof CancelledError)
      return void (await inTenant(tx => endReport(tx, work, holder, { state: 'cancelled' })))
    const failure = toFailure(error)
    if (failure !== error) deps.log.error({ err: error, reportId: work.id }, 'computing a report')
    await inTenant(tx => endReport(tx, work, holder, { state: 'failed', failure: failure.toDetail() }))
  }
}

type Computed = Awaited<ReturnType<typeof computeReport>>

const copy = ({ keys, metrics, lines, records }: Computed['result']['total']) => ({
  keys: [...keys],
  metrics: [...metrics],
  lines,
  records,
})

/** As whoever asked sees the records. */
async function readAll(
  { database, engine }: AggregateWorkerDeps,
  { tenant_id, strategy_id, definition, requested_by }: ReportWork,
  onRead: (count: number) => Promise<void>,
): Promise<Computed> {
  const owner = await database.withTenant(tenant_id, tx => findGroups(tx, requested_by))
  if (!owner) throw refuse('notFound.user')
  const tenant = <T>(act: (tx: Tx) => Promise<T>, options: { readonly statementTimeoutMs?: number } = {}) =>
    database.withTenant(tenant_id, act, { ...options, groups: owner.groups })
  const { timeZone, of } = await tenant(tx => prepare(tx, strategy_id, definition))
  return computeReport({ engine, tenant }, strategy_id, definition, { timeZone, of, onRead })
}

const tooMany = (cut: 'time' | 'groups' | 'distinct'): Failure =>
  cut === 'distinct'
    ? refuse('invalid.aggregateDistinct', { value: String(reportLimits.distinct) })
    : refuse('invalid.aggregateGroups', { value: String(reportLimits.groups) })
