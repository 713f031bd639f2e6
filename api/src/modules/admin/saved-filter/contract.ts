import { route } from '@sluice/contract'
import { z } from 'zod'

/** The search of a page as its address has it: texts, numbers, flags and lists of texts. */
const Filter = z
  .record(
    z.string().min(1).max(60),
    z.union([z.string().max(500), z.int(), z.boolean(), z.array(z.string().max(500)).max(100)]),
  )
  .refine(filter => Object.keys(filter).length <= 40, 'at most 40 fields')

const list = z.string().regex(/^[a-z][a-z-]{0,39}$/)

const fields = {
  name: z.string().trim().min(1).max(60),
  filter: Filter,
  /** The list opens with it; it takes the place of the one before. */
  is_default: z.boolean().default(false),
  /** Everybody of the tenant sees it; only its owner changes it. */
  is_shared: z.boolean().default(false),
}

export const SavedFilter = z.object({
  id: z.uuid(),
  list: z.string(),
  name: z.string(),
  filter: Filter,
  is_default: z.boolean(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Whose it is. */
  owner: z.string(),
  updated_at: z.string(),
})
export type SavedFilter = z.output<typeof SavedFilter>

export const savedFilter = {
  list: route({
    method: 'GET',
    path: '/api/dp/saved-filter',
    summary: 'Filters of a list: one’s own, and those that others share',
    permission: null,
    audit: 'query',
    query: z.strictObject({ list }),
    content: z.array(SavedFilter),
  }),
  create: route({
    method: 'POST',
    path: '/api/dp/saved-filter',
    summary: 'Keep a filter under a name',
    permission: null,
    audit: 'add',
    body: z.strictObject({ list, ...fields }),
    content: SavedFilter,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dp/saved-filter/{id}',
    summary: 'Change one’s own filter',
    permission: null,
    audit: 'update',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject(fields),
    content: SavedFilter,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dp/saved-filter/{id}',
    summary: 'Forget one’s own filter',
    permission: null,
    audit: 'delete',
    params: z.object({ id: z.uuid() }),
    content: z.array(z.never()),
  }),
}
