import { route } from '@sluice/contract'
import { z } from 'zod'
import { Line } from '../flow/contract.ts'

/** What an order goes through, in this order. `settled` is the sum of those before it; `bank` and `voucher` say what of it got there. */
export const stepKinds = [
  ...['paid', 'subsidy', 'commission', 'freight', 'refund', 'other', 'unclassified'],
  ...['settled', 'bank', 'voucher'],
] as const
export const stages = ['documents', 'bank', 'voucher'] as const

/** Why an amount stands between two stages. Those of `explainedReasons` are no open question. */
export const reasons = [
  ...['waiting', 'proposed', 'carried', 'difference', 'difference_pending'],
  ...['needs_none', 'booked', 'shared'],
  ...['no_batch', 'bank_missing', 'bank_differs'],
  ...['unclassified', 'voucher_missing', 'voucher_later', 'voucher_waiting'],
] as const
export const explainedReasons: readonly (typeof reasons)[number][] = ['needs_none', 'booked', 'shared']

/** `a12`, `b7` */
const Key = z.string().regex(/^[ab]\d{1,19}$/)

const Step = z.object({
  kind: z.enum(stepKinds),
  /** Signed, in whole minor units. */
  amount_minor: z.string(),
  /** The sum so far. */
  after_minor: z.string(),
  lines: z.array(Key),
  vouchers: z.array(z.object({ id: z.uuid(), number: z.string().nullable(), state: z.string() })),
})

const Residue = z.object({
  stage: z.enum(stages),
  reason: z.enum(reasons),
  amount_minor: z.string(),
  is_open: z.boolean(),
  lines: z.array(Key),
  /** What it is to be held against: a batch and its two sums, the match, the voucher. "" where there is nothing to say. */
  detail: z.string(),
})

const Stage = z.object({
  stage: z.enum(stages),
  /** Documents: their sum. Bank, voucher: what got there. */
  reached_minor: z.string(),
  /** `settled` less `reached`: the sum of all its residues. */
  residue_minor: z.string(),
  open_minor: z.string(),
})

/** Of one currency. */
const Story = z.object({
  currency: z.string(),
  steps: z.array(Step),
  stages: z.array(Stage),
  residues: z.array(Residue),
  lines: z.array(Line),
  /** Lines that count nowhere: duplicates and ignored ones. */
  left_out: z.array(Key),
})

export const OrderStory = z.object({
  /** null: lines that name no order. */
  order: z.string().nullable(),
  /** Of a match of several orders: those to choose from, the first 50. Then there is no story. */
  orders: z.array(z.string()),
  stories: z.array(Story),
})
export type OrderStory = z.output<typeof OrderStory>
export type Story = z.output<typeof Story>

export const orderStory = {
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/order-story',
    summary: 'From what was paid for an order to its voucher, every amount with its lines; each currency for itself',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject({
      /** A whole order number, of parts or of the whole. */
      order: z.string().trim().min(1).max(200).optional(),
      /** Instead: a line of a side, or a match. */
      key: z
        .string()
        .regex(/^[abg]\d{1,19}$/)
        .optional(),
    }),
    content: OrderStory,
  }),
}
