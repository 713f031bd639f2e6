import { Condition, editions, NEWEST_EDITION, PublicFailure, route } from '@sluice/contract'
import { z } from 'zod'
import { DataRow, RecordFilterBody } from '../../strategy/strategy-data/contract.ts'

export const granularities = ['value', 'hour', 'day', 'week', 'month', 'year'] as const
export const metricOps = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max', 'first', 'last'] as const
export const havingLogics = ['eq', 'neq', 'gt', 'egt', 'lt', 'elt'] as const
export const chartTypes = ['none', 'bar', 'line', 'pie'] as const
/** Columns of the record itself that a report may use. */
export const reportColumns = [
  'status',
  'error_code',
  'attempts',
  'version',
  'run_id',
  'key',
  'number',
  'target_key',
  'created_at',
  'updated_at',
] as const
/** Groups that a report holds at most. */
export const MOST_GROUPS = 50_000

const Field = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('record'), name: z.enum(reportColumns) }),
  z.strictObject({ of: z.literal('data'), name: z.string().min(1).max(300) }),
])
export type ReportField = z.output<typeof Field>

const definition = {
  /** What the source sent, or what the saved mapping makes of it. */
  side: z.enum(['source', 'mapped']).default('source'),
  /** Of the records, as their list is narrowed. */
  filter: z.strictObject(RecordFilterBody).default({}),
  /** Of the mapping language, by which the conditions compare; what was saved before it could be named has 1. */
  edition: z.literal(editions).default(NEWEST_EDITION),
  /** Of the data: the outer list is OR, the inner AND. */
  conditions: z.array(z.array(Condition).min(1).max(20)).max(20).default([]),
  /** A list at the top of the data: each of its elements becomes a line. null: a record is one line. */
  expand: z.string().min(1).max(300).nullable().default(null),
  group_by: z
    .array(z.strictObject({ field: Field, granularity: z.enum(granularities).default('value') }))
    .max(5)
    .default([]),
  metrics: z
    .array(
      z
        .strictObject({
          op: z.enum(metricOps),
          field: Field.nullable().default(null),
          alias: z.string().max(60).default(''),
        })
        .refine(({ op, field }) => op === 'count' || field !== null, { path: ['field'], message: 'needs a field' }),
    )
    .min(1)
    .max(10),
  /** Of the groups (in a pivot of its rows' totals); all are to be met. */
  having: z
    .array(z.strictObject({ metric: z.int().min(0), logic: z.enum(havingLogics), value: z.string().min(1).max(200) }))
    .max(10)
    .default([]),
  sort: z
    .array(z.strictObject({ by: z.enum(['group', 'metric']), index: z.int().min(0), descending: z.boolean() }))
    .max(5)
    .default([]),
  limit: z.int().min(1).max(MOST_GROUPS).nullable().default(null),
  /** The last group is laid out as columns. */
  pivot: z.boolean().default(false),
  chart: z.strictObject({ type: z.enum(chartTypes), metric: z.int().min(0) }).default({ type: 'none', metric: 0 }),
}

/** What a report groups, measures and shows. Places in lists are counted from 0. */
export const ReportBody = z
  .strictObject(definition)
  .refine(({ pivot, group_by }) => !pivot || group_by.length >= 2, {
    path: ['group_by'],
    message: 'a pivot needs two groups: rows and columns',
  })
  .superRefine(({ having, sort, chart, metrics, group_by, pivot }, ctx) => {
    const rows = group_by.length - (pivot ? 1 : 0)
    const check = (isThere: boolean, ...path: (string | number)[]) => {
      if (!isThere) ctx.addIssue({ code: 'custom', path, message: 'names no group or measure of this report' })
    }
    for (const [at, { metric }] of having.entries()) check(metric < metrics.length, 'having', at, 'metric')
    for (const [at, { by, index }] of sort.entries())
      check(index < (by === 'group' ? rows : metrics.length), 'sort', at, 'index')
    check(chart.metric < metrics.length, 'chart', 'metric')
  })
export type ReportBody = z.output<typeof ReportBody>

/** One value of a group. missing, null and "" are three; invalid: no date; other: a list or an object. */
export const KeyValue = z.strictObject({
  kind: z.enum(['missing', 'null', 'text', 'number', 'boolean', 'time', 'other', 'invalid']),
  text: z.string().max(1000),
})
export type KeyValue = z.output<typeof KeyValue>

const MetricValue = z.object({
  /** Every digit; null: there was no value. */
  value: z.string().nullable(),
  is_number: z.boolean(),
  /** Values that the measure cannot take, such as a text in a sum. */
  skipped: z.int(),
})
export type MetricValue = z.output<typeof MetricValue>

const Group = z.object({
  /** null stands for all values: a total. */
  keys: z.array(KeyValue.nullable()),
  metrics: z.array(MetricValue),
  lines: z.int(),
  records: z.int(),
})
export type ReportGroup = z.output<typeof Group>
export const ReportRow = Group.extend({ cells: z.array(Group) })
export type ReportRow = z.output<typeof ReportRow>

export const Coverage = z.object({
  /** Records that were looked at, newest first, of how many; null: not known before. */
  read: z.int(),
  of: z.int().nullable(),
  /** Of these, with at least one line that meets the conditions; and the lines. */
  matched: z.int(),
  lines: z.int(),
  /** Their data is no longer kept. */
  gone: z.int(),
  /** In no group: the mapping refuses them (over mapped data), or a condition cannot compare what they hold. */
  refused: z.int(),
  /** Why not all were looked at. */
  cut: z.enum(['time', 'groups', 'distinct']).nullable(),
})
export type Coverage = z.output<typeof Coverage>

const summary = {
  columns: z.array(Group),
  left_out: z.int(),
  total: Group,
  /** Groups in all; the answer may hold fewer rows. */
  groups: z.int(),
  coverage: Coverage,
}
export const Preview = z.object({ rows: z.array(ReportRow), ...summary })
export type Preview = z.output<typeof Preview>
/** A kept result belongs to the definition that it was computed by. */
export const Result = Preview.extend({
  definition: z.looseObject({}).transform(value => value as ReportBody),
  computed_at: z.string(),
})

export const computeStates = ['none', 'queued', 'running', 'done', 'failed', 'cancelled'] as const

export const AggregateReport = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  name: z.string(),
  definition: ReportBody,
  is_shared: z.boolean(),
  is_own: z.boolean(),
  owner: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  state: z.enum(computeStates),
  /** Records to read; null: not known before. */
  total: z.string().nullable(),
  done: z.string(),
  failure: PublicFailure.nullable(),
  /** When the kept result was computed; null: there is none. */
  computed_at: z.string().nullable(),
  result_rows: z.int(),
  /** The definition has changed since the result was computed. */
  is_outdated: z.boolean(),
})
export type AggregateReport = z.output<typeof AggregateReport>

export const ReportFieldInfo = z.object({
  path: z.string(),
  kind: z.enum(['text', 'number', 'boolean', 'time', 'list', 'mixed']),
  /** Lies in the elements of this list: to be used, the list has to become lines. */
  list: z.string().nullable(),
  sample: z.string().nullable(),
})
export type ReportFieldInfo = z.output<typeof ReportFieldInfo>

const strategyParam = z.object({ strategy: z.uuid() })
const idParam = z.object({ id: z.uuid() })
const fields = {
  name: z.string().trim().min(1).max(60),
  is_shared: z.boolean().default(false),
  definition: ReportBody,
}
const BASE = '/api/dh/lessee/strategy-aggregate/{strategy}'
const ONE = '/api/dh/lessee/aggregate/{id}'

export const aggregate = {
  list: route({
    method: 'GET',
    path: BASE,
    summary: 'Reports of a strategy: one’s own, and those that others share',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    query: z.strictObject({
      keyword: z.string().max(200).optional(),
      mine: z.enum(['1']).optional(),
      sort: z.enum(['name', '-name', 'updated_at', '-updated_at', '-computed_at']).default('-updated_at'),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(AggregateReport),
  }),
  fields: route({
    method: 'GET',
    path: `${BASE}/fields`,
    summary: 'Fields of the newest records, what they hold and which lie in lists',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    query: z.strictObject({ side: z.enum(['source', 'mapped']).default('source') }),
    content: z.array(ReportFieldInfo),
  }),
  preview: route({
    method: 'POST',
    path: `${BASE}/preview`,
    summary: 'A report over as many records as 10 s allow, newest first; its first 500 rows',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: ReportBody,
    content: Preview,
  }),
  drill: route({
    method: 'POST',
    path: `${BASE}/drill`,
    summary: 'The records behind a group; call on with `next` while it is not null',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: z.strictObject({
      definition: ReportBody,
      /** As the group has them; null: any value. */
      keys: z.array(KeyValue.nullable()).max(5),
      cursor: z.string().max(100).optional(),
      pageSize: z.int().min(1).max(500).default(50),
    }),
    /** Fewer rows than asked, or none, do not mean the end: a call looks for some seconds. */
    content: z.object({ rows: z.array(DataRow), next: z.string().nullable() }),
  }),
  create: route({
    method: 'POST',
    path: BASE,
    summary: 'Keep a report',
    permission: 'strategy:query',
    audit: 'add',
    params: strategyParam,
    body: z.strictObject(fields),
    content: AggregateReport,
  }),
  get: route({
    method: 'GET',
    path: ONE,
    summary: 'One report, and how far its computation is',
    permission: 'strategy:query',
    audit: 'query',
    params: idParam,
    content: AggregateReport,
  }),
  update: route({
    method: 'PUT',
    path: ONE,
    summary: 'Change one’s own report',
    permission: 'strategy:query',
    audit: 'update',
    params: idParam,
    body: z.strictObject(fields),
    content: AggregateReport,
  }),
  copy: route({
    method: 'POST',
    path: `${ONE}/copy`,
    summary: 'The same report as one’s own, under a free name',
    permission: 'strategy:query',
    audit: 'add',
    params: idParam,
    content: AggregateReport,
  }),
  remove: route({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete one’s own report and its result',
    permission: 'strategy:query',
    audit: 'delete',
    params: idParam,
    content: z.null(),
  }),
  compute: route({
    method: 'POST',
    path: `${ONE}/compute`,
    summary: 'Compute a report over every record, in the background',
    permission: 'strategy:query',
    audit: 'update',
    params: idParam,
    content: AggregateReport,
  }),
  cancel: route({
    method: 'POST',
    path: `${ONE}/cancel`,
    summary: 'End a computation; the result before it stays',
    permission: 'strategy:query',
    audit: 'update',
    params: idParam,
    content: AggregateReport,
  }),
  result: route({
    method: 'GET',
    path: `${ONE}/result`,
    summary: 'The kept result of a report, by pages of its rows',
    permission: 'strategy:query',
    audit: 'query',
    params: idParam,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(100),
    }),
    content: Result,
  }),
  export: route({
    method: 'GET',
    path: `${ONE}/content`,
    summary: 'The kept result of a report as a file',
    permission: 'strategy:export',
    audit: 'export',
    params: idParam,
    query: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
    content: 'file',
  }),
}
