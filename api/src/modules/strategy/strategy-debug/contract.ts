import {
  AssetTrial,
  assetMethods,
  DOCUMENT_BYTES,
  Mapping,
  ParamValues,
  PublicFailure,
  ReadWindow,
  route,
} from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
/** More records than these nobody reads by eye. */
const MOST = 50
const record = z.string().max(5_000_000)
const bound = z.string().trim().min(1).max(200).nullable()
const ms = z.int().min(0)

const Mapped = z.object({
  /** Lossless JSON text; null when the mapping refuses the record. */
  mapped: z.string().nullable(),
  problems: z.array(
    z.object({ field: z.string(), code: z.string(), message: z.string(), value: z.string().optional() }),
  ),
})

/** What the target did with one record. */
export const WriteResult = z.object({
  kind: z.enum(['written', 'skipped', 'failed', 'unknown']),
  target_key: z.string().nullable(),
  response: z.string().nullable(),
  reason: z.string().nullable(),
  failure: PublicFailure.nullable(),
})
export type WriteResult = z.output<typeof WriteResult>

export const strategyDebug = {
  read: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-debug/{id}/read',
    summary: 'Ask the source as the next run would, or for a range; nothing is stored and nothing moves',
    permission: 'strategy:update',
    audit: 'query',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      limit: z.int().min(1).max(MOST).default(10),
      /** next: the increment of the next run; all: no bounds; range: from, to. */
      window: z.enum(['next', 'all', 'range']).default('next'),
      from: bound.optional(),
      to: bound.optional(),
      /** In the place of the saved ones. */
      options: ParamValues.optional(),
    }),
    content: z.object({
      window: ReadWindow.nullable(),
      requests: z.array(z.string()),
      records: z.array(z.object({ text: z.string().nullable(), failure: PublicFailure.nullable() })),
      has_more: z.boolean(),
      elapsed_ms: ms,
    }),
  }),
  map: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-debug/{id}/map',
    summary: 'Map records with the saved mapping or the given one; nothing is stored',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ records: z.array(record).min(1).max(MOST), mapping: Mapping.optional() }),
    content: z.object({ rows: z.array(Mapped), elapsed_ms: ms }),
  }),
  write: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-debug/{id}/write',
    summary: 'Send mapped records to the target, once and beside the books; only when confirmed',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      records: z.array(record).min(1).max(MOST),
      /** A person has agreed that this really writes. */
      confirm: z.literal(true),
    }),
    content: z.object({ rows: z.array(WriteResult), elapsed_ms: ms }),
  }),
  dispatch: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-debug/{id}/dispatch',
    summary: 'A real run now: source reads and writes the next increment, target only writes what waits',
    permission: 'strategy:start',
    audit: 'update',
    params: id,
    body: z.strictObject({ side: z.enum(['source', 'target']), confirm: z.literal(true) }),
    content: z.object({ status: z.literal(true), run_id: z.uuid(), already_running: z.boolean() }),
  }),
  http: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-debug/{id}/http',
    summary: 'One request through a connector of the strategy; anything but GET only when confirmed',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      side: z.enum(['source', 'target']),
      method: z.enum(assetMethods).default('GET'),
      /** Path under the connector's address. */
      api: z.string().trim().min(1).max(500),
      /** Fields of the query of a GET, else of the body; each JSON text. */
      values: z.record(z.string().min(1).max(200), z.string().max(20_000)).default({}),
      confirm: z.literal(true).optional(),
    }),
    content: AssetTrial,
  }),
}
