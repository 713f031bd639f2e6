import { PublicFailure, route } from '@sluice/contract'
import { z } from 'zod'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const account = z.object({ id: z.uuid() })
const one = z.object({ id: z.uuid(), month: Month })
const BASE = '/api/dh/lessee/reconciliation/account/{id}/period'
const ONE = `${BASE}/{month}`
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const update = { permission: 'reconciliation:update', audit: 'update' } as const

export const periodStates = ['open', 'closing', 'closed', 'archiving', 'archived', 'restoring'] as const

/** What is looked at before a month is closed. */
export const pointCodes = [
  ...['over', 'order', 'files', 'rejected', 'gaps', 'items', 'currency', 'a_open', 'b_open', 'proposed', 'adjustments'],
  ...['running', 'duplicates', 'continuity', 'balance', 'late', 'flow'],
] as const

const Point = z.object({
  code: z.enum(pointCodes),
  /** `warn` may be closed over, `block` may not. */
  level: z.enum(['ok', 'warn', 'block']),
  count: z.int(),
  /** Days, names or amounts that it speaks of, the first few. */
  values: z.array(z.string()),
})
export type Point = z.output<typeof Point>

const Job = z.object({
  step: z.enum(['close', 'archive', 'restore']),
  phase: z.enum(['queued', 'reading', 'writing', 'checking', 'removing', 'done']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Lines so far. */
  done: z.string(),
  failure: PublicFailure.nullable(),
})

export const Period = z.object({
  month: Month,
  state: z.enum(periodStates),
  currency: z.string(),
  /** Signed decimal numerals: opening + in + out = closing. */
  opening: z.string(),
  in: z.string(),
  out: z.string(),
  closing: z.string(),
  /** Sum of the documents (B). */
  documents: z.string(),
  a_lines: z.string(),
  b_lines: z.string(),
  /** Lines of earlier, closed months that came too late and count here. */
  late: z.string(),
  /** Open lines that went over into the next month when this one was closed. */
  carried: z.string(),
  hash: z.string().nullable(),
  note: z.string(),
  closed_by: z.string(),
  closed_at: z.string().nullable(),
  reopened_by: z.string(),
  reopened_at: z.string().nullable(),
  reopen_reason: z.string(),
  archived_by: z.string(),
  archived_at: z.string().nullable(),
  archive_bytes: z.string().nullable(),
  archive_sha256: z.string().nullable(),
  restored_at: z.string().nullable(),
  job: Job.nullable(),
})
export type Period = z.output<typeof Period>

export const period = {
  list: route({
    method: 'GET',
    path: BASE,
    summary: 'The months of an account from its first line on, the newest first: balances, what is closed or archived',
    ...query,
    params: account,
    content: z.array(Period),
  }),
  get: route({
    method: 'GET',
    path: ONE,
    summary: 'One month with the check-list before it is closed; of a closed one the list as it was agreed to',
    ...query,
    params: one,
    content: Period.extend({ points: z.array(Point) }),
  }),
  close: route({
    method: 'POST',
    path: `${ONE}/close`,
    summary:
      'Close a month: nothing in it changes from now on, and a job takes its figures and a hash over all its lines. Months go in their order',
    ...update,
    params: one,
    body: z.strictObject({ note: z.string().trim().max(500).default('') }),
    content: Period,
  }),
  reopen: route({
    method: 'POST',
    path: `${ONE}/reopen`,
    summary: 'Open the month again that was closed last, with a reason; not by whoever closed it',
    ...update,
    params: one,
    body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    content: Period,
  }),
  archive: route({
    method: 'POST',
    path: `${ONE}/archive`,
    summary: 'Move the lines of a closed month into a Parquet file that is read back and held against the hash first',
    ...update,
    params: one,
    content: Period,
  }),
  restore: route({
    method: 'POST',
    path: `${ONE}/restore`,
    summary: 'Bring the lines of an archived month back, held against the hash',
    ...update,
    params: one,
    content: Period,
  }),
  cancel: route({
    method: 'POST',
    path: `${ONE}/cancel`,
    summary: 'End what goes on with a month; it is as it was before. Removing archived lines is not ended any more',
    ...update,
    params: one,
    content: Period,
  }),
  download: route({
    method: 'GET',
    path: `${ONE}/file`,
    summary: 'The archive of a month, as Parquet',
    permission: 'reconciliation:export',
    audit: 'export',
    params: one,
    content: 'file',
  }),
}
