import { errorRepairs, Moment, PublicFailure, recordStates, route } from '@sluice/contract'
import { z } from 'zod'
import { MappingFind, MappingLookup, MappingScripted } from '../strategy-mapping/contract.ts'

const status = z.literal(recordStates)
const strategyParam = z.object({ strategy: z.uuid() })
const recordParam = strategyParam.extend({ id: z.string().regex(/^\d{1,19}$/) })

export const DataRow = z.object({
  /** Number of the record within the tenant, as text. */
  id: z.string(),
  /** Key of the record: the value of its key field, or a JSON list of several. */
  key: z.string(),
  number: z.string().nullable(),
  status,
  attempts: z.int(),
  version: z.int(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  target_key: z.string().nullable(),
  retry_at: z.string().nullable(),
  run_id: z.uuid(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type DataRow = z.output<typeof DataRow>

export const Attempt = z.object({
  attempt: z.int(),
  run_id: z.uuid(),
  status,
  version: z.int(),
  /** Exactly what was sent for this record. */
  request: z.string().nullable(),
  response: z.string().nullable(),
  failure: PublicFailure.nullable(),
  at: z.string(),
})

const WrittenBack = z.object({ field: z.string(), label: z.string(), value: z.string().nullable() })

/** Everything known about one record: what came, what was made of it, what the target said. */
export const DataDetail = DataRow.extend({
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  /** Lossless JSON text of the record as staged; null when its page has been cleaned up. */
  original: z.string().nullable(),
  /** Lossless JSON text of the mapped record by the version that wrote it; null when mapping refuses it. */
  mapped: z.string().nullable(),
  mapping_problems: z.array(
    z.object({ field: z.string(), code: z.string(), message: z.string(), value: z.string().optional() }),
  ),
  /** Fields it is in error for: where they are in what was mapped, and in what came. Empty where none is known. */
  faults: z.array(z.object({ target: z.string(), sources: z.array(z.string()) })),
  response: z.string().nullable(),
  /** Where it came from. */
  source: z.object({
    page_id: z.string(),
    ordinal: z.int(),
    request: z.string().nullable(),
    read_at: z.string(),
    connector_name: z.string(),
    platform_name: z.string(),
    resource: z.string(),
  }),
  target: z.object({ connector_name: z.string(), platform_name: z.string(), resource: z.string() }),
  /** What was looked up in value maps, in the version that the record's run read. */
  lookups: z.array(MappingLookup),
  /** What was looked up in other strategies, as they hold it now. */
  finds: z.array(MappingFind),
  /** What the mapping's script changed, of the record and of the target. */
  scripted: z.array(MappingScripted),
  /** What the strategy takes from the target's answer; values are JSON text, null: the answer lacks it. */
  write_back: z.array(WrittenBack),
  /** The group of what it is in error for; null: it is in none. */
  error_group: z.uuid().nullable(),
  /** What people corrected, oldest first; `mapped` has those that are current. */
  corrections: z.array(
    z.object({
      /** `value` is lossless JSON text; null: the field was taken out. */
      changes: z.array(z.object({ field: z.string(), value: z.string().nullable() })),
      /** Made for the content the record has now. */
      is_current: z.boolean(),
      by: z.string().nullable(),
      at: z.string(),
    }),
  ),
  attempt_list: z.array(Attempt),
})
export type DataDetail = z.output<typeof DataDetail>

/** A record of the list. `write_back` where it was asked for, as in the record's own page; empty where it is not written. */
const ListedRow = DataRow.extend({
  write_back: z.array(WrittenBack).optional(),
  /** Of a record in error: the system that it is for, whose it is, and what likely mends it. null: it is in none. */
  error: z
    .object({ group_id: z.uuid(), system: z.string(), owner: z.string().nullable(), repair: z.enum(errorRepairs) })
    .nullable(),
})

/** What the list of records and their exports are narrowed by. */
export const RecordFilterBody = {
  status: z.array(status).max(recordStates.length).optional(),
  /** Keys or numbers; paste many, one per line. */
  keys: z.array(z.string().max(500)).max(1000).optional(),
  keyword: z.string().max(200).optional(),
  run_id: z.uuid().optional(),
  error_code: z.string().max(100).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
}

const UnknownFilter = {
  keys: RecordFilterBody.keys,
  keyword: RecordFilterBody.keyword,
  run_id: RecordFilterBody.run_id,
  error_code: RecordFilterBody.error_code,
  from: RecordFilterBody.from,
  to: RecordFilterBody.to,
}

const Selection = z.strictObject({
  ids: z
    .array(z.string().regex(/^\d{1,19}$/))
    .min(1)
    .max(1000),
})
/** A record whose write was not answered: what was sent, and when. */
export const UnknownRow = DataRow.extend({
  /** Lossless JSON text; null when it is not kept any more. */
  sent: z.string().nullable(),
  sent_at: z.string(),
  /** The write that was sent removes the row. */
  is_delete: z.boolean(),
})
export type UnknownRow = z.output<typeof UnknownRow>

/** equal: there with the same data; different: there with other data in `fields`; unclear: the target cannot say. */
export const AskedRow = z.object({
  id: z.string(),
  key: z.string(),
  answer: z.enum(['equal', 'different', 'missing', 'unclear']),
  fields: z.array(z.string()),
  target_key: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AskedRow = z.output<typeof AskedRow>

const Changed = z.object({ changed: z.int(), refused: z.array(z.object({ id: z.string(), message: z.string() })) })

export const strategyData = {
  search: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/searchv2',
    summary: 'Records of a strategy, newest first, by key-set paging',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: z.strictObject({
      ...RecordFilterBody,
      /** Continue after this cursor; from the previous answer. */
      cursor: z.string().max(100).optional(),
      pageSize: z.int().min(1).max(500).default(50),
      /** With what was taken from the target's answers. No index leads to it, so nothing is filtered or sorted by it. */
      write_back: z.boolean().default(false),
    }),
    content: z.object({ rows: z.array(ListedRow), next: z.string().nullable() }),
  }),
  count: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/count',
    summary: 'How many records a filter finds, counted to 10,000',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: z.strictObject(RecordFilterBody),
    content: z.object({ count: z.int(), is_more: z.boolean() }),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-data/{strategy}/{id}',
    summary: 'One record: original, mapped request, answer, attempts',
    permission: 'strategy:query',
    audit: 'query',
    params: recordParam,
    content: DataDetail,
  }),
  reprocess: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/reprocess',
    summary: 'Write again with the current mapping; starts a run',
    permission: 'strategy:update',
    audit: 'update',
    params: strategyParam,
    body: Selection,
    content: Changed.extend({ run_id: z.uuid().nullable() }),
  }),
  processAll: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/process-all',
    summary: 'Process again, or leave out, all records in error that a filter finds: a replay in the background',
    permission: 'strategy:update',
    audit: 'update',
    params: strategyParam,
    body: z.strictObject({
      /** Default states: in error, held, and to be tried later. */
      ...RecordFilterBody,
      kind: z.enum(['remap', 'ignore']).default('remap'),
    }),
    content: z.object({ replay_id: z.uuid() }),
  }),
  ignore: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/ignore',
    summary: 'Leave out error data',
    permission: 'strategy:update',
    audit: 'update',
    params: strategyParam,
    body: Selection,
    content: Changed,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/confirm',
    summary: 'A person saw at the target that an unanswered or failed write did arrive',
    permission: 'strategy:update',
    audit: 'update',
    params: strategyParam,
    body: Selection,
    content: Changed,
  }),
  unknown: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/unknown',
    summary: 'Records whose write was not answered, with what was sent and when',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: z.strictObject({
      ...UnknownFilter,
      cursor: z.string().max(100).optional(),
      pageSize: z.int().min(1).max(200).default(50),
    }),
    content: z.object({ rows: z.array(UnknownRow), next: z.string().nullable() }),
  }),
  askTarget: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/ask-target',
    summary: 'Ask the target which of these records it has; nothing is changed',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: z.strictObject({ ids: Selection.shape.ids.max(200) }),
    content: z.array(AskedRow),
  }),
  resolve: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/resolve-unknown',
    summary: 'Settle unanswered writes, by ids or the next 500 of a filter; call on with `next` while it is not null',
    permission: 'strategy:update',
    audit: 'update',
    params: strategyParam,
    body: z.strictObject({
      /** ask: those the target has as they were sent are confirmed, those it lacks are sent again; the rest waits. */
      action: z.enum(['confirm', 'resend', 'ignore', 'ask']),
      ids: Selection.shape.ids.optional(),
      filter: z.strictObject(UnknownFilter).optional(),
      cursor: z.string().max(100).optional(),
      /** Where the rows are at the target, for confirmed ones. */
      target_keys: z
        .array(z.object({ id: Selection.shape.ids.element, target_key: z.string().max(2000) }))
        .max(1000)
        .optional(),
    }),
    content: Changed.extend({ next: z.string().nullable(), run_id: z.uuid().nullable() }),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/export',
    summary: 'The filtered records as CSV or JSON Lines',
    permission: 'strategy:export',
    audit: 'export',
    params: strategyParam,
    body: z.strictObject({ ...RecordFilterBody, format: z.enum(['csv', 'jsonl']) }),
    content: 'file',
  }),
}
