import {
  Counts,
  isLiveRun,
  PublicFailure,
  RecordState,
  runStates,
  StrategyConfig,
  type Translate,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine, Waiting } from '@sluice/engine'
import type { RouteContext } from '../../../http/route-handler.ts'
import { describeBadge } from '../../connect/platform/index.ts'
import { tellWaiting } from '../../run/run/index.ts'
import type { StrategyCounters } from '../../run/strategy-day/contract.ts'
import type { StrategyRow } from './contract.ts'
import type { CounterRow } from './counter-store.ts'
import type { StrategyListRow } from './store.ts'

export function describeStrategy(
  engine: Engine,
  row: StrategyListRow,
  { language, tell }: Pick<RouteContext, 'language' | 'tell'>,
  waiting?: Waiting,
): StrategyRow {
  const config = StrategyConfig.parse(row.config)
  const side = (
    { connector_id: connectorId, resource }: StrategyConfig['source' | 'target'],
    name: string | null,
    platformId: string | null,
    asset: string | null,
  ) => {
    const badge = describeBadge(engine, platformId ?? '', language)
    return {
      connector_id: connectorId,
      connector_name: name ?? '',
      platform_id: platformId ?? '',
      platform_name: badge.platform_name,
      platform_icon: badge.platform_icon,
      resource,
      resource_name: asset ?? resource,
    }
  }
  const { source, target } = config
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    group: row.group_name,
    remark: row.remark,
    tags: [...row.tags],
    status: row.status,
    version: row.version,
    source: side(source, row.source_name, row.source_platform, row.source_asset),
    target: side(target, row.target_name, row.target_platform, row.target_asset),
    schedule: config.schedule,
    // Landed but not yet settled records of a live run are in its books, not in the table.
    total: Number(row.record_total) + Number(row.pending ?? 0),
    waiting: Number(row.waiting) + Number(row.pending ?? 0),
    errors: Number(row.errors),
    retrying: Number(row.retrying),
    unknown: Number(row.unknown),
    rejected: Number(row.rejected),
    owner: row.owner,
    next_run_at: row.next_run_at,
    last_run_at: row.last_run_at,
    last_run_state: row.last_run_state,
    waits_for: tellWaiting(waiting, tell),
    is_paused: row.is_paused,
    imbalance: row.imbalance && tell(row.imbalance),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** By the id of the newest run: what it waits for, or which far system the next one would not reach. */
export function explainRows(
  engine: Engine,
  tx: Tx,
  rows: readonly StrategyListRow[],
): Promise<ReadonlyMap<string, Waiting>> {
  const runs = rows.flatMap(({ last_run_id: id, last_run_state: state, last_run_created_at, last_run_updated_at }) =>
    id === null || state === null
      ? []
      : [{ id, state, created_at: last_run_created_at ?? '', updated_at: last_run_updated_at ?? '' }],
  )
  return engine.runs.explainWaiting(tx, runs, true)
}

type StateCount = StrategyCounters['records'][number]

export function describeCounters(row: CounterRow, tell: Translate): StrategyCounters {
  const run = row.run
  const counts = Counts.parse(run?.counts ?? {})
  const isLive = run !== null && runStates.some(state => state === run.state && isLiveRun(state))
  const records = new Map(row.records.map(({ status, count }) => [status, count]))
  if (isLive && counts.pending > 0)
    records.set(RecordState.waiting, (records.get(RecordState.waiting) ?? 0) + counts.pending)
  const done = counts.written + counts.skipped + counts.failed + counts.dead + counts.unknown
  const elapsedSeconds = run?.elapsed_seconds ?? 0
  return {
    records: [...records]
      .filter(([, count]) => count > 0)
      .map(([status, count]) => ({ status: status as StateCount['status'], count })), // only the engine writes states
    run: run && {
      id: run.id,
      version: run.version,
      state: run.state,
      counts,
      records_per_second: elapsedSeconds > 0 ? Math.round(Math.max(done, counts.duplicate) / elapsedSeconds) : 0,
      started_at: run.started_at,
      moved_at: run.moved_at,
    },
    broken: row.broken === null ? null : tell(PublicFailure.parse(row.broken).message),
  }
}
