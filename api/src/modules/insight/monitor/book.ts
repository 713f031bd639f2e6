import { Counts } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine, Objective } from '@sluice/engine'
import { percentile } from '../../connect/connector-env/index.ts'
import { readLag } from '../../strategy/strategy-follow/index.ts'
import type { MonitorConnector, MonitorObjective, MonitorRun } from './contract.ts'
import * as store from './store.ts'

interface LiveRun extends Omit<MonitorRun, 'waits'> {
  readonly created_at: string
  readonly updated_at: string
}

/** All that one reading found: figures and lists are made of the same, so they cannot differ. */
export interface Book {
  readonly read_at: string
  readonly runs: readonly LiveRun[]
  readonly objectives: readonly MonitorObjective[]
  readonly connectors: readonly MonitorConnector[] | null
  readonly pools: readonly store.PoolRow[] | null
  readonly followers: readonly ReturnType<typeof toFollower>[]
}

export interface Sight {
  readonly connectors: boolean
  readonly pools: boolean
}

const CALLS_MS = 15 * 60_000

export async function readBook(tx: Tx, health: Engine['health'], nowMs: number, sight: Sight): Promise<Book> {
  const at = new Date(nowMs).toISOString()
  const runs = await store.listLive(tx)
  const strategies = await store.listStrategies(tx)
  const objectives = new Map((await health.objectives(tx, nowMs)).map(row => [row.strategy_id, row]))
  const since = new Date(nowMs - CALLS_MS).toISOString()
  return {
    read_at: at,
    runs: runs.map(row => toRun(row, nowMs)),
    objectives: strategies.map(row => toObjective(row, objectives.get(row.id))),
    connectors: sight.connectors ? (await store.listConnectors(tx, since, at)).map(toConnector) : null,
    pools: sight.pools ? await store.listPools(tx) : null,
    followers: (await store.listFollowers(tx)).map(toFollower),
  }
}

function toRun(row: store.LiveRow, nowMs: number): LiveRun {
  const counts = Counts.parse(row.counts)
  const seconds = row.started_at === null ? null : Math.max(1, (nowMs - Date.parse(row.started_at)) / 1000)
  return {
    id: row.id,
    strategy_id: row.strategy_id,
    strategy_name: row.strategy_name,
    state: row.state,
    read: counts.read,
    written: counts.written,
    failed: counts.failed + counts.dead + counts.unknown,
    usual: row.usual === null ? null : Number(row.usual),
    rate: seconds === null ? null : Math.round((counts.written / seconds) * 10) / 10,
    pool: row.pool,
    behind: row.behind,
    since: row.started_at ?? row.created_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toObjective({ id, name, status }: store.StrategyRow, found: Objective | undefined): MonitorObjective {
  const nothing = { goal: null, success: null, fresh: null, newest_at: null, age_minutes: null, is_stale: false }
  if (!found) return { id, name, status, ...nothing, unread: 0, ahead: 0, looked_at: null }
  const { success_percent, fresh_field, fresh_minutes, fresh_percent, version } = found
  const days = found.days === 7 ? 7 : 28
  return {
    id,
    name,
    status,
    goal: { days, success_percent, fresh_field, fresh_minutes, fresh_percent, version },
    success: found.success,
    fresh: found.fresh,
    newest_at: found.newest_at,
    age_minutes: found.age_minutes,
    is_stale: found.is_stale,
    unread: found.unread,
    ahead: found.ahead,
    looked_at: found.looked_at,
  }
}

function toConnector({ latency, ...row }: store.ConnectorRow): MonitorConnector {
  const calls = Number(row.calls)
  const may = row.rate === null ? null : (row.rate * CALLS_MS) / 1000
  return {
    ...row,
    calls,
    failed: Number(row.failed),
    used: may === null ? null : Math.round((calls / may) * 1000) / 10,
    p50_ms: percentile(latency ?? [], 0.5),
    p95_ms: percentile(latency ?? [], 0.95),
  }
}

function toFollower({ lag, asked_at, ...row }: store.FollowerRow) {
  const known = readLag(lag)
  return {
    ...row,
    seconds: known?.seconds ?? null,
    records: known?.records ?? null,
    behind_bytes: known?.behindBytes ?? null,
    kept_bytes: known?.bytes ?? null,
    asked_at: known ? asked_at : null,
  }
}
