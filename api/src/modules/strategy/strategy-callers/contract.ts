import { DOCUMENT_BYTES, route, StrategyConfig } from '@sluice/contract'
import { z } from 'zod'

/** What callers did and could do no more, or would be told otherwise. */
export const callerBreaks = [
  'closed',
  'filter',
  'key',
  'number',
  'rows',
  'field',
  'type',
  'required',
  'refused',
  'dropped',
] as const

export const Callers = z.object({
  /** Calls that were looked at, and records that were taken and mapped again. */
  calls: z.int(),
  records: z.int(),
  /** Records of which only a run can say what would become. */
  untried: z.int(),
  /** The source does not tell its fields, now or then, so nothing is known of those handed out. */
  is_untold: z.boolean(),
  callers: z.array(
    z.object({
      application_id: z.uuid(),
      application_name: z.string(),
      breaks: z.array(
        z.object({
          what: z.enum(callerBreaks),
          /** Of the field. */
          name: z.string(),
          /** What was there, and what would be; of a record its key, and why it would be refused. */
          before: z.string().nullable(),
          after: z.string().nullable(),
          /** Calls, or records that were sent, that it concerns. */
          count: z.int(),
          last_called_at: z.string().nullable(),
          call_id: z.uuid().nullable(),
        }),
      ),
      /** What of the records it sent would be written otherwise; no call fails by it. */
      changed: z.array(
        z.object({
          field: z.string(),
          count: z.int(),
          /** Of the first, as JSON texts. */
          key: z.string().nullable(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type Callers = z.output<typeof Callers>

export const strategyCallers = {
  check: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/caller-check',
    summary:
      'What a change of a strategy, or its draft, would break of the calls that applications made in the last days; nothing is written',
    permission: 'strategy:update',
    audit: 'query',
    params: z.object({ id: z.uuid() }),
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      /** Absent: the draft; where none waits, what is published. */
      config: StrategyConfig.optional(),
      days: z.int().min(1).max(30).default(7),
    }),
    content: Callers,
  }),
}
