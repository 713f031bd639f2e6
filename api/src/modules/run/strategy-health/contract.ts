import { Moment, route } from '@sluice/contract'
import { z } from 'zod'

/** From worst to best; `none`: not started. */
export const healthLevels = ['abnormal', 'stalled', 'watch', 'healthy', 'none'] as const
export const healthWindows = ['1h', '24h', '7d'] as const
const level = z.enum(healthLevels)

export const HealthReason = z.object({
  rule: z.enum([
    'connector',
    'process',
    'errorRate',
    'failures',
    'silent',
    'growth',
    'backlog',
    'wait',
    'drift',
    'missing',
  ]),
  level: z.enum(['abnormal', 'stalled', 'watch']),
  /** Says the rule and the figure. */
  text: z.string(),
  advice: z.string(),
})

const HealthConnector = z.object({
  id: z.uuid(),
  name: z.string(),
  /** cut: it failed too often in a row and is left alone for a while. */
  state: z.enum(['ok', 'untested', 'failed', 'cut']),
})

export const StrategyHealthRow = z.object({
  strategy_id: z.uuid(),
  name: z.string(),
  code: z.string(),
  group: z.string(),
  status: z.enum(['draft', 'stopped', 'running']),
  is_paused: z.boolean(),
  level,
  /** Worst first; empty when all is well. */
  reasons: z.array(HealthReason),
  dispatched_at: z.string().nullable(),
  pulled_at: z.string().nullable(),
  /** Counts are text: they may be longer than a double counts. */
  fresh: z.string(),
  /** In the same stretch of last week. */
  fresh_before: z.string(),
  written: z.string(),
  backlog: z.string(),
  errors: z.string(),
  /** Of what was written or failed in the window; null: nothing was. */
  error_percent: z.number().nullable(),
  /** Of the runs that ended in the window. */
  mean_ms: z.number().nullable(),
  wait_minutes: z.number().nullable(),
  source: HealthConnector.nullable(),
  target: HealthConnector.nullable(),
  /** The caller is told when it becomes abnormal or stalled. */
  is_subscribed: z.boolean(),
})
export type StrategyHealthRow = z.output<typeof StrategyHealthRow>

const sorts = [
  'level',
  'name',
  'dispatched_at',
  '-dispatched_at',
  'pulled_at',
  '-pulled_at',
  'fresh',
  '-fresh',
  'backlog',
  '-backlog',
  'errors',
  '-errors',
  'error_percent',
  '-error_percent',
  'mean_ms',
  '-mean_ms',
  'wait_minutes',
  '-wait_minutes',
] as const

const Filter = {
  window: z.enum(healthWindows).default('24h'),
  levels: z.array(level).max(5).optional(),
  /** Only those that nothing new came to in the window. */
  onlyNoGrowth: z.boolean().default(false),
  group: z.string().max(100).optional(),
  strategy_id: z.uuid().optional(),
  keyword: z.string().max(100).optional(),
  sort: z.enum(sorts).default('level'),
}

const strategyParam = z.object({ id: z.uuid() })
const Subscribed = z.object({ strategy_id: z.uuid(), is_subscribed: z.boolean() })

export const strategyHealth = {
  search: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-health/searchv2',
    summary: 'How the strategies do, the worst first, with the number of each level',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({
      ...Filter,
      page: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(500).default(20),
    }),
    content: z.object({
      rows: z.array(StrategyHealthRow),
      total: z.int(),
      /** Of all that meet the other filters. */
      levels: z.record(level, z.int()),
      /** When rules were last looked at; null: never yet. `is_late`: nobody looks at them any more. */
      watch: z.object({ at: z.string().nullable(), is_late: z.boolean() }),
    }),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-health/export',
    summary: 'The filtered list as CSV',
    permission: 'strategy:export',
    audit: 'export',
    body: z.strictObject(Filter),
    content: 'file',
  }),
  growth: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-health/CheckStrategyDataGrowth',
    summary: 'How much came new to one strategy or each between two times',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({
      strategy_id: z.uuid().optional(),
      created_at_begin: Moment,
      created_at_end: Moment,
      onlyNoGrowth: z.boolean().default(false),
    }),
    content: z.array(
      z.object({
        strategy_id: z.uuid(),
        name: z.string(),
        status: z.enum(['draft', 'stopped', 'running']),
        count: z.string(),
      }),
    ),
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-health/{id}/subscribe',
    summary: 'Be told when a strategy becomes abnormal or stalled, in the console and as one’s settings say by e-mail',
    permission: 'strategy:query',
    audit: 'update',
    params: strategyParam,
    content: Subscribed,
  }),
  unsubscribe: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-health/{id}/unsubscribe',
    summary: 'Be told no more',
    permission: 'strategy:query',
    audit: 'update',
    params: strategyParam,
    content: Subscribed,
  }),
}
