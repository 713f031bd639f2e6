import { PublicFailure, route } from '@sluice/contract'
import { z } from 'zod'
import { RecordFilterBody } from '../strategy-data/contract.ts'

export const exportFormats = ['csv', 'xlsx', 'jsonl', 'parquet'] as const
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
/** What is known of a record besides its own fields. */
export const recordColumns = [
  'id',
  'key',
  'number',
  'status',
  'attempts',
  'version',
  'error_code',
  'error_message',
  'target_key',
  'created_at',
  'updated_at',
] as const

const id = z.object({ id: z.uuid() })

export const ExportRequest = z.strictObject({
  format: z.enum(exportFormats),
  /** Of CSV. */
  encoding: z.enum(['utf-8', 'gbk']).default('utf-8'),
  filter: z.strictObject(RecordFilterBody).default({}),
  /** Of the record itself, in this order. */
  record_columns: z
    .array(z.enum(recordColumns))
    .max(recordColumns.length)
    .default(['key', 'number', 'status', 'updated_at']),
  /** Fields of the data, in this order; null: all there are. */
  fields: z.array(z.string().min(1).max(300)).max(1000).nullable().default(null),
  /** A field that holds a list: each of its elements becomes a line. */
  expand: z.string().min(1).max(300).nullable().default(null),
})
export type ExportRequest = z.output<typeof ExportRequest>

export const ExportJob = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  format: z.enum(exportFormats),
  encoding: z.enum(['utf-8', 'gbk']),
  state: z.enum(exportStates),
  /** Records to read; null: not known before. */
  total: z.string().nullable(),
  done: z.string(),
  /** Lines of the file so far. */
  rows: z.string(),
  size_bytes: z.string().nullable(),
  failure: PublicFailure.nullable(),
  requested_by: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string().nullable(),
})
export type ExportJob = z.output<typeof ExportJob>

export const exportJob = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/export-job',
    summary: 'Exports of records, newest first',
    permission: 'strategy:export',
    audit: 'query',
    query: z.strictObject({
      strategy_id: z.uuid().optional(),
      state: z.enum(exportStates).optional(),
      mine: z.enum(['1']).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(ExportJob),
  }),
  fields: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-data/{strategy}/export-fields',
    summary: 'Fields of the newest records, and which of them hold lists',
    permission: 'strategy:export',
    audit: 'query',
    params: z.object({ strategy: z.uuid() }),
    content: z.object({ fields: z.array(z.string()), lists: z.array(z.string()) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-data/{strategy}/export-job',
    summary: 'Export records in the background; at most three at once for each user',
    permission: 'strategy:export',
    audit: 'export',
    params: z.object({ strategy: z.uuid() }),
    body: ExportRequest,
    content: ExportJob,
  }),
  again: route({
    method: 'POST',
    path: '/api/dh/lessee/export-job/{id}/again',
    summary: 'The same export anew',
    permission: 'strategy:export',
    audit: 'export',
    params: id,
    content: ExportJob,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/dh/lessee/export-job/{id}/cancel',
    summary: 'End an export after the page in hand',
    permission: 'strategy:export',
    audit: 'update',
    params: id,
    content: ExportJob,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dh/lessee/export-job/{id}',
    summary: 'Remove an export that has ended, and its file',
    permission: 'strategy:export',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  download: route({
    method: 'GET',
    path: '/api/dh/lessee/export-job/{id}/content',
    summary: 'The file of an export',
    permission: 'strategy:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
}
