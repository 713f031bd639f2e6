import { poolStates, route, runStates, runTriggers, strategyStates } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(20),
}

/** A label of the machines that serve a pool; `<tenant code>:label` names machines of one tenant alone. */
const Label = z.string().regex(/^([a-z0-9][a-z0-9-]{1,39}:)?[a-z0-9][a-z0-9_-]{0,39}$/)
const Name = z.string().trim().min(1).max(60)
const Concurrency = z.int().min(1).max(64)

/** One living process that serves a pool. */
export const LiveProcess = z.object({
  id: z.uuid(),
  /** Machine and process: for who may change pools, of the tenant that runs the installation; null for everybody else. */
  host: z.string().nullable(),
  pid: z.int().nullable(),
  version: z.string(),
  roles: z.array(z.string()),
  labels: z.array(z.string()),
  mode: z.enum(['work', 'listen']),
  concurrency: z.int(),
  running: z.int(),
  draining: z.boolean(),
  /** Share of one core. */
  cpu: z.number(),
  /** Bytes, as text. */
  rss_bytes: z.string(),
  started_at: z.string(),
  heartbeat_at: z.string(),
  /** Heard within the last minute. */
  is_online: z.boolean(),
  /** It sees the files that were uploaded by the console. */
  shares_files: z.boolean(),
})
export type LiveProcess = z.output<typeof LiveProcess>

export const ProcessPool = z.object({
  id: z.uuid(),
  name: z.string(),
  label: z.string(),
  /** What was asked for. */
  state: z.enum(poolStates),
  /** What is: `offline` when it should run and no process serves it, `drained` when nothing runs any more. */
  status: z.enum(['running', 'offline', 'draining', 'drained', 'stopped']),
  /** Of its processes; null while there is none. */
  mode: z.enum(['work', 'listen']).nullable(),
  concurrency: z.int(),
  queued: z.int(),
  running: z.int(),
  succeeded_1h: z.int(),
  failed_1h: z.int(),
  strategy_count: z.int(),
  is_default: z.boolean(),
  heartbeat_at: z.string().nullable(),
  processes: z.array(LiveProcess),
  created_at: z.string(),
})
export type ProcessPool = z.output<typeof ProcessPool>

export const WaitingRun = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  trigger: z.enum(runTriggers),
  /** `running`: begun, handed back, and waiting to go on. */
  state: z.enum(runStates),
  created_at: z.string(),
})
export type WaitingRun = z.output<typeof WaitingRun>

export const HeldRun = WaitingRun.extend({
  started_at: z.string(),
  /** Records read and written so far. */
  read: z.int(),
  written: z.int(),
  host: z.string().nullable(),
  pid: z.int().nullable(),
})
export type HeldRun = z.output<typeof HeldRun>

const change = {
  params: z.object({ id: z.uuid(), x: z.uuid() }),
  content: z.object({
    strategy_id: z.uuid(),
    pool_id: z.uuid(),
    pool_name: z.string(),
    /** Queued runs that went along. */
    moved: z.int(),
    /** Why they will wait there; null when nothing stands in the way. */
    warning: z.string().nullable(),
  }),
  permission: 'strategy:update',
  audit: 'update',
} as const

const act = { method: 'POST', permission: 'process:update', audit: 'update', params: id, content: ProcessPool } as const
const look = { method: 'GET', permission: 'process:query', audit: 'query', params: id } as const

export const process = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/process',
    summary: 'Process pools with their processes and load',
    permission: 'process:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      state: z.enum(poolStates).optional(),
      sort: z.enum(['name', '-name', 'created_at', '-created_at']).default('created_at'),
      ...paging,
    }),
    content: z.array(ProcessPool),
  }),
  labels: route({
    method: 'GET',
    path: '/api/dh/lessee/process-label',
    summary: 'Labels that living processes serve',
    permission: 'process:query',
    audit: 'query',
    content: z.array(z.object({ label: z.string(), processes: z.int() })),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/process',
    summary: 'Make a process pool; at most ten of a tenant',
    permission: 'process:add',
    audit: 'add',
    body: z.strictObject({ name: Name, label: Label.default('default'), concurrency: Concurrency.default(8) }),
    content: ProcessPool,
  }),
  get: route({
    ...look,
    path: '/api/dh/lessee/process/{id}',
    summary: 'One process pool',
    content: ProcessPool,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/process/{id}',
    summary: 'Name, label or concurrency; counts from the next run on',
    permission: 'process:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ name: Name.optional(), label: Label.optional(), concurrency: Concurrency.optional() }),
    content: ProcessPool,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/process/{id}',
    summary: 'Delete an empty pool; the default one stays',
    permission: 'process:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  drain: route({
    ...act,
    path: '/api/dh/lessee/process/{id}/drain',
    summary: 'Take no more; live runs go on to their end',
  }),
  stop: route({
    ...act,
    path: '/api/dh/lessee/process/{id}/stop',
    summary: 'Take no more; live runs pause after the page in hand',
  }),
  resume: route({ ...act, path: '/api/dh/lessee/process/{id}/resume', summary: 'Take runs again' }),
  clearQueue: route({
    method: 'POST',
    path: '/api/dh/lessee/process/{id}/clear-queue',
    summary: 'Take the queued runs out of the queue; runs that have begun stay',
    permission: 'process:delete',
    audit: 'delete',
    params: id,
    content: z.object({ cleared: z.int() }),
  }),
  queue: route({
    ...look,
    path: '/api/dh/lessee/process/{id}/queue',
    summary: 'Runs that wait, oldest first',
    query: z.strictObject(paging),
    content: z.array(WaitingRun),
  }),
  running: route({
    ...look,
    path: '/api/dh/lessee/process/{id}/running',
    summary: 'Runs that some process holds',
    content: z.array(HeldRun),
  }),
  strategies: route({
    ...look,
    path: '/api/dh/lessee/process/{id}/strategy',
    summary: 'Strategies bound to the pool',
    query: z.strictObject({ keyword: z.string().max(100).optional(), ...paging }),
    content: z.array(
      z.object({ id: z.uuid(), code: z.string(), name: z.string(), group: z.string(), status: z.enum(strategyStates) }),
    ),
  }),
  move: route({
    method: 'POST',
    path: '/api/dh/lessee/process/{id}/strategy',
    summary: 'Bind strategies to this pool; one result each',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(1000) }),
    content: z.array(z.object({ id: z.uuid(), ok: z.boolean(), code: z.string(), message: z.string() })),
  }),
  throughput: route({
    ...look,
    path: '/api/dh/lessee/process/{id}/throughput',
    summary: 'Records written and failed in each of the last 24 hours',
    content: z.array(z.object({ at: z.string(), written: z.int(), failed: z.int() })),
  }),
  log: route({
    ...look,
    path: '/api/dh/lessee/process/{id}/log',
    summary: 'The latest 200 lines of the runs of its strategies, newest first',
    content: z.array(
      z.object({
        id: z.string(),
        strategy_id: z.uuid(),
        strategy_name: z.string(),
        level: z.enum(['record', 'notice', 'success', 'error', 'fatal']),
        text: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
  changeByGet: route({
    ...change,
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/{x}/process-change',
    summary: 'Bind a strategy to pool x (the specified verb; the console uses the POST twin)',
  }),
  change: route({
    ...change,
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/{x}/process-change',
    summary: 'Bind a strategy to pool x; runs not yet taken go along',
  }),
}
