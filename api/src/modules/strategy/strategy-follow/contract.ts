import { route } from '@sluice/contract'
import { z } from 'zod'

/** One beginning of following one source, and what its far system keeps for it. */
export const FollowReader = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  /** null: the strategy is gone. */
  strategy_name: z.string().nullable(),
  /** null: the connector is gone, so nobody can remove what its far system keeps. */
  connector_name: z.string().nullable(),
  resource: z.string(),
  /** following; lost: read everything anew; retired: about to be removed at the far system. */
  state: z.enum(['following', 'lost', 'retired']),
  /** Nobody needs it any more; it is removed as soon as its far system answers. */
  left_over: z.boolean(),
  phase: z.enum(['snapshot', 'stream']).nullable(),
  /** Records of the snapshot so far, and about how many there are. */
  done: z.int().nullable(),
  total: z.int().nullable(),
  position: z.string().nullable(),
  lag: z.object({
    kept_bytes: z.number().nullable(),
    behind_bytes: z.number().nullable(),
    seconds: z.number().nullable(),
    records: z.number().nullable(),
    asked_at: z.string().nullable(),
  }),
  max_bytes: z.number(),
  when_full: z.enum(['drop', 'keep']),
  failure: z.object({ message: z.string(), advice: z.string().nullable() }).nullable(),
  moved_at: z.string(),
})
export type FollowReader = z.output<typeof FollowReader>

export const strategyFollow = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-follow',
    summary: 'Sources that are followed: how far, how far behind, and what was left over at far systems',
    permission: 'strategy:query',
    audit: 'query',
    content: z.array(FollowReader),
  }),
} as const
