import { PublicFailure, Resource, route } from '@sluice/contract'
import { z } from 'zod'
import { ConnectorEnv } from '../connector/contract.ts'

const id = z.object({ id: z.uuid() })
const path = '/api/dh/lessee/connector/{id}/catalogue'

/** What is listed of the active environment, and how the listing goes. */
export const Catalogue = z.object({
  env: ConnectorEnv,
  /** null: never asked for. */
  discovery: z
    .object({
      state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      /** Objects by name; then fields of objects that somebody has looked at or a strategy uses. */
      phase: z.enum(['list', 'fields']),
      /** Objects met so far, and objects whose fields were asked for again. */
      found: z.int(),
      described: z.int(),
      failure: PublicFailure.nullable(),
      /** Asked to end. */
      cancelling: z.boolean(),
      requested_at: z.string(),
      finished_at: z.string().nullable(),
    })
    .nullable(),
  /** When the last whole list was made; null: there is none yet. */
  listed_at: z.string().nullable(),
  /** There is more than is kept. */
  is_cut: z.boolean(),
  /** It was made with other parameters, or long ago. */
  is_stale: z.boolean(),
  /** Objects that are there, and that are there no more. */
  objects: z.int(),
  gone: z.int(),
  schemas: z.array(z.object({ schema: z.string(), count: z.int() })),
})
export type Catalogue = z.output<typeof Catalogue>

export const CatalogueObject = z.object({
  id: z.string(),
  schema: z.string(),
  label: z.string(),
  kind: Resource.shape.kind,
  direction: Resource.shape.direction,
  comment: z.string(),
  /** Rows, where the far system knows without counting. */
  estimated_count: z.number().nullable(),
  /** null: nobody has asked for its fields yet. */
  field_count: z.int().nullable(),
  found_at: z.string(),
  /** Since when it is not there any more. */
  gone_at: z.string().nullable(),
})
export type CatalogueObject = z.output<typeof CatalogueObject>

export const CatalogueChange = z.object({
  id: z.string(),
  at: z.string(),
  object_id: z.string(),
  kind: z.enum(['added', 'removed', 'returned', 'changed', 'fields']),
  /** What is called or kept otherwise: before and after. */
  attributes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  /** Fields that are new, gone, or of another type now. */
  fields: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  }),
  /** Strategies that read or write it. */
  strategies: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type CatalogueChange = z.output<typeof CatalogueChange>

/** `fit`: what the keyword fits best comes first. */
export const catalogueSorts = ['fit', 'id', '-estimated_count', '-found_at'] as const

const filter = {
  /** Each word must be in the name, the schema or the comment. */
  keyword: z.string().max(200).optional(),
  /** Just this one. */
  object: z.string().max(500).optional(),
  schema: z.string().max(200).optional(),
  kind: Resource.shape.kind.optional(),
  /** What can be read, or written; both is either. */
  role: z.enum(['source', 'target']).optional(),
  presence: z.enum(['here', 'gone', 'all']).default('here'),
  sort: z.enum(catalogueSorts).default('fit'),
}

export const catalogue = {
  get: route({
    method: 'GET',
    path,
    summary: 'What is listed of a connector, and how old that is',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: Catalogue,
  }),
  refresh: route({
    method: 'POST',
    path: `${path}/refresh`,
    summary: 'List the connector in the background; one listing of a connector at a time',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: z.strictObject({ if_stale: z.boolean().default(false) }),
    content: Catalogue,
  }),
  cancel: route({
    method: 'POST',
    path: `${path}/cancel`,
    summary: 'End the listing; what was found stays',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: Catalogue,
  }),
  search: route({
    method: 'GET',
    path: `${path}/object`,
    summary: 'Look through what is listed, page by page',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      ...filter,
      /** `next` of the page before. */
      after: z.string().max(1000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    content: z.object({
      objects: z.array(CatalogueObject),
      next: z.string().nullable(),
      /** Of all pages, told with the first. */
      total: z.int().nullable(),
    }),
  }),
  changes: route({
    method: 'GET',
    path: `${path}/change`,
    summary: 'What became different between two listings, the newest first',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      /** Older than this change. */
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    content: z.array(CatalogueChange),
  }),
  export: route({
    method: 'POST',
    path: `${path}/export`,
    summary: 'What is listed as CSV, the same filters',
    permission: 'connector:query',
    audit: 'export',
    params: id,
    body: z.strictObject(filter),
    content: 'file',
  }),
}
