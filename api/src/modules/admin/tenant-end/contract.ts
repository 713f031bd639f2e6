import { PublicFailure, route } from '@sluice/contract'
import { z } from 'zod'

export const tenantExportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export const tenantEndStates = ['waiting', 'removing', 'done', 'withdrawn'] as const

/** Everything of the tenant as one file. */
export const TenantExport = z.object({
  id: z.uuid(),
  state: z.enum(tenantExportStates),
  /** Tables and files; how many of them are in the file, and how many rows. */
  total: z.int(),
  done: z.int(),
  rows: z.string(),
  size_bytes: z.string().nullable(),
  sha256: z.string().nullable(),
  failure: PublicFailure.nullable(),
  requested_by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string().nullable(),
})
export type TenantExport = z.output<typeof TenantExport>

export const TenantEnd = z.object({
  id: z.uuid(),
  state: z.enum(tenantEndStates),
  asked_by: z.string(),
  asked_at: z.string(),
  /** When the removal begins, unless it is taken back before. */
  due_at: z.string(),
  withdrawn_by: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
})
export type TenantEnd = z.output<typeof TenantEnd>

const id = z.object({ id: z.uuid() })
const BASE = '/api/dh/lessee/tenant'

export const tenantEnd = {
  get: route({
    method: 'GET',
    path: BASE,
    summary: 'The tenant, and whether its end was asked for',
    permission: 'tenant:query',
    needsWhole: true,
    audit: 'query',
    content: z.object({
      code: z.string(),
      name: z.string(),
      created_at: z.string(),
      /** How long an asked end can be taken back. */
      wait_days: z.int(),
      /** Newest first. */
      ends: z.array(TenantEnd),
    }),
  }),
  exports: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'Exports of the whole tenant, newest first',
    permission: 'tenant:export',
    needsWhole: true,
    audit: 'query',
    content: z.array(TenantExport),
  }),
  createExport: route({
    method: 'POST',
    path: `${BASE}/export`,
    summary: 'Everything of the tenant but its secrets as one ZIP, in the background; one at once',
    permission: 'tenant:export',
    needsWhole: true,
    audit: 'export',
    content: TenantExport,
  }),
  cancelExport: route({
    method: 'POST',
    path: `${BASE}/export/{id}/cancel`,
    summary: 'End an export of the tenant after the table in hand',
    permission: 'tenant:export',
    needsWhole: true,
    audit: 'update',
    params: id,
    content: TenantExport,
  }),
  downloadExport: route({
    method: 'GET',
    path: `${BASE}/export/{id}/content`,
    summary: 'The file of an export of the tenant',
    permission: 'tenant:export',
    needsWhole: true,
    audit: 'export',
    params: id,
    content: 'file',
  }),
  ask: route({
    method: 'POST',
    path: `${BASE}/end`,
    summary: 'Ask for the end of the tenant by its name; the key that reads the proof is shown this once',
    permission: 'tenant:delete',
    needsWhole: true,
    audit: 'delete',
    stepUp: true,
    body: z.strictObject({ name: z.string().max(200) }),
    content: z.object({ end: TenantEnd, proof_key: z.string(), proof_path: z.string() }),
  }),
  withdraw: route({
    method: 'POST',
    path: `${BASE}/end/withdraw`,
    summary: 'Take the end of the tenant back while it waits',
    permission: 'tenant:delete',
    needsWhole: true,
    audit: 'update',
    content: TenantEnd,
  }),
  proof: route({
    method: 'GET',
    path: '/api/tenant-end/{key}',
    summary: 'The proof that a tenant was removed, for whoever has its key',
    permission: 'public',
    audit: 'query',
    params: z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    content: 'file',
  }),
}
