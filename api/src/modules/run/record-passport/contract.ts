import { PublicFailure, recordStates, retireKinds, route, runStates, runTriggers } from '@sluice/contract'
import { z } from 'zod'

const status = z.literal(recordStates)
const recordId = z.string().regex(/^\d{1,19}$/)

const Side = z.object({
  connector_name: z.string(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }),
  resource: z.string(),
})

/**
 * How a record belongs to the one that was asked about or to another related one (`via`).
 * self: it is the one; number: the same business number, or one's number is the other's key; key: the same key of the same
 * source; upstream: what it was called at its target is this one's key; downstream: the other way round; group: a document
 * that is made of rows, this one among them; row: one of the rows it is made of.
 */
export const relations = ['self', 'number', 'key', 'upstream', 'downstream', 'group', 'row'] as const

export const PassportRecord = z.object({
  id: z.string(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  relation: z.enum(relations),
  /** Id of the record it was found through; null of the one asked about. */
  via: z.string().nullable(),
  key: z.string(),
  number: z.string().nullable(),
  status,
  version: z.int(),
  attempts: z.int(),
  target_key: z.string().nullable(),
  error_message: z.string().nullable(),
  retry_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  source: Side,
  target: Side,
})
export type PassportRecord = z.output<typeof PassportRecord>

/** read: it came; attempt: a try to write it; settled: its state as it is now; decision: a person's; due: to be tried again. */
export const eventKinds = ['read', 'attempt', 'settled', 'decision', 'due'] as const

export const PassportEvent = z.object({
  kind: z.enum(eventKinds),
  at: z.string(),
  record_id: z.string(),
  strategy_id: z.uuid(),
  run: z.object({ id: z.uuid(), trigger: z.enum(runTriggers), state: z.enum(runStates) }).nullable(),
  status: status.nullable(),
  from_status: status.nullable(),
  /** The version that mapped it, with who saved it and when. */
  version: z.object({ number: z.int(), saved_at: z.string().nullable(), saved_by: z.string().nullable() }).nullable(),
  attempt: z.int().nullable(),
  failure: PublicFailure.nullable(),
  page: z.object({ id: z.string(), ordinal: z.int(), request: z.string().nullable() }).nullable(),
  /** Who decided. */
  user: z.string().nullable(),
  decision: z.enum(['reprocess', 'ignore', 'confirmWritten', ...retireKinds]).nullable(),
  target_key: z.string().nullable(),
})
export type PassportEvent = z.output<typeof PassportEvent>

export const Passport = z.object({
  /** The one asked about first, then in the order they came. */
  records: z.array(PassportRecord),
  /** Oldest first, of all these records. */
  events: z.array(PassportEvent),
  /** There are more related records or events than are told. */
  is_cut: z.boolean(),
})
export type Passport = z.output<typeof Passport>

export const recordPassport = {
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-data/{strategy}/{id}/passport',
    summary: 'The whole life of a record on one timeline, with its related records in other strategies',
    permission: 'strategy:query',
    audit: 'query',
    params: z.object({ strategy: z.uuid(), id: recordId }),
    content: Passport,
  }),
}
