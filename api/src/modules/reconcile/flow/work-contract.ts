import { Day, route } from '@sluice/contract'
import { z } from 'zod'
import { Comment, Entry, entryStates, exceptionKinds, Line, LineId, ReasonText, Side } from './shape-contract.ts'

const id = z.object({ id: z.uuid() })
const ONE = '/api/dh/lessee/reconciliation/flow/{id}'
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const update = { permission: 'reconciliation:update', audit: 'update' } as const
const size = z.coerce.number().int().min(1).max(200).default(50)
const key = z.string().regex(/^[abg]\d{1,19}$/)
const lines = z
  .array(z.strictObject({ side: Side, id: LineId }))
  .min(1)
  .max(200)
const changed = z.object({ changed: z.int() })

const filter = {
  /** `unhandled`: what waits for a person; `different`: what the two sides differ by. */
  state: z.enum([...entryStates, 'unhandled', 'different', 'all']).default('unhandled'),
  account_id: z.uuid().optional(),
  /** Days in the zones of the accounts, both inclusive. */
  from: Day.optional(),
  to: Day.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** A whole order, transaction or document number. */
  number: z.string().trim().max(200).optional(),
  rule: z.string().max(40).optional(),
  kind: z.enum(exceptionKinds).optional(),
  /** Only lines that the reader looks into. */
  mine: z.stringbool().optional(),
  sort: z.enum(['newest', 'oldest', 'largest']).default('newest'),
}

/** What people do with what matching left. */
export const work = {
  entries: route({
    method: 'GET',
    path: `${ONE}/entry`,
    summary: 'Matches and lines that stand alone, side by side; `after` is the `next` of the page before',
    ...query,
    params: id,
    query: z.strictObject({ ...filter, after: z.string().max(100).optional(), pageSize: size }),
    content: z.object({ entries: z.array(Entry), next: z.string().nullable() }),
  }),
  exportEntries: route({
    method: 'GET',
    path: `${ONE}/entry-export`,
    summary: 'The same as CSV, one row for each match or line',
    permission: 'reconciliation:export',
    audit: 'export',
    params: id,
    query: z.strictObject(filter),
    content: 'file',
  }),
  lines: route({
    method: 'GET',
    path: `${ONE}/line/{side}`,
    summary: 'Open lines of a side for a match by hand, those nearest in amount first where one is given',
    ...query,
    params: z.object({ id: z.uuid(), side: Side }),
    query: z.strictObject({
      number: z.string().trim().max(200).optional(),
      near: z
        .string()
        .regex(/^-?\d{1,18}$/)
        .optional(),
      currency: filter.currency,
      account_id: filter.account_id,
      from: filter.from,
      to: filter.to,
    }),
    content: z.array(Line),
  }),
  confirmMany: route({
    method: 'POST',
    path: `${ONE}/confirm`,
    summary: 'Confirm proposed matches; those that somebody decided on meanwhile are told',
    ...update,
    params: id,
    body: z.strictObject({ ids: z.array(LineId).min(1).max(200) }),
    content: z.object({
      confirmed: z.array(LineId),
      refused: z.array(z.object({ id: LineId, code: z.string(), message: z.string() })),
    }),
  }),
  ignore: route({
    method: 'POST',
    path: `${ONE}/ignore`,
    summary: 'Take open lines out of the reconciliation, with a reason',
    ...update,
    params: id,
    body: z.strictObject({ lines, reason: ReasonText }),
    content: changed,
  }),
  carry: route({
    method: 'POST',
    path: `${ONE}/carry`,
    summary: 'Carry open lines over: they are matched as before, and no open question until a day',
    ...update,
    params: id,
    body: z.strictObject({ lines, until: Day, reason: ReasonText }),
    content: changed,
  }),
  reopen: route({
    method: 'POST',
    path: `${ONE}/reopen`,
    summary: 'Undo: ignored and carried lines are open again',
    ...update,
    params: id,
    body: z.strictObject({ lines }),
    content: changed,
  }),
  assign: route({
    method: 'POST',
    path: `${ONE}/assign`,
    summary: 'Look into lines oneself, or no longer',
    ...update,
    params: id,
    body: z.strictObject({ lines, to: z.enum(['me', 'nobody']) }),
    content: changed,
  }),
  comments: route({
    method: 'GET',
    path: `${ONE}/comment/{key}`,
    summary: 'What people said about a line or a match, the oldest first',
    ...query,
    params: z.object({ id: z.uuid(), key }),
    content: z.array(Comment),
  }),
  comment: route({
    method: 'POST',
    path: `${ONE}/comment/{key}`,
    summary: 'Say something about a line or a match',
    ...update,
    params: z.object({ id: z.uuid(), key }),
    body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
    content: Comment,
  }),
}
