import {
  adapterKinds,
  adapterLevels,
  Counts,
  Moment,
  PublicFailure,
  ReadWindow,
  route,
  runStates,
  runTriggers,
} from '@sluice/contract'
import { z } from 'zod'

/** Why a queued run waits, in the caller's language; the parameters hold names, counts and the time it goes on. */
export const Waiting = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type Waiting = z.output<typeof Waiting>

export const Run = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  version: z.int(),
  trigger: z.enum(runTriggers),
  state: z.enum(runStates),
  counts: Counts,
  /** The equation that does not hold; a run with one is never green. */
  imbalance: z.string().nullable(),
  failure: PublicFailure.nullable(),
  window: ReadWindow.nullable(),
  requested_by: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** One sentence for a queued or slow run: what it waits for. */
  waiting_reason: z.string().nullable(),
  waiting: Waiting.nullable(),
  /** What its requests or rows went through. */
  adapters: z.array(
    z.object({
      role: z.enum(['source', 'target']),
      id: z.string(),
      name: z.string(),
      version: z.int(),
      level: z.enum(adapterLevels),
      kind: z.enum(adapterKinds),
    }),
  ),
})
export type Run = z.output<typeof Run>

export const RunLog = z.object({
  id: z.string(),
  run_id: z.uuid().nullable(),
  level: z.enum(['record', 'notice', 'success', 'error', 'fatal']),
  text: z.string(),
  created_at: z.string(),
})

export const RejectedRow = z.object({
  id: z.string(),
  page_id: z.string(),
  ordinal: z.int(),
  /** Of the row at its source; null where it cannot be told. */
  key: z.string().nullable(),
  failure: PublicFailure,
  created_at: z.string(),
})

const id = z.object({ id: z.uuid() })
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(20),
}

/** Goes on after the last row shown, however many there are; `total` counts to 10,000. */
const after = {
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
}

export const run = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/run',
    summary: 'Runs, newest first',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({
      strategy_id: z.uuid().optional(),
      state: z.enum(runStates).optional(),
      trigger: z.enum(runTriggers).optional(),
      from: Moment.optional(),
      to: Moment.optional(),
      /** Goes on after this run. */
      after: z.uuid().optional(),
      ...paging,
    }),
    content: z.array(Run),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/run/{id}',
    summary: 'One run with its books',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: Run,
  }),
  stop: route({
    method: 'POST',
    path: '/api/dh/lessee/run/{id}/stop',
    summary: 'Stop a live run after the page in hand',
    permission: 'strategy:stop',
    audit: 'update',
    params: id,
    content: Run,
  }),
  rejected: route({
    method: 'GET',
    path: '/api/dh/lessee/run/{id}/rejected',
    summary: 'Rows of the source that could not become records, with the reason',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    query: z.strictObject({ ...paging, ...after }),
    content: z.array(RejectedRow),
  }),
  logs: route({
    method: 'GET',
    path: '/api/dh/lessee/run/{id}/log',
    summary: 'What happened in a run',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    query: z.strictObject({ ...paging, ...after, level: RunLog.shape.level.optional() }),
    content: z.array(RunLog),
  }),
}
