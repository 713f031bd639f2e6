import { route } from '@sluice/contract'
import { z } from 'zod'
import { DashboardDesign, versionNote } from './design-contract.ts'

const BASE = '/api/dp/digraph/{id}/version'
const id = z.object({ id: z.uuid() })
const one = z.object({ id: z.uuid(), version: z.coerce.number().int().min(1).max(2_147_483_647) })

const head = {
  version: z.int(),
  name: z.string(),
  refresh_seconds: z.int(),
  component_count: z.int(),
  note: z.string(),
  /** The version whose content this is again; null: its own. */
  restored_from: z.int().nullable(),
  created_at: z.string(),
  /** null: they are gone. */
  created_by: z.string().nullable(),
}

export const versionRoutes = {
  versions: route({
    method: 'GET',
    path: BASE,
    summary: 'Versions of a dashboard that are kept, newest first',
    permission: 'digraph:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    content: z.array(z.object(head)),
  }),
  version: route({
    method: 'GET',
    path: `${BASE}/{version}`,
    summary: 'One version with its design',
    permission: 'digraph:query',
    audit: 'query',
    params: one,
    content: z.object({ ...head, design: DashboardDesign }),
  }),
  restore: route({
    method: 'POST',
    path: `${BASE}/{version}/restore`,
    summary: 'Make a version the newest again; its name stays the present one',
    permission: 'digraph:update',
    audit: 'update',
    params: one,
    body: z.strictObject({
      /** The one that stands now; 409 where somebody saved since. */
      current: z.int(),
      note: versionNote,
    }),
    content: z.object({ version: z.int() }),
  }),
}
