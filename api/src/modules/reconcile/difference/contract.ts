import { Day, route } from '@sluice/contract'
import { z } from 'zod'
import { Comment, exceptionKinds } from '../flow/contract.ts'

const BASE = '/api/dh/lessee/reconciliation/difference'
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const update = { permission: 'reconciliation:update', audit: 'update' } as const
const LineId = z.string().regex(/^\d{1,19}$/)
const Side = z.enum(['a', 'b'])
/** A line of a side, or a match: `a12`, `b7`, `g3`. */
const key = z.object({ key: z.string().regex(/^[abg]\d{1,19}$/) })
const id = z.object({ id: z.uuid() })

/** Days since the business day, in the account's zone. */
export const ageBuckets = ['0-3', '4-7', '8-30', '31-90', '90+'] as const
export const AgeBucket = z.enum(ageBuckets)
export type AgeBucket = z.output<typeof AgeBucket>

export const differenceSorts = ['oldest', 'newest', 'largest', 'due'] as const

const filter = {
  /** `waiting`: what is an open question; `carried`: what is none until a day. */
  state: z.enum(['waiting', 'carried', 'all']).default('waiting'),
  account_id: z.uuid().optional(),
  item_id: z.union([z.uuid(), z.literal('none')]).optional(),
  side: Side.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  bucket: AgeBucket.optional(),
  kind: z.enum(exceptionKinds).optional(),
  /** Whose they are: of the reader, of nobody, or of a person. */
  assignee: z.union([z.uuid(), z.enum(['me', 'nobody'])]).optional(),
  /** Only those whose due date has passed in their account's zone. */
  overdue: z.stringbool().optional(),
  /** A whole order, transaction or document number. */
  number: z.string().trim().max(200).optional(),
  /** Business days, both inclusive. */
  from: Day.optional(),
  to: Day.optional(),
}

export const Difference = z.object({
  key: z.string(),
  side: Side,
  id: LineId,
  account_id: z.uuid(),
  account: z.string(),
  item: z.string().nullable(),
  order_no: z.string().nullable(),
  /** Transaction number of a bill line, document number of the other side. */
  number: z.string().nullable(),
  currency: z.string(),
  amount_minor: z.string(),
  day: z.string(),
  age_days: z.int(),
  bucket: AgeBucket,
  /** Why it is alone, as the latest run of a flow says; null: none looked at it. */
  kind: z.string().nullable(),
  /** The flow that matches it; null: its account is in none. */
  flow_id: z.uuid().nullable(),
  carried_until: z.string().nullable(),
  assignee_id: z.uuid().nullable(),
  assignee: z.string().nullable(),
  due_on: z.string().nullable(),
  is_overdue: z.boolean(),
  /** Of who and when: sent back with a change, so that the second of two is told. */
  version: z.int(),
  remark: z.string().nullable(),
  comments: z.int(),
  evidence: z.int(),
})
export type Difference = z.output<typeof Difference>

const Sum = z.object({ currency: z.string(), side: Side, lines: z.int(), minor: z.string() })

/** What the list holds, by age and by person. Each is counted without its own filter, so that it opens the list it counts. */
export const DifferenceSums = z.object({
  total: z.array(Sum.extend({ overdue: z.int(), unassigned: z.int(), mine: z.int() })),
  ages: z.array(Sum.extend({ bucket: AgeBucket })),
  people: z.array(Sum.extend({ assignee_id: z.uuid().nullable(), assignee: z.string().nullable(), overdue: z.int() })),
})
export type DifferenceSums = z.output<typeof DifferenceSums>

export const Evidence = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  size_bytes: z.string(),
  sha256: z.string(),
  created_by: z.string(),
  is_own: z.boolean(),
  created_at: z.string(),
})
export type Evidence = z.output<typeof Evidence>

export const EVIDENCE_BYTES = 20 * 2 ** 20

const lines = z
  .array(z.strictObject({ side: Side, id: LineId, version: z.int().min(0) }))
  .min(1)
  .max(200)

export const difference = {
  list: route({
    method: 'GET',
    path: BASE,
    summary: 'Open lines of both sides, whose they are and how old; `after` is the `next` of the page before',
    ...query,
    query: z.strictObject({
      ...filter,
      sort: z.enum(differenceSorts).default('oldest'),
      after: z.string().max(100).optional(),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
    }),
    content: z.object({ lines: z.array(Difference), next: z.string().nullable() }),
  }),
  sums: route({
    method: 'GET',
    path: `${BASE}/sums`,
    summary: 'What the list sums up to: in all, by age, and by person; no two currencies are added',
    ...query,
    query: z.strictObject(filter),
    content: DifferenceSums,
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'The same list as a sheet',
    permission: 'reconciliation:export',
    audit: 'export',
    query: z.strictObject({
      ...filter,
      sort: z.enum(differenceSorts).default('oldest'),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    content: 'file',
  }),
  people: route({
    method: 'GET',
    path: `${BASE}/people`,
    summary: 'Who may settle lines, and so be given some',
    ...query,
    content: z.array(z.object({ id: z.uuid(), name: z.string(), username: z.string() })),
  }),
  assign: route({
    method: 'POST',
    path: `${BASE}/assign`,
    summary: 'Give open lines to a person, with a date; all of them or none, and none that somebody changed meanwhile',
    ...update,
    body: z
      .strictObject({
        lines,
        /** null: nobody; left out: as it is. */
        assignee_id: z.uuid().nullable().optional(),
        /** null: without a date; left out: as it is. */
        due_on: Day.nullable().optional(),
        comment: z.string().trim().max(2000).default(''),
      })
      .refine(({ assignee_id, due_on }) => assignee_id !== undefined || due_on !== undefined, {
        message: 'neither a person nor a date is given',
        path: ['assignee_id'],
      }),
    content: z.object({ changed: z.int() }),
  }),
  comments: route({
    method: 'GET',
    path: `${BASE}/{key}/comment`,
    summary: 'What people said of a line or a match, whether a flow matches it or not',
    ...query,
    params: key,
    content: z.array(Comment),
  }),
  comment: route({
    method: 'POST',
    path: `${BASE}/{key}/comment`,
    summary: 'Say something of a line or a match',
    ...update,
    params: key,
    body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
    content: Comment,
  }),
  evidence: route({
    method: 'GET',
    path: `${BASE}/{key}/evidence`,
    summary: 'Files that prove something of a line or a match, the oldest first',
    ...query,
    params: key,
    content: z.array(Evidence),
  }),
  attach: route({
    method: 'POST',
    path: `${BASE}/{key}/evidence`,
    summary: 'Attach a file: PDF, picture, sheet, document, CSV or text, at most 20 MiB; 20 of a line',
    permission: 'reconciliation:update',
    audit: 'import',
    params: key,
    upload: { maxBytes: EVIDENCE_BYTES },
    content: Evidence,
  }),
  download: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/evidence/{id}/content',
    summary: 'An attached file, as an attachment',
    permission: 'reconciliation:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
  detach: route({
    method: 'DELETE',
    path: '/api/dh/lessee/reconciliation/evidence/{id}',
    summary: 'Remove a file that one attached oneself; the log keeps its name and SHA-256',
    ...update,
    params: id,
    content: z.null(),
  }),
}
