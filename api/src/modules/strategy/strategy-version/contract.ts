import { canaryStates, route, StrategyConfig } from '@sluice/contract'
import { z } from 'zod'
import { Strategy } from '../strategy/contract.ts'

const id = z.object({ id: z.uuid() })

/** What a version can change, one by one. */
export const configParts = ['source', 'target', 'mapping', 'schedule', 'retry', 'remedy'] as const

export const StrategyVersion = z.object({
  version: z.int(),
  config: StrategyConfig,
  /** Parts that differ from the version before; null: there is none before. */
  changed: z.array(z.enum(configParts)).nullable(),
  /** Empty: saved by somebody who is gone, or by the product itself. */
  username: z.string(),
  created_at: z.string(),
  /** Of the canary that tried it on a share of the keys; null: none did. */
  canary: z.enum(canaryStates).nullable(),
})

export const strategyVersion = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/version',
    summary: 'Versions, newest first, with what each says',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(StrategyVersion),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/version/{version}',
    summary: 'What one version says',
    permission: 'strategy:query',
    audit: 'query',
    params: id.extend({ version: z.coerce.number().int().min(1) }),
    content: StrategyVersion,
  }),
  restore: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/restore',
    summary: 'An earlier version once more, as the newest; 409 when someone saved meanwhile',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      /** The one to bring back. */
      version: z.int().min(1),
      /** The newest one, as seen by who asks. */
      newest: z.int().min(1),
    }),
    content: Strategy,
  }),
}
