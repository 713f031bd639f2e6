import { route } from '@sluice/contract'
import { z } from 'zod'

export const lineId = z.string().regex(/^\d{1,19}$/)
const id = z.object({ id: lineId })
const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
export const lineIds = z.array(lineId).min(1).max(500)

export const lineStates = ['open', 'proposed', 'matched', 'closed', 'archived', 'ignored', 'duplicate'] as const

/** What lines of both sides are asked for by. */
export const lineFilter = {
  account_id: z.uuid().optional(),
  /** Lines that this strategy pushed. */
  strategy_id: z.uuid().optional(),
  status: z.enum(lineStates).optional(),
  /** `none`: lines without an item. */
  item_id: z.union([z.uuid(), z.literal('none')]).optional(),
  way: z.enum(['in', 'out', 'none']).optional(),
  /** Days of the account's own zone, inclusive. */
  from: Day.optional(),
  to: Day.optional(),
  /** Lines of closed months that came late and count in the month that begins on this day. */
  booked_in: Day.optional(),
}

/** What both the list and its sums are asked with: they are of the same lines. */
const filter = {
  ...lineFilter,
  file_id: z.uuid().optional(),
  kind: z.string().max(200).optional(),
  /** A whole order or transaction number, or what a line is called: `A17`. */
  number: z.string().trim().max(200).optional(),
}

export const BillLine = z.object({
  id: lineId,
  account_id: z.uuid(),
  account_name: z.string(),
  file_id: z.uuid().nullable(),
  line_no: z.int().nullable(),
  /** The record of a strategy that pushed it. */
  strategy_id: z.uuid().nullable(),
  record_key: z.string().nullable(),
  txn_no: z.string().nullable(),
  order_no: z.string().nullable(),
  parent_order: z.string().nullable(),
  batch_no: z.string().nullable(),
  kind: z.string(),
  item_id: z.uuid().nullable(),
  item_name: z.string().nullable(),
  item_by: z.enum(['rule', 'hand', 'push']).nullable(),
  /** Signed decimal numeral. */
  amount: z.string(),
  currency: z.string(),
  occurred_at: z.string(),
  bill_date: z.string(),
  balance_after: z.string().nullable(),
  counterparty: z.string().nullable(),
  remark: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(lineStates),
  reason: z.string().nullable(),
  /** It came when its own month, `late_for`, was closed, and counts in `booked_in`: `2026-03`. null: it counts in its own. */
  late_for: z.string().nullable(),
  booked_in: z.string().nullable(),
})
export type BillLine = z.output<typeof BillLine>

export const Sum = z.object({
  currency: z.string(),
  count: z.string(),
  /** Decimal numerals; what goes out with its minus. */
  in: z.string(),
  out: z.string(),
  net: z.string(),
})
export type Sum = z.output<typeof Sum>

export const billing = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/billing',
    summary: 'Bill lines (A), the newest first; `after` is the `next` of the page before',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      after: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    content: z.object({ lines: z.array(BillLine), next: z.string().nullable() }),
  }),
  sums: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/billing-sums',
    summary: 'Sums of the lines that a filter finds, for each currency; duplicates are not summed unless asked for',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject(filter),
    content: z.array(Sum),
  }),
  raw: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/billing/{id}/raw',
    summary: 'The line of the file that a bill line was read from, as it stands there',
    permission: 'reconciliation:query',
    audit: 'query',
    params: id,
    content: z.object({
      file_id: z.uuid(),
      file_name: z.string(),
      line_no: z.int(),
      text: z.string(),
      /** What else was read out of the same line. */
      siblings: z.array(z.object({ id: lineId, kind: z.string(), amount: z.string() })),
    }),
  }),
  reclassify: route({
    method: 'PUT',
    path: '/api/dh/lessee/reconciliation/billing/item',
    summary: 'Say which item lines are of; null takes it away. Lines that are settled stay as they are (409)',
    permission: 'reconciliation:update',
    audit: 'update',
    body: z.strictObject({ ids: lineIds, item_id: z.uuid().nullable() }),
    content: z.object({ changed: z.int() }),
  }),
  ignore: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/billing/ignore',
    summary: 'Take open lines out of the reconciliation, with a reason',
    permission: 'reconciliation:update',
    audit: 'update',
    body: z.strictObject({ ids: lineIds, reason: z.string().trim().min(1).max(200) }),
    content: z.object({ changed: z.int() }),
  }),
  restore: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/billing/restore',
    summary: 'Open ignored lines again',
    permission: 'reconciliation:update',
    audit: 'update',
    body: z.strictObject({ ids: lineIds }),
    content: z.object({ changed: z.int() }),
  }),
}
