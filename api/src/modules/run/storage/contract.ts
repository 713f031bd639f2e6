import { Moment, PublicFailure, recordStates, route } from '@sluice/contract'
import { z } from 'zod'

const days = z.int().min(0).max(36_500)

/** Days that something is kept; 0 is for ever, null takes the rule above: the tenant's, then the product's. */
const RetentionRule = {
  finished_days: days.nullable(),
  error_days: days.nullable(),
  log_days: days.nullable(),
  run_days: days.nullable(),
  replaced_days: days.nullable(),
  archive: z.boolean().nullable(),
}
const OwnRetention = z.object(RetentionRule)

/** What counts in the end. */
const Retention = z.object({
  finished_days: days,
  error_days: days,
  log_days: days,
  run_days: days,
  replaced_days: days,
  archive: z.boolean(),
})

const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const StorageJob = z.object({
  id: z.uuid(),
  kind: z.enum(['clean', 'archive', 'restore']),
  /** What a clean-up deletes. */
  what: z.string().nullable(),
  strategy_id: z.uuid(),
  strategy_name: z.string().nullable(),
  state: z.enum(jobStates),
  total: z.string(),
  done: z.string(),
  freed_bytes: z.string(),
  failure: PublicFailure.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})
export type StorageJob = z.output<typeof StorageJob>

const Tidied = z.object({
  pages: z.number(),
  archivedPages: z.number(),
  days: z.number(),
  rewrittenDays: z.number(),
  logs: z.number(),
  runs: z.number(),
  rejected: z.number(),
  attempts: z.number(),
  freedBytes: z.number(),
  busy: z.number(),
})

export const StorageOverview = z.object({
  /** Bytes are text: a store may be larger than a double counts. */
  total_bytes: z.string(),
  /** null: no limit. */
  quota_bytes: z.string().nullable(),
  pages: z.string(),
  page_bytes: z.string(),
  records: z.string(),
  record_bytes: z.string(),
  trace_bytes: z.string(),
  archives: z.string(),
  archive_bytes: z.string(),
  /** Bytes more than seven days ago; null while there is no older measurement. */
  growth_bytes: z.string().nullable(),
  /** null: not measured yet. */
  measured_at: z.string().nullable(),
  maintenance: z.object({
    /** What it does at the moment; null: nothing. */
    step: z.string().nullable(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    next_at: z.string(),
    /** Of the whole installation. */
    result: Tidied.nullable(),
    failure: PublicFailure.nullable(),
  }),
  own: OwnRetention,
  defaults: Retention,
  minimum: z.object({
    finished_days: days,
    error_days: days,
    log_days: days,
    run_days: days,
    replaced_days: days,
  }),
  can_archive: z.boolean(),
  /** Indexes that every tenant's records have; a tenant makes none of its own. */
  indexes: z.array(z.object({ name: z.string(), fields: z.array(z.string()), size_bytes: z.string() })),
})
export type StorageOverview = z.output<typeof StorageOverview>

export const StrategyUse = z.object({
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  records: z.string(),
  pages: z.string(),
  page_bytes: z.string(),
  record_bytes: z.string(),
  trace_bytes: z.string(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  archives: z.string(),
  archive_bytes: z.string(),
  own: OwnRetention,
  retention: Retention,
  /** Strategies that make groups of what it has stored: pages of rows that are not deleted stay for them, whatever the rule. */
  grouped_by: z.array(z.string()),
})
export type StrategyUse = z.output<typeof StrategyUse>

export const Archive = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string().nullable(),
  pages: z.int(),
  records: z.string(),
  size_bytes: z.string(),
  sha256: z.string(),
  oldest: z.string(),
  newest: z.string(),
  created_at: z.string(),
  restored_until: z.string().nullable(),
})
export type Archive = z.output<typeof Archive>

const CleanUp = {
  strategy_id: z.uuid(),
  what: z.enum(['page', 'record', 'log', 'run', 'rejected', 'attempt']),
  before: Moment,
  /** Of `record` only. */
  statuses: z.array(z.literal(recordStates)).max(recordStates.length).optional(),
}

const id = z.object({ id: z.uuid() })
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(20),
}

export const storage = {
  overview: route({
    method: 'GET',
    path: '/api/dh/lessee/storage',
    summary: 'What the tenant stores, the rules it is kept by, and what the last clean-up did',
    permission: 'storage:query',
    audit: 'query',
    content: StorageOverview,
  }),
  strategies: route({
    method: 'GET',
    path: '/api/dh/lessee/storage/strategy',
    summary: 'What each strategy stores, the largest first',
    permission: 'storage:query',
    audit: 'query',
    query: z.strictObject({ keyword: z.string().max(100).optional(), ...paging }),
    content: z.array(StrategyUse),
  }),
  keep: route({
    method: 'PUT',
    path: '/api/dh/lessee/storage/retention',
    summary: 'How long the tenant’s data is kept where a strategy says nothing',
    permission: 'storage:update',
    audit: 'update',
    body: z.strictObject(RetentionRule),
    content: OwnRetention,
  }),
  keepStrategy: route({
    method: 'PUT',
    path: '/api/dh/lessee/storage/strategy/{id}/retention',
    summary: 'How long the data of one strategy is kept',
    permission: 'storage:update',
    audit: 'update',
    params: id,
    body: z.strictObject(RetentionRule),
    content: OwnRetention,
  }),
  preview: route({
    method: 'POST',
    path: '/api/dh/lessee/storage/clean-up/preview',
    summary: 'How much a clean-up would delete',
    permission: 'storage:delete',
    audit: 'query',
    body: z.strictObject(CleanUp),
    content: z.object({ count: z.int(), bytes: z.number().nullable() }),
  }),
  cleanUp: route({
    method: 'POST',
    path: '/api/dh/lessee/storage/clean-up',
    summary: 'Delete what the condition names; `confirm` is the name of the strategy',
    permission: 'storage:delete',
    audit: 'delete',
    body: z.strictObject({ ...CleanUp, confirm: z.string().max(200) }),
    content: StorageJob,
  }),
  archive: route({
    method: 'POST',
    path: '/api/dh/lessee/storage/strategy/{id}/archive',
    summary: 'Write pages older than a time to archives, then delete them',
    permission: 'storage:delete',
    audit: 'delete',
    params: id,
    body: z.strictObject({ before: Moment }),
    content: StorageJob,
  }),
  archives: route({
    method: 'GET',
    path: '/api/dh/lessee/storage/archive',
    summary: 'Archives, newest first',
    permission: 'storage:query',
    audit: 'query',
    query: z.strictObject({ strategy_id: z.uuid().optional(), ...paging }),
    content: z.array(Archive),
  }),
  download: route({
    method: 'GET',
    path: '/api/dh/lessee/storage/archive/{id}/content',
    summary: 'An archive as a Parquet file',
    permission: 'storage:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
  restore: route({
    method: 'POST',
    path: '/api/dh/lessee/storage/archive/{id}/restore',
    summary: 'Bring the pages of an archive back for thirty days',
    permission: 'storage:import',
    audit: 'import',
    params: id,
    content: StorageJob,
  }),
  jobs: route({
    method: 'GET',
    path: '/api/dh/lessee/storage/job',
    summary: 'Clean-ups, archivings and restores that were asked for, newest first',
    permission: 'storage:query',
    audit: 'query',
    query: z.strictObject(paging),
    content: z.array(StorageJob),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/dh/lessee/storage/job/{id}/cancel',
    summary: 'End a job after the batch in hand',
    permission: 'storage:delete',
    audit: 'update',
    params: id,
    content: StorageJob,
  }),
}
