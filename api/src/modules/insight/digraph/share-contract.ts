import { route } from '@sluice/contract'
import { z } from 'zod'
import { DashboardDesign } from './design-contract.ts'
import { figureOf } from './figure-contract.ts'

const ofDashboard = z.object({ id: z.uuid() })
const DAYS = { most: 365, fallback: 30 } as const
/** An address or a network; the module looks closer. */
const ADDRESS = /^[0-9a-fA-F.:]+(\/\d{1,3})?$/

const shareStates = ['active', 'expired', 'revoked', 'blind'] as const
const Share = z.object({
  id: z.uuid(),
  title: z.string(),
  /** blind: whoever made it is no longer active, so that it shows nothing. */
  state: z.enum(shareStates),
  has_password: z.boolean(),
  ip_allow: z.array(z.string()),
  expires_at: z.string(),
  created_at: z.string(),
  /** null: they are gone. */
  created_by: z.string().nullable(),
  opens: z.string(),
  last_opened_at: z.string().nullable(),
})
export type DashboardShare = z.output<typeof Share>

const Shown = z.object({
  title: z.string(),
  /** In the place of the password from now on; null: there is none. */
  pass: z.string().nullable(),
  expires_at: z.string(),
  at: z.string(),
  version: z.int(),
  refresh_seconds: z.int(),
  /** null: it is of the version that the caller has. */
  design: DashboardDesign.nullable(),
  /** Of things of the tenant the places among their like stand for their ids. */
  figures: z.array(figureOf(z.string())),
})

export const shareRoutes = {
  shares: route({
    method: 'GET',
    path: '/api/dp/digraph/{id}/share',
    summary: 'Links by which people without an account look at this dashboard, newest first; at most 200',
    permission: 'digraph:share',
    audit: 'query',
    params: ofDashboard,
    content: z.array(Share),
  }),
  share: route({
    method: 'POST',
    path: '/api/dp/digraph/{id}/share',
    summary: 'Make a link to this dashboard; its token is shown this once',
    permission: 'digraph:share',
    stepUp: true,
    audit: 'add',
    params: ofDashboard,
    body: z.strictObject({
      title: z.string().trim().min(1).max(100),
      days: z.int().min(1).max(DAYS.most).default(DAYS.fallback),
      password: z.string().min(6).max(100).optional(),
      ip_allow: z.array(z.string().trim().max(60).regex(ADDRESS)).max(100).default([]),
    }),
    content: z.object({ share: Share, token: z.string(), path: z.string() }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/dp/digraph/{id}/share/{share}',
    summary: 'End a link at once',
    permission: 'digraph:share',
    audit: 'delete',
    params: z.object({ id: z.uuid(), share: z.uuid() }),
    content: Share,
  }),
  openShare: route({
    method: 'POST',
    path: '/api/open/dashboard-share/{id}',
    summary: 'What a shared dashboard shows now, for whoever holds its token',
    permission: 'public',
    audit: 'query',
    params: z.object({ id: z.uuid() }),
    bodyBytes: 4096,
    body: z.strictObject({
      token: z.string().max(100),
      password: z.string().max(100).optional(),
      /** What the first answer gave in the place of the password. */
      pass: z.string().max(100).optional(),
      /** Of the design that the caller has already. */
      version: z.int().optional(),
    }),
    /** null: it wants its password. */
    content: z.object({ shown: Shown.nullable() }),
  }),
}
