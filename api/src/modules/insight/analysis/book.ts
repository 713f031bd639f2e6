import type { Tx } from '@sluice/db'
import type { Anomaly, Measure, Span, Volume } from './contract.ts'
import { spans } from './contract.ts'
import { findAnomalies } from './find-anomalies.ts'
import * as store from './store.ts'

export interface Moved extends Volume {
  readonly run_ms: number
}

export interface Line extends store.StrategyRow {
  readonly now: Moved
  readonly before: Moved
}

/** All that one reading found: figures and lists are made of the same, so they cannot differ. */
export interface Book {
  readonly read_at: string
  readonly spans: ReadonlyMap<string, store.SpanRow>
  readonly lines: Readonly<Record<Span, readonly Line[]>>
  readonly points: Readonly<Record<Span, readonly store.PointRow[]>>
  readonly calls: readonly store.CallRow[]
  readonly waiting: number
  readonly anomalies: Readonly<Record<Span, readonly Anomaly[]>>
}

const MOST_ANOMALIES = 12
/** Today is not over: what is odd is looked for among whole days. */
const daysOf: Readonly<Record<Span, number>> = { today: 1, '7d': 7, '30d': 30 }
const zero: Moved = { read: 0, written: 0, rejected: 0, errors: 0, runs: 0, failed_runs: 0, run_ms: 0, success: null }

export async function readBook(tx: Tx, at: string, maySeeConnectors: boolean): Promise<Book> {
  const windows = await store.readSpans(tx, at)
  const strategies = await store.readStrategies(tx)
  const ids = strategies.map(({ id }) => id)
  const lines = {} as Record<Span, Line[]>
  const points = {} as Record<Span, readonly store.PointRow[]>
  for (const { span, begin, before_begin, before_ending } of windows) {
    const now = byStrategy(await store.readMoved(tx, begin, at, ids))
    const before = byStrategy(await store.readMoved(tx, before_begin, before_ending, ids))
    lines[span] = strategies.map(row => ({ ...row, now: now.get(row.id) ?? zero, before: before.get(row.id) ?? zero }))
    points[span] = await store.readPoints(tx, span === 'today' ? 'hour' : 'day', begin, at, ids)
  }
  const history = await store.readHistory(tx, at, ids)
  const names = new Map(strategies.map(({ id, name }) => [id, name]))
  const anomalies = { today: [], '7d': [], '30d': [] } as Record<Span, Anomaly[]>
  for (const span of spans) anomalies[span] = await explain(tx, history, daysOf[span], names)
  return {
    read_at: at,
    spans: new Map(windows.map(row => [row.span, row])),
    lines,
    points,
    calls: maySeeConnectors ? await store.readCalls(tx, at) : [],
    waiting: await store.countWaiting(tx),
    anomalies,
  }
}

async function explain(
  tx: Tx,
  history: readonly store.HistoryRow[],
  days: number,
  names: ReadonlyMap<string, string>,
): Promise<Anomaly[]> {
  const odd = findAnomalies(history, days, MOST_ANOMALIES)
  if (odd.length === 0) return []
  const asked = new Map(odd.map(each => [`${each.strategy_id} ${each.day}`, each]))
  const causes = await store.readCauses(
    tx,
    [...asked.values()].map(each => each.strategy_id),
    [...asked.values()].map(each => each.day),
  )
  return odd.map(each => {
    const found = causes.filter(cause => cause.strategy_id === each.strategy_id && cause.day === each.day)
    return {
      ...each,
      name: names.get(each.strategy_id) ?? '',
      causes:
        found.length > 0
          ? found.map(({ kind, text, connector_id }) => ({ kind, text, connector_id }))
          : [{ kind: 'none', text: '', connector_id: null }],
    }
  })
}

const byStrategy = (rows: readonly store.MovedRow[]) => new Map(rows.map(row => [row.strategy_id, toMoved(row)]))

const toMoved = (row: store.MovedRow): Moved =>
  withSuccess({
    read: Number(row.read),
    written: Number(row.written),
    rejected: Number(row.rejected),
    errors: Number(row.errors),
    runs: Number(row.runs),
    failed_runs: Number(row.failed_runs),
    run_ms: Number(row.run_ms),
  })

/** Of so many, in percent with one digit; down, so that a hundred is said of a hundred only. null: there are none. */
export const percentOf = (part: number, all: number): number | null =>
  all <= 0 ? null : Math.floor((part / all) * 1000) / 10

function withSuccess(sums: Omit<Moved, 'success'>): Moved {
  return { ...sums, success: percentOf(sums.written, sums.written + sums.errors + sums.rejected) }
}

export const sum = (each: readonly Moved[]): Moved =>
  withSuccess(
    each.reduce<Omit<Moved, 'success'>>(
      (all, one) => ({
        read: all.read + one.read,
        written: all.written + one.written,
        rejected: all.rejected + one.rejected,
        errors: all.errors + one.errors,
        runs: all.runs + one.runs,
        failed_runs: all.failed_runs + one.failed_runs,
        run_ms: all.run_ms + one.run_ms,
      }),
      zero,
    ),
  )

/** Wrote in the span before, and nothing since. */
export const isSilent = ({ now, before }: Line): boolean => before.written > 0 && now.written <= 0

export const has = (line: Line, measure: Measure): boolean =>
  measure === 'silent' ? isSilent(line) : line.now[measure] !== 0
