import { route, runStates } from '@sluice/contract'
import { z } from 'zod'

export const liveStates = ['queued', 'running', 'stopping'] as const
/** What a list of objectives can be about. */
export const objectiveFilters = ['set', 'none', 'stale', 'burning', 'spent', 'unmeasured'] as const
/** What a list of connectors can be about: what is held back or fails, and what has used most of its budget. */
export const connectorFilters = ['trouble', 'held', 'full'] as const
/** Of its request budget in the last quarter of an hour: from so many percent on it is nearly used up. */
export const FULL_PERCENT = 80

const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
}
const keyword = z.string().max(100).optional()
const runSorts = ['since', '-since', 'rate', '-rate', 'behind', '-behind', 'read', '-read'] as const
const objectiveSorts = ['name', '-name', 'left', '-left', 'burn', '-burn', 'age', '-age'] as const
const connectorSorts = [
  'name',
  '-name',
  'used',
  '-used',
  'failed',
  '-failed',
  'p95',
  '-p95',
  'calls',
  '-calls',
] as const

const RunRow = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  state: z.enum(runStates),
  read: z.number(),
  written: z.number(),
  failed: z.number(),
  /** What its last run that ended well read, begun in the same way; null: there was none, or it follows. */
  usual: z.number().nullable(),
  /** Written a second since it began; null: it has not begun. */
  rate: z.number().nullable(),
  pool: z.string(),
  /** Runs that wait behind it in its pool. */
  behind: z.number(),
  /** Since it was asked for; of one that has begun, since then. */
  since: z.string(),
  /** What it waits for or is held up by. */
  waits: z.string().nullable(),
})
export type MonitorRun = z.output<typeof RunRow>

const Kept = z.object({
  percent: z.number(),
  total: z.number(),
  bad: z.number(),
  /** Rounded down; null: nothing was counted. */
  kept: z.number().nullable(),
  /** Of the error budget, in percent; below 0 it is overspent. */
  left: z.number().nullable(),
  /** Burn rate: 1 uses the budget up exactly at the end of its period. */
  hour: z.number().nullable(),
  hours: z.number().nullable(),
  fire: z.enum(['fast', 'slow']).nullable(),
})

const Goal = {
  days: z.union([z.literal(7), z.literal(28)]),
  success_percent: z.number().min(50).max(99.999).multipleOf(0.001).nullable(),
  /** Path to the business date in a record as it was read. */
  fresh_field: z.string().trim().min(1).max(200).nullable(),
  fresh_minutes: z.int().min(1).max(43_200).nullable(),
  fresh_percent: z.number().min(50).max(99.999).multipleOf(0.001).nullable(),
}

const ObjectiveRow = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['draft', 'stopped', 'running']),
  /** null: it is held to nothing. */
  goal: z.object({ ...Goal, version: z.int() }).nullable(),
  success: Kept.nullable(),
  fresh: Kept.nullable(),
  /** The newest business date of what it wrote, and how old that is. */
  newest_at: z.string().nullable(),
  age_minutes: z.number().nullable(),
  is_stale: z.boolean(),
  /** Records of the last look without a date that could be read, and with one in the future. */
  unread: z.number(),
  ahead: z.number(),
  looked_at: z.string().nullable(),
})
export type MonitorObjective = z.output<typeof ObjectiveRow>

const ConnectorRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Requests a second that it may have; null: no budget is set. */
  rate: z.number().nullable(),
  /** Calls of the last quarter of an hour, of the budget in percent; null: no budget is set. */
  used: z.number().nullable(),
  calls: z.number(),
  failed: z.number(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  paused_until: z.string().nullable(),
  open_until: z.string().nullable(),
  failing_since: z.string().nullable(),
})
export type MonitorConnector = z.output<typeof ConnectorRow>

const Pool = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(['running', 'draining', 'stopped']),
  places: z.number(),
  running: z.number(),
  queued: z.number(),
  /** Living processes that serve it. */
  workers: z.number(),
})
const Follower = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  resource: z.string(),
  state: z.enum(['following', 'lost', 'retired']),
  seconds: z.number().nullable(),
  records: z.number().nullable(),
  behind_bytes: z.number().nullable(),
  kept_bytes: z.number().nullable(),
  asked_at: z.string().nullable(),
})

const objectiveFilter = {
  only: z.enum(objectiveFilters).optional(),
  keyword,
  sort: z.enum(objectiveSorts).default('left'),
}
const params = z.object({ id: z.uuid() })
const look = { method: 'GET', permission: 'strategy:query', audit: 'query' } as const

export const monitor = {
  get: route({
    ...look,
    path: '/api/dp/monitor',
    summary: 'What goes on now; one reading serves all who see the same',
    content: z.object({
      /** When this was answered, and when it was read, by the server's clock. */
      at: z.string(),
      read_at: z.string(),
      running: z.number(),
      queued: z.number(),
      stopping: z.number(),
      /** Since when the run waits that has waited longest. */
      waits_since: z.string().nullable(),
      objectives: z.object({
        set: z.number(),
        none: z.number(),
        stale: z.number(),
        burning: z.number(),
        spent: z.number(),
        unmeasured: z.number(),
      }),
      /** When freshness was looked at, of that which was looked at longest ago; null: there is no such goal. */
      looked_at: z.string().nullable(),
      /** null: the caller may not see connectors, or pools. */
      connectors: z.object({ trouble: z.number(), held: z.number(), full: z.number() }).nullable(),
      pools: z.array(Pool).nullable(),
      followers: z.array(Follower),
    }),
  }),
  runs: route({
    ...look,
    path: '/api/dp/monitor-runs',
    summary: 'Runs that are live: how far, how fast, what waits behind them, what they wait for',
    query: z.strictObject({
      state: z.enum(liveStates).optional(),
      keyword,
      sort: z.enum(runSorts).default('since'),
      ...paging,
    }),
    content: z.array(RunRow),
  }),
  objectives: route({
    ...look,
    path: '/api/dp/monitor-objectives',
    summary: 'Strategies with what they are held to and how they keep it',
    query: z.strictObject({ ...objectiveFilter, ...paging }),
    content: z.array(ObjectiveRow),
  }),
  connectors: route({
    ...look,
    path: '/api/dp/monitor-connectors',
    permission: 'connector:query',
    summary: 'Request budgets, latency and failures of far systems in the last quarter of an hour',
    query: z.strictObject({
      only: z.enum(connectorFilters).optional(),
      keyword,
      sort: z.enum(connectorSorts).default('-used'),
      ...paging,
    }),
    content: z.array(ConnectorRow),
  }),
  export: route({
    ...look,
    path: '/api/dp/monitor-export',
    summary: 'The filtered list of objectives as CSV',
    permission: 'strategy:export',
    audit: 'export',
    query: z.strictObject(objectiveFilter),
    content: 'file',
  }),
  dates: route({
    ...look,
    path: '/api/dp/monitor-objectives/{id}/dates',
    summary: 'Fields of the newest records that hold business dates',
    params,
    content: z.array(z.object({ field: z.string(), newest_at: z.string().nullable(), ahead: z.number() })),
  }),
  save: route({
    method: 'PUT',
    path: '/api/dp/monitor-objectives/{id}',
    summary: 'Set what a strategy is held to; version 0 where nothing was',
    permission: 'strategy:update',
    audit: 'update',
    params,
    body: z.strictObject({ ...Goal, version: z.int().min(0) }),
    content: ObjectiveRow,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dp/monitor-objectives/{id}',
    summary: 'Hold a strategy to nothing any more; what was counted of its freshness goes too',
    permission: 'strategy:update',
    audit: 'delete',
    params,
    content: z.null(),
  }),
}
