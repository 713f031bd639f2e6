import {
  errorCategories,
  errorGroupStatuses,
  errorRepairs,
  Moment,
  recordStates,
  retireKinds,
  route,
} from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(200)
const status = z.enum(errorGroupStatuses)
const category = z.enum(errorCategories)
const person = z.object({ id: z.uuid(), name: z.string() })

/** Failures of one cause in one strategy. */
export const ErrorGroup = z.object({
  id: z.uuid(),
  strategy: z.object({ id: z.uuid(), name: z.string(), group: z.string() }),
  category,
  code: z.string(),
  field: z.string().nullable(),
  /** The newest message, in the caller's language. */
  message: z.string(),
  /** The message as it was written, without what differs from record to record. */
  pattern: z.string(),
  /** The same in the caller's language. */
  cause: z.string(),
  status,
  owner: person.nullable(),
  /** Records in error for it now: as many as its list of records has. */
  open_count: z.int(),
  /** Records left out for it. */
  ignored_count: z.int(),
  /** Failures ever. */
  seen_count: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  status_at: z.string().nullable(),
  /** null with a time: it was over by itself. */
  status_by: z.string().nullable(),
  repair: z.enum(errorRepairs),
  /** The system that its records are written to. */
  system: z.string(),
  /** The record that came last; null: none is left. */
  newest: z.object({ id: z.string(), key: z.string(), number: z.string().nullable() }).nullable(),
})
export type ErrorGroup = z.output<typeof ErrorGroup>

export const ErrorGroupDetail = ErrorGroup.extend({
  source: z.object({ connector_id: z.uuid().nullable(), connector_name: z.string() }),
  target: z.object({ connector_id: z.uuid().nullable(), connector_name: z.string() }),
  /** The value map that the field looks up. */
  map: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** What may be decided about its documents that no row gives any more; empty where it is another error. */
  retire: z.array(z.enum(retireKinds)),
})
export type ErrorGroupDetail = z.output<typeof ErrorGroupDetail>

export const ErrorRecord = z.object({
  id: z.string(),
  key: z.string(),
  number: z.string().nullable(),
  status: z.literal(recordStates),
  attempts: z.int(),
  message: z.string(),
  retry_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ErrorRecord = z.output<typeof ErrorRecord>

const Filter = {
  strategy_id: z.uuid().optional(),
  /** Group of strategies; the empty text is "no group". */
  strategy_group: z.string().max(60).optional(),
  /** Of the source or of the target. */
  platform_id: z.string().max(100).optional(),
  category: z.array(category).max(errorCategories.length).optional(),
  status: z.array(status).max(errorGroupStatuses.length).optional(),
  /** `none`: nobody's; `me`: the caller's. */
  owner: z.union([z.literal('none'), z.literal('me'), z.uuid()]).optional(),
  keyword: z.string().max(200).optional(),
  /** Bounds of the last occurrence. */
  from: Moment.optional(),
  to: Moment.optional(),
}

export const errorGroupSorts = [
  '-last_at',
  'last_at',
  '-first_at',
  'first_at',
  '-count',
  'count',
  'strategy',
  '-strategy',
] as const

export const errorGroup = {
  search: route({
    method: 'POST',
    path: '/api/dh/lessee/error-group/searchv2',
    summary: 'Failures of records grouped by cause, over every strategy the caller may see',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({
      ...Filter,
      page: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(200).default(20),
      sort: z.enum(errorGroupSorts).default('-last_at'),
    }),
    content: z.array(ErrorGroup),
  }),
  summary: route({
    method: 'POST',
    path: '/api/dh/lessee/error-group/summary',
    summary: 'Records in error by category, and failures over time',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({ ...Filter, range: z.enum(['24h', '7d', '30d']).default('24h') }),
    content: z.object({
      categories: z.array(z.object({ category, groups: z.int(), records: z.int() })),
      /** From the oldest to now, without gaps; an hour or a day each. */
      trend: z.array(z.object({ at: z.string(), count: z.int() })),
    }),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/error-group/export',
    summary: 'The filtered groups as CSV',
    permission: 'strategy:export',
    audit: 'export',
    body: z.strictObject({ ...Filter, sort: z.enum(errorGroupSorts).default('-last_at') }),
    content: 'file',
  }),
  people: route({
    method: 'GET',
    path: '/api/dh/lessee/error-group/people',
    summary: 'Who may be given a group',
    permission: 'strategy:query',
    audit: 'query',
    content: z.array(person),
  }),
  assign: route({
    method: 'POST',
    path: '/api/dh/lessee/error-group/assign',
    summary: 'Give groups to somebody, who is told; null takes them back',
    permission: 'strategy:update',
    audit: 'update',
    body: z.strictObject({ ids, user_id: z.uuid().nullable() }),
    content: z.object({ changed: z.int() }),
  }),
  setStatus: route({
    method: 'POST',
    path: '/api/dh/lessee/error-group/status',
    summary: 'Say how far groups are; ignoring leaves their records out too, in the background',
    permission: 'strategy:update',
    audit: 'update',
    body: z.strictObject({ ids, status }),
    content: z.object({ changed: z.int(), replays: z.array(z.uuid()) }),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/error-group/{id}',
    summary: 'One group, with where it is likely mended',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: ErrorGroupDetail,
  }),
  records: route({
    method: 'POST',
    path: '/api/dh/lessee/error-group/{id}/record',
    summary: 'Records of a group, newest first, by key-set paging',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    body: z.strictObject({
      /** open: in error for it; ignored: left out for it. */
      of: z.enum(['open', 'ignored']).default('open'),
      keyword: z.string().max(200).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,19}$/)
        .optional(),
      pageSize: z.int().min(1).max(200).default(20),
    }),
    content: z.object({ rows: z.array(ErrorRecord), next: z.string().nullable() }),
  }),
}
