import { z } from 'zod'
import { ParamValues } from './field.ts'
import { Mapping } from './mapping.ts'

/** Row filter: the outer list is OR, the inner AND. */
export const Condition = z.object({
  field: z.string().min(1),
  logic: z.enum([
    'eq',
    'neq',
    'gt',
    'egt',
    'lt',
    'elt',
    'like',
    'notlike',
    'in',
    'notin',
    'between',
    'notnull',
    'isnull',
  ]),
  value: z.string().optional(),
})
export type Condition = z.output<typeof Condition>

export const SourceConfig = z.object({
  connector_id: z.uuid(),
  /** Id of the table, file or endpoint, as discovery names it. */
  resource: z.string().min(1).max(500),
  /** Values of the connector's source options (manifest.sourceParams). */
  options: ParamValues.default({}),
  /** Fields that identify a record; their values form its key. */
  key: z.array(z.string().min(1)).min(1).max(20),
  /** Field shown and searched as the business number; the key when absent. */
  number: z.string().optional(),
  /** true: a known key is never taken again; false: a changed record is written again. */
  idCheck: z.boolean().default(false),
  /** Read only what changed. Without it every run reads everything. */
  increment: z
    .object({
      field: z.string().min(1),
      /** Shift of the lower bound into the past. */
      lookBackSeconds: z.int().min(0).max(31_536_000).default(0),
      /** End this much before now, for late commits. */
      endLagSeconds: z.int().min(0).max(86_400).default(0),
    })
    .optional(),
  pageSize: z.int().min(1).max(10_000).default(1000),
  filter: z.array(z.array(Condition).min(1)).max(50).optional(),
})
export type SourceConfig = z.output<typeof SourceConfig>

export const TargetConfig = z.object({
  connector_id: z.uuid(),
  resource: z.string().min(1).max(500),
  options: ParamValues.default({}),
  /** upsert: by key, the default; insert: refuse an existing key. */
  mode: z.enum(['upsert', 'insert']).default('upsert'),
  /** Target fields that identify a row; the target's primary key when empty. */
  key: z.array(z.string().min(1)).max(20).default([]),
  batchSize: z.int().min(1).max(10_000).default(1000),
})
export type TargetConfig = z.output<typeof TargetConfig>

/** 5 fields (minute resolution) in an IANA zone; null = only by hand. */
export const Schedule = z.object({
  cron: z.string().max(100).nullable().default(null),
  timeZone: z.string().default('Asia/Shanghai'),
})
export type Schedule = z.output<typeof Schedule>

export const RetryPolicy = z.object({
  /** Tries in all, the first included. */
  maxAttempts: z.int().min(1).max(8).default(8),
  /** Pause before the second try; doubles each time, with jitter, at most an hour. */
  firstDelaySeconds: z.int().min(1).max(3600).default(5),
})
export type RetryPolicy = z.output<typeof RetryPolicy>

/** One saved version of a strategy: everything a run needs. Immutable once saved. */
export const StrategyConfig = z.object({
  source: SourceConfig,
  target: TargetConfig,
  mapping: Mapping,
  schedule: Schedule.prefault({}),
  retry: RetryPolicy.prefault({}),
})
export type StrategyConfig = z.output<typeof StrategyConfig>

/** One line of the check before start. Only `error` stops it. */
export const CheckLine = z.object({
  level: z.enum(['error', 'warning', 'info']),
  group: z.enum(['basic', 'source', 'target', 'mapping', 'schedule']),
  /** Stable: `source.connector`, `mapping.required`. */
  item: z.string(),
  message: z.string(),
  field: z.string().optional(),
})
export type CheckLine = z.output<typeof CheckLine>

/** The window of one incremental run; bounds in the source's own text. */
export const ReadWindow = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type ReadWindow = z.output<typeof ReadWindow>
