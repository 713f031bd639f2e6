import { route } from '@sluice/contract'
import { z } from 'zod'
import { lineFilter, lineId, lineIds, lineStates, Sum } from '../billing/contract.ts'

/** What the list, its sums and its file are asked with: they are of the same lines. */
const filter = {
  ...lineFilter,
  kind: z.string().max(400).optional(),
  /** A whole order or document number, or what a line is called: `B17`. */
  number: z.string().trim().max(400).optional(),
}

export const SupplyLine = z.object({
  id: lineId,
  account_id: z.uuid(),
  account_name: z.string(),
  /** The strategy and its record that pushed it; null: a person tried it out. */
  strategy_id: z.uuid().nullable(),
  record_key: z.string().nullable(),
  doc_type: z.string(),
  doc_no: z.string(),
  doc_line: z.string(),
  order_no: z.string().nullable(),
  parent_order: z.string().nullable(),
  logistics_no: z.string().nullable(),
  sku: z.string().nullable(),
  /** Decimal numeral. */
  quantity: z.string().nullable(),
  kind: z.string(),
  item_id: z.uuid().nullable(),
  item_name: z.string().nullable(),
  item_by: z.enum(['rule', 'hand', 'push']).nullable(),
  /** Signed decimal numeral. */
  amount: z.string(),
  currency: z.string(),
  occurred_at: z.string(),
  business_date: z.string(),
  recognised_on: z.string().nullable(),
  remark: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(lineStates),
  reason: z.string().nullable(),
  /** It came when its own month, `late_for`, was closed, and counts in `booked_in`: `2026-03`. null: it counts in its own. */
  late_for: z.string().nullable(),
  booked_in: z.string().nullable(),
})
export type SupplyLine = z.output<typeof SupplyLine>

const changed = z.object({ changed: z.int() })

export const supplyChain = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/supply-chain',
    summary: 'Lines of own documents (B), the newest first; `after` is the `next` of the page before',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      after: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    content: z.object({ lines: z.array(SupplyLine), next: z.string().nullable() }),
  }),
  sums: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/supply-chain-sums',
    summary: 'Sums of the lines that a filter finds, for each currency; duplicates are not summed unless asked for',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject(filter),
    content: z.array(Sum),
  }),
  export: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/supply-chain-export',
    summary: 'All lines that a filter finds as CSV, amounts as decimal numerals',
    permission: 'reconciliation:export',
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
  record: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/line/{side}/{id}/record',
    summary: 'The record that a line of either side was made of: where it stands, and as the source gave it',
    permission: 'reconciliation:query',
    audit: 'query',
    params: z.object({ side: z.enum(['a', 'b']), id: lineId }),
    content: z.object({
      strategy_id: z.uuid(),
      strategy_name: z.string(),
      record_key: z.string(),
      /** null: the record is not kept any more. */
      record_id: z.string().nullable(),
      /** JSON text; null: its page was cleaned up. */
      original: z.string().nullable(),
    }),
  }),
  reclassify: route({
    method: 'PUT',
    path: '/api/dh/lessee/reconciliation/supply-chain/item',
    summary: 'Say which item lines are of; null takes it away. Lines that are settled stay as they are (409)',
    permission: 'reconciliation:update',
    audit: 'update',
    body: z.strictObject({ ids: lineIds, item_id: z.uuid().nullable() }),
    content: changed,
  }),
  ignore: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/supply-chain/ignore',
    summary: 'Take open lines out of the reconciliation, with a reason',
    permission: 'reconciliation:update',
    audit: 'update',
    body: z.strictObject({ ids: lineIds, reason: z.string().trim().min(1).max(200) }),
    content: changed,
  }),
  restore: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/supply-chain/restore',
    summary: 'Open ignored lines again',
    permission: 'reconciliation:update',
    audit: 'update',
    body: z.strictObject({ ids: lineIds }),
    content: changed,
  }),
}
