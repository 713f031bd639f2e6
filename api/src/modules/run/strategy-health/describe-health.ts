import type { Translate } from '@sluice/contract'
import type { StrategyHealth } from '@sluice/engine'
import type { StrategyHealthRow } from './contract.ts'

export const windowMinutes = { '1h': 60, '24h': 1440, '7d': 10_080 } as const

export const describeHealth = (
  row: StrategyHealth,
  subscribed: ReadonlySet<string>,
  tell: Translate,
): StrategyHealthRow => ({
  strategy_id: row.id,
  name: row.name,
  code: row.code,
  group: row.group_name,
  status: row.status,
  is_paused: row.paused_at !== null,
  level: row.level ?? 'none',
  reasons: row.reasons.map(({ rule, level, text, advice }) => ({
    rule,
    level,
    text: tell(text),
    advice: tell(advice),
  })),
  dispatched_at: row.dispatched_at,
  pulled_at: row.pulled_at,
  fresh: row.fresh,
  fresh_before: row.fresh_before,
  written: row.written,
  backlog: row.backlog,
  errors: row.errors,
  error_percent: row.error_percent,
  mean_ms: row.mean_ms,
  wait_minutes: row.wait_minutes,
  source: describeConnector(row.source),
  target: describeConnector(row.target),
  is_subscribed: subscribed.has(row.id),
})

const describeConnector = (side: StrategyHealth['source']): StrategyHealthRow['source'] =>
  side && { id: side.id, name: side.name, state: side.trouble ? 'cut' : side.status }
