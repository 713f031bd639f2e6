import { Day, route } from '@sluice/contract'
import { z } from 'zod'

const BASE = '/api/dh/lessee/reconciliation/voucher'
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const update = { permission: 'reconciliation:update', audit: 'update' } as const
const id = z.object({ id: z.uuid() })

export const voucherStates = ['draft', 'taken', 'posted', 'reversed', 'void'] as const

export const Voucher = z.object({
  id: z.uuid(),
  account_id: z.uuid(),
  account: z.string(),
  /** Days of the account's zone, both inclusive. */
  day_from: z.string(),
  day_to: z.string(),
  currency: z.string(),
  version: z.int(),
  /** Taken: a strategy has read it. Posted: the ledger has it. Reversed: another one takes it back. Void: another version took its place. */
  state: z.enum(voucherStates),
  /** Of its debits, and so of its credits. */
  total_minor: z.string(),
  posted_no: z.string().nullable(),
  posted_at: z.string().nullable(),
  /** The strategy that has it, its record there, and since when; null too for who does not see the strategy. */
  strategy_id: z.uuid().nullable(),
  strategy: z.string().nullable(),
  record_id: z.string().nullable(),
  taken_at: z.string().nullable(),
  /** Why the ledger did not take it, in its own words. */
  trouble: z.string().nullable(),
  /** It was sent and the answer was lost: the ledger may have it. */
  is_unknown: z.boolean(),
  /** The voucher that this one takes back, and its number in the ledger. */
  reverses: z.uuid().nullable(),
  reverses_no: z.string().nullable(),
  /** Who last gave it back from a strategy, and why; "" where nobody did. */
  released_by: z.string(),
  released_at: z.string().nullable(),
  release_reason: z.string(),
  created_by: z.string(),
  created_at: z.string(),
})
export type Voucher = z.output<typeof Voucher>

const Entry = z.object({
  side: z.enum(['debit', 'credit']),
  subject: z.string(),
  item_id: z.uuid(),
  item: z.string(),
  source: z.enum(['lines', 'adjustments']),
  amount_minor: z.string(),
})

export const VoucherDetail = Voucher.extend({
  /** By accounting item, the debit of each before its credit. */
  entries: z.array(Entry),
  debit_minor: z.string(),
  credit_minor: z.string(),
})
export type VoucherDetail = z.output<typeof VoucherDetail>

const filter = {
  account_id: z.uuid().optional(),
  state: z.enum(voucherStates).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

export const voucher = {
  list: route({
    method: 'GET',
    path: BASE,
    summary: 'Vouchers, the newest first',
    ...query,
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(Voucher),
  }),
  get: route({
    method: 'GET',
    path: `${BASE}/{id}`,
    summary: 'One voucher with its entries',
    ...query,
    params: id,
    content: VoucherDetail,
  }),
  make: route({
    method: 'POST',
    path: BASE,
    summary: 'Draft what a settled month or a day sums up to; the same sums make the same voucher',
    permission: 'reconciliation:add',
    audit: 'add',
    body: z.strictObject({
      account_id: z.uuid(),
      /** A month that is closed, or a day that is over in the account's zone. */
      period: z.union([z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), Day]),
    }),
    /** One of each currency that has lines. */
    content: z.array(Voucher),
  }),
  post: route({
    method: 'POST',
    path: `${BASE}/{id}/post`,
    summary: 'Say under which number the ledger has it, where no strategy does; once',
    ...update,
    params: id,
    body: z.strictObject({ number: z.string().trim().min(1).max(200) }),
    content: Voucher,
  }),
  discard: route({
    method: 'POST',
    path: `${BASE}/{id}/discard`,
    summary: 'Give up a draft that nobody has taken',
    ...update,
    params: id,
    content: Voucher,
  }),
  release: route({
    method: 'POST',
    path: `${BASE}/{id}/release`,
    summary: 'Give one back that a strategy has and no ledger does: any strategy may take it again',
    ...update,
    params: id,
    body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    content: Voucher,
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'Entries of the vouchers as a sheet',
    permission: 'reconciliation:export',
    audit: 'export',
    query: z.strictObject({ ...filter, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    content: 'file',
  }),
}
