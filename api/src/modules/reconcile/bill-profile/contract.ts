import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const Label = z.string().trim().min(1).max(200)
const Word = z.string().max(50)
const Words = z.array(Word).max(20)

/** Which column of a file says what. */
export const ProfileMapping = z.strictObject({
  columns: z.strictObject({
    at: Label,
    time: Label.optional(),
    txn: Label.optional(),
    order: Label.optional(),
    parent: Label.optional(),
    batch: Label.optional(),
    kind: Label.optional(),
    counterparty: Label.optional(),
    remark: Label.optional(),
    currency: Label.optional(),
    balance: Label.optional(),
  }),
  amount: z.discriminatedUnion('how', [
    /** One column with a sign; `is_reversed`: what goes out has none. */
    z.strictObject({ how: z.literal('signed'), column: Label, is_reversed: z.boolean().optional() }),
    z.strictObject({ how: z.literal('split'), in: Label, out: Label }),
    /** A word in another column says which way. */
    z.strictObject({
      how: z.literal('direction'),
      column: Label,
      direction: Label,
      in: Words.min(1),
      out: Words.min(1),
      none: Words,
    }),
  ]),
  /** How a day is written that does not begin with its year. */
  day_order: z.enum(['ymd', 'dmy', 'mdy']),
  decimal: z.enum(['.', ',']),
  /** What the line of totals begins with. */
  total: Word.optional(),
  /** What lines begin with that are neither rows nor totals. */
  notes: Words,
})
export type ProfileMapping = z.output<typeof ProfileMapping>

export const Headings = z.array(z.string().max(200)).min(2).max(200)
export const ProfileName = z.string().trim().min(1).max(100)

export const BillProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int(),
  headings: z.array(z.string()),
  mapping: ProfileMapping,
  /** Files that one of its versions read. */
  files: z.int(),
  created_by: z.string(),
  updated_at: z.string(),
})
export type BillProfile = z.output<typeof BillProfile>

export const billProfile = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/profile',
    summary: 'Kinds of bills that people taught by mapping columns, by name',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().trim().max(100).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(BillProfile),
  }),
  rename: route({
    method: 'PUT',
    path: '/api/dh/lessee/reconciliation/profile/{id}',
    summary: 'Give a taught kind of bill another name',
    permission: 'reconciliation:import',
    audit: 'update',
    params: id,
    body: z.strictObject({ name: ProfileName }),
    content: BillProfile,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/reconciliation/profile/{id}',
    summary: 'Forget a taught kind of bill; lines that it read stay',
    permission: 'reconciliation:import',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
