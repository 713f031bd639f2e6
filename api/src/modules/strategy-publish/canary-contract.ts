import { CanaryPlan, CheckLine, canaryReasons, canaryStates, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

/** Records that a version has settled since the canary began, and those that did not arrive. */
const Side = z.object({ records: z.int(), failed: z.int() })

export const Canary = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  base_version: z.int(),
  /** That is tried. */
  version: z.int(),
  revision: z.int(),
  /** Percent of the keys. */
  share: z.int(),
  minutes: z.int().nullable(),
  records: z.int().nullable(),
  promotes: z.boolean(),
  max_failed: z.int().nullable(),
  /** Percentage points. */
  max_failed_share: z.number().nullable(),
  state: z.enum(canaryStates),
  /** null: it lives. */
  reason: z.enum(canaryReasons).nullable(),
  old: Side,
  new: Side,
  /** Of the records that the new version failed, those that are still in error or wait for a person. */
  open_failed: z.int(),
  started_by: z.string().nullable(),
  started_at: z.string(),
  ready_at: z.string().nullable(),
  /** null: by itself. */
  ended_by: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type Canary = z.output<typeof Canary>

export const canaryRoutes = {
  checkDraft: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/draft/check-list',
    summary: 'The check-list of the draft; its errors stop the publication',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.array(CheckLine),
  }),
  startCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/canary',
    summary: 'The accepted draft maps a share of the keys first; 409 where it differs in more than the mapping',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    body: z.strictObject({
      /** As seen by who asks. */
      version: z.int(),
      revision: z.int(),
      plan: CanaryPlan,
    }),
    content: Canary,
  }),
  listCanaries: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/canary',
    summary: 'The last 20 canaries of a strategy, newest first',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.array(Canary),
  }),
  promoteCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/canary/{id}/promote',
    summary: 'The version that is tried goes live',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    content: Canary,
  }),
  rollBackCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/canary/{id}/roll-back',
    summary: 'The published version maps every key again; the draft stays',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    content: Canary,
  }),
  replayCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/canary/{id}/replay',
    summary: 'Map and write by the published version what the version that was rolled back failed',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    content: z.object({ job_id: z.uuid(), records: z.int() }),
  }),
}
