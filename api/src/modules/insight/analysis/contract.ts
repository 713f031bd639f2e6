import { route } from '@sluice/contract'
import { z } from 'zod'

export const spans = ['today', '7d', '30d'] as const
export type Span = (typeof spans)[number]

/** What a list of strategies can be about: those that have some of it. */
export const measures = ['read', 'written', 'rejected', 'errors', 'failed_runs', 'silent'] as const
export type Measure = (typeof measures)[number]

const sorts = [
  ...['name', '-name', 'read', '-read', 'written', '-written', 'rejected', '-rejected'],
  ...['errors', '-errors', 'average_ms', '-average_ms', 'before', '-before'],
] as const

const counted = {
  read: z.number(),
  written: z.number(),
  /** Refused as they were read. */
  rejected: z.number(),
  /** Tries that failed or whose outcome is unknown, whatever became of the record since; without those refused. */
  errors: z.number(),
  runs: z.number(),
  failed_runs: z.number(),
}
const Volume = z.object({
  ...counted,
  /** Of all that was to be written, in percent, rounded down; null: there was nothing. */
  success: z.number().nullable(),
})
export type Volume = z.output<typeof Volume>

const Part = z.object({ id: z.string(), name: z.string(), value: z.number(), before: z.number() })
export type Part = z.output<typeof Part>

const causes = ['outage', 'paused', 'cursor', 'version', 'changed', 'runs', 'none'] as const
const Anomaly = z.object({
  strategy_id: z.uuid(),
  name: z.string(),
  /** YYYY-MM-DD in the tenant's zone. */
  day: z.string(),
  measure: z.enum(['written', 'errors']),
  value: z.number(),
  /** The median of the same weekday before. */
  usual: z.number(),
  /** What coincided, the likeliest first; `text` is what it happened to: a connector, a version, a code. */
  causes: z.array(z.object({ kind: z.enum(causes), text: z.string(), connector_id: z.uuid().nullable() })),
})
export type Anomaly = z.output<typeof Anomaly>

const Row = z.object({
  id: z.uuid(),
  name: z.string(),
  source: z.string().nullable(),
  target: z.string().nullable(),
  ...counted,
  success: z.number().nullable(),
  /** Written in the same span before. */
  before: z.number(),
  /** How long its runs took; null: none ended. */
  average_ms: z.number().nullable(),
})
export type AnalysisRow = z.output<typeof Row>

const span = z.enum(spans).default('7d')
const filter = {
  span,
  only: z.enum(measures).optional(),
  keyword: z.string().max(100).optional(),
  /** Where it writes. */
  target: z.uuid().optional(),
  platform: z.string().max(100).optional(),
  sort: z.enum(sorts).default('-written'),
}

export const analysis = {
  get: route({
    method: 'GET',
    path: '/api/dp/analysis',
    summary:
      'Volumes of a span in the zone of the tenant, beside the same span before; one reading serves all who see the same',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({ span }),
    content: z.object({
      span: z.enum(spans),
      /** When this was answered, and when it was read, by the server's clock. */
      at: z.string(),
      read_at: z.string(),
      from: z.string(),
      before_from: z.string(),
      before_to: z.string(),
      now: Volume,
      before: Volume,
      /** Strategies there are, and those that wrote in the span before and have written nothing since. */
      strategies: z.number(),
      silent: z.number(),
      /** Error data that waits now. */
      waiting: z.number(),
      /** Hours of today, else days; `at` is when each began. */
      points: z.array(
        z.object({ at: z.string(), read: z.number(), written: z.number(), rejected: z.number(), errors: z.number() }),
      ),
      /** Records written, by what they were written by and into; beyond the first ten they are one part without id. */
      parts: z.object({ strategies: z.array(Part), connectors: z.array(Part), platforms: z.array(Part) }),
      /** Ten of each: most errors, slowest runs (milliseconds), newly silent (written before). */
      top: z.object({ errors: z.array(Part), slowest: z.array(Part), silent: z.array(Part) }),
      /** Calls to far systems. They are kept for eight days: since when they are counted. */
      calls: z.object({
        since: z.string(),
        platforms: z.array(z.object({ id: z.string(), value: z.number(), failed: z.number() })),
      }),
      anomalies: z.array(Anomaly),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/api/dp/analysis-strategies',
    summary: 'The strategies that the figures of a span are made of',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(Row),
  }),
  export: route({
    method: 'GET',
    path: '/api/dp/analysis-export',
    summary: 'The filtered list of strategies with what they moved, as CSV',
    permission: 'strategy:export',
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
}
