import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const Name = z.string().trim().min(1).max(60)

/** A category of a platform's interfaces. */
export const Collection = z.object({
  id: z.uuid(),
  platform_id: z.string(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  remark: z.string(),
  sort: z.int(),
  /** Interfaces directly in it. */
  api_count: z.int(),
  updated_at: z.string(),
})
export type Collection = z.output<typeof Collection>

export const collection = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/collection',
    summary: 'Categories of one platform, or of all; a tree by parent_id, siblings in order',
    permission: 'asset:query',
    audit: 'query',
    query: z.strictObject({ platform_id: z.string().max(40).optional() }),
    content: z.array(Collection),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/collection/{id}',
    summary: 'One category',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    content: Collection,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/collection',
    summary: 'Make a category, last among its siblings',
    permission: 'asset:add',
    audit: 'add',
    body: z.strictObject({
      platform_id: z.string().min(1).max(40),
      parent_id: z.uuid().nullable().default(null),
      name: Name,
      remark: z.string().max(500).default(''),
    }),
    content: Collection,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/collection/{id}',
    summary: 'Rename a category',
    permission: 'asset:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ name: Name, remark: z.string().max(500).default('') }),
    content: Collection,
  }),
  move: route({
    method: 'POST',
    path: '/api/dh/lessee/collection/{id}/move',
    summary: 'Put a category under a parent, at a place among its children; refused (409) when they are not those seen',
    permission: 'asset:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      parent_id: z.uuid().nullable(),
      /** Counted without the moved one. */
      index: z.int().min(0).max(10_000),
      /** The parent's children before, as far as they were seen; without them whatever stands is arranged. */
      seen: z.array(z.uuid()).max(5000).default([]),
    }),
    content: Collection,
  }),
  order: route({
    method: 'POST',
    path: '/api/dh/lessee/collection/{id}/order',
    summary: 'The order of the interfaces in a category; refused (409) when it is no longer the one that was seen',
    permission: 'asset:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(1000),
      /** The order before, as far as it was seen; without it whatever stands is overwritten. */
      seen: z.array(z.uuid()).max(1000).default([]),
    }),
    content: z.null(),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/collection/{id}',
    summary: 'Delete an empty category',
    permission: 'asset:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
