import type { Failure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { type Engine, reportLimits, tellSetAside } from '@sluice/engine'
import { type Job, JobWorker } from '@sluice/work'
import type { Logger } from 'pino'
import { refuse } from '../../../http/refuse.ts'
import { computeReport } from './compute.ts'
import { prepare } from './service.ts'
import { findGroups, keepRows, type ReportWork, reportKind, type StoredResult } from './store.ts'

export interface AggregateWorkerDeps {
  readonly database: Database
  readonly engine: Pick<Engine, 'records'>
  readonly log: Logger
  readonly now: () => number
}

export interface AggregateWorker {
  start(): Promise<void>
  /** A report under way is handed back; whoever takes it begins anew. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next report to its end. @returns false: none waits */
  turn(): Promise<boolean>
}

const EVERY_MS = 1000

/** Computes the reports that people asked for, one after the other. */
export const createAggregateWorker = (deps: AggregateWorkerDeps): AggregateWorker =>
  new JobWorker<ReportWork>({
    database: deps.database,
    log: deps.log,
    kind: reportKind,
    doing: 'computing reports',
    pollMs: EVERY_MS,
    run: job => compute(deps, job),
    tell: (tx, { strategy_id: objectId, requested_by: userId }, failure) =>
      tellSetAside(tx, { objectId, userId, failure }),
  })

async function compute(deps: AggregateWorkerDeps, job: Job<ReportWork>): Promise<void> {
  const { id, definition, version } = job.row
  const { result, coverage } = await readAll(deps, job.row, done => job.note({ done }))
  if (coverage.cut !== null) throw tooMany(coverage.cut)
  const { columns, left_out, total, groups } = result
  const rows = result.rows.map(row => ({
    ...row,
    keys: [...row.keys],
    metrics: [...row.metrics],
    cells: row.cells.map(copy),
  }))
  const stored: StoredResult = {
    definition,
    columns: columns.map(copy),
    left_out,
    total: copy(total),
    groups,
    coverage,
  }
  await job.finish(
    {
      result: JSON.stringify(stored),
      result_rows: rows.length,
      result_version: version,
      done: coverage.read,
    },
    tx => keepRows(tx, id, rows),
  )
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
