import { Day, route } from '@sluice/contract'
import { z } from 'zod'

const BASE = '/api/dh/lessee/reconciliation/report'
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const bucket = z.enum(['0-3', '4-7', '8-30', '31-90', '90+'])

const filter = {
  account_id: z.uuid().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** Business days, both inclusive. */
  from: Day.optional(),
  to: Day.optional(),
}
const asked = z.strictObject(filter)
const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
}

const Both = {
  a_lines: z.int(),
  a_minor: z.string(),
  b_lines: z.int(),
  b_minor: z.string(),
}

export const ItemRow = z.object({
  day: z.string(),
  account_id: z.uuid(),
  account: z.string(),
  /** null: lines that nobody said the item of. */
  item_id: z.uuid().nullable(),
  item: z.string().nullable(),
  currency: z.string(),
  ...Both,
  difference_minor: z.string(),
  /** Of these, lines that nothing settled. */
  open_lines: z.int(),
})
export type ItemRow = z.output<typeof ItemRow>

const ItemTotal = ItemRow.pick({
  ...{ currency: true, a_lines: true, a_minor: true, b_lines: true, b_minor: true, difference_minor: true },
  open_lines: true,
})

export const FeeRow = z.object({
  account_id: z.uuid(),
  account: z.string(),
  order_no: z.string(),
  /** Of the first line of the base, or of the fee where there is none. */
  day: z.string(),
  item_id: z.uuid(),
  item: z.string(),
  currency: z.string(),
  base_lines: z.int(),
  base_minor: z.string(),
  /** Percent; two where the order has lines of before and after a change. */
  percents: z.array(z.string()),
  rounding: z.string(),
  expected_minor: z.string(),
  fee_lines: z.int(),
  actual_minor: z.string(),
  /** What was taken less what the contract says; negative: too much was taken. */
  difference_minor: z.string(),
})
export type FeeRow = z.output<typeof FeeRow>

const FeeTotal = z.object({
  currency: z.string(),
  item: z.string(),
  orders: z.int(),
  different: z.int(),
  base_minor: z.string(),
  expected_minor: z.string(),
  actual_minor: z.string(),
  difference_minor: z.string(),
})

export const AgeReport = z.object({
  account_id: z.uuid(),
  account: z.string(),
  currency: z.string(),
  bucket,
  ...Both,
})

export const OpenDayRow = z.object({
  day: z.string(),
  currency: z.string(),
  ...Both,
  difference_minor: z.string(),
  total_minor: z.string(),
})

export const RuleRow = z.object({
  flow_id: z.uuid(),
  flow: z.string(),
  /** "": people, by hand. */
  rule: z.string(),
  currency: z.string(),
  /** Settled matches, as the flow lists them. */
  matches: z.int(),
  /** Of these, confirmed by a person; the rule did the others by itself. */
  confirmed: z.int(),
  proposed: z.int(),
  /** Refused or taken back by a person. */
  rejected: z.int(),
  a_lines: z.int(),
  a_minor: z.string(),
  /** Settled by this rule, of all A lines of the flow in the currency: hundredths of a percent, rounded down. */
  share: z.int(),
})
export type RuleRow = z.output<typeof RuleRow>

export const reportKinds = ['items', 'fees', 'ages', 'open', 'rules'] as const

const onlyDifferent = z.stringbool().default(true)

export const report = {
  items: route({
    method: 'GET',
    path: `${BASE}/items`,
    summary: 'Both sides by shop, accounting item and day; the totals and the days are over all of them',
    ...query,
    query: z.strictObject({ ...filter, ...paging }),
    content: z.object({
      rows: z.array(ItemRow),
      total: z.int(),
      totals: z.array(ItemTotal),
      days: z.array(z.object({ day: z.string(), currency: z.string(), a_minor: z.string(), b_minor: z.string() })),
    }),
  }),
  fees: route({
    method: 'GET',
    path: `${BASE}/fees`,
    summary: 'What platforms took against what the contract allows, by order; each line of the base is rounded once',
    ...query,
    query: z.strictObject({ ...filter, different: onlyDifferent, ...paging }),
    content: z.object({
      rows: z.array(FeeRow),
      total: z.int(),
      totals: z.array(FeeTotal),
      /** Accounts with rates; none: rates are set on the account's model. */
      accounts: z.int(),
    }),
  }),
  ages: route({
    method: 'GET',
    path: `${BASE}/ages`,
    summary: 'Open lines by shop and age',
    ...query,
    query: asked,
    content: z.array(AgeReport),
  }),
  open: route({
    method: 'GET',
    path: `${BASE}/open`,
    summary: 'What is not explained, by business day and in sum: open lines of A less those of B',
    ...query,
    query: asked,
    content: z.array(OpenDayRow),
  }),
  rules: route({
    method: 'GET',
    path: `${BASE}/rules`,
    summary: 'Which rule settled how much, and what people thought of it',
    ...query,
    query: asked,
    content: z.array(RuleRow),
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/{kind}/export`,
    summary: 'A report as a sheet, whole',
    permission: 'reconciliation:export',
    audit: 'export',
    params: z.object({ kind: z.enum(reportKinds) }),
    query: z.strictObject({ ...filter, different: onlyDifferent, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    content: 'file',
  }),
}
