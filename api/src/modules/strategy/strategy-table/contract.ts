import { Condition, recordStates, route } from '@sluice/contract'
import { z } from 'zod'
import { recordColumns } from '../export-job/contract.ts'
import { RecordFilterBody } from '../strategy-data/contract.ts'

const strategyParam = z.object({ strategy: z.uuid() })
const shareParam = strategyParam.extend({ id: z.uuid() })

/** How a shared field is shown: not at all, its last four letters, or a mark that is the same for the same value. */
export const shareMasks = ['hide', 'ends', 'hash'] as const
/** newest record first, or newest change first: the store walks no other order. */
export const tableOrders = ['record', 'change'] as const
export const tableSides = ['source', 'mapped'] as const
/** value, or why there is none; `unread`: the content is no longer kept, or the mapping refuses the record. */
export const cellKinds = ['text', 'number', 'boolean', 'list', 'masked', 'null', 'missing', 'unread'] as const
export const MOST_COLUMNS = 60
const DAYS = { fallback: 7, most: 90 }

const Column = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('record'), name: z.enum(recordColumns) }),
  /** A path in the data: `amount`, `buyer.name`, `["a.b"]`. */
  z.strictObject({ of: z.literal('data'), name: z.string().min(1).max(300) }),
])
export type TableColumn = z.output<typeof Column>

const comparison = {
  logic: Condition.shape.logic,
  value: z.string().max(500).optional(),
  type: Condition.shape.type,
}

const view = {
  side: z.enum(tableSides).default('source'),
  columns: z.array(Column).min(1).max(MOST_COLUMNS),
  /** Of the records, served by indexes. */
  filter: z.strictObject(RecordFilterBody).default({}),
  /** Of the values; all must hold. They are looked at record by record. */
  conditions: z
    .array(z.strictObject({ column: Column, ...comparison }))
    .max(20)
    .default([]),
  order: z.enum(tableOrders).default('record'),
}
export const TableView = z.strictObject(view)
export type TableView = z.output<typeof TableView>

const Cell = z.object({
  kind: z.enum(cellKinds),
  /** As it is, digit for digit; empty where there is no value. */
  text: z.string(),
  /** The text goes on in the record's own page. */
  is_cut: z.boolean(),
})
export type Cell = z.output<typeof Cell>

const lacks = ['gone', 'refused'] as const
const page = {
  /** Continue behind this; null: that was the last. A page may be short, for only so many records are looked at. */
  next: z.string().nullable(),
  /** Records that were looked at for this page. */
  looked: z.int(),
  /** Of them: whose content is not kept or not mapped, so that the conditions could not be tried on them. */
  unjudged: z.int(),
  /** The order in which they really are. */
  order: z.enum(tableOrders),
}

const TableRow = z.object({
  id: z.string(),
  status: z.literal(recordStates),
  lack: z.enum(lacks).nullable(),
  cells: z.array(Cell),
})
export type TableRow = z.output<typeof TableRow>

const SharedRow = z.object({
  /** null: the state is not shared. */
  status: z.literal(recordStates).nullable(),
  lack: z.enum(lacks).nullable(),
  cells: z.array(Cell),
})

const FieldInfo = z.object({
  path: z.string(),
  kind: z.enum(['text', 'number', 'boolean', 'time', 'list', 'mixed']),
  sample: z.string().nullable(),
})

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(?:\/\d{1,3})?)$/
/** Scheme, host and port, as a browser names an origin; no wildcard, no path, nothing that ends a directive. */
const ORIGIN = /^https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/

const SharedView = z.strictObject({
  ...view,
  /** By the place of a column, from 0. */
  masks: z.record(z.string().regex(/^\d{1,2}$/), z.enum(shareMasks)).default({}),
})
export type SharedView = z.output<typeof SharedView>

/** blind: whoever made it may not share it any more. */
export const shareStates = ['active', 'expired', 'revoked', 'blind'] as const

const Share = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(shareStates),
  columns: z.array(z.string()),
  ip_allow: z.array(z.string()),
  embed_origins: z.array(z.string()),
  expires_at: z.string(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  opens: z.string(),
  last_opened_at: z.string().nullable(),
})
export type Share = z.output<typeof Share>

const TOKEN = z.string().max(100)

export const strategyTable = {
  fields: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-table/{strategy}/fields',
    summary: 'Fields of the newest records, as columns of a table',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    query: z.strictObject({ side: z.enum(tableSides).default('source') }),
    content: z.object({ strategy_name: z.string(), fields: z.array(FieldInfo) }),
  }),
  rows: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-table/{strategy}/rows',
    summary: 'A page of a strategy’s records as a table: chosen columns, filters and order',
    permission: 'strategy:query',
    audit: 'query',
    params: strategyParam,
    body: z.strictObject({
      ...view,
      cursor: z.string().max(100).optional(),
      pageSize: z.int().min(1).max(200).default(100),
    }),
    content: z.object({ rows: z.array(TableRow), ...page }),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-table/{strategy}/export',
    summary: 'The table as it is shown, all of its rows, as CSV or JSON Lines',
    permission: 'strategy:export',
    audit: 'export',
    params: strategyParam,
    body: z.strictObject({ ...view, format: z.enum(['csv', 'jsonl']).default('csv') }),
    content: 'file',
  }),
  shares: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-table/{strategy}/share',
    summary: 'Links by which people without an account read this table, newest first; at most 200',
    permission: 'strategy:share',
    audit: 'query',
    params: strategyParam,
    content: z.array(Share),
  }),
  share: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-table/{strategy}/share',
    summary: 'Make a link to this table; its token is shown this once',
    permission: 'strategy:share',
    stepUp: true,
    audit: 'add',
    params: strategyParam,
    body: z.strictObject({
      title: z.string().trim().min(1).max(100),
      view: SharedView,
      days: z.int().min(1).max(DAYS.most).default(DAYS.fallback),
      ip_allow: z.array(z.string().trim().max(60).regex(ADDRESS)).max(100).default([]),
      embed_origins: z.array(z.string().trim().max(200).regex(ORIGIN)).max(20).default([]),
    }),
    content: z.object({ share: Share, token: z.string(), path: z.string() }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/dh/lessee/strategy-table/{strategy}/share/{id}',
    summary: 'End a link at once',
    permission: 'strategy:share',
    audit: 'delete',
    params: shareParam,
    content: Share,
  }),
  openShare: route({
    method: 'POST',
    path: '/api/open/table-share/{id}',
    summary: 'A page of a shared table, for whoever holds its token',
    permission: 'public',
    audit: 'query',
    params: z.object({ id: z.uuid() }),
    bodyBytes: 16 * 2 ** 10,
    body: z.strictObject({
      token: TOKEN,
      /** Of shared columns that are not masked, by their place. */
      conditions: z
        .array(
          z.strictObject({
            column: z.int().min(0).max(MOST_COLUMNS),
            ...comparison,
            value: z.string().max(200).optional(),
          }),
        )
        .max(5)
        .default([]),
      cursor: z.string().max(300).optional(),
      pageSize: z.int().min(1).max(100).default(50),
    }),
    content: z.object({
      title: z.string(),
      expires_at: z.string(),
      columns: z.array(z.object({ of: z.enum(['record', 'data']), name: z.string(), is_masked: z.boolean() })),
      rows: z.array(SharedRow),
      ...page,
    }),
  }),
}
